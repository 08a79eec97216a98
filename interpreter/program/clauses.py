"""The programs that clauses come to: what a move does, which moves are pseudolegal, ko-moves, and scores.

Each is made by running the clauses in force once, on the semantics that takes down what they do; the ids of the clauses
that were called stand in it as remarks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from traceback import walk_tb
from types import CodeType
from typing import Any

from ...spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ...spec.answers import unchecked
from ...spec.composition import as_in_force, move, pseudolegal
from ...spec.katago_v2.cleanup import is_ko_move
from ...spec.registry import Clause
from ...spec.rules import Refusal, Rules
from ...spec.vocabulary import Play
from ..language import outside_language
from ..result import after_removal, as_set_up, scored_by
from .ir import Atom, Field, Name, NameKind, Program, Writer, kind_of_atom, without_unused
from .semantics import EmittedNumber, EmittingBoard, Flag, Words, atom_of

SETS = ("black", "white")
Emitted = Coloring[Words]


class NotCompiled(Refusal):
    """Clauses that can't be read as a program, with the reason in one sentence."""


def program(
    name: str, grid: Grid, rules: Rules, about: str, given: Sequence[str], does: Callable[..., Mapping[str, Any]]
) -> Program:
    """The program that reading some clauses leaves behind.

    Args:
        name: what it is called.
        grid: the board.
        rules: the rules, whose clauses are named in remarks.
        about: what it does, in one sentence.
        given: the names of the sets of points that it is given.
        does: what is read; it takes the rules and the sets, and gives sets, conditions and numbers back by name.

    Raises:
        NotCompiled: a clause asks for what only Python can do; the message names the clause.
    """
    board = EmittingBoard(grid)
    inputs = tuple(Field(text, NameKind.WORD, board.named(text).atoms) for text in given)
    return written(name, rules, about, inputs, board, lambda rules, board: does(rules, *map(board.named, given)))


def written(
    name: str,
    rules: Rules,
    about: str,
    inputs: tuple[Field, ...],
    board: EmittingBoard,
    does: Callable[[Rules, EmittingBoard], Mapping[str, Any]],
    remarks: bool = True,
) -> Program:
    """The program that reading some clauses on a board leaves behind, with inputs of any kind; see `program`.

    What is read is given the rules again, for clauses that decide something are noted as they are called; definitions,
    which clauses call by name, as they come to a statement. These remarks can be left out.

    Raises:
        NotCompiled: see `program`.
    """
    if obstacle := outside_language(rules):
        raise NotCompiled(obstacle)
    names = _names_of_code(rules)
    if remarks:
        board.writer.remark_on({code: name for code, (name, *others) in names.items() if not others})
    try:
        values = does(rules.calling(partial(_noted, board.writer)) if remarks else rules, board)
    except (TypeError, AttributeError, ValueError) as error:
        read = [names[frame.f_code] for frame, _ in walk_tb(error.__traceback__) if frame.f_code in names]
        at = f" at {' or '.join(read[-1])}" if read else ""
        raise NotCompiled(f"These clauses can't be compiled{at}: {error}") from error
    outputs = tuple(_output(board.writer, text, value) for text, value in values.items())
    used = [atom for output in outputs for atom in output.atoms]
    body = without_unused(board.writer.statements, used)
    return Program(name, (f"{about} On {board.grid}.",), inputs, body, outputs, (board.closing(),))


def _names_of_code(rules: Rules) -> dict[CodeType, list[str]]:
    """The clauses in force that are said by some code, which several may share."""
    names: dict[CodeType, list[str]] = {}
    for clause in rules.in_force:
        code = getattr(unchecked(clause.function), "__code__", None)
        if code is not None:
            names.setdefault(code, []).append(clause.name)
    return names


def _noted(writer: Writer, clause: Clause) -> Callable[..., Any]:
    def function(*given: Any) -> Any:
        writer.remark(clause.name)
        return clause.function(*given)

    return function


def _output(writer: Writer, name: str, value: Any) -> Field:
    atoms = value.atoms if isinstance(value, Words) else (atom_of(value),)
    kind = NameKind.WORD if isinstance(value, Words) else kind_of_atom(atoms[0])
    named = tuple(atom if isinstance(atom, Name) else writer.variable(atom, kind) for atom in atoms)
    return Field(name, kind, named)


