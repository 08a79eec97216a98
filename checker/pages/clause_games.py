"""The games on the pages of clauses: for each mistake that can be made in a clause, the smallest game that shows it.

They are taken from the vectors and recorded beside this module, as it takes minutes to find them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...interpreter.game import Game
from ...interpreter.story import Start
from ...spec.algebra.grid import points_of
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import PASS, Move, Turn, Unblock
from ..vectors.mutants import EQUIVALENT, NOT_SEEN_WHEN_PLAYING, mutations_of
from ..vectors.mutations import Mutation
from .shown_games import ShownGame, rules_told, shown_game

FILE = Path(__file__).with_name("clause_games.json")
TOLD = ("width", "height", "setup", "turns")
FORBIDDING = (Decision.TURN, Decision.PSEUDOLEGAL, Decision.LEGAL, Decision.UNBLOCK)
ENDING = (Decision.PHASE_ENDS, Decision.GAME_ENDS, Decision.NO_RESULT)
# The mutations without which, or with which everywhere, a clause of these kinds acts: it is shown acting and not.
ACTING, LEAVING = ("forbids", "ends"), ("allows", "goes-on")


@dataclass(frozen=True)
class ClauseGame:
    """A game that shows what a clause does, with what to call it."""

    heading: str
    game: ShownGame


def smallest_games(vectors: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """For each clause and mutation the smallest of some vectors that shows it, and those vectors, in short."""
    vectors = sorted(vectors, key=lambda vector: (vector["width"] * vector["height"], len(vector["turns"])))
    by_clause: dict[str, dict[str, str]] = {}
    games: dict[str, Any] = {}
    for vector in vectors:
        for clause, mutations in vector["clauses"].items():
            for mutation in mutations:
                chosen = by_clause.setdefault(clause, {}).setdefault(mutation, vector["id"])
                if chosen == vector["id"]:
                    games[chosen] = _in_short(vector)
    return {"clauses": {name: dict(sorted(found.items())) for name, found in sorted(by_clause.items())}, "games": games}


def _in_short(vector: Mapping[str, Any]) -> dict[str, Any]:
    rules = vector["expectations"][0]["rules"][0]
    return {"rules": rules, **{name: vector[name] for name in TOLD if name in vector}}


def as_text(found: Mapping[str, Any]) -> str:
    """What is recorded, a line for each clause and each game."""
    parts = []
    for name, entries in found.items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items())
        parts.append(f'"{name}": {{\n{lines}\n}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


@cache
def recorded_games() -> Mapping[str, Any]:
    """What is recorded; see `smallest_games`."""
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def games_of(clause: Clause) -> list[ClauseGame]:
    """The games that show what a clause does: where it forbids or ends something and where it does not, then others.

    A mistake that the same game shows as one before is left out.
    """
    recorded = recorded_games()
    chosen = recorded["clauses"].get(clause.name, {})
    known: set[str] = set()
    found: list[ClauseGame] = []
    for mutation in mutations_of(clause):
        vector = chosen.get(mutation.name)
        if vector is None:
            continue
        told = recorded["games"][vector]
        if clause.decides in (*FORBIDDING, *ENDING) and mutation.name in ACTING:
            found[:0] = _acting_and_not(clause, told)
        elif vector not in known and not (clause.decides in (*FORBIDDING, *ENDING) and mutation.name in LEAVING):
            known.add(vector)
            found.append(_showing(clause, mutation, told))
    return found


def _start(told: Mapping[str, Any]) -> tuple[Game, tuple[Turn, ...]]:
    start = Start.from_json(told)
    return start.game(rules_told(json.dumps(told["rules"], sort_keys=True))), start.turns(told["turns"])


def _showing(clause: Clause, mutation: Mutation, told: Mapping[str, Any]) -> ClauseGame:
    start, turns = _start(told)
    shows = f"An engine would be wrong here in which {mutation.mistake}."
    return ClauseGame(f"A game that shows {mutation.shows}", _game(clause, mutation.name, start, turns, shows))


def _acting_and_not(clause: Clause, told: Mapping[str, Any]) -> list[ClauseGame]:
    """The shortest beginning of a game, and a turn more, in which a clause acts; and beside it where it does not."""
    start, turns = _start(told)
    what = "forbids a turn" if clause.decides in FORBIDDING else "ends the phase or the game"
    game = start
    for number in range(len(turns) + 1):
        acting = [turn for turn in _every_turn(game) if _acts(clause, game, turn)]
        if acting:
            others = [turn for turn in game.turns() if not _acts(clause, game, turn)]
            near = sorted(others, key=lambda turn: type(turn) is not type(acting[0]))[:1]
            played = {
                f"The shortest game found in which it {what}": ("acts", acting[:1]),
                "The nearest game in which it does not": ("does-not-act", near),
            }
            return [
                ClauseGame(heading, _game(clause, name, start, (*turns[:number], *last), ""))
                for heading, (name, last) in played.items()
            ]
        if number < len(turns):
            game = game.play(turns[number])
    return []


def _every_turn(game: Game) -> list[Turn]:
    points = () if game.over else tuple(points_of(game.position.coloring.board.everything))
    turns: list[Turn] = [PASS] if points else []
    return turns + [Move(point) for point in points] + [Unblock(point) for point in points]


def _acts(clause: Clause, game: Game, turn: Turn) -> bool:
    judgement = game.judge(turn)
    if judgement.legal:
        return game.play(turn).ended_by == clause.name
    return judgement.clause is not None and judgement.clause.name == clause.name


def _game(clause: Clause, what: str, start: Game, turns: tuple[Turn, ...], shows: str) -> ShownGame:
    part = f"{clause.part}-" if clause.part else ""
    return shown_game(start, turns, shows, f"{clause.id.rsplit('/', 1)[-1]}-{part}{what}")


def why_no_game(clause: Clause) -> str:
    """Why no game shows what a clause does, in one sentence."""
    if clause.decides is None:
        return "It is a definition that other clauses call by name; games show what those do."
    if clause.decides in NOT_SEEN_WHEN_PLAYING:
        return "No turn and no result of a game depends on it."
    reasons = [reason for (name, _), reason in EQUIVALENT.items() if name == clause.name]
    return " ".join(dict.fromkeys(reasons)) or "No recorded game shows it."
