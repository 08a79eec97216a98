"""Phases read for many positions at once: the clauses of the documents, on arrays, with histories that ask back."""
