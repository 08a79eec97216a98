"""Checks and what they come to: verdicts, witnesses, what is recorded, and how checks are run."""
