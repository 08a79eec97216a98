"""Adapters of other people's engines, by which FINDINGS.md was obtained: examples to copy, each run by a test."""
