"""Checks and their results: verdicts, witnesses, what is recorded, and how checks are run."""
