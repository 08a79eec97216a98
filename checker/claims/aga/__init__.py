"""Evidence on what the AGA's rules claim."""