def in_cases(board: EmittingBoard, ask: Callable[[], Any], kind: NameKind = NameKind.FLAG) -> Any:
    """A condition or a number, found case by case where it is asked in Python what is known when the program runs."""
    first: Atom = 0 if kind is NameKind.REAL else False
    variable, answers = board.writer.variable(first, kind), []

    def leave(answer: Any) -> None:
        answers.append(answer)
        atom = atom_of(answer)
        if atom != first:
            board.writer.assign(variable, atom)

    board.writer.cases(ask, leave)
    if len(answers) == 1:
        return answers[0]
    now = board.writer.now(variable)
    return Flag(board, now) if kind is NameKind.FLAG else EmittedNumber(board, now)


def _coloring(black: Words, white: Words) -> Emitted:
    return Coloring(black.board, black, white)


@lru_cache(64)
def move_program(rules: Rules, grid: Grid, player: Color) -> Program:
    """What a move does: the coloring after it, what it captures of the opponent's, and of the player's own."""

    def does(rules: Rules, black: Words, white: Words, point: Words) -> Mapping[str, Any]:
        play = move(rules, _coloring(black, white), player, point)
        sets = {
            "after_black": play.after.black,
            "after_white": play.after.white,
            "captured": play.captured,
            "self_captured": play.self_captured,
        }
        return {name: point.board.as_words(points) for name, points in sets.items()}

    about = f"What a move of {player.name.capitalize()} does: both colors after it, and what it empties of each player."
    return program(f"move_of_{player.name.lower()}", grid, rules, about, (*SETS, "point"), does)


@lru_cache(64)
def pseudolegal_program(rules: Rules, grid: Grid, player: Color) -> Program:
    """The points of the pseudolegal moves of a player."""
    return _points_of_moves(rules, grid, player, "pseudolegal_moves_of", "The pseudolegal moves", pseudolegal)


@lru_cache(64)
def ko_move_program(rules: Rules, grid: Grid, player: Color) -> Program:
    """The points of the pseudolegal moves of a player that are ko-moves.

    Raises:
        NotCompiled: ko-moves are not used under these rules.
    """
    try:
        as_in_force(rules, is_ko_move)
    except ValueError as error:
        raise NotCompiled(f"{error} Choose scoring=TERRITORY.") from None

    def holds(rules: Rules, play: Play[Words]) -> Any:
        return pseudolegal(rules, play) & as_in_force(rules, is_ko_move)(rules, play)

    return _points_of_moves(rules, grid, player, "ko_moves_of", "The pseudolegal moves that are ko-moves", holds)


def _points_of_moves(
    rules: Rules, grid: Grid, player: Color, name: str, about: str, holds: Callable[[Rules, Play[Words]], Any]
) -> Program:
    def does(rules: Rules, black: Words, white: Words) -> Mapping[str, Any]:
        c = _coloring(black, white)
        points = c.board.everything if rules.amendments else c.empty
        board = black.board

        def may_move(point: Words) -> Any:
            return in_cases(board, lambda: holds(rules, move(rules, c, player, point)))

        return {"moves": board.those(points, may_move)}

    whose = player.name.capitalize()
    return program(f"{name}_{player.name.lower()}", grid, rules, f"{about} of {whose}.", SETS, does)


COUNTED = ("captures_of_black", "captures_of_white", "moves_of_black", "moves_of_white")


@lru_cache(64)
def score_program(rules: Rules, grid: Grid) -> Program:
    """Both players' scores.

    It is given the coloring at the end, the coloring with which the second cleanup phase began, how many stones of each
    player were captured, and how many moves each made in the phase whose moves are scored.
    """
    names = [Name(text, NameKind.NUMBER) for text in COUNTED]

    def does(rules: Rules, black: Words, white: Words, began_black: Words, began_white: Words) -> Mapping[str, Any]:
        counted = [EmittedNumber(black.board, name) for name in names]
        ended = as_set_up(
            rules,
            _coloring(black, white),
            captures=dict(zip((BLACK, WHITE), counted[:2], strict=True)),
            moves=dict(zip((BLACK, WHITE), counted[2:], strict=True)),
            second_cleanup_start=_coloring(began_black, began_white),
        )

        def scored(color: Color) -> Any:
            return in_cases(black.board, lambda: scored_by(after_removal(ended), color), NameKind.REAL)

        return {f"score_of_{color.name.lower()}": scored(color) for color in (BLACK, WHITE)}

    given = (*SETS, "began_black", "began_white")
    scoring_program = program("scores", grid, rules, "The scores of Black and of White.", given, does)
    return replace(
        scoring_program, inputs=(*scoring_program.inputs, *(Field(name.text, name.kind, (name,)) for name in names))
    )


def with_those_called(programs: Iterable[Program]) -> list[Program]:
    """Programs after those that they call, each once."""
    callers = list(programs)
    return [*dict.fromkeys(other for program in callers for other in program.calls), *callers]
