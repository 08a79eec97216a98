"""The clauses of a rule set as a program for one board, in C or in Python."""

from __future__ import annotations

from ...interpreter.program.clauses import with_those_called
from ...interpreter.program.game import GamePrograms, shown
from ...interpreter.program.text import PythonText, header, programs_of
from ...spec.rules import Rules


def emitted(rules: Rules, language: str, board: str) -> str:
    """The text of a C header (`c`), or the Python that is compiled here.

    Raises:
        ValueError: the board is none, or a clause can't be read as a program.
    """
    # What reads a board imports much else, and most who list rules emit nothing.
    from .boards import parse_grid  # noqa: PLC0415

    grid = parse_grid(board)
    if language == "c":
        return header(rules, grid)
    of_games = GamePrograms(rules, grid, remarks=True).programs.values()
    programs = [*programs_of(rules, grid), *map(shown, of_games)]
    return "\n\n".join(map(PythonText().alone, with_those_called(programs)))
