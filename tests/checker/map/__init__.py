"""Tests of the map of rule sets."""
