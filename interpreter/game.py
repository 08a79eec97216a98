"""A game: an immutable value that is played turn by turn, and judges every turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from ..spec.algebra import BLACK, Color, Coloring, Grid
from ..spec.algebra.grid import points_of
from ..spec.algebra.integers import integer_board
from ..spec.composition import has_phase, move
from ..spec.registry import Decision
from ..spec.rules import Refusal, Rules
from ..spec.usual import without_liberties
from ..spec.vocabulary import AGREE, PASS, Move, Phase, Play, Position, Record, Turn, Unblock
from .drawing import picture_of, svg
from .history import after, at_position, ending, ending_without_a_turn, first_record, set_up_record
from .judgement import (
    Judgement,
    agreements,
    explain,
    judge,
    legal_plays,
    legal_unblocks,
    objecting_kind,
    stones_to_unblock,
)
from .notation import Size, board_text, diagram, grid_of, parse_board, parse_turn, parse_vertex, turn_text
from .result import NoResult, Result, Score, ended_game, outcome_text, score
from .rules_files import ClauseFailed, clause_failure, rules_of, what_was_raised
from .wording import PLAYERS, full_sentence, phase_name, shown

MOST_PASSES_TO_THE_END = 12


class IllegalTurn(ValueError):
    """A turn that a clause forbids; `judgement` says which one."""

    def __init__(self, judgement: Judgement, grid: Grid) -> None:
        super().__init__(_reason(judgement, grid))
        self.judgement = judgement


class GameOver(ValueError):
    """A turn after the end of the game."""


def _reason(judgement: Judgement, grid: Grid) -> str:
    named = f"{judgement.clause.id}: " if judgement.clause else ""
    return f"{named}{explain(judgement, grid)}"


class _Asking(NamedTuple):
    """Where a clause of an author raises meanwhile, say as `ClauseFailed` which, where, and after which turns."""

    rules: Rules
    game: Game | None = None

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, Exception) or isinstance(error, IllegalTurn | GameOver | ClauseFailed):
            return
        if failure := clause_failure(self.rules, error):
            turns = " ".join(turn_text(self.game.grid, turn) for turn in self.game.turns_taken) if self.game else ""
            after_turns = f", after {turns}" if turns else ""
            raise ClauseFailed(full_sentence(f"{failure}{after_turns}: {what_was_raised(error)}")) from error


class LegalTurns(Set[str]):
    """The legal turns of a game, as text; asking for one judges that one alone.

    A move that stands for an unblock action is legal if that action is; it is listed as the action.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __contains__(self, turn: object) -> bool:
        taken = self._game.turn(turn)
        return not self._game.over and self._game.judge(taken).legal

    def __iter__(self) -> Iterator[str]:
        return (turn_text(self._game.grid, turn) for turn in self._game.turns())

    def __len__(self) -> int:
        return len(self._game.turns())

    def __repr__(self) -> str:
        return f"<legal: {', '.join(self) or 'nothing'}>"

    @classmethod
    def _from_iterable(cls, texts: Iterable[str]) -> frozenset[str]:  # type: ignore[override]
        """What `&`, `|` and the like make of them."""
        return frozenset(texts)


