"""The Go Text Protocol, version 2: the referee for front ends and for engines that play against the rules."""

from . import playing, setting_up
from .protocol import GtpSession, respond, serve

__all__ = ["GtpSession", "playing", "respond", "serve", "setting_up"]
