"""Shapes: small positions with a name of their own, found by search where they are defined by what repeats in them."""
