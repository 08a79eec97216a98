"""Games in rows, run by Python itself: the text that numba compiles, without a compiler in between."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from superko.interpreter.endings import PhaseOutcome
from superko.interpreter.game import Game
from superko.interpreter.program.fields import PHASES, PLAYERS
from superko.interpreter.program.game import GOES_ON, OUTCOMES, GamePrograms
from superko.interpreter.program.game_text import GameText
from superko.interpreter.program.ir import WORD_BITS, words_of
from superko.interpreter.program.rows import Layout, most_events, write_record
from superko.interpreter.result import Score
from superko.spec.algebra import Coloring, Grid
from superko.spec.algebra.grid import points_of
from superko.spec.algebra.integers import integer_board
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Pass, Position, Turn, Unblock

from .in_python import Word


class Row(list[Any]):
    """A row of words."""

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, Word(value))


class Functions(dict[str, Any]):
    """The functions of a text, each read when it is first called: most games call few of them."""

    def __init__(self, text: str) -> None:
        super().__init__(word=Word, number=int, count=lambda points: int(points).bit_count())
        self._texts = dict(_split(text))

    def __missing__(self, name: str) -> Any:
        if name not in self._texts:
            raise KeyError(name)
        exec(self._texts[name], self)
        return self[name]


def _split(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^(?=def )", text, flags=re.MULTILINE):
        if part.startswith("def "):
            yield part[4 : part.index("(")], part


@lru_cache(64)
def text_of(rules: Rules, grid: Grid) -> tuple[GameText, dict[str, Any]]:
    """The text of games, and its functions."""
    text = GameText(GamePrograms(rules, grid))
    return text, Functions(text.functions())


class RowGame:
    """A game in a row, to be played beside another one."""

    def __init__(self, game: Game, capacity: int = 64) -> None:
        self.grid = game.position.coloring.board.grid
        self.text, self.functions = text_of(game.rules, self.grid)
        self.layout = self.text.layout
        while capacity < 2 * most_events(self.layout, game.record):
            capacity *= 2
        self.row = self._empty(capacity)
        adding = {name: _of_words(self.functions[name]) for name in map("add_to_{}".format, self.layout.widths)}
        write_record(self.row, self.layout, game.record, adding)

    def _empty(self, capacity: int) -> Row:
        row = Row(map(Word, [0] * self.layout.length(capacity)))
        row[self.layout.places["capacity"]] = capacity
        return row

    def turns(self) -> frozenset[Turn]:
        """The legal turns."""
        moves, unblocks = Row([0] * self.layout.words), Row([0] * self.layout.words)
        passing = self.functions["legal_turns"](self.row, moves, unblocks)
        found: list[Turn] = [PASS] if passing else []
        found += map(Move, points_of(_joined(moves)))
        return frozenset([*found, *map(Unblock, points_of(_joined(unblocks)))])

    def take(self, turn: Turn) -> None:
        """Take a turn."""
        points = 0 if isinstance(turn, Pass) else turn.point
        kind = [Pass, Move, Unblock].index(type(turn))
        self.functions["take_turn"](self.row, kind, [Word(word) for word in words_of(points, self.layout.words)])

    def saved(self) -> Row:
        """The head of the row, by which a turn can be taken back."""
        return Row(self.row[: self.layout.head])

    def take_back(self, saved: Row) -> None:
        """Let the row stand as it did when its head was saved."""
        self.functions["take_back"](self.row, saved)

    def with_room(self, capacity: int) -> None:
        """Move to a row with room for other numbers of events."""
        row = self._empty(capacity)
        self.functions["move_to"](row, self.row)
        self.row = row

    def register(self, name: str) -> int:
        """A register that is a number."""
        return int(self.row[self.layout.places[name]])

    @property
    def position(self) -> Position:
        """What stands."""
        sets = {name: _points_at(self.row, self.layout, name) for name in ("black", "white", "marks")}
        player, phase, passed = map(self.register, ("player", "phase", "passed"))
        c = Coloring(integer_board(self.grid.width, self.grid.height), sets["black"], sets["white"])
        return Position(c, PLAYERS[player], PHASES[phase], sets["marks"], bool(passed))

    @property
    def ended_by(self) -> str | None:
        """The clause by which the last turn ended the phase or the game."""
        number = self.register("ended_by")
        return self.text.programs.endings[number - 1].name if number else None

    def scores(self) -> tuple[float, float, int]:
        """Both scores, and the number of the winner."""
        black, white, winner = self.functions["scores"](self.row)
        return float(black), float(white), int(winner)

    def disagreement(self, game: Game) -> str | None:
        """Where the row goes another way than a game, if it does."""
        if self.turns() != frozenset(game.turns()):
            return f"turns {self.turns() ^ frozenset(game.turns())}"
        if self.ended_by != game.ended_by:
            return f"ended by {self.ended_by}, not {game.ended_by}"
        outcome = self.register("outcome")
        if not game.over:
            registers = Row(self.row)
            write_record(registers, self.layout, game.record, defaultdict(lambda: lambda *asked: None))
            different = [name for name, place in self.layout.places.items() if registers[place] != self.row[place]]
            return (
                f"registers {different}"
                if different or outcome not in (GOES_ON, OUTCOMES[PhaseOutcome.NEXT_PHASE])
                else None
            )
        if isinstance(game.result, Score):
            winner = [*"BW"].index(game.result.winner.value) if game.result.winner else 2
            told_scores = game.result.black, game.result.white, winner
            same = self.scores() == told_scores and outcome == OUTCOMES[PhaseOutcome.SCORED]
            return None if same else f"scores {self.scores()}, not {told_scores}"
        return None if outcome == OUTCOMES[PhaseOutcome.NO_RESULT] else f"outcome {outcome}"


def _points_at(row: Row, layout: Layout, name: str) -> int:
    place = layout.places[name]
    return _joined(row[place : place + layout.words])


def _of_words(function: Any) -> Any:
    return lambda row, *words: function(row, *map(Word, words))


def _joined(words: Iterable[int]) -> int:
    return sum(int(word) << WORD_BITS * place for place, word in enumerate(words))
