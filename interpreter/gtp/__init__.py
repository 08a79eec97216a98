"""The Go Text Protocol, version 2: the referee for front ends and for engines that play against the rules."""

from . import administration, gogui, looking, playing, records, ruling, scoring, settling, starting
from .engine import respond, serve
from .session import Session

__all__ = [
    "Session",
    "administration",
    "gogui",
    "looking",
    "playing",
    "records",
    "respond",
    "ruling",
    "scoring",
    "serve",
    "settling",
    "starting",
]
