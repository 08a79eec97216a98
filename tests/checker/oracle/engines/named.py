"""Engines by name, as findings.json calls them, and how each is had where it is missing.

From a checkout, `superko judge --engine python:tests.checker.oracle.engines.named:gnugo_no_ko` judges gnugo-no-ko.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from superko.checker.oracle.engine import Engine, Opener, Unsupported
from superko.checker.oracle.engines.json_lines import JsonLinesEngine
from superko.checker.oracle.engines.process import SECONDS_TO_REPLY
from superko.checker.oracle.engines.python_engine import PythonEngine

from . import npm
from .gnu_go import ALL_SUICIDE, NO_KO, GnuGo
from .katago import PROGRAM, KataGo, command
from .libraries import OpenSpielGo, PettingZooGo, PettingZooObservations, PgxGo, SgfmillBoard
from .reference import ReferenceEngine

OURSELVES = shlex.join([sys.executable, "-P", "-c", "from superko.checker.command_line import main; main()"])


@dataclass(frozen=True)
class Named:
    """An engine that has a name. Called, it is opened.

    Attributes:
        made: makes it.
        how: one sentence that says how it is had where it is missing.
        timed: whether it knows how long an answer may take; otherwise it is asked in a thread of its own.
    """

    made: Callable[..., Any]
    how: str = ""
    timed: bool = True

    def __call__(self, timeout: float = SECONDS_TO_REPLY) -> Engine:
        try:
            engine: Engine = self.made(timeout=timeout) if self.timed else PythonEngine(self.made, timeout)
        except Unsupported as unsupported:
            raise Unsupported(f"{unsupported} {self.how}".rstrip()) from None
        return engine


def in_a_library(made: Callable[..., Any], packages: str) -> Named:
    how = f"Run `pip install {packages}`, or `pip install superko[engines]` for all such libraries."
    return Named(made, how, timed=False)


def of_npm(package: npm.Package) -> Named:
    how = f"Run `npm install {package.name}` in this folder, or set NODE_PATH to the node_modules that has it."
    return Named(partial(npm.NpmEngine, package), how, timed=False)


def with_options(options: str = "") -> Named:
    how = "Run `apt-get install gnugo`, and see that /usr/games, where Debian puts it, is in PATH."
    return Named(partial(GnuGo, options), how)


def katago(timeout: float = SECONDS_TO_REPLY) -> Engine:
    """KataGo, in PATH or where SUPERKO_KATAGO says."""
    program = os.environ.get("SUPERKO_KATAGO", PROGRAM)
    how = "Put `katago`, from the releases of KataGo, in PATH, or its path in SUPERKO_KATAGO; it needs no network."
    return Named(partial(KataGo, command(shlex.quote(program))), how)(timeout)


superko = Named(ReferenceEngine, timed=False)
superko_referee = Named(partial(JsonLinesEngine, f"{OURSELVES} referee"))
gnugo, gnugo_no_ko, gnugo_all_suicide = map(with_options, ("", NO_KO, ALL_SUICIDE))
sgfmill = in_a_library(SgfmillBoard, "sgfmill")
open_spiel = in_a_library(OpenSpielGo, "open_spiel")
pettingzoo = in_a_library(PettingZooGo, "pettingzoo pygame")
pettingzoo_observations = in_a_library(PettingZooObservations, "pettingzoo pygame")
pgx = in_a_library(PgxGo, "pgx")
tenuki, wgo, goban, godash, sabaki = map(of_npm, (npm.TENUKI, npm.WGO, npm.GOBAN, npm.GODASH, npm.SABAKI))

IN_A_LIBRARY: Mapping[str, Named] = {
    "sgfmill": sgfmill,
    "open-spiel": open_spiel,
    "pettingzoo": pettingzoo,
    "pettingzoo-observations": pettingzoo_observations,
    "pgx": pgx,
}
OF_NPM: Mapping[str, Named] = {"tenuki": tenuki, "wgo": wgo, "goban": goban, "godash": godash, "sabaki": sabaki}
NAMED: Mapping[str, Callable[[float], Engine]] = {
    "superko": superko,
    "superko-referee": superko_referee,
    "gnugo": gnugo,
    "gnugo-no-ko": gnugo_no_ko,
    "gnugo-all-suicide": gnugo_all_suicide,
    "katago": katago,
    **IN_A_LIBRARY,
    **OF_NPM,
}


def opener(name: str, timeout: float) -> Opener:
    """What starts the engine of a name."""
    return partial(NAMED[name], timeout)
