"""Searches over whole games, with their full history."""
