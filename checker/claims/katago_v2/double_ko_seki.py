"""A double-ko seki in cleanup: nobody can be made to lose more than stones in its kos, and it can't go on forever.

How long it can prolong a cleanup phase is found exactly, on the smallest such shape, under every rule set.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial, reduce
from itertools import product

from ....interpreter.game import Game
from ....interpreter.notation import board_text, turn_text
from ....interpreter.story import Story
from ....spec.algebra import Color
from ....spec.guard import word
from ....spec.katago_v2.cleanup import CLEANUP
from ....spec.parameters import READINGS, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Move, Phase
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, if_it_acted, without_a_clause
from ...phase.machine import at_points, machine
from ...play.capture import can_be_forced
from ...play.cycles import DOUBLE_KO_SEKI, stopped
from ...play.longest_phase import longest_phase as longest
from ...play.longest_phase import shortest_cycle
from ...play.shapes import REPETITIONS, SEKI_WITHOUT_DAME, Shape
from ..facts.repetitions import TERRITORY, counts_of
from .termination import phase_ends

TURNS_TO_TAKE_BOTH = 2


def nobody_can_be_captured(shape: Shape, rules: Rules, phase: Phase) -> Verdict:
    """Let each player attack, from the shape and with the kos taken the other way, whoever takes the first turn.

    All points are empty or kos, or belong to the stones that are attacked, so that no move is left out.
    """
    kos = ko_points(shape)
    taken = reduce(Game.taking, shape.turns[:TURNS_TO_TAKE_BOTH], shape.game(rules, phase)).position.coloring
    counts = dict.fromkeys(("attacks", "histories"), 0)
    for c, player, attacker in product((shape.coloring, taken), Color, Color):
        start = replace(shape, rows=tuple(board_text(c).split("/")), player=player).game(rules, phase)
        succeeds, histories = can_be_forced(machine(start.record, at_points(kos | c.empty)), attacker, kos)
        counts["attacks"] += 1
        counts["histories"] += histories
        if succeeds:
            shows = f"{attacker.name.capitalize()} can capture more than stones in the kos."
            return Verdict(Outcome.REFUTED, str(shape.grid), "search", counts, Story.play(start, (), shows))
    notes = (
        "Every move is tried until more is captured. A phase that ends while the attacker threatens to capture more "
        "counts as a success, and still none succeeds. Whether a player would rather give stones up is not looked at."
    )
    witness = Story.play(shape.game(rules, phase), (), f"The shape: {shape.about}")
    verdict = Verdict(Outcome.HOLDS, str(shape.grid), "search", counts, witness, notes=notes)
    return if_it_acted(verdict, counts["histories"], "made a move of an attack")


RANDOM_GAMES, SEED = 300, 8
UNBLOCK = "reading/unblock-is-not-a-move"
LEGAL_ONCE = "katago-v2/cleanup/legal-once"
NO_RESULT = "katago-v2/cleanup/no-result"


def ko_points(shape: Shape) -> int:
    """The points at which the turns of a shape's cycle are played."""
    points = 0
    for turn in shape.turns:
        points |= turn.point if isinstance(turn, Move) else 0
    return points


def longest_phase(shape: Shape, rules: Rules, phase: Phase) -> Verdict:
    """The most turns that a cleanup phase can take from a shape, with moves made at its kos only."""
    start = shape.game(rules, phase)
    local = machine(start.record, at_points(ko_points(shape)))
    found = longest(local)
    scope = f"moves at the kos of {shape.grid}"
    positions = len({node.position for node in local.nodes})
    ko_moves = sum(question.history == "made" for question in local.questions)
    counts = {"positions": positions, "ko_moves": ko_moves, "histories": found.histories}
    if found.turns is None:
        return Verdict(Outcome.REFUTED, scope, "search", counts, notes="The phase can go on forever.")
    shows = f"With moves only at the kos, the phase lasts at most {len(found.turns)} turns."
    witness = Story.play(start, found.turns, shows)
    verdict = Verdict(Outcome.HOLDS, scope, "search", {"turns": len(found.turns), **counts}, witness)
    return if_it_acted(verdict, ko_moves, "asked whether a ko-move was made")


