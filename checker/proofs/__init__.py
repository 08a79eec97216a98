"""Lemmas about one or two moves: what they state, in the clauses' own words, and how z3 is asked about them."""
