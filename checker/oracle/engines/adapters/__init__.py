"""Adapters of engines that others wrote: each asks its engine in the engine's own way, and never judges."""
