"""The Go Text Protocol, version 2: the referee for front ends and for engines that play against the rules."""

from . import administration, playing, scoring, starting
from .protocol import respond, serve
from .session import GtpSession

__all__ = ["GtpSession", "administration", "playing", "respond", "scoring", "serve", "starting"]
