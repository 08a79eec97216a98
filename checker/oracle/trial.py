"""Trials: an engine and the interpreter play the same game, and are compared at the start of every turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, turn_text
from ...spec.rules import Rules
from ...spec.vocabulary import Turn
from .coverage import acting
from .disagreement import Disagreement, Kind, breakdown, disagreements, refusal
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
        breakdowns: how often it broke.
        hangs: how often it did not answer in time.
        turns: how many turns were compared.
        compared: in how many of them each aspect was compared.
        effort: what all that was asked of it took, in points that were judged and turns that were played, counted or
            not; it is no time, so that what is shared by it does not depend on the clock.
        ever_compared: how many turns were compared, counted or not.
        taken_back: how many of the turns that count were compared after those that followed were taken back.
        undoes: whether the engine takes turns back.
        acted: for the rules that it was told, how often each clause had a say in turns that nothing differed in.
        agreed: for the same, some of the games in which each clause had a say and nothing differed.
    """

    def __init__(self, opener: Opener, without: Collection[Aspect] = ()) -> None:
        self._opener = opener
        self._engine: Engine | None = None
        self._without = frozenset(without)
        self.asked: frozenset[Aspect] = frozenset()
        self.breakdowns = self.hangs = 0
        self.turns = 0
        self.compared: Counter[Aspect] = Counter()
        self.effort = self.ever_compared = self.taken_back = 0
        self.undoes = self._tries = False
        self.acted: defaultdict[Rules, Counter[str]] = defaultdict(Counter)
        self.agreed: defaultdict[Rules, dict[str, list[Game]]] = defaultdict(dict)
        self._counting = True

    def __enter__(self) -> Harness:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def introduction(self) -> Introduction:
        """What the engine says of itself.

        Raises:
            Unsupported: it can't be had.
            EngineBroke: it failed to answer.
        """
        return self.running().introduction()

    def leave(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def start(self, setting: Setting, turns: Sequence[str] = ()) -> None:
        """Start a game and play some turns, without comparing anything.

        Raises:
            Unsupported: the engine can't play such games.
            TurnRefused, EngineBroke: as for `Engine.play`.
        """
        engine = self.running()
        self.effort += 1 + len(turns)
        engine.start(setting)
        if turns:
            engine.play(turns)

    def play(self, turn: str) -> None:
        """Play a turn.

        Raises:
            TurnRefused, EngineBroke: as for `Engine.play`.
        """
        self.effort += 1
        self.running().play((turn,))

    def compare(self, game: Game, rules_told: Rules, turns: Sequence[Turn]) -> list[Disagreement]:
        """Where what the engine says of the game that stands differs from what the rules say.

        Raises:
            EngineBroke: it failed to answer.
        """
        observed = self.running().observe()
        said: Observation = {aspect: value for aspect, value in observed.items() if aspect in self.asked}
        expected = observation(game, said, turns)
        self.turns += 1
        self.ever_compared += 1
        self.effort += game.grid.size
        self.compared.update(said.keys() & expected.keys())
        disagreements_met = [
            self._attributed(replace(disagreement, compared=self.asked))
            for disagreement in disagreements(game, said, expected, rules_told)
        ]
        if self._counting and not disagreements_met:
            self._note_what_acted(game, rules_told, list(acting(game, turns, said.keys())))
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
            self.taken_back += self._counting
            if met:
                yield from (each if each.undone else each.after_undo_of(turns) for each in met)
                return

    def _note_what_acted(self, game: Game, rules_told: Rules, names: Sequence[str]) -> None:
        """Count, and keep the games for each clause: the first, the second, the fourth, and so on."""
        times = self.acted[rules_told]
        times.update(names)
        for name in names:
            if times[name].bit_count() == 1:
                self.agreed[rules_told].setdefault(name, []).append(game)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Compare meanwhile without counting."""
        turns, compared, counting = self.turns, self.compared.copy(), self._counting
        self._counting = False
        try:
            yield
        finally:
            self.turns, self.compared, self._counting = turns, compared, counting

    def effort_so_far(self) -> float:
        """What all that was asked of it took; a meter."""
        return self.effort

    def turns_so_far(self) -> float:
        """How many turns were compared, counted or not; a meter."""
        return self.ever_compared

    def broken(self, broke: EngineBroke) -> None:
        """Note that the engine broke; the next thing that is asked of it starts another."""
        self.breakdowns += 1
        self.hangs += broke.breakage is Breakage.HUNG
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
    harness: Harness, setting: Setting, rules: Rules, choose: Choose, rewinding: bool = False
) -> Iterator[Disagreement]:
    """Play a game on both sides as long as it can be gone on with, and tell every disagreement as it is met.

    Raises:
        Unsupported: the engine can't play such games.
    """
    game, turn, differed = setting.game(rules), None, False
    try:
        harness.start(setting)
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
                harness.start(setting, [turn_text(setting.grid, earlier) for earlier in game.turns_taken])
            harness.play(turn)
            game, turn = game.taking(chosen), None
        if rewinding and not differed:
            yield from harness.take_back(game, setting.rules)
    except TurnRefused as refused:
        yield replace(refusal(game, refused, setting.rules), compared=harness.asked)
    except EngineBroke as broke:
        harness.broken(broke)
        yield breakdown(game, broke, setting.rules, turn)


def following(turns: Iterable[str], setting: Setting) -> Choose:
    """Choose the given turns, one after the other, leaving out those that are not legal when they come up."""
    coming = iter([parse_turn(setting.grid, turn) for turn in turns])

    def choose(game: Game, options: Sequence[Turn]) -> Turn | None:
        return next((turn for turn in coming if turn in options), None)

    return choose


def of_kind(kind: Kind) -> Same:
    """Takes every disagreement of a kind for the same."""
    return lambda disagreement: disagreement.kind == kind


def shown_by(
    harness: Harness, setting: Setting, rules: Rules, turns: Iterable[str], same: Same, rewinding: bool = False
) -> Disagreement | None:
    """The first disagreement that is the same in a game of the given turns, leaving out those that are not legal.

    All are taken back at the end, if it is rewinding.

    Raises:
        Unsupported: the engine can't play such games.
    """
    return next(
        (
            disagreement
            for disagreement in trial(harness, setting, rules, following(turns, setting), rewinding)
            if same(disagreement)
        ),
        None,
    )
