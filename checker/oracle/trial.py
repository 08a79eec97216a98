"""Trials: an engine and the interpreter play one game, and are compared at each turn; and where they disagree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, parse_vertex, turn_text, vertices
from ...interpreter.story import Story
from ...interpreter.wording import PLAYERS
from ...spec.composition import move
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, Turn, Unblock
from .coverage import Judged, acting
from .engine import (
    EVERYTHING,
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
    Value,
    differing,
    observation,
)

Kind: TypeAlias = tuple[str, ...]

_SETS_OF_TURNS = frozenset({Aspect.LEGAL, Aspect.UNBLOCK, Aspect.PASS_ENDS_PHASE})
ALLOWED, _FORBIDDEN, REFUSED, ONCE = "allowed", "forbidden", "refused", "once"


@dataclass(frozen=True)
class Disagreement:
    """A game of which an engine and the rules say different things.

    Attributes:
        setting: where the game starts, and the rules that the engine got.
        rules: the rules that the interpreter played by: those, or what the engine's declared deviations make of them.
        aspect: what they say different things of.
        about: where they speak of a set of points, those of it that they differ in, and that differ in one way.
        kind: what distinguishes it from other disagreements, as far as one turn shows.
        exchange: the last lines exchanged with an engine that broke.
        compared: the aspects that the engine reports and that it is compared in; of others it can't be said that they
            agree.
        phase: the phase in which the game goes on, as the engine says; None if it does not.
        undone: turns that were played after those, and then taken back: the engine is right where they are not.
    """

    setting: Setting
    rules: Rules
    turns: tuple[str, ...]
    aspect: Aspect
    engine_said: Value
    spec_says: Value
    kind: Kind
    about: frozenset[str] = frozenset()
    exchange: tuple[str, ...] = ()
    compared: frozenset[Aspect] = EVERYTHING
    phase: Value = None
    undone: tuple[str, ...] = ()

    @property
    def breaks_off(self) -> bool:
        """Whether the game can't be gone on with: only what is legal leaves turns that both allow."""
        return self.aspect not in _SETS_OF_TURNS or REFUSED in self.kind

    @property
    def is_tied_to_the_game(self) -> bool:
        """Whether it comes of the game: not where an engine broke in it, and a fresh one didn't."""
        return ONCE not in self.kind

    @property
    def disputed(self) -> tuple[Turn, ...]:
        """The turns that only one of them allows."""
        if self.aspect not in (Aspect.LEGAL, Aspect.UNBLOCK):
            return ()
        points = [parse_vertex(self.setting.grid, name) for name in sorted(self.about)]
        return tuple(Move(point) if self.aspect is Aspect.LEGAL else Unblock(point) for point in points)

    @property
    def at_issue(self) -> tuple[Turn, ...]:
        """The turns that only one of them allows, one that was refused and no longer goes on included."""
        if REFUSED in self.kind:
            return tuple(parse_turn(self.setting.grid, turn) for turn in sorted(self.about))
        return self.disputed

    @property
    def turns_that_show_it(self) -> tuple[str, ...]:
        """The turns; where one is refused after them, or some are taken back, those too."""
        return (*self.turns, *self.about) if REFUSED in self.kind else (*self.turns, *self.undone)

    @property
    def length(self) -> int:
        """How many turns its game has, those that were taken back included."""
        return len(self.turns) + len(self.undone)

    @property
    def size(self) -> tuple[int, int]:
        """How large its board is, and how long its game; the smaller the better."""
        return self.setting.width * self.setting.height, self.length

    def after_undo_of(self, turns: tuple[str, ...]) -> Disagreement:
        """The same, where some turns were played and taken back before it was seen."""
        return replace(self, kind=(UNDO, *self.kind), undone=turns)

    def game(self) -> Game:
        """The game, by the rules that the interpreter played by; its turns are not judged."""
        game = self.setting.game(self.rules)
        for turn in self.turns:
            game = game.taking(parse_turn(self.setting.grid, turn))
        return game


def disagreements(game: Game, said: Observation, expected: Observation, rules_told: Rules) -> Iterator[Disagreement]:
    """Where what an engine said of a game differs from what the rules say: each kind once."""
    different = differing(said, expected)
    if different and different[0] not in _SETS_OF_TURNS:
        # What follows from a wrong board or player is wrong for no reason of its own.
        different = different[:1]
    phase = None if said.get(Aspect.OVER) or said.get(Aspect.PHASE) == Phase.OVER.value else said.get(Aspect.PHASE)
    for aspect in different:
        for kind, about in _kinds(game, aspect, said[aspect], expected[aspect]):
            both = said[aspect], expected[aspect]
            start = _start_and_turns(game, rules_told)
            yield Disagreement(*start, aspect, *both, kind, about, phase=phase)


def refusal(game: Game, refused: TurnRefused, rules_told: Rules) -> Disagreement:
    """The disagreement that an engine refuses a turn that is legal."""
    turn = parse_turn(game.grid, refused.turn)
    kind = (Aspect.LEGAL.value, REFUSED, _sort_of(game, turn))
    about = frozenset({refused.turn})
    start = _start_and_turns(game, rules_told)
    return Disagreement(*start, Aspect.LEGAL, f"{refused.turn} is refused: {refused.said}", None, kind, about)


