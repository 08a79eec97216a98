"""Chinese rules of 2002: articles 6 and 20 on repetition, the forum's ruling, and what they presuppose."""
