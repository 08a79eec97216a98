"""Games as the site shows them: frames drawn beforehand, and what can be copied to go on elsewhere."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ...interpreter.drawing import Picture, in_words, svg
from ...interpreter.game import Game, GameOver, IllegalTurn
from ...interpreter.notation import turn_text
from ...interpreter.records.game_record import record_of
from ...interpreter.records.sgf import write_sgf
from ...interpreter.rule_names import AMENDMENTS, parse_rules, rules_to_json
from ...interpreter.story import Start, Story
from ...spec.algebra import BLACK, WHITE, Coloring
from ...spec.algebra.grid import points_of
from ...spec.algebra.integers import integer_board
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import AGREE, PASS, Move, Turn, Unblock
from ...spec.written import written_rules
from ..vectors.mutants import EQUIVALENT, NOT_SEEN_WHEN_PLAYING, mutations_of
from ..vectors.mutations import Mutation
from .explorer.addresses import Address, address_text
from .frames import Frame, frames

# Every game has moves and passes: that they are made so is not what a game is there to show.
EVERYDAY = (Decision.MOVE, Decision.PASS)


@dataclass(frozen=True)
class ShownGame:
    """A game to step through.

    Attributes:
        name: its anchor on its page, and what its file is called; the heading names it where several stand on a page.
        story: the game; a turn that is not legal may be the last.
        loop: after how many turns those begin that can be taken over and over, if there are any.
        opened_by: the command that shows it in the explorer, or "".
    """

    name: str
    story: Story
    frames: tuple[Frame, ...]
    heading: str = ""
    loop: int | None = None
    opened_by: str = ""

    @staticmethod
    def of(name: str, frames: Iterable[Frame], heading: str, shows: str = "", loop: int | None = None) -> ShownGame:
        """The game of some frames."""
        seen = tuple(frames)
        return ShownGame(name, Story.of(seen[-1].game, shows), seen, heading, loop)

    def saying(self, heading: str, shows: str, opened_by: str) -> ShownGame:
        """The same game with other words."""
        return replace(self, heading=heading, story=replace(self.story, shows=shows), opened_by=opened_by)

    @property
    def opens(self) -> int:
        """After how many turns it is shown first: the first at which there is more to see than a move or a pass."""
        telling = (frame.number for frame in self.frames if frame.clause and frame.clause.decides not in EVERYDAY)
        return next(telling, self.frames[-1].number)

    @property
    def file(self) -> str:
        """What its SGF file is called."""
        return f"{self.name}.sgf"

    @cached_property
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
        return shlex.join(["superko", "replay", self.file, "--rules", rules])

    def address(self, frame: Frame) -> str:
        """Where the explorer shows a frame; "" where clauses are amended, as no address names such rules."""
        if AMENDMENTS in self.story.rules:
            return ""
        return address_text(Address(self._rules, self.story.start, self.story.turns, at=frame.number, loop=self.loop))

    @cached_property
    def _rules(self) -> str:
        return written_rules(self.frames[0].game.rules)


def slug(text: str) -> str:
    """A text as part of the name of a page or of a game: its letters and digits, in lower case, joined by hyphens.

    >>> slug("GNU Go 3.8")
    'gnu-go-3-8'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


def shown_game(name: str, story: Story, heading: str = "") -> ShownGame:
    """A game to step through, whose last turn may be illegal."""
    return ShownGame(name, story, tuple(frames(story.first_game(), story.turns_as_values())), heading)


def game_at(name: str, address: Address) -> ShownGame:
    """The game that an address of the explorer shows."""
    return shown_game(name, Story(address.start, address.turns, rules_to_json(parse_rules(address.rules))))


def shown_witness(name: str, witness: Story) -> ShownGame:
    """A witness to step through; every turn of it is judged, so that one which is not legal is an error.

    Raises:
        IllegalTurn: a turn of it is illegal.
        GameOver: a turn comes after the end.
    """
    shown = shown_game(name, witness)
    last = shown.frames[-1]
    if last.illegal:
        raise IllegalTurn(last.game.judge(witness.turns_as_values()[last.number - 1]), last.game.grid)
    if last.number < len(witness.turns):
        raise GameOver("The game is over; no turn can be taken.")
    return shown


