"""Why a game is worth something else under other rules: the shortest play to the turn that only one of them allows.

Each player plays for the lead that is to be had under the rules that are better for them: the one keeps it under those,
and the other keeps it from the one under the others. As long as both can do all that under both, nothing is decided. So
such a play comes to a turn that one rule set forbids, or after which something else stands under one, or the game is
over under one alone, or counts something else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import isinf

from ...interpreter.game import Game
from ...interpreter.notation import turn_text
from ...interpreter.wording import PLAYERS
from ...spec.algebra import BLACK
from ...spec.vocabulary import Turn
from ..phase.dependence import key_of
from ..solving.solution import Value
from ..solving.state import BEST, WORST
from .valuing import Valuing


def stand_alike(games: tuple[Game, Game]) -> bool:
    """Whether the same stands in both games, in the same phase and with the same player to move."""
    first, second = (game.position for game in games)
    return (first.coloring, first.player, first.phase) == (second.coloring, second.player, second.phase)


@dataclass(frozen=True)
class DecidingTurn:
    """The turn at which two rule sets part.

    Attributes:
        games: the game before it, under each.
        turn: the turn.
        by: under which of them it is played, by number.
        is_legal: whether it is legal under the other.
        threshold: the lead that is to be had under the rules that are better for Black, and not under the others;
            infinite for a win without a count, or what counts as one.
        is_shortest: whether no shorter play leads to such a turn; of some turns it may not have been found out.
    """

    games: tuple[Game, Game]
    turn: Turn
    by: int
    is_legal: bool
    threshold: float
    is_shortest: bool

    def says(self, names: Sequence[str]) -> str:
        """What is to be seen at the turn, in a sentence, given what both rule sets are called."""
        game = self.games[self.by]
        grid = game.grid
        who, turn, name = PLAYERS[game.position.player], turn_text(grid, self.turn), names[self.by]
        if isinf(self.threshold):
            does = "wins" if game.position.player is BLACK else "keeps Black from winning"
        else:
            lead = f"{self.threshold:g}"
            does = f"gets a lead of {lead}" if game.position.player is BLACK else f"keeps Black's lead below {lead}"
        if not self.is_legal:
            return f"{who} {does} with {turn}, which is legal under {name} alone."
        both = self.games[0].play(self.turn), self.games[1].play(self.turn)
        if any(game.over for game in both):
            return f"{who} {does} with {turn}, after which the game is over under one alone, or counts otherwise."
        return f"{who} {does} with {turn}, after which something else stands under each, or another player is to move."


def parting_of(
    games: tuple[Game, Game],
    values: tuple[Value, Value],
    valuings: tuple[Valuing, Valuing],
    nodes: int | None = None,
) -> DecidingTurn | None:
    """The shortest play to where two rule sets part, from a game that is worth something else under each.

    Args:
        games: the game under each, in the same position.
        values: what it is worth under each.
        valuings: what finds that out of all that follow on it.
        nodes: how many nodes may be looked at for each turn; as many as valuings look at, if left out. A turn for which
            they are not enough is not followed.

    Returns:
        None, if no play was found for that reason.

    >>> from superko.checker.values.valuing import empty_board
    >>> from superko.spec.algebra import Grid
    >>> from superko.spec.rules import Rules
    >>> games = empty_board(Rules(), Grid(1, 1)), empty_board(Rules(komi=1), Grid(1, 1))
    >>> parting = parting_of(games, (Value(0, 0), Value(-1, -1)), (Valuing(games[:1]), Valuing(games[1:])))
    >>> print(parting.says(["one", "the other"]))
    White keeps Black's lead below 0 with pass, after which the game is over under one alone, or counts otherwise.
    """
    by_mode = {WORST: [value.worst for value in values], BEST: [value.best for value in values]}
    mode, leads = next((mode, leads) for mode, leads in by_mode.items() if leads[0] != leads[1])
    return _PartingSearch(max(leads), leads.index(max(leads)), mode, valuings, nodes).first(games)


@dataclass
class _PartingSearch:
    """A search for where rule sets part.

    Attributes:
        threshold: how much Black gets under the better rules, and not under the others.
        better: which rules are better for Black.
        mode: how no-result counts.
        valuings: what finds what games are worth under each.
        nodes: how many nodes may be looked at for each turn.
        left_open: of how many turns it was not found out whether they keep to the lead.
    """

    threshold: float
    better: int
    mode: int
    valuings: tuple[Valuing, Valuing]
    nodes: int | None
    left_open: int = 0

    def first(self, games: tuple[Game, Game]) -> DecidingTurn | None:
        """The first turn, after as few others as can be."""
        keys = [key_of(game.rules) for game in games]
        line: list[tuple[Game, Game]] = [games]
        while line:
            longer: dict[Hashable, tuple[Game, Game]] = {}
            for pair in line:
                for turn, by in self._kept(pair):
                    if not pair[1 - by].judge(turn).legal:
                        return DecidingTurn(pair, turn, by, False, self.threshold, not self.left_open)
                    both = pair[0].play(turn), pair[1].play(turn)
                    if both[0].over or both[1].over or not stand_alike(both):
                        return DecidingTurn(pair, turn, by, True, self.threshold, not self.left_open)
                    longer.setdefault(tuple(key(game.record) for key, game in zip(keys, both, strict=True)), both)
            line = list(longer.values())
        assert self.left_open, "play with another value reaches the turn that decides it"
        return None

    def _kept(self, games: tuple[Game, Game]) -> Iterator[tuple[Turn, int]]:
        """The turns by which whose turn it is keeps to the lead, and under which rules that is played."""
        is_black = games[0].position.player is BLACK
        by = self.better if is_black else 1 - self.better
        for turn in games[by].turns():
            succeeds = self.valuings[by].succeeds(games[by].play(turn), self.threshold, self.mode, self.nodes)
            self.left_open += succeeds is None
            if succeeds is is_black:
                yield turn, by
