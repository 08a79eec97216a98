"""Certificates: strategies by which each player makes sure of a value, checked by playing them against every reply.

Whoever checks one need not trust the search, nor the machine that it works on: only the interpreter is asked, which
turns are legal and how each game comes out. A strategy has one answer to every turn of the opponent, so it holds few of
all games; still it grows with the board, and is written down for small ones only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf, isinf
from typing import Any, TypeAlias

from ... import __version__
from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, turn_text
from ...interpreter.rule_names import AMENDMENTS, rules_from_json, rules_to_json
from ...interpreter.rules_files import as_named
from ...interpreter.story import Start
from ...interpreter.wording import PLAYERS, points_text
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from .solution import Promise, Value
from .solver import Solver

_MOST_TURNS = 50_000
# A strategy nests one level for each turn of a game; these are as many as every reader of JSON can follow.
MOST_TURNS_OF_A_GAME = 200
LEVELS_AROUND_A_STRATEGY = 4
MOST_LEVELS = MOST_TURNS_OF_A_GAME + LEVELS_AROUND_A_STRATEGY
CHANGED = "It was changed after it was made: its digest is that of another."

# The owner's turn and what follows, or what follows on each turn of the opponent; None where the game is over.
Strategy: TypeAlias = Any


class TooLarge(ValueError):
    """A strategy that has too many turns to be written down."""


class NotKept(ValueError):
    """A strategy that does not keep its promise."""


class RulesNotNamed(ValueError):
    """A certificate of rules with amended clauses, of which nobody says where they stand."""


def promises(value: Value) -> Iterator[Promise]:
    """What the players make sure of in a game of some value; together they say that it is no other.

    >>> list(promises(Value(3, 3)))
    [Promise(player=<Color.BLACK: 'B'>, lead=3, or_no_result=False), Promise(player=<Color.WHITE: 'W'>, lead=3, \
or_no_result=False)]
    """
    if value.worst > -inf:
        yield Promise(BLACK, value.worst)
    if value.best < inf:
        yield Promise(WHITE, value.best)
    if value.worst < value.best:
        yield Promise(WHITE, value.worst, or_no_result=True)
        yield Promise(BLACK, value.best, or_no_result=True)


def strategy(solver: Solver, game: Game, promise: Promise, most_turns: int = _MOST_TURNS) -> Strategy:
    """A strategy by which a player keeps a promise, as a value that goes into a file.

    Raises:
        TooLarge: it has more turns than may be.
        NotKept: the promise can't be kept.
        OutOfBudget: it takes too long to find.
    """
    left, begun = [most_turns], game.record.turn

    def from_here(game: Game) -> Strategy:
        if game.over:
            return None
        left[0] -= 1
        if left[0] < 0:
            raise TooLarge(f"a strategy of more than {most_turns:,} turns is not written down.")
        if game.record.turn - begun >= MOST_TURNS_OF_A_GAME:
            raise TooLarge(f"a game of more than {MOST_TURNS_OF_A_GAME} turns is not written down.")
        grid = game.grid
        if game.position.player is not promise.player:
            return {turn_text(grid, turn): from_here(game.taking(turn)) for turn in game.turns()}
        for turn in game.turns():
            after = game.taking(turn)
            if promise.can_be_kept_after(solver, after):
                return [turn_text(grid, turn), from_here(after)]
        raise NotKept(f"{promise.player.name.capitalize()} can't keep the promise any more.")

    return from_here(game)


def games_played(game: Game, promise: Promise, tree: Strategy) -> int:
    """How many games a strategy was played through, against every reply; each came out as promised.

    Raises:
        NotKept: a game does not, a reply has no answer, or a turn is not legal; the message says which.
    """
    grid = game.grid
    if game.over:
        if not promise.is_kept_by(game):
            raise NotKept(f"{promise.player.name.capitalize()} does not keep the promise.")
        return 1
    if game.position.player is promise.player:
        if tree is None:
            raise NotKept("There is a turn of the player to which the strategy has no answer.")
        match tree:
            case [str(text), after]:
                turn = parse_turn(grid, text)
            case _:
                raise ValueError("A strategy is a turn with what follows on it.")
        if not game.judge(turn).legal:
            raise NotKept(f"{text} is not legal.")
        return games_played(game.play(turn), promise, after)
    replies = {turn_text(grid, turn): turn for turn in game.turns()}
    if not isinstance(tree, Mapping) or set(replies) != set(tree):
        raise NotKept("There is a reply of the opponent to which the strategy has no answer.")
    return sum(games_played(game.play(turn), promise, tree[text]) for text, turn in replies.items())


def certificate(solver: Solver, game: Game, value: Value) -> list[dict[str, Any]]:
    """The strategies that certify a value, each with its promise, as they go into a file.

    Raises:
        TooLarge: one has too many turns to be written down.
        OutOfBudget: one takes too long to find.
    """
    return [{**promise.as_json(), "strategy": strategy(solver, game, promise)} for promise in promises(value)]


def check_certificate(game: Game, strategies: list[dict[str, Any]]) -> tuple[Value, int]:
    """The value that a certificate says and its strategies keep, and how many games they were played through.

    Raises:
        NotKept: a strategy does not keep its promise, or one is missing.
        KeyError: something is missing.
    """
    kept: list[Promise] = []
    games = 0
    for data in strategies:
        promise = Promise.from_json(data)
        games += games_played(game, promise, data["strategy"])
        kept.append(promise)
    return kept_value(kept), games


def kept_value(promised: Sequence[Promise]) -> Value:
    """The value of a game in which all these promises are kept.

    Raises:
        NotKept: they leave open what it is.

    >>> kept_value([Promise(BLACK, 3), Promise(WHITE, 3)])
    Value(worst=3, best=3)
    """
    kept = {(promise.player, promise.or_no_result): promise.lead for promise in promised}
    worst, best = kept.get((BLACK, False), -inf), kept.get((WHITE, False), inf)
    if worst != best and (kept.get((WHITE, True)), kept.get((BLACK, True))) != (worst, best):
        raise NotKept("The strategies leave open what the value is.")
    return Value(worst, best)


def certified(solver: Solver, game: Game, value: Value) -> dict[str, Any]:
    """What certifies the value of a game: the version, the value, and a strategy for each player.

    Raises:
        TooLarge: a strategy has too many turns to be written down.
        OutOfBudget: one takes too long to find.
    """
    return {"version": __version__, "value": value.as_json(), "strategies": certificate(solver, game, value)}


def with_digest(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What a certificate tells, with the digest of all that.

    >>> with_digest({"turns": ""})["digest"] == with_digest({"turns": "pass"})["digest"]
    False
    """
    rest = {name: value for name, value in fields.items() if name != "digest"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return {**rest, "digest": sha256(canonical.encode()).hexdigest()}


@dataclass(frozen=True)
class Certificate:
    """A certificate as it was read.

    Attributes:
        game: the game whose value it certifies.
        start: where that game starts.
        turns: the turns that were taken from there.
        value: the value.
        version: the version of superko that made it.
        fields: all that it tells.
    """

    game: Game
    start: Start
    turns: str
    value: Value
    version: str
    fields: Mapping[str, Any]

    @staticmethod
    def from_json(
        fields: Mapping[str, Any], taking: Callable[[Game, str], Game], rules: Rules | None = None
    ) -> Certificate:
        """Read a certificate.

        Args:
            fields: what the file holds.
            taking: a game after some turns, as text.
            rules: where clauses were amended, the rules that have them, as no file of this kind holds a clause.

        Raises:
            NotKept: it was changed after it was made, or is of other amendments than those of the rules.
            RulesNotNamed: clauses were amended, and there are no rules that have them.
            KeyError: something is missing.
            ValueError: something is not of those allowed.
        """
        if with_digest(fields)["digest"] != fields["digest"]:
            raise NotKept(CHANGED)
        start, turns, value = Start.from_json(fields), fields["turns"], Value.from_json(fields["value"])
        if not isinstance(turns, str):
            raise ValueError('"turns" is a text.')
        game = taking(start.game(_rules_of(fields["rules"], rules)), turns)
        return Certificate(game, start, turns, value, str(fields["version"]), fields)

    @property
    def place(self) -> str:
        """Of which game it tells, in words."""
        rules, start = as_named(self.game.rules, str(self.fields.get("named", ""))), self.start
        amended = dict.fromkeys(amendment.name for amendment in self.game.rules.amendments)
        where = f"{start.grid} from {start.board}" if start.board else str(start.grid)
        where += f", {start.player.name.capitalize()} first" if start.player is not Color.BLACK else ""
        where += f", in the phase {start.phase.value}" if start.phase is not Phase.MAIN else ""
        rules += f", amended in {' and '.join(amended)}" if amended else ""
        return f"{where}, {f'after {self.turns}, ' if self.turns else ''}under {rules}"


def _rules_of(written: Any, named: Rules | None) -> Rules:
    """The rules that a file names, with the amended clauses of those that are named beside it."""
    if AMENDMENTS not in written:
        return rules_from_json(written)
    if named is None:
        raise RulesNotNamed("Its rules have amended clauses; name them by --rules, as in --rules my_rules.py:RULES.")
    if rules_to_json(named) != written:
        raise NotKept("It is of rules with amended clauses, and other rules were asked about.")
    return named


def check(value_certificate: Certificate) -> str:
    """What a certificate certifies, in a sentence, once its strategies were played.

    Raises:
        NotKept: it does not hold.
        KeyError: something is missing.
        ValueError: something is not of those allowed.
    """
    value, games = check_certificate(value_certificate.game, value_certificate.fields["strategies"])
    if value != value_certificate.value:
        said = worth_text(value_certificate.value)
        raise NotKept(f"It says {said}; its strategies keep {worth_text(value)}.")
    return (
        f"The certificate holds: {worth_text(value)} on {value_certificate.place}, in {games:,} games against every "
        "reply."
    )


def worth_text(value: Value) -> str:
    """A value in a sentence, or the second part of one.

    >>> worth_text(Value(1, 1)), worth_text(Value(inf, inf))
    ("Black's lead is 1", 'Black wins')
    """
    return both_text(value) if value.winner_without_a_count else f"Black's lead is {both_text(value)}"


def both_text(value: Value) -> str:
    """A value, or two of them where it depends on no-result.

    >>> both_text(Value(1, 1)), both_text(Value(-1, 0)), both_text(Value(-inf, 3)), both_text(Value(-inf, -inf))
    ('1', '-1 or 0', 'no result or 3', 'White wins')
    """
    if winner := value.winner_without_a_count:
        return f"{PLAYERS[winner]} wins"
    texts = ["no result" if isinf(lead) else points_text(lead) for lead in (value.worst, value.best)]
    return " or ".join(dict.fromkeys(texts))