def drawn(frame: Frame) -> Markup:
    """The board of a frame, as SVG that goes into a page as it is."""
    picture = frame.picture
    return Markup(svg(picture, f"{frame.heading}. {in_words(picture)}"))


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
        "a stone that is dead": Picture(black, dead=1),
        "a stone that players are assumed to place before they count": Picture(black, assumed=1),
    }
    return {meaning: Markup(svg(picture, meaning)) for meaning, picture in pictures.items()}


FILE = Path(__file__).with_name("clause_games.json")
FORBIDDING = (Decision.TURN, Decision.PSEUDOLEGAL, Decision.LEGAL, Decision.UNBLOCK)
ENDING = (Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT)
# The mutations without which, or with which everywhere, a clause of these kinds acts: it is shown acting and not.
ACTING, LEAVING = ("forbids", "ends"), ("allows", "goes-on")


def games_of(clause: Clause) -> list[ShownGame]:
    """The games that show what a clause does: where it forbids or ends something and where it does not, then others.

    A mistake that the same game shows as one before is left out.
    """
    chosen = _recorded()["clauses"].get(clause.name, {})
    acting = clause.decides in (*FORBIDDING, *ENDING)
    games: list[ShownGame] = []
    showing: dict[str, Mutation] = {}
    for mutation in mutations_of(clause):
        vector = chosen.get(mutation.name)
        if vector and acting and mutation.name in ACTING:
            games += _acting_and_not(clause, _story(vector))
        elif vector and not (acting and mutation.name in LEAVING):
            showing.setdefault(vector, mutation)
    for vector, mutation in showing.items():
        story = replace(_story(vector), shows=f"An engine would be wrong here in which {mutation.mistake}.")
        games.append(shown_game(_name(clause, mutation.name), story, f"A game that shows {mutation.shows}"))
    return games


@cache
def _recorded() -> Mapping[str, Any]:
    """For each clause and mutation the smallest vector that shows it, and those vectors, in short."""
    recorded: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded


def _story(vector: str) -> Story:
    recorded = _recorded()["games"][vector]
    return Story(Start.from_json(recorded), tuple(recorded["turns"]), recorded["rules"])


def _acting_and_not(clause: Clause, story: Story) -> list[ShownGame]:
    """The shortest beginning of a game, and a turn more, in which a clause acts; and beside it where it does not."""
    acts = "forbids a turn" if clause.decides in FORBIDDING else "ends the phase or the game"
    game = story.first_game()
    for number, turn in enumerate((*story.turns_as_values(), None)):
        points = () if game.over else tuple(points_of(game.position.coloring.board.everything))
        every_turn: list[Turn] = [PASS, AGREE] if points else []
        every_turn += [kind(point) for kind in (Move, Unblock) for point in points]
        acting = [possible for possible in every_turn if _acts(clause, game, possible)]
        if acting:
            others = [possible for possible in game.turns() if not _acts(clause, game, possible)]
            near = sorted(others, key=lambda other: type(other) is not type(acting[0]))[:1]
            played = {
                f"The shortest game found in which it {acts}": ("acts", acting[:1]),
                "The nearest game in which it does not": ("does-not-act", near),
            }
            return [
                shown_game(
                    _name(clause, name),
                    replace(
                        story, turns=(*story.turns[:number], *(turn_text(story.start.grid, each) for each in last))
                    ),
                    heading,
                )
                for heading, (name, last) in played.items()
            ]
        if turn is not None:
            game = game.play(turn)
    return []


def _name(clause: Clause, suffix: str) -> str:
    part = f"{clause.part}-" if clause.part else ""
    return f"{clause.id.rsplit('/', 1)[-1]}-{part}{suffix}"


def _acts(clause: Clause, game: Game, turn: Turn) -> bool:
    judgement = game.judge(turn)
    if judgement.legal:
        return game.play(turn).ended_by == clause.name
    return judgement.clause is not None and judgement.clause.name == clause.name


def why_no_game(clause: Clause) -> str:
    """Why no game shows what a clause does, in one sentence."""
    if clause.decides is None:
        return "It is a definition that other clauses call by name; games show what those do."
    if clause.decides in NOT_SEEN_WHEN_PLAYING:
        return "No turn and no result of a game depends on it."
    reasons = [reason for (name, _), reason in EQUIVALENT.items() if name == clause.name]
    return " ".join(dict.fromkeys(reasons)) or "No recorded game shows it."
