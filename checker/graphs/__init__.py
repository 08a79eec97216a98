"""Graphs of situations: explored, searched for returns, and exported."""
