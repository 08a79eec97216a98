"""Benchmarks: plain scripts that print how fast something is, run by hand with `python -m tests.benchmarks.<name>`."""
