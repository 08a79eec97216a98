"""`superko verify`: certificates of values, made by `superko solve`, and checked by playing them."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, TextIO

import click
from click.core import ParameterSource

from ...interpreter.game import Game
from ...interpreter.rule_names import rules_from_json
from ...interpreter.story import Start
from ...spec.algebra import Color
from ..solving.budget import Budget, OutOfBudget
from ..solving.certificate import (
    NotKept,
    Promise,
    by_search,
    certificate,
    check_certificate,
    digest_of,
    kept_value,
    lead_promised,
    play_at_random,
    promises,
)
from ..solving.solution import Solution, Value
from ..solving.solver import Solver
from ..telling.options import (
    BadRequest,
    NamedRules,
    after_turns,
)
from ..telling.terminal import Exit
from .leads import both_text, finite

OTHER_TABLES = "The tables of the phases are not those that it was made with."


class Sample(NamedTuple):
    """How many games are played for each promise, with replies drawn at random, and from which seed."""

    games: int
    seed: int


def certificate_of(solver: Solver, game: Game, found: Solution, sample: Sample | None) -> dict[str, Any]:
    """What certifies the value of a game: the strategies, or a sample of games with them.

    Raises:
        ValueError: the value is not known, or the strategies are too large to be written down.
    """
    if found.both is None:
        raise ValueError("The effort was not enough for a value, so there is none to certify.")
    try:
        if sample is None:
            return {"strategies": certificate(solver, game, found.both)}
        return sampled(solver, game, found.both, sample)
    except OutOfBudget:
        raise ValueError("The effort was not enough for the strategies of a certificate.") from None


def sampled(solver: Solver, game: Game, value: Value, sample: Sample) -> dict[str, Any]:
    """The promises with the games that were played, and the digest of the tables that the strategies come from."""
    told = [
        {
            "player": some.player.value,
            "lead": finite(some.lead),
            "or_no_result": some.or_no_result,
            "turns": play_at_random(game, some, by_search(solver, some), *sample),
        }
        for some in promises(value)
    ]
    return {"sample": {**sample._asdict(), "tables": digest_of(solver.tables), "promises": told}}


def command_given() -> str:
    """The command that is being run, as it would be typed."""
    context = click.get_current_context()
    words = ["superko", str(context.info_name)]
    for some in context.command.params:
        if context.get_parameter_source(str(some.name)) is ParameterSource.COMMANDLINE:
            option = [] if isinstance(some, click.Argument) else [some.opts[-1]]
            is_flag = isinstance(some, click.Option) and some.is_flag
            value = context.params[str(some.name)]
            several = value if isinstance(value, list | tuple) and not isinstance(value, NamedRules) else [value]
            words += option if is_flag else [word for one in several for word in (*option, _as_typed(one))]
    return shlex.join(words)


def _as_typed(value: object) -> str:
    return value.text if isinstance(value, NamedRules) else str(value)


@click.command("verify")
@click.argument("file", type=click.File("r"), metavar="FILE")
def verify_command(file: TextIO) -> None:
    """Check a certificate that `superko solve` wrote, by playing it.

    Only the interpreter is asked, which turns are legal and how each game comes out: each strategy is played against
    every reply. A sample of games is played again, by tables that are made anew.

    Exits with 0 when the certificate holds, with 1 when it does not, and with 2 when the file holds none.
    """
    try:
        told = json.load(file)
        game = after_turns(Start.from_json(told).game(rules_from_json(told["rules"])), told["turns"])
        click.echo(_checked_sample(game, told["sample"]) if "sample" in told else _checked(game, told["strategies"]))
    except NotKept as error:
        click.echo(f"The certificate does not hold. {error}")
        sys.exit(Exit.DIFFERENCE)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRequest(f"The file holds no certificate: {error}.") from None


def _checked(game: Game, strategies: list[dict[str, Any]]) -> str:
    value, games = check_certificate(game, strategies)
    return f"The certificate holds: Black's lead is {both_text(value)}, in {games:,} games against every reply."


def _checked_sample(game: Game, told: Mapping[str, Any]) -> str:
    """Play the games of a sample again, with strategies from tables that are made anew."""
    sample = Sample(int(told["games"]), int(told["seed"]))
    solver = Solver([game], Budget())
    if told["tables"] != digest_of(solver.tables):
        raise NotKept(OTHER_TABLES)
    kept: list[Promise] = []
    for some in told["promises"]:
        player, or_no_result = Color(some["player"]), bool(some["or_no_result"])
        promise = Promise(player, lead_promised(player, or_no_result, some["lead"]), or_no_result)
        if play_at_random(game, promise, by_search(solver, promise), *sample) != some["turns"]:
            raise NotKept("The games are not those that it was made with.")
        kept.append(promise)
    value = kept_value(kept)
    games = sample.games * len(kept)
    return (
        f"The certificate holds as far as it goes: Black's lead is {both_text(value)}, in {games:,} games at random "
        f"(seed {sample.seed}), a sample."
    )