def every_phase_ends(shape: Shape, rules: Rules, phase: Phase, games: int = RANDOM_GAMES) -> Verdict:
    """Whether a cleanup phase from a shape ends with moves anywhere: by proof; and a long one, by pseudo-random play.

    There are too many histories to look at all of them, so how much longer it can take is not known.
    """
    proof = phase_ends(rules, phase, {"scoring": [Scoring.TERRITORY]})
    start, chance = shape.game(rules, phase), random.Random(SEED)
    longest_found = max((played_on(start, chance) for _ in range(games)), key=lambda game: game.record.turn)
    turns = longest_found.turns_taken
    counts = {"games": games, "turns": len(turns)}
    witness = Story.play(start, turns, f"A cleanup phase that lasts {len(turns)} turns.")
    notes = (
        "Moves are made anywhere. That every phase ends is proved for boards of every size, from all the clauses that "
        "are in force, and not from this one alone. How late it ends is not known: only random games were tried."
    )
    outcome = Outcome.HOLDS if proof.outcome is Outcome.PROVED else proof.outcome
    told = notes if outcome is Outcome.HOLDS else proof.notes
    verdict = Verdict(outcome, str(shape.grid), "z3", counts, witness, notes=told, assumes=proof.assumes)
    return if_it_acted(verdict, games, "ended")


def played_on(game: Game, chance: random.Random) -> Game:
    """The game after pseudo-random turns, none of which ends the phase while there is any other, until it ends."""
    while True:
        turns = list(game.turns())
        chance.shuffle(turns)
        after = [game.taking(turn) for turn in turns]
        on = next((longer for longer in after if longer.ended_by is None), None)
        if on is None:
            return after[0]
        game = on


def unblocking_shape(shape: Shape, rules: Rules, phase: Phase) -> Shape:
    """The same shape with the shortest cycle that a cleanup phase allows without a pass: marks are removed in time."""
    turns = shortest_cycle(machine(shape.game(rules, phase).record, at_points(ko_points(shape))))
    return replace(shape, cycle=tuple(turn_text(shape.grid, turn) for turn in turns))


def stopped_by_legal_once(shape: Shape, rules: Rules, phase: Phase) -> Verdict:
    """Go through the shortest cycle with unblock actions over and over, with the clause and without it."""
    unblocking = unblocking_shape(shape, rules, phase)
    stop = stopped(unblocking.game(rules, phase), unblocking.turns)
    without = stopped(unblocking.game(rules.dropping(LEGAL_ONCE), phase), unblocking.turns)
    if stop is None or stop.clause != LEGAL_ONCE:
        return Verdict(Outcome.REFUTED, str(shape.grid), "game", notes=f"{stop or 'Nothing stops it.'}")
    counts = {"cycle": len(unblocking.cycle), **counts_of(stop, unblocking)}
    witness = Story.play(unblocking.game(rules, phase), stop.turns, str(stop))
    notes = f"Without {LEGAL_ONCE}: {without or 'Nothing stops it.'}"
    return Verdict(Outcome.WITNESSED, str(shape.grid), "game", counts, witness, notes=notes)


_seki = REPETITIONS[DOUBLE_KO_SEKI]
for _phase, _suicide, _value in product(CLEANUP, (False, True), READINGS[UNBLOCK].values):
    _rules = replace(TERRITORY, suicide=_suicide).reading({UNBLOCK: _value})
    _is_usual = _value == READINGS[UNBLOCK].default and not _suicide and _phase is Phase.FIRST_CLEANUP
    check(
        "claim/double-ko-seki-bounded",
        str(_seki.grid),
        f"phase={_phase.value} suicide={word(_suicide)} {UNBLOCK}={_value}",
        cost=6,
        scope=Scope.QUICK if _is_usual else Scope.STANDARD,
        under=(_rules,),
    )(partial(longest_phase, _seki, phase=_phase))
check(
    "claim/double-ko-seki-bounded",
    str(_seki.grid),
    f"without={LEGAL_ONCE},{NO_RESULT}",
    cost=0.5,
    under=(TERRITORY.dropping(LEGAL_ONCE).dropping(NO_RESULT),),
)(partial(without_a_clause(longest_phase), _seki, phase=Phase.FIRST_CLEANUP))
check(
    "claim/double-ko-seki-bounded",
    str(_seki.grid),
    "moves everywhere",
    cost=10,
    scope=Scope.STANDARD,
    under=(TERRITORY,),
)(partial(every_phase_ends, _seki, phase=Phase.FIRST_CLEANUP))
for _phase in CLEANUP:
    check(
        "fact/repetitions-stopped",
        str(_seki.grid),
        f"phase={_phase.value} {_seki.name}, unblocking",
        0.5,
        under=(TERRITORY,),
    )(partial(stopped_by_legal_once, _seki, phase=_phase))
for _shape, _what in ((_seki, ""), (SEKI_WITHOUT_DAME, " without dame")):
    for _phase in CLEANUP:
        _label = f"nobody is captured{_what} phase={_phase.value}"
        _scope = Scope.QUICK if _shape is _seki and _phase is Phase.FIRST_CLEANUP else Scope.STANDARD
        check("claim/double-ko-seki", str(_shape.grid), _label, 2, _scope, under=(TERRITORY,))(
            partial(nobody_can_be_captured, _shape, phase=_phase)
        )
