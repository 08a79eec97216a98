"""Questions about all the situations that a phase can reach."""
