"""Every clause of every document, asked under every reading: what it is asked with, and what it answers."""
