"""Games as the site shows them: frames drawn beforehand, and what can be copied to go on elsewhere."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup

from ...interpreter.drawing import Picture, in_words, svg
from ...interpreter.game import GameOver, IllegalTurn
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.rule_names import rules_from_json
from ...interpreter.story import Story
from ...spec.algebra import BLACK, WHITE, Coloring
from ...spec.algebra.integers import integer_board
from ...spec.rules import Rules
from .frames import Frame, frames


@dataclass(frozen=True)
class ShownGame:
    """A game to step through.

    Attributes:
        name: its anchor on its page, and what its file is called.
        story: the game; a turn that is not legal may be the last, or be followed.
        frames: what is to be seen at the start and after each turn.
    """

    name: str
    story: Story
    frames: tuple[Frame, ...]

    @property
    def file(self) -> str:
        """What its SGF file is called."""
        return f"{self.name}.sgf"

    @property
    def sgf(self) -> str:
        """The game as an SGF file."""
        turns = zip(self.frames[1:], self.story.turns_as_values(), strict=False)
        taken = tuple((frame.player, turn) for frame, turn in turns if frame.player)
        return write_sgf(replace(record_of(self.frames[0].game), turns=taken)).decode("utf-8")

    @property
    def requests(self) -> str:
        """The requests to `superko referee` that replay it, a line each."""
        return "\n".join(map(json.dumps, self.story.requests()))

    @property
    def replay(self) -> str:
        """The command that replays its file, from the folder that it lies in."""
        rules = json.dumps(self.story.rules, separators=(",", ":"))
        return shlex.join(["superko", "replay", self.file, "--rules", rules, "--boards"])


def shown_game(name: str, story: Story, follow: bool = False) -> ShownGame:
    """A game to step through, whose last turn may be illegal; others may be too, if they are followed."""
    start = story.first_game(_rules(json.dumps(story.rules, sort_keys=True)))
    return ShownGame(name, story, tuple(frames(start, story.turns_as_values(), follow)))


def shown_witness(name: str, witness: Story) -> ShownGame:
    """A witness to step through; every turn of it is judged, so that one which is not legal is an error.

    Raises:
        IllegalTurn: a turn of it is illegal.
        GameOver: a turn comes after the end.
    """
    shown = shown_game(name, witness)
    last = shown.frames[-1]
    if last.illegal:
        raise IllegalTurn(last.game.judge(witness.turns_as_values()[last.number - 1]))
    if last.number < len(witness.turns):
        raise GameOver("The game is over; no turn can be taken.")
    return shown


@cache
def _rules(text: str) -> Rules:
    """The rules that an object as JSON names; made once, as what is in force under them takes a moment to find."""
    return rules_from_json(json.loads(text))


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
        "a point that counts for Black": Picture(empty, counted={BLACK: 1}),
        "a point that counts for White": Picture(empty, counted={WHITE: 1}),
    }
    return {meaning: Markup(svg(picture, meaning)) for meaning, picture in pictures.items()}
