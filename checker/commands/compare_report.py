"""Showing where two rule sets part: a diagram, what each says and by which clause, and how to replay it; or JSON."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import fill
from typing import Any

from rich.console import Console

from ...interpreter.explanations import explain
from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.referee import state_report
from ...interpreter.rule_names import rules_to_json
from ...interpreter.story import Start, Story
from ...interpreter.wording import PHASES, PLAYERS, counted
from ...spec.algebra import Grid
from ...spec.vocabulary import Phase
from ..play.comparison import Comparison, Parting
from .replay_json import result_as_json
from .replay_report import INDENT, say, show_board, show_result, show_turn


def show_comparison(
    console: Console, names: Sequence[str], grid: Grid, found: Comparison, boards: bool = False, origin: str = ""
) -> None:
    """Print where two rule sets part, if that was found, and on what they agree.

    Args:
        console: where to print it.
        names: what the rule sets are called.
        grid: the board.
        found: what was found.
        boards: whether to show every board on the way.
        origin: where the games start, in one sentence, unless that is the empty board.
    """
    if origin:
        say(console, origin)
    for board, covered in found.boards[:-1] if found.parting else found.boards:
        say(console, f"{board}: {coverage(replace(found, covered=covered))}")
    if found.parting is None:
        where = f"up to {found.boards[-1][0]}" if found.boards else f"on {grid}"
        say(console, f"No difference between {names[0]} and {names[1]} was found {where}.")
        if not found.boards:
            say(console, coverage(found))
        return
    for parting in found.partings or (found.parting,):
        show_parting(console, names, grid, parting, boards)
        if parting is found.parting and found.covered.games:
            say(console, f"\nNo shorter game tells them apart. {coverage(found)}")
        for name, game in zip(names, parting.games, strict=True):
            referee = f"superko referee --rules {shlex.quote(name)}" if game.rules.amendments else "superko referee"
            say(console, f"\nTo replay it under {name}, ask `{referee}`:")
            for request in replaying(game, parting):
                console.print(json.dumps(request), markup=False, highlight=False, soft_wrap=True)
        say(console, "") if len(found.partings) > 1 else None


def show_parting(console: Console, names: Sequence[str], grid: Grid, parting: Parting, boards: bool = False) -> None:
    """Print the game on which two rule sets part, and what each says then; with `boards`, every board on the way."""
    turns = " ".join(turn_text(grid, turn) for turn in parting.turns) or "no turn"
    say(console, f"{names[0]} and {names[1]} part on {grid} after {turns}: they differ in {parting.aspect.value}.\n")
    for number, game in enumerate(parting.games[0].course[1:] if boards else (), start=1):
        show_turn(console, number, game)
    if not boards or parting.games[0].undo is None:
        show_board(console, parting.games[0])
    for name, game in zip(names, parting.games, strict=True):
        say(console, f"\n{name}:")
        for sentence in what_it_says(game, parting):
            say(console, fill(sentence, console.width, initial_indent=INDENT, subsequent_indent=INDENT))
        if parting.turn is None and game.result is not None:
            show_result(console, game.result)


def as_sgf(parting: Parting) -> bytes:
    """The game on which two rule sets part, as SGF, under the rules by which all its turns are legal."""
    longest = max(parting.games, key=lambda game: len(game.turns_taken))
    if parting.turn is not None:
        allowing = next(game for game in parting.games if game.judge(parting.turn).legal)
        longest = allowing.play(parting.turn)
    return write_sgf(record_of(longest))


def coverage(found: Comparison) -> str:
    """On which games two rule sets agree.

    >>> from superko.checker.play.comparison import AgreedGames
    >>> coverage(Comparison(None, AgreedGames(turns=5, games=27, ended=9, everything=True)))
    'They agree on every game there is, of up to 5 turns: 27 sequences of turns, 9 of them to the end.'
    """
    covered = found.covered
    every = "every game there is, of up to" if covered.everything else "every game of up to"
    sequences = f"{covered.games:,} sequence{'' if covered.games == 1 else 's'} of turns"
    until = " Where one game was over, the other was passed to its end." if found.leniency.ends else ""
    turns = counted(covered.turns, "turn")
    return f"They agree on {every} {turns}: {sequences}, {covered.ended:,} of them to the end.{until}"


def turns_under(game: Game, parting: Parting) -> list[str]:
    """The turns that show a difference, under one of the rule sets, as text."""
    grid = game.position.coloring.board.grid
    shown = game.turns_taken if parting.turn is None else (*game.turns_taken, parting.turn)
    return [turn_text(grid, turn) for turn in shown]


def what_it_says(game: Game, parting: Parting) -> Iterator[str]:
    """What one rule set says of the turn, or of what the turns led to, with the clause that says so."""
    grid = game.position.coloring.board.grid
    if parting.turn is not None:
        judgement = game.judge(parting.turn)
        name = "" if judgement.clause is None else f"{judgement.clause.name}: "
        yield f"{name}{explain(judgement, grid)}"
        return
    if game.ended_by is not None:
        text = next(clause.text for clause in game.rules.in_force if clause.name == game.ended_by)
        yield f"{game.ended_by}: {text}"
    position = game.position
    if position.phase is Phase.OVER:
        yield "The game is over."
    else:
        yield f"The game goes on in {PHASES[position.phase]}, with {PLAYERS[position.player]} to play."


def replaying(game: Game, parting: Parting) -> list[dict[str, Any]]:
    """The requests that replay the turns that show a difference, under one of the rule sets."""
    return Story(Start.of(game), tuple(turns_under(game, parting)), rules_to_json(game.rules)).requests()


def comparison_as_json(names: Sequence[str], grid: Grid, found: Comparison) -> dict[str, object]:
    """A comparison as a JSON object."""
    parting, covered = found.parting, found.covered
    told: dict[str, object] = {"width": grid.width, "height": grid.height, "differs": parting is not None}
    if parting is not None:
        told |= _parting_as_json(names, parting)
    agreed = {"turns": covered.turns, "games": covered.games, "ended": covered.ended, "all": covered.everything}
    told |= {"agreed": agreed}
    if found.boards:
        told["boards"] = [{"board": board, "turns": some.turns, "games": some.games} for board, some in found.boards]
    if len(found.partings) > 1:
        told["all"] = [_parting_as_json(names, parting) for parting in found.partings]
    return told


def _parting_as_json(names: Sequence[str], parting: Parting) -> dict[str, object]:
    grid = parting.games[0].position.coloring.board.grid
    return {
        "in": parting.aspect.name.lower(),
        "turns": [turn_text(grid, turn) for turn in parting.turns],
        "sides": [_side(name, game, parting) for name, game in zip(names, parting.games, strict=True)],
    }


def _side(name: str, game: Game, parting: Parting) -> dict[str, object]:
    told: dict[str, object] = {
        "name": name,
        "rules": rules_to_json(game.rules),
        "says": list(what_it_says(game, parting)),
    }
    if parting.turn is None:
        told |= {"clause": game.ended_by, "result": result_as_json(game.result)}
    else:
        judgement = game.judge(parting.turn)
        told |= {"legal": judgement.legal, "clause": None if judgement.clause is None else judgement.clause.name}
    return told | {"state": state_report(game), "requests": replaying(game, parting)}
