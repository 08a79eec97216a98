"""`superko verify`: certificates of values, made by `superko solve`, and checked by playing them."""

from __future__ import annotations

import json
import shlex
import sys
from typing import Any, TextIO

import click
from click.core import ParameterSource

from ... import __version__
from ...interpreter.game import Game
from ...interpreter.rules_files import ClauseFailed
from ...interpreter.wording import full_sentence
from ..solving.budget import OutOfBudget
from ..solving.certificate import Certificate, NotKept, RulesNotNamed, Sample, certified, check
from ..solving.solution import Solution
from ..solving.solver import Solver
from ..telling.options import RULES, BadRequest, Beginning, NamedRules, after_turns, beginning_options
from ..telling.terminal import Exit


def certificate_of(solver: Solver, game: Game, solution: Solution, sample: Sample | None) -> dict[str, Any]:
    """What certifies the value of a game: the strategies, or a sample of games with them.

    Raises:
        ValueError: the value is not known, or the strategies are too large to be written down.
    """
    if solution.both is None:
        raise ValueError("The effort was not enough for a value, so there is none to certify.")
    try:
        return certified(solver, game, solution.both, sample)
    except OutOfBudget:
        raise ValueError("The effort was not enough for the strategies of a certificate.") from None


def command_given() -> str:
    """The command that is being run, as it would be typed."""
    context = click.get_current_context()
    words = ["superko", str(context.info_name)]
    for parameter in context.command.params:
        if context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE:
            option = [] if isinstance(parameter, click.Argument) else [parameter.opts[-1]]
            is_flag = isinstance(parameter, click.Option) and parameter.is_flag
            value = context.params[str(parameter.name)]
            several = value if isinstance(value, list | tuple) and not isinstance(value, NamedRules) else [value]
            words += option if is_flag else [word for item in several for word in (*option, _as_typed(item))]
    return shlex.join(words)


def _as_typed(value: object) -> str:
    return value.text if isinstance(value, NamedRules) else str(value)


def refuse_another_game(certificate: Certificate, beginning: Beginning, named: NamedRules | None) -> None:
    """Raise NotKept where a certificate is of another game than was asked about.

    Raises:
        NotKept: it is.
        ValueError: there is no such game.
    """
    if named is not None and named.rules != certificate.game.rules:
        raise NotKept(f"It is of {certificate.place}, and other rules were asked about.")
    if beginning != Beginning():
        asked = beginning.start(), beginning.game(certificate.game.rules).turns_taken
        if asked != (certificate.start, certificate.game.turns_taken):
            raise NotKept(f"It is of {certificate.place}, and another game was asked about.")


@click.command("verify")
@click.argument("file", type=click.File("r"), metavar="FILE")
@click.argument("board", metavar="[WxH|ROWS]", required=False)
@click.option(
    "--rules",
    "named",
    type=RULES,
    metavar="RULES",
    help="Hold it to be of these rules; FILE.py:NAME where its clauses were amended, as it holds none of them.",
)
@beginning_options()
def verify_command(file: TextIO, named: NamedRules | None, beginning: Beginning) -> None:
    """Check a certificate that `superko solve` wrote, by playing it.

    Only the interpreter is asked, which turns are legal and how each game comes out: each strategy is played against
    every reply. A sample of games is played again, by tables that are made anew. Where a board, rules or turns are
    named, the certificate must be of them.

    Exits with 0 when the certificate holds, with 1 when it does not, and with 2 when the file holds none.
    """
    try:
        certificate = Certificate.from_json(json.load(file), after_turns, named and named.rules)
        refuse_another_game(certificate, beginning, named)
        click.echo(check(certificate))
        if certificate.version != __version__:
            click.echo(f"It was made by superko {certificate.version}; this is {__version__}.")
    except NotKept as error:
        click.echo(f"The certificate does not hold. {error}")
        sys.exit(Exit.DIFFERENCE)
    except (RulesNotNamed, ClauseFailed) as error:
        raise BadRequest(str(error)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadRequest(full_sentence(f"The file holds no certificate: {error}")) from None
