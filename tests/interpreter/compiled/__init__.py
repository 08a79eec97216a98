"""Tests of the compiled reading."""
