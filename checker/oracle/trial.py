"""Trials: an engine and the interpreter play the same game, and are compared at the start of every turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, turn_text
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .coverage import Judged, acting
from .disagreement import Disagreement, breakdown, disagreements, refusal
from .engine import (
    UNDO,
    Aspect,
    Breakage,
    Engine,
    EngineBroke,
    Introduction,
    Observation,
    Opener,
    Setting,
    TurnRefused,
    observation,
)

Choose: TypeAlias = Callable[[Game, Sequence[Turn]], "Turn | None"]
"""Chooses one of the turns that both allow, or None to end the trial."""

Same: TypeAlias = Callable[[Disagreement], bool]
"""Whether a disagreement is of the sort that is looked for."""


class Harness:
    """What runs an engine and compares it: the engine is started when it is needed, and again after it broke.

    Attributes:
        asked: the aspects that it is compared in.
        hangs: how often it did not answer in time.
        effort: what all that was asked of it took, in points that were judged and turns that were played; it is no
            time, so that what is shared by it does not depend on the clock.
        turns: how many turns were compared.
        undoes: whether the engine takes turns back.
        counting: the rule set under which what is compared counts; None where it counts for none.
    """

    def __init__(self, opener: Opener, without: Collection[Aspect] = ()) -> None:
        self._opener = opener
        self._engine: Engine | None = None
        self._without = frozenset(without)
        self.asked: frozenset[Aspect] = frozenset()
        self.hangs = self.effort = self.turns = 0
        self.undoes = self._tries = False
        self.counting: Judged | None = None

    def __enter__(self) -> Harness:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def introduction(self) -> Introduction:
        """What the engine says of itself."""
        return self.running().introduction()

    def leave(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def start(self, setting: Setting, turns: Sequence[str] = ()) -> None:
        """Start a game and play some turns, without comparing anything."""
        engine = self.running()
        self.effort += 1 + len(turns)
        engine.start(setting)
        if turns:
            engine.play(turns)

    def play(self, turn: str) -> None:
        """Play a turn."""
        self.effort += 1
        self.running().play((turn,))

    def compare(self, game: Game, rules_told: Rules, turns: Sequence[Turn]) -> list[Disagreement]:
        """Where what the engine says of the game that stands differs from what the rules say."""
        observed = self.running().observe()
        said: Observation = {aspect: value for aspect, value in observed.items() if aspect in self.asked}
        expected = observation(game, said, turns)
        self.turns += 1
        self.effort += game.grid.size
        disagreements_met = [
            self._attributed(replace(disagreement, compared=self.asked))
            for disagreement in disagreements(game, said, expected, rules_told)
        ]
        if self.counting:
            self.counting.turns += 1
            self.counting.compared.update(said.keys() & expected.keys())
            if not disagreements_met:
                self.counting.note(game, acting(game, turns, said.keys()))
        return disagreements_met

    def _attributed(self, disagreement: Disagreement) -> Disagreement:
        """A disagreement on legal moves, where they were tried: with the move whose undo it comes of, if it does."""
        legal, (point, *_) = disagreement.spec_says, (*sorted(disagreement.about), "")
        if not self._tries or disagreement.aspect is not Aspect.LEGAL or not isinstance(legal, frozenset):
            return disagreement
        setting, turns = disagreement.setting, disagreement.turns
        if self._takes(setting, turns, point) is (point in legal):
            for tried in sorted(legal - {point}):
                if self._takes(setting, (*turns, tried, UNDO), point) is not (point in legal):
                    return replace(disagreement, about=frozenset({point})).after_undo_of((tried,))
        return disagreement

    def _takes(self, setting: Setting, turns: Sequence[str], turn: str) -> bool:
        try:
            self.start(setting, turns)
            self.play(turn)
        except TurnRefused:
            return False
        return True

    def take_back(self, game: Game, rules_told: Rules) -> Iterator[Disagreement]:
        """Take the turns of a game back one by one, until what then stands differs from what stood there before."""
        turns: tuple[str, ...] = ()
        while self.undoes and game.previous is not None and game.record.last is not None:
            turns = (turn_text(game.grid, game.record.last), *turns)
            game = game.previous
            try:
                self.play(UNDO)
                met = self.compare(game, rules_told, game.turns())
            except TurnRefused:
                # A protocol may limit how many turns can be undone.
                return
            except EngineBroke as broke:
                self.broken(broke)
                met = [breakdown(game, broke, rules_told)]
            if self.counting:
                self.counting.taken_back += 1
            if met:
                yield from (each if each.undone else each.after_undo_of(turns) for each in met)
                return

    def effort_so_far(self) -> float:
        """What all that was asked of it took; a meter."""
        return self.effort

    def turns_so_far(self) -> float:
        """How many turns were compared; a meter."""
        return self.turns

    def broken(self, broke: EngineBroke) -> None:
        """Note that the engine broke; the next thing that is asked of it starts another."""
        hung = broke.breakage is Breakage.HUNG
        self.hangs += hung
        if self.counting:
            self.counting.breakdowns += 1
            self.counting.hangs += hung
        self.leave()

    def running(self) -> Engine:
        """The engine, which is started if none runs."""
        if self._engine is None:
            self._engine = self._opener()
            introduction = self._engine.introduction()
            self.asked = introduction.aspects - self._without
            self.undoes, self._tries = introduction.undoes, introduction.tries
        return self._engine


def trial(
    harness: Harness,
    setting: Setting,
    rules: Rules,
    choose: Choose,
    rewinding: bool = False,
    begun: Game | None = None,
) -> Iterator[Disagreement]:
    """Play a game on both sides as long as it can be gone on with, and tell every disagreement as it is met.

    Args:
        harness: the harness that runs the engine.
        setting: where the game starts, with the rules that the engine is told.
        rules: the rules that the interpreter plays by.
        choose: chooses each turn.
        rewinding: whether to take the turns back at the end, if nothing differed.
        begun: the game after its first turns, which are played without a comparison; at its start, if None.

    Raises:
        Unsupported: the engine can't play such games.
    """
    game, turn, differed = begun or setting.game(rules), None, False
    try:
        harness.start(setting, _turns_of(game))
        while True:
            turns = game.turns()
            disagreements_met = harness.compare(game, setting.rules, turns)
            yield from disagreements_met
            differed = differed or bool(disagreements_met)
            if game.over or any(disagreement.breaks_off for disagreement in disagreements_met):
                break
            disputed = {option for disagreement in disagreements_met for option in disagreement.disputed}
            chosen = choose(game, [option for option in turns if option not in disputed])
            if chosen is None:
                break
            turn = turn_text(setting.grid, chosen)
            if disagreements_met:
                # Whoever was told of it may have played other games to the engine meanwhile.
                harness.start(setting, _turns_of(game))
            harness.play(turn)
            game, turn = game.taking(chosen), None
        if rewinding and not differed:
            yield from harness.take_back(game, setting.rules)
    except TurnRefused as refused:
        # Shorter games were played before, so that it is the last turn of those that were begun with.
        standing = game if turn or game.previous is None else game.previous
        yield replace(refusal(standing, refused, setting.rules), compared=harness.asked)
    except EngineBroke as broke:
        harness.broken(broke)
        yield breakdown(game, broke, setting.rules, turn)


def _turns_of(game: Game) -> list[str]:
    return [turn_text(game.grid, turn) for turn in game.turns_taken]


def following(turns: Iterable[str], setting: Setting) -> Choose:
    """Choose the given turns, one after the other, leaving out those that are not legal when they come up."""
    coming = iter([parse_turn(setting.grid, turn) for turn in turns])

    def choose(game: Game, options: Sequence[Turn]) -> Turn | None:
        return next((turn for turn in coming if turn in options), None)

    return choose


def shown_by(
    harness: Harness, setting: Setting, rules: Rules, turns: Iterable[str], same: Same, rewinding: bool = False
) -> Disagreement | None:
    """The first disagreement that is the same in a game of the given turns, leaving out those that are not legal.

    All are taken back at the end, if it is rewinding.
    """
    return next(filter(same, trial(harness, setting, rules, following(turns, setting), rewinding)), None)
