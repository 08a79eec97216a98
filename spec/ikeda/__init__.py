"""Ikeda's rule 4, of which alone the words could be had, and what a game needs besides."""
