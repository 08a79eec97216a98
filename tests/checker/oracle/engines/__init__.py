"""Adapters of other people's engines, by which the findings were obtained: examples to copy, each run by a test."""
