"""Point sets, and the three ways of reading a text about them: integers, arrays and symbols."""

from .board import Board, Condition, Number, PointSet
from .color import BLACK, WHITE, Color
from .coloring import Coloring
from .grid import Grid
from .integers import IntegerBoard

__all__ = [
    "BLACK",
    "WHITE",
    "Board",
    "Color",
    "Coloring",
    "Condition",
    "Grid",
    "IntegerBoard",
    "Number",
    "PointSet",
]
