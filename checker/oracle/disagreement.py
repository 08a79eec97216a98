"""Disagreements: where an engine and the rules say different things of the same game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn, parse_vertex, turn_text, vertices
from ...interpreter.story import Story
from ...interpreter.wording import PLAYERS
from ...spec.composition import move
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Phase, Turn, Unblock
from .engine import EVERYTHING, UNDO, Aspect, EngineBroke, Observation, Setting, TurnRefused, Value, differing

Kind: TypeAlias = tuple[str, ...]

_SETS_OF_TURNS = frozenset({Aspect.LEGAL, Aspect.UNBLOCK, Aspect.PASS_ENDS_PHASE})
ALLOWED, _FORBIDDEN, REFUSED, ONCE = "allowed", "forbidden", "refused", "once"


@dataclass(frozen=True)
class Disagreement:
    """A game of which an engine and the rules say different things.

    Attributes:
        setting: where the game starts, and the rules that the engine was told.
        rules: the rules that the interpreter played by: those, or what the engine's declared deviations make of them.
        turns: the turns.
        aspect: what they say different things of.
        engine_said: what the engine says.
        spec_says: what the rules say.
        about: where they speak of a set of points, those of it that they differ in, and that differ in one way.
        kind: what tells it from other disagreements, as far as can be told at once.
        exchange: the last lines exchanged with an engine that broke.
        compared: the aspects that the engine tells and that it is compared in; of others it can't be said that they
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
