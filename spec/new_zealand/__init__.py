"""The New Zealand rules, as the New Zealand Go Society gives them: one page, complete."""
