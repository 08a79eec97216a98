"""Decides claims about the rules: sweeps over colorings, graphs of situations, searches, and z3 proofs."""
