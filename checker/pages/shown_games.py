"""Games as the site shows them: frames drawn beforehand, and what can be copied to go on elsewhere."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from ...interpreter.drawing import Picture, in_words, svg
from ...interpreter.game import Game, GameOver, IllegalTurn
from ...interpreter.notation import turn_text
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.rule_names import AMENDMENTS, rules_from_json, rules_to_json
from ...interpreter.story import Start, Story
from ...spec.algebra import Coloring
from ...spec.algebra.integers import integer_board
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .frames import Frame, frames


@dataclass(frozen=True)
class ShownGame:
    """A game to step through.

    Attributes:
        name: its anchor on its page, and what its file is called.
        start: the game before the first turn.
        turns: the turns; one that is not legal may be the last, or be followed.
        shows: what it shows, in one sentence.
        frames: what is to be seen at the start and after each turn.
    """

    name: str
    start: Game
    turns: tuple[Turn, ...]
    shows: str
    frames: tuple[Frame, ...]

    @property
    def turn_texts(self) -> list[str]:
        """The turns as text."""
        grid = self.start.position.coloring.board.grid
        return [turn_text(grid, turn) for turn in self.turns]

    @property
    def file(self) -> str:
        """What its SGF file is called."""
        return f"{self.name}.sgf"

    @property
    def sgf(self) -> str:
        """The game as an SGF file."""
        players = [frame.player for frame in self.frames[1:]]
        taken = tuple((player, turn) for player, turn in zip(players, self.turns, strict=False) if player)
        return write_sgf(replace(record_of(self.start), turns=taken)).decode("utf-8")

    @property
    def requests(self) -> str:
        """The requests to `superko referee` that replay it, a line each."""
        return "\n".join(json.dumps(request) for request in (self._new(), {"cmd": "play", "turns": self.turn_texts}))

    def _new(self) -> dict[str, object]:
        rules = rules_to_json(self.start.rules)
        return Start.of(self.start).request(None if AMENDMENTS in rules else rules)

    @property
    def replay(self) -> str:
        """The command that replays its file, from the folder that it lies in."""
        return shlex.join(["superko", "replay", self.file, "--rules", self.rules, "--boards"])

    @property
    def rules(self) -> str:
        """The rules, as commands read them."""
        return json.dumps(rules_to_json(self.start.rules), separators=(",", ":"))


def shown_witness(witness: Story, name: str) -> ShownGame:
    """A witness to step through; every turn of it is judged, so that one which is not legal would be an error.

    Raises:
        IllegalTurn: a turn of it is illegal.
        GameOver: a turn comes after the end.
    """
    start = witness.first_game(rules_told(json.dumps(dict(witness.rules), sort_keys=True)))
    game = shown_game(start, witness.turns_as_values(), witness.shows, name)
    last = game.frames[-1]
    if last.illegal:
        raise IllegalTurn(last.game.judge(game.turns[last.number - 1]))
    if last.number < len(game.turns):
        raise GameOver("The game is over; no turn can be taken.")
    return game


@cache
def rules_told(text: str) -> Rules:
    """The rules that an object as JSON names; made once, as what is in force under them takes a moment to find."""
    return rules_from_json(json.loads(text))


def shown_game(start: Game, turns: Sequence[Turn], shows: str, name: str, follow: bool = False) -> ShownGame:
    """A game from a start, whose last turn may be illegal; others may be too, if they are followed."""
    return ShownGame(name, start, tuple(turns), shows, tuple(frames(start, turns, follow)))


def drawn(frame: Frame) -> Markup:
    """The board of a frame, as SVG that goes into a page as it is."""
    return Markup(svg(frame.picture, f"{frame.heading}. {in_words(frame.picture)}"))


def legend() -> dict[str, Markup]:
    """What is drawn at a point besides stones, by what it means."""
    board = integer_board(1, 1)
    black, empty = Coloring(board, 1, 0), Coloring(board, 0, 0)
    pictures = {
        "the last turn": Picture(black, last=1),
        "a stone that is ko-recapture-blocked": Picture(black, marks=1),
        "a point that the clause speaks of": Picture(empty, spoken_of=1),
        "a turn that is not legal": Picture(empty, crossed=1),
    }
    return {meaning: Markup(svg(picture, meaning)) for meaning, picture in pictures.items()}
