"""The games on the pages of clauses: for each mistake that can be made in a clause, the smallest game that shows it.

They are taken from the vectors and recorded beside this module, as it takes minutes to find them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.story import Start, Story
from ...spec.algebra.grid import points_of
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import PASS, Move, Turn, Unblock
from ..vectors.mutants import EQUIVALENT, NOT_SEEN_WHEN_PLAYING, mutations_of
from ..vectors.mutations import Mutation
from .shown_games import ShownGame, shown_game

FILE = Path(__file__).with_name("clause_games.json")
FORBIDDING = (Decision.TURN, Decision.PSEUDOLEGAL, Decision.LEGAL, Decision.UNBLOCK)
ENDING = (Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT)
# The mutations without which, or with which everywhere, a clause of these kinds acts: it is shown acting and not.
ACTING, LEAVING = ("forbids", "ends"), ("allows", "goes-on")


@dataclass(frozen=True)
class ClauseGame:
    """A game that shows what a clause does, with what to call it."""

    heading: str
    game: ShownGame


def games_of(clause: Clause) -> list[ClauseGame]:
    """The games that show what a clause does: where it forbids or ends something and where it does not, then others.

    A mistake that the same game shows as one before is left out.
    """
    chosen = _recorded()["clauses"].get(clause.name, {})
    acting = clause.decides in (*FORBIDDING, *ENDING)
    games: list[ClauseGame] = []
    showing: dict[str, Mutation] = {}
    for mutation in mutations_of(clause):
        vector = chosen.get(mutation.name)
        if vector and acting and mutation.name in ACTING:
            games += _acting_and_not(clause, _story(vector))
        elif vector and not (acting and mutation.name in LEAVING):
            showing.setdefault(vector, mutation)
    return games + [_showing(clause, mutation, _story(vector)) for vector, mutation in showing.items()]


@cache
def _recorded() -> Mapping[str, Any]:
    """For each clause and mutation the smallest vector that shows it, and those vectors, in short."""
    recorded: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded


def _story(vector: str) -> Story:
    recorded = _recorded()["games"][vector]
    return Story(Start.from_json(recorded), tuple(recorded["turns"]), recorded["rules"])


def _showing(clause: Clause, mutation: Mutation, story: Story) -> ClauseGame:
    shows = f"An engine would be wrong here in which {mutation.mistake}."
    game = shown_game(_name(clause, mutation.name), replace(story, shows=shows))
    return ClauseGame(f"A game that shows {mutation.shows}", game)


def _acting_and_not(clause: Clause, story: Story) -> list[ClauseGame]:
    """The shortest beginning of a game, and a turn more, in which a clause acts; and beside it where it does not."""
    what = "forbids a turn" if clause.decides in FORBIDDING else "ends the phase or the game"
    game = story.first_game()
    for number, turn in enumerate((*story.turns_as_values(), None)):
        acting = [one for one in _every_turn(game) if _acts(clause, game, one)]
        if acting:
            others = [one for one in game.turns() if not _acts(clause, game, one)]
            near = sorted(others, key=lambda one: type(one) is not type(acting[0]))[:1]
            played = {
                f"The shortest game found in which it {what}": ("acts", acting[:1]),
                "The nearest game in which it does not": ("does-not-act", near),
            }
            return [
                ClauseGame(heading, shown_game(_name(clause, name), _ending_with(story, number, last)))
                for heading, (name, last) in played.items()
            ]
        if turn is not None:
            game = game.play(turn)
    return []


def _ending_with(story: Story, number: int, last: Iterable[Turn]) -> Story:
    return replace(story, turns=(*story.turns[:number], *(turn_text(story.start.grid, turn) for turn in last)))


def _name(clause: Clause, what: str) -> str:
    part = f"{clause.part}-" if clause.part else ""
    return f"{clause.id.rsplit('/', 1)[-1]}-{part}{what}"


def _every_turn(game: Game) -> list[Turn]:
    points = () if game.over else tuple(points_of(game.position.coloring.board.everything))
    turns: list[Turn] = [PASS] if points else []
    return turns + [Move(point) for point in points] + [Unblock(point) for point in points]


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
