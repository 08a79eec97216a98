"""Games that players settle, in lines: by a protocol for dead stones, or by the procedure of the AGA's rules.

A line is a turn, as in `A1`, `pass` or `White C3`, or what somebody says, as in `Black holds A1 C2` or `object`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from superko.interpreter.adjudication import Adjudication, Stage
from superko.interpreter.aga_procedure import Procedure, ProcedureStage
from superko.interpreter.game import Game
from superko.interpreter.notation import board_text, parse_turn, parse_vertex, vertices
from superko.interpreter.result import Result, Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import Color, Grid
from superko.spec.dead_stones.protocols import PROTOCOLS
from superko.spec.vocabulary import Move, Pass

COLORS = {color.name.capitalize(): color for color in Color}


def begun(board: str, player: str, rules: str) -> Game:
    """A game such as `X.O/... Black aga`, about to be played."""
    return Game(parse_rules(rules), rows=board, to_play=COLORS[player])


def by_a_protocol(words: str) -> Adjudication:
    """A game that is settled, such as `chinese O.XX./..X../XXX.. Black tromp-taylor-ten`."""
    protocol, *game = words.split()
    return Adjudication.of(begun(*game), PROTOCOLS[protocol])


def by_the_aga(words: str) -> Procedure:
    """A game by the AGA's procedure, such as `X.O Black aga`."""
    return Procedure(begun(*words.split()).record)


def after_a_line(now: Adjudication, line: str) -> tuple[Adjudication, str]:
    """The game after a turn or a statement, and how it stands; what is refused leaves it as it was."""
    grid = now.game.grid
    first, _, rest = line.partition(" ")
    if first == "ruling":
        return tried(now, lambda: now.rule(stones(grid, rest) or 0), standing)
    if first in COLORS:
        return tried(now, lambda: now.state(COLORS[first], stones(grid, rest.removeprefix("holds"))), standing)
    return tried(now, lambda: now.play(parse_turn(grid, line)), standing)


def after_a_line_by_the_aga(now: Procedure, line: str) -> tuple[Procedure, str]:
    """The same by the AGA's procedure."""
    grid = now.record.position.coloring.board.grid
    first, _, rest = line.partition(" ")
    said: dict[str, Callable[[], Procedure]] = {
        "object": now.object_to_last_move,
        "name": lambda: now.name(stones(grid, rest) or 0),
        "dispute": lambda: now.dispute(stones(grid, rest) or 0),
        "dead": lambda: now.compare_dead_stones(dict(held_dead(grid, rest))),
        "restore": lambda: now.restore(int(rest.split()[0]), [COLORS[name] for name in rest.split()[1:]]),
    }
    if first in said:
        return tried(now, said[first], standing_by_the_aga)
    text, player = (rest, COLORS[first]) if first in COLORS else (line, None)
    turn = parse_turn(grid, text)
    assert isinstance(turn, Pass | Move)
    return tried(now, lambda: now.play(turn, player), standing_by_the_aga)


def tried(now: Any, step: Callable[[], Any], tell: Callable[[Any], str]) -> tuple[Any, str]:
    """What follows on a step, and how it stands, or why it can't be taken."""
    try:
        later = step()
    except ValueError as refusal:
        return now, f"refused: {refusal}"
    return later, tell(later)


def stones(grid: Grid, names: str) -> int | None:
    """The stones that are named; None for a question mark, where no list is given."""
    return None if names.strip() == "?" else sum(parse_vertex(grid, name) for name in names.split())


def held_dead(grid: Grid, text: str) -> Iterator[tuple[Color, int]]:
    """What players hold dead, as in `Black A1 C1, White A1`."""
    for part in filter(None, text.split(", ")):
        name, *named = part.split()
        yield COLORS[name], stones(grid, " ".join(named)) or 0


def standing(now: Adjudication) -> str:
    """How a game that is settled stands."""
    game, grid = now.playing, now.game.grid
    parts = [f"{'copy' if now.copy else 'board'} {board_text(game.position.coloring)}"]
    if now.stage is Stage.PLAYING:
        parts.append(f"{name_of(game.position.player)} to play")
    elif now.stage is Stage.AWAITING_STATEMENTS:
        parts.append(f"asked: {' '.join(map(name_of, now.awaiting))}")
    elif now.stage is Stage.AWAITING_RULING:
        parts.append(f"disputed: {' '.join(vertices(grid, now.disputed))}")
    else:
        removed = " ".join(vertices(grid, now.removed)) or "nothing"
        parts += [f"ended by {now.game.ended_by}", f"removed {removed}: {board_text(now.ended.coloring)}"]
        parts.append(told_result(now.result))
    return "; ".join(parts)


def standing_by_the_aga(now: Procedure) -> str:
    """How a game by the AGA's procedure stands, with the black and the white stones that are prisoners."""
    grid, captures = now.record.position.coloring.board.grid, now.record.tally.captures
    black, white = (captures[color] for color in COLORS.values())
    parts = [f"board {board_text(now.record.position.coloring)}", f"prisoners {black} {white}"]
    if now.last is not None and now.last.illegal is not None:
        parts.append(f"illegal by {now.last.illegal.name}")
    if stand := now.illegal_moves_that_stand():
        parts.append(f"illegal moves stand: {' '.join(map(str, stand))}")
    if now.stage is ProcedureStage.OVER:
        return "; ".join((*parts, told_result(now.result)))
    parts += [f"named {' '.join(vertices(grid, now.named))}"] if now.named else []
    parts += [f"{now.record.pass_run} passes"] if now.record.pass_run else []
    return "; ".join((*parts, f"{now.stage.value}, {name_of(now.player)} to play"))


def name_of(color: Color) -> str:
    return color.name.capitalize()


def told_result(result: Result | None) -> str:
    if isinstance(result, Score):
        return f"Black {result.black:g}, White {result.white:g}"
    return "no result"
