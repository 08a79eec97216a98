"""Tests of proofs: that they are asked what they claim."""