def breakdown(game: Game, broke: EngineBroke, rules_told: Rules, turn: str | None = None) -> Disagreement:
    """The disagreement that an engine does not answer, after some turn of a game."""
    setting, rules, turns = _start_and_turns(game, rules_told)
    turns = turns if turn is None else (*turns, turn)
    kind = (Aspect.ANSWER.value, broke.breakage.name.lower())
    exchange = broke.exchange
    return Disagreement(setting, rules, turns, Aspect.ANSWER, broke.reason, "an answer", kind, exchange=exchange)


def only_once(disagreement: Disagreement) -> Disagreement:
    """The same breakdown, where a fresh engine was played the same game and did not break."""
    broke = str(disagreement.engine_said).removesuffix(".")
    said = f"{broke}; a fresh engine gets through this game, so the game alone is not why."
    return replace(disagreement, engine_said=said, kind=(*disagreement.kind, ONCE))


def _start_and_turns(game: Game, rules_told: Rules) -> tuple[Setting, Rules, tuple[str, ...]]:
    story = Story.of(game)
    return Setting.from_start(story.start, rules_told), game.rules, story.turns


def _kinds(game: Game, aspect: Aspect, said: Value, expected: Value) -> Iterator[tuple[Kind, frozenset[str]]]:
    if isinstance(said, frozenset) and isinstance(expected, frozenset):
        kinds: dict[Kind, set[str]] = {}
        for name in said ^ expected:
            kinds.setdefault((aspect.value, *_which_way(game, aspect, name, name in said)), set()).add(name)
        yield from ((kind, frozenset(about)) for kind, about in sorted(kinds.items()))
    elif aspect in (Aspect.SCORES, Aspect.MARGIN, Aspect.WINNER):
        yield (aspect.value,), frozenset()
    elif aspect is Aspect.PASS_ENDS_PHASE:
        yield (aspect.value, ALLOWED if said else _FORBIDDEN, _stage(game)), frozenset()
    else:
        yield (aspect.value, *_what_led_here(game)), frozenset()


def _which_way(game: Game, aspect: Aspect, name: str, allowed: bool) -> Kind:
    """Whether too much is said or too little, and of a point why that is wrong as far as it can be seen at once."""
    way = ALLOWED if allowed else _FORBIDDEN
    if aspect is Aspect.LEGAL:
        turn = parse_turn(game.grid, name)
        return way, _forbidding(game, turn) if allowed else _sort_of(game, turn)
    return (way, *_what_led_here(game)) if aspect is Aspect.BLOCKED else (way,)


def _what_led_here(game: Game) -> Kind:
    """Where in a game it is, and by what turn it came there."""
    return game.ended_by or _stage(game), type(game.record.last).__name__.lower()


def _stage(game: Game) -> str:
    """The first cleanup phase and the second have the same clauses for almost everything."""
    return "main" if game.position.phase is Phase.MAIN else "cleanup"


def _forbidding(game: Game, turn: Turn) -> str:
    clause = game.judge(turn).clause
    assert clause is not None, "a move that is not listed as legal is forbidden by a clause"
    return clause.name


def _sort_of(game: Game, turn: Turn) -> str:
    """What sort of turn it is, as far as that may be why it is refused."""
    if not isinstance(turn, Move):
        return type(turn).__name__.lower()
    play = move(game.rules, game.position.coloring, game.position.player, turn.point)
    if play.self_captured:
        return "self-capture"
    return "capture" if play.captured else "move"


def why(game: Game, turn: Turn) -> str:
    """The clause that forbids a turn, and how; or that it is legal, and what it may have been taken for.

    >>> why(Game(Rules(), (3, 1)).play("A1", "C1"), Move(0b10))
    'B1 is legal: no earlier board stands again; the nearest is that after turn 1, which differs at B1.'
    """
    judgement = game.judge(turn)
    if not (judgement.legal and isinstance(turn, Move) and judgement.play is not None):
        return game.why(turn)
    name, after = turn_text(game.grid, turn), judgement.play.after
    own = ", though it captures stones of the player's own" if judgement.play.self_captured else ""
    stood = [standing.position.coloring for standing in game.course]
    differing = [(before.black ^ after.black) | (before.white ^ after.white) for before in stood]
    # The board that stands is always near, and nothing that a move is taken to repeat.
    others = [turns for turns, before in enumerate(stood) if before != stood[-1] or before == after]
    if not others:
        return f"{name} is legal{own}: no other board stood before this one."
    nearest = min(others, key=lambda turns: (differing[turns].bit_count(), -turns))
    when = f"after turn {nearest}" if nearest else "at the start"
    if not differing[nearest]:
        then, now = PLAYERS[game.course[nearest].position.player], PLAYERS[judgement.play.player.opponent]
        whose = f", where it was {then}'s turn and not {now}'s" if then != now else ""
        return f"{name} is legal{own}: it makes the board {when} stand again{whose}."
    where = ", ".join(vertices(game.grid, differing[nearest]))
    return f"{name} is legal{own}: no earlier board stands again; the nearest is that {when}, which differs at {where}."


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
    """Play a game on both sides as long as it can be gone on with, and yield every disagreement as it is met.

    Args:
        harness: the harness that runs the engine.
        setting: where the game starts, with the rules that the engine gets.
        rules: the rules that the interpreter plays by.
        choose: chooses each turn.
        rewinding: whether to take the turns back at the end, if nothing differed.
        begun: the game after its first turns, which are played without a comparison; at its start, if None.
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
                # Whoever heard of it may have played other games to the engine meanwhile.
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
