"""Exact numbers of games, and the longest of them."""
