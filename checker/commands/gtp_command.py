"""`superko gtp`: the interpreter as an engine that speaks the Go Text Protocol."""

from __future__ import annotations

import secrets
import sys

import click

from ...interpreter.game import Game
from ...interpreter.gtp import GtpSession, serve
from ..telling.options import NamedRules, refusing, rules_option

USUAL_SIDE = 19
SEEDS = 1_000_000_000


@click.command("gtp")
@rules_option
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="A number that decides all random turns.")
def gtp_command(named: NamedRules, seed: int | None) -> None:
    """Speak the Go Text Protocol, version 2, with a front end or another engine.

    Takes random legal turns, and referees: an illegal move is answered by the clause that forbids it.

    Exits with 0, or with 2 when there are no such rules.
    """
    with refusing():
        game = Game(named.rules, (USUAL_SIDE, USUAL_SIDE))
    session = GtpSession(game, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    serve(session, sys.stdin.buffer, sys.stdout.buffer)
