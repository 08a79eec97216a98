"""Engines at hand: programs and libraries that others wrote, and our own, each under a name of its own."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from .gtp import katago


@dataclass(frozen=True)
class Ready:
    """An engine that has a name.

    Attributes:
        engine: the text that stands for it, such as "gtp:gnugo --mode gtp".
        how: one sentence that says how it is had where it is missing, or "".
    """

    engine: str
    how: str = ""


def _pip(packages: str) -> str:
    return f"Run `pip install {packages}`, or `pip install superko[engines]` for all such libraries."


def _npm(package: str) -> str:
    return f"Run `npm install {package}` in this folder, or set NODE_PATH to the node_modules that has it."


_GNU_GO = "gtp:gnugo --mode gtp --chinese-rules"
_APT = "Run `apt-get install gnugo`, and see that /usr/games, where Debian puts it, is in PATH."
_KATAGO = "Put `katago`, from the releases of KataGo, and its default_gtp.cfg in PATH; it needs no network."
_HERE = "python:superko.checker.oracle.engines"
_ADAPTERS = f"{_HERE}.adapters"
_OURSELVES = shlex.join([sys.executable, "-c", "from superko.checker.command_line import main; main()"])

READY: Mapping[str, Ready] = {
    "superko": Ready(f"{_HERE}.reference_engine:ReferenceEngine"),
    "superko-referee": Ready(f"jsonl:{_OURSELVES} referee"),
    "superko-gtp": Ready(f"gtp:{_OURSELVES} gtp"),
    "gnugo": Ready(_GNU_GO, _APT),
    "gnugo-no-ko": Ready(f"{_GNU_GO} --no-ko", _APT),
    "gnugo-all-suicide": Ready(f"{_GNU_GO} --allow-all-suicide", _APT),
    "katago": Ready(f"gtp:{katago.COMMAND}", _KATAGO),
    "sgfmill": Ready(f"{_ADAPTERS}.sgfmill_board:SgfmillBoard", _pip("sgfmill")),
    "open-spiel": Ready(f"{_ADAPTERS}.open_spiel_go:OpenSpielGo", _pip("open_spiel")),
    "pettingzoo": Ready(f"{_ADAPTERS}.pettingzoo_go:PettingZooGo", _pip("pettingzoo pygame")),
    "pettingzoo-observations": Ready(f"{_ADAPTERS}.pettingzoo_go:PettingZooObservations", _pip("pettingzoo pygame")),
    "pgx": Ready(f"{_ADAPTERS}.pgx_go:PgxGo", _pip("pgx")),
    "tenuki": Ready(f"{_ADAPTERS}.npm:tenuki", _npm("tenuki")),
    "wgo": Ready(f"{_ADAPTERS}.npm:wgo", _npm("wgo")),
    "goban": Ready(f"{_ADAPTERS}.npm:goban", _npm("goban")),
    "sabaki": Ready(f"{_ADAPTERS}.npm:sabaki", _npm("@sabaki/go-board")),
}
