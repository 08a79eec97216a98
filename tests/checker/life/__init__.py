"""Tests of life and death by article 7."""