@dataclass(frozen=True, init=False, repr=False)
class Game:
    """A game at the start of a turn. Playing returns another game; the games before it stay as they are.

    Attributes:
        record: what stands, and the history that the clauses ask about.
        previous: the game before the last turn, or None at the start.
        ended_by: the name of the clause by which the last turn ended the phase or the game, if it did.
        result: how the game came out, once it is over.

    >>> game = Game("tromp-taylor", 3).play("B2", "pass")
    >>> game["B2"], game.to_play, "B2" in game.legal
    (<Color.BLACK: 'B'>, <Color.BLACK: 'B'>, False)
    >>> print(game.why("B2"))
    katago-v2/move/pseudolegal: The point that a move colors is empty, but B2 is occupied.
    >>> game = game.play("pass")
    >>> game.result.black, game.result.white, game.ended_by
    (9.0, 0.0, 'katago-v2/main/end-two-passes')
    >>> game
    superko.Game('tromp-taylor', 3).play('B2', 'pass', 'pass')
    """

    record: Record
    previous: Game | None = field(compare=False)
    ended_by: str | None
    result: Result | None

    def __init__(
        self,
        rules: str | Rules = "tromp-taylor",
        size: Size | None = None,
        *,
        rows: str | Coloring[int] | None = None,
        to_play: str = BLACK,
        phase: str = Phase.MAIN,
        captures: Mapping[Color, int] | Mapping[str, int] | None = None,
        handicap: int = 0,
        passed: bool = False,
        button: str | None = None,
    ) -> None:
        """A game before its first turn.

        Args:
            rules: the rules, or what names them: a preset, `ko=SIMPLE,komi=6.5` and the like, `my_rules.py:RULES`.
            size: the board: 9, (4, 3) for columns and rows, or "4x3"; 19 if neither this nor rows are given.
            rows: the stones that are set up, each with a liberty: ".X/O.", rows from the top, X black, O white; or a
                coloring.
            to_play: who takes the first turn, "B" or "W".
            phase: the phase that it starts in: "main", "cleanup1" or "cleanup2".
            captures: how many points of each color have been emptied before, as in {"B": 2, "W": 0}.
            handicap: how many of the stones are handicap stones; it takes two for a handicap.
            passed: whether a pass has occurred in the main phase.
            button: who passed first in the main phase, "B" or "W", if that is known.

        Raises:
            TypeError: an argument is of another type.
            ValueError: there are no such rules, or no game can start so under them.

        >>> last = Game("tromp-taylor,button=yes", rows=".X.", button="W").play("pass", "pass")
        >>> last.result.black, last.result.white
        (3.0, 0.5)
        """
        named, coloring = rules_of(rules), _board_to_start_from(size, rows)
        player, first_phase = _one_of(Color, to_play), _one_of(Phase, phase)
        first_passer = None if button is None else _one_of(Color, button)
        captured = {_one_of(Color, color): number for color, number in (captures or {}).items()}
        counts = {color: captured.get(color, 0) for color in Color}
        somebody_passed = passed or first_passer is not None
        is_set_up = rows is not None or (player, first_phase, somebody_passed) != (BLACK, Phase.MAIN, False)
        with _Asking(named):
            if is_set_up or any(counts.values()) or handicap:
                if not has_phase(named, first_phase):
                    raise Refusal(f"These rules have no phase {first_phase.value!r} to start from.")
                if min(*counts.values(), handicap) < 0:
                    raise Refusal("Captures and handicap stones are counted from 0 up.")
                position = Position(coloring, player, first_phase, passed=somebody_passed)
                record = set_up_record(named, position, counts, first_passer, handicap)
            else:
                record = first_record(named, named.sole(Decision.START).function(coloring))
            stuck = ending_without_a_turn(record)
        over = Game.at(stuck.record, None, stuck.clause.name, stuck.result) if stuck else Game.at(record)
        vars(self).update(vars(over))

    @staticmethod
    def at(
        record: Record, previous: Game | None = None, ended_by: str | None = None, result: Result | None = None
    ) -> Game:
        """A game with a record; see the attributes."""
        game = object.__new__(Game)
        vars(game).update(record=record, previous=previous, ended_by=ended_by, result=result)
        return game

    def __hash__(self) -> int:
        return hash((self.position, self.record.turn, self.record.last))

    def __repr__(self) -> str:
        """Python that makes the game, where every turn of it was legal, and its rules are shown as Python."""
        start, rules = self.beginning, self.rules
        grid, position, tally = self.grid, start.position, start.record.tally
        size: object = grid.width if grid.width == grid.height else (grid.width, grid.height)
        by_name = re.fullmatch(r"superko\.rules\(('[^']*')\)", repr(rules))
        arguments = [by_name[1] if by_name else repr(rules), repr(size)]
        if start != Game(rules, grid):
            counts = {color.value: number for color, number in tally.captures.items()}
            named: dict[str, tuple[object, object]] = {
                "rows": (board_text(position.coloring), None),
                "to_play": (position.player.value, "B"),
                "phase": (position.phase.value, "main"),
                "captures": (counts, dict.fromkeys(counts, 0)),
                "handicap": (tally.handicap, 0),
                "passed": (start.record.passes > 0, False),
                "button": (tally.first_passer and tally.first_passer.value, None),
            }
            arguments += [f"{name}={value!r}" for name, (value, usual) in named.items() if value != usual]
        turns = ", ".join(repr(turn_text(grid, turn)) for turn in self.turns_taken)
        return f"superko.Game({', '.join(arguments)}){f'.play({turns})' if turns else ''}"

    @property
    def grid(self) -> Grid:
        """The grid that it is played on."""
        return self.position.coloring.board.grid

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.record.rules

    @property
    def position(self) -> Position:
        """What stands at the start of the turn."""
        return self.record.position

    @property
    def course(self) -> tuple[Game, ...]:
        """The game at its start and after each turn; the last is the game itself."""
        games = [self]
        while games[-1].previous is not None:
            games.append(games[-1].previous)
        return tuple(reversed(games))

    @property
    def beginning(self) -> Game:
        """The game before its first turn."""
        return self.course[0]

    @property
    def turns_taken(self) -> tuple[Turn, ...]:
        """The turns that were taken, the first one first.

        >>> Game(Rules(), 3).play(PASS).play(Move(1)).turns_taken
        (Pass(), Move(point=1))
        """
        return tuple(game.record.last for game in self.course[1:] if game.record.last is not None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def to_play(self) -> Color:
        """Who takes the next turn; equal to "B" or "W"."""
        return self.position.player

    @property
    def phase(self) -> Phase:
        """The phase; equal to "main", "cleanup1", "cleanup2" or "over"."""
        return self.position.phase

    @property
    def legal(self) -> LegalTurns:
        """The legal turns, as a set of texts.

        To ask it for what is no turn here, such as "Z9", raises an error as `turn` does: a slip is no illegal turn.
        """
        return LegalTurns(self)

    def __getitem__(self, vertex: str) -> Color | None:
        """The color of the stone at a vertex such as "C3"; None where there is none.

        Raises:
            TypeError: the vertex is no text.
            ValueError: there is no such vertex on the board.
        """
        if not isinstance(vertex, str):
            raise TypeError(f'A vertex is a text such as "C3", not {vertex!r}.')
        point, c = parse_vertex(self.grid, vertex), self.position.coloring
        return next((color for color in Color if point & c.of(color)), None)

    def turn(self, named: object) -> Turn:
        """The turn that a text such as "C3" or "pass" names here; a turn is taken as it is.

        A move at a stone whose mark may be removed names the action that removes it, as in a game record; see
        `intended_turn`.

        Raises:
            TypeError: it is neither a text nor a turn.
            ValueError: the text names no turn, or the turn names anything but one point of the board.
        """
        if isinstance(named, str):
            return intended_turn(self, parse_turn(self.grid, named))
        if not isinstance(named, Turn):
            raise TypeError(f'A turn is a text such as "C3" or "pass", or a Move and the like, not {named!r}.')
        if isinstance(named, Move | Unblock):
            if not isinstance(named.point, int):
                raise TypeError(f"The point of a turn is a set of one, as a number, not {named.point!r}.")
            board = self.position.coloring.board
            if not (named.point > 0 and board.is_single(named.point) and named.point & board.everything):
                raise Refusal("A turn is taken at one point of the board.")
        return named

    def judge(self, turn: str | Turn) -> Judgement:
        """Whether a turn is legal now, and otherwise the clause that forbids it.

        Raises:
            GameOver: the game has ended.
            TypeError, ValueError: there is no such turn; see `turn`.
        """
        taken = self.turn(turn)
        if self.over:
            raise GameOver("The game is over; no turn can be taken.")
        if made := vars(self).get("_made", {}).get(taken):
            return Judgement(taken, play=made)
        with _Asking(self.rules, self):
            return judge(self.record, taken)

    def why(self, turn: str | Turn) -> str:
        """Why a turn is illegal, as the clause that forbids it and a sentence; or that it is legal.

        Raises:
            TypeError, ValueError: there is no such turn; see `turn`.
        """
        taken = self.turn(turn)
        return "The game is over; no turn can be taken." if self.over else _reason(self.judge(taken), self.grid)

    def play(self, *turns: str | Turn) -> Game:
        """The game after one turn or several, each a text such as "C3" or "pass", or a turn.

        Raises:
            IllegalTurn: a clause forbids a turn.
            GameOver: the game has ended.
            TypeError, ValueError: there is no such turn; see `turn`.
        """
        game = self
        for turn in turns:
            judgement = game.judge(turn)
            if not judgement.legal:
                raise IllegalTurn(judgement, game.grid)
            game = game.taking(judgement.turn, judgement.play)
        return game

    def taking(self, turn: Turn, play: Play[int] | None = None) -> Game:
        """The game after a turn that is not judged, such as one that a game record shows although a clause forbids it.

        A move must still be at an empty point, and may be given as made; an unblock action, in a phase that has them.
        """
        made = vars(self).get("_made", {}).pop(turn, None)
        with _Asking(self.rules, self):
            record = after(self.record, turn, play or made)
            ended = ending(record)
        if ended is None:
            return Game.at(record, self)
        return Game.at(ended.record, self, ended.clause.name, ended.result)

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, from the top left, row by row."""
        with _Asking(self.rules, self):
            # Each is kept as made until it is taken.
            vars(self)["_made"] = made = {Move(play.point): play for play in legal_plays(self.record)}
        return tuple(made)

    def unblocks(self) -> tuple[Unblock, ...]:
        """The unblock actions that can be taken."""
        with _Asking(self.rules, self):
            return tuple(legal_unblocks(self.record))

    def turns(self) -> tuple[Turn, ...]:
        """Every legal turn: a pass, the moves, the unblock actions, and to agree; none once the game is over."""
        with _Asking(self.rules, self):
            passing = () if self.over or objecting_kind(self.record, PASS) else (PASS,)
        return (*passing, *self.moves(), *self.unblocks(), *((AGREE,) if self.can_agree() else ()))

    def can_agree(self) -> bool:
        """Whether the rules let both players agree to an end here."""
        return not self.over and bool(agreements(self.record)) and self.judge(AGREE).legal

    def pass_ends_phase(self) -> bool:
        """Whether a pass now is legal and would end the phase or the game."""
        return not self.over and self.judge(PASS).legal and self.play(PASS).ended_by is not None

    def passed_out(self) -> Game:
        """The game as it ends if both players only pass from here; not over if passing is illegal or never ends it.

        >>> Game(Rules(), 2).play(Move(1)).passed_out().result.black
        4.0
        """
        game = self
        for _ in range(MOST_PASSES_TO_THE_END):
            if not game.over and game.judge(PASS).legal:
                game = game.play(PASS)
        return game

    def __str__(self) -> str:
        """The board as a diagram, with the last turn and the marks, and below it whose turn it is."""
        picture = picture_of(self.record)
        captures = self.record.tally.captures
        captured = ", ".join(f"{captures[color]} {name.lower()}" for color, name in PLAYERS.items())
        below = f"{self.standing()} Captured: {captured}."
        return f"{diagram(picture.coloring, picture.marks, picture.last)}\n{below}"

    def standing(self) -> str:
        """Who is to play in which phase, or how the game came out, in one sentence."""
        match self.result:
            case None:
                phase = phase_name(self.rules, self.position.phase).removeprefix("the ")
                return f"{PLAYERS[self.position.player]} to play, {phase}."
            case Score(black, white) as score:
                if not score.counted:
                    return f"The game is over. {outcome_text(score)}"
                return f"The game is over: Black scores {black:g}, White {white:g}."
            case NoResult(replayed):
                return f"The game is over, without result{', and is to be replayed' if replayed else ''}."

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        return svg(picture_of(self.record))

    def sgf(self) -> str:
        """The game as the text of an SGF file, which `superko replay` reads."""
        from .records.game_record import record_of  # noqa: PLC0415 (needed only for files)
        from .records.sgf import write_sgf  # noqa: PLC0415

        return write_sgf(record_of(self)).decode("utf-8")

    def score_by_ownership(self) -> Score:
        """What the board would score now by the ownership formula, under territory scoring."""
        return score(ended_game(self.record), by=Decision.OWNERSHIP_SCORE)


def intended_turn(game: Game, turn: Turn) -> Turn:
    """The turn that a record means: a move at a stone whose mark may be removed is the action that removes it.

    So is a move at the empty point from which the stone could be captured by a ko-move, if it had no mark. SGF and GTP
    have no unblock actions. Neither move could be legal, so nothing is lost by writing them so.
    """
    stones = stones_to_unblock(game.record)
    if not isinstance(turn, Move) or not stones:
        return turn
    if turn.point & game.position.coloring.empty:
        play = move(game.rules, game.position.coloring, game.position.player, turn.point)
        naming = game.rules.deciding(Decision.UNBLOCK_PLACE, game.position.phase)
        named = reduce(or_, (clause.function(game.record, play, stones) for clause in naming), 0)
    else:
        named = turn.point & stones
    return Unblock(named) if named else turn


def as_a_move(game: Game, action: Unblock) -> Move:
    """The move that stands for an unblock action: at the ko-move that the mark blocks, or else at the stone itself.

    >>> from superko.spec.presets import PRESETS
    >>> start = Game(PRESETS["japanese-like"], rows=".OX.", phase=Phase.FIRST_CLEANUP)
    >>> as_a_move(start.play(Move(0b0001)), Unblock(0b0001))
    Move(point=2)
    """
    c = game.position.coloring
    beside = (Move(point) for point in points_of(c.board.neighbours(action.point) & c.empty))
    return next((place for place in beside if intended_turn(game, place) == action), Move(action.point))


def handed_to(game: Game, player: Color) -> Game:
    """The game with the turn handed to a player, as a record shows it that lets one player take two turns in a row.

    Nobody has passed, and nothing stands otherwise than before; but the state that now stands is one that has stood.
    """
    if player is game.position.player:
        return game
    record = at_position(game.record, replace(game.position, player=player))
    if (now := record.state) != game.record.state:
        earlier, since_pass = (past.extended(now, record.turn) for past in (record.earlier, record.since_pass))
        record = replace(record, earlier=earlier, since_pass=since_pass)
    return Game.at(record, game.previous, game.ended_by, game.result)


Word = TypeVar("Word", bound=StrEnum)


def _one_of(words: type[Word], text: str) -> Word:
    """The word that equals a text; a `Refusal` if none does."""
    if text not in list(words):
        raise Refusal(f"{shown(text)} is none of {', '.join(words)}.")
    return words(text)


def _board_to_start_from(size: Size | None, rows: str | Coloring[int] | None) -> Coloring[int]:
    """The board of a size, with the stones that rows set up, if any; an error if there is none, or they differ."""
    if isinstance(rows, str):
        rows = parse_board(rows)
    if rows is None:
        grid = grid_of(19 if size is None else size)
        return Coloring(integer_board(grid.width, grid.height), 0, 0)
    if not isinstance(rows, Coloring):
        raise TypeError(f'Rows are a text such as ".X/O.", or a coloring, not {rows!r}.')
    if size is not None and rows.board.grid != grid_of(size):
        raise Refusal(f"The rows show a board of {rows.board.grid}, but {grid_of(size)} was asked for.")
    if rows.black & rows.white or (rows.black | rows.white) & ~rows.board.everything:
        raise Refusal("A point of a board is black, white or empty.")
    if any(without_liberties(rows, color) for color in Color):
        raise Refusal("A board to start from has no stones without liberties.")
    return rows
