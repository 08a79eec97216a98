"""Evidence on the protocols that settle which stones are dead."""
