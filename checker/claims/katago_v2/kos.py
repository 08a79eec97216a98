"""Moves and kos: captures, single suicides, what finishing a ko gains or costs, and threats elsewhere in cleanup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ....interpreter.game import Game
from ....interpreter.judgement import stones_to_unblock
from ....interpreter.notation import parse_turns
from ....interpreter.result import score_text
from ....interpreter.story import Story
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.algebra.arrays import Words
from ....spec.algebra.grid import points_of
from ....spec.algebra.symbolic import SymbolicBoard
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.cleanup import CLEANUP, is_ko_move
from ....spec.katago_v2.faster_forms import stones_without_liberty
from ....spec.katago_v2.life import regions_in_atari
from ....spec.katago_v2.moves import liberties, resolve_captures
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase, Play, Turn
from ...evidence.verdict import (
    OUT_OF_BUDGET,
    Outcome,
    Seen,
    Verdict,
    answer,
    case,
    cases,
    count,
    every_case,
    one_case,
    smallest_case,
)
from ...phase.many import as_integers, colorings_at, plays_at
from ...proofs.questions import can_be_on_board, proved_on_board
from ...sweeps.sweep import legal_chunks, positions_of
from ..shapes import DIRECT_KO, DOUBLE_KO_DEATH_WITH_A_THREAT, KO_WITH_AN_APPROACH, Fight
from .sekis import score_of

FastForm: TypeAlias = Callable[[Coloring[Any], Color], Any]


@every_case("{grid}", "sweep", acts="captured the stone just played alone")
def single_suicide_is_never_allowed(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Try every move on every legal position; a suicide of the stone just played alone must not be pseudolegal."""
    for c in legal_chunks(grid):
        yield count(positions=len(c.black))
        for player, point in product(Color, c.board.points):  # type: ignore[attr-defined]
            play = move(rules, c, player, point)
            single = (play.self_captured == point) & (play.captured == 0) & ((c.empty & point) != 0)
            suicides = int(single.sum())
            yield cases(int((single & pseudolegal(rules, play)).sum()), acted=suicides, suicides=suicides)


def unknown_coloring(grid: Grid) -> tuple[SymbolicBoard, Coloring[Any]]:
    """A coloring of which nothing is known, under the symbolic reading."""
    board = SymbolicBoard(grid)
    black, white = board.unknown("black"), board.unknown("white")
    board.constraints.append(board.is_empty(black & white))
    return board, Coloring(board, black, white)


@one_case("every coloring of {grid}", "z3", acts="captured a stone")
def fast_form_is_equal(grid: Grid, fast_form: FastForm = stones_without_liberty) -> Seen:
    """Prove that the text of resolving captures and its fast form give the same points on every coloring."""
    board, c = unknown_coloring(grid)
    equal = all(
        proved_on_board(board, resolve_captures(c, color) == fast_form(c, color), step=f"{grid}, {color.name.lower()}")
        for color in Color
    )
    certificates = len(board.constraints)
    captures = [
        can_be_on_board(
            board, c.meets(resolve_captures(c, color), c.of(color)), step=f"{grid}, {color.name.lower()} is captured"
        )
        for color in Color
    ]
    return answer(equal, {"certificates": certificates}, acted=sum(captures))


@every_case("legal positions of {grid} with one mark", acts="forbade a ko-move where a stone can be unblocked")
def unblocking_excludes_moves(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """At the liberty of each stone that may be unblocked, a pseudolegal ko-move must be illegal."""
    for c, player in product(positions_of(grid), Color):
        record = Game(rules, rows=c, to_play=player, phase=Phase.FIRST_CLEANUP).record
        all_marked = replace(record, position=replace(record.position, marks=c.black | c.white))
        for stone in points_of(stones_to_unblock(all_marked)):
            liberty = rules.defined(liberties)(c, stone)
            play = move(rules, c, player, liberty)
            is_possible = bool(pseudolegal(rules, play))
            is_ko = is_possible and bool(rules.defined(is_ko_move)(rules, play))
            with_mark = Game.at(replace(record, position=replace(record.position, marks=stone)))
            is_excluded = not (is_ko and with_mark.judge(Move(liberty)).legal)
            not_ko = is_possible and not is_ko
            yield case(is_excluded, acted=is_ko, unblock_actions=1, ko_moves=is_ko, other_moves=not_ko)


LOCAL, THREAT = "E4 E1 F1 F2 G2 G1", "O3 M4 N1"
OPEN = Fight(DIRECT_KO, {BLACK: "E3", WHITE: "C3 P3"}, moves=f"{LOCAL} {THREAT}")
OF_MORE_STEPS = Fight(KO_WITH_AN_APPROACH, {BLACK: "E3", WHITE: "C3"}, moves=LOCAL)
_LEFT_OPEN, FINISHED, APPROACHED = "", "pass F2", "G1 pass"
PHASES = (Phase.MAIN, *CLEANUP)
_NOTES = (
    "Whether the group can be captured by force is what is looked at, with moves at the ko and at the threat, if there "
    "is one to be tried; what the move that finishes the ko costs is another check."
)


def _attacked(fight: Fight, rules: Rules, expected: dict[tuple[str, Phase], bool], turns: str) -> Seen:
    """Whether each attack, after some turns in some phase, comes out as expected."""
    attacks = {(after, phase): fight.attacked(rules, phase, turns=after) for after, phase in expected}
    wrong = [key for key, captured in attacks.items() if captured.by_force is not expected[key]]
    counts = {"attacks": len(attacks), "turns_tried": sum(captured.tried for captured in attacks.values())}
    acted = sum(captured.by_force is True for captured in attacks.values())
    where = "; ".join(f"after {after or 'no turn'} in {phase.value}" for after, phase in wrong)
    notes = f"It is not so {where}." if wrong else f"{turns} {_NOTES}"
    return answer(not wrong, counts, fight.shape.shown(rules), notes, acted, scope=str(fight.shape.grid))


_captures = one_case(acts="captured the group")


@_captures
def direct_ko_should_be_finished(rules: Rules) -> Seen:
    """Whether a direct ko with enough threats can be left open in the main phase, but loses the group in cleanup."""
    expected = {(_LEFT_OPEN, phase): phase is not Phase.MAIN for phase in PHASES}
    expected |= {(FINISHED, phase): False for phase in PHASES}
    return _attacked(OPEN, rules, expected, "Finished at F2, the group is safe in every phase.")


@_captures
def ko_of_more_steps_can_be_left(rules: Rules) -> Seen:
    """Whether a ko that takes an approach move can be left open in every phase, unless that move is not answered."""
    expected = {(_LEFT_OPEN, phase): False for phase in PHASES}
    expected |= {(APPROACHED, phase): True for phase in PHASES}
    return _attacked(OF_MORE_STEPS, rules, expected, "Where White's move at G1 is not answered, it is a direct ko.")


_MOST_POINTS = 9


def finishings(rules: Rules, grid: Grid) -> Iterator[Play[Words]]:
    """Every move where the opponent could take a stone by a ko-move, that captures nothing and is not then in atari."""
    for c in legal_chunks(grid):
        for player in Color:
            for point in points_of(grid.everywhere):
                before = colorings_at(c, np.flatnonzero(c.empty & np.uint64(point)))
                played = move(rules, before, player.opponent, np.full(len(before.black), point, dtype=np.uint64))
                taken = np.asarray(pseudolegal(rules, played)) & (np.bitwise_count(played.captured) == 1)
                before = colorings_at(before, np.flatnonzero(taken))
                points = np.full(len(before.black), point, dtype=np.uint64)
                play = move(rules, before, player, points)
                wanted = np.asarray(pseudolegal(rules, play)) & (play.captured == 0)
                wanted &= (rules.defined(regions_in_atari)(play.after, player) & points) == 0
                wanted &= np.asarray(rules.defined(is_ko_move)(rules, move(rules, before, player.opponent, points)))
                yield plays_at(play, np.flatnonzero(wanted))


def _changes(rules: Rules, made: Play[Words]) -> np.typing.NDArray[np.float64]:
    """By how much more the player leads if both players only pass after the move, than if they do so at once."""
    leads = [
        score_of(rules, c, c, made.player, moves=0) - score_of(rules, c, c, made.player.opponent, moves=0)
        for c in (made.before, made.after)
    ]
    return leads[1] - leads[0]


@every_case(
    method="sweep",
    acts="finished a ko",
    notes="Both players only pass after it. What else they could do, threats elsewhere included, is not looked at.",
)
def finishing_costs_nothing(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Finish every ko that can be finished in a legal position: does the player ever lead by less for it?"""
    for made in finishings(rules, grid):
        change = _changes(rules, made)
        gains, costs = (int(np.count_nonzero(changed)) for changed in (change > 0, change < 0))
        yield cases(costs, acted=len(change), finishings=len(change), gains=gains)


@smallest_case(boards=_MOST_POINTS, method="sweep", acts="finished a ko")
def smallest_cost(rules: Rules, grid: Grid) -> Iterator[Seen]:
    """Find the smallest position in which a player leads by less for having finished a ko."""
    for made in finishings(rules, grid):
        many, costly = len(made.before.black), np.flatnonzero(_changes(rules, made) < 0)
        if not len(costly):
            yield cases(acted=many, finishings=many)
            continue
        start = Game(rules, rows=as_integers(made.before, int(costly[0])), to_play=made.player)
        finished, left = start.play(Move(int(made.point[0]))).passed_out(), start.passed_out()
        shows = f"Finished, {score_text(finished.result)}; left open, {score_text(left.result)}."
        yield cases(len(costly), Story.of(finished, shows), acted=many, finishings=many)


_BUDGET = 10_000
KOS = "D2 E1 G2 F2 E4 C2 H2 G1 F1"
_THREATENED_NOTES = (
    "Every move at the kos and at the threat is tried, as often as it is legal. White must not lose a group before the "
    "capture, nor by the very next turn. Moves in eyes are left out."
)
THREATENED = Fight(DOUBLE_KO_DEATH_WITH_A_THREAT, {BLACK: "E3", WHITE: "C3 P3"}, moves=f"{KOS} {THREAT}")


@one_case("{ko_shape.shape.grid}", acts="tried a turn")
def is_what_it_is_called(rules: Rules, ko_shape: Fight, phase: Phase, budget: int = _BUDGET) -> Seen:
    """Search after every line of a shape whether the attack succeeds; one that comes out otherwise refutes the name."""
    shape = ko_shape.shape
    lines = [line for line in ko_shape.lines if line.in_cleanup or phase is Phase.MAIN]
    counts = dict.fromkeys(("attacks", "undecided", "turns_tried"), 0)
    for line in lines:
        attack = ko_shape.attacked(rules, phase, None, line.turns, line.attacker, budget)
        counts["attacks"] += 1
        counts["turns_tried"] += attack.tried
        counts["undecided"] += attack.by_force is None
        if attack.by_force not in (None, line.succeeds):
            turns = parse_turns(shape.grid, line.turns)
            return answer(False, counts, Story.play(shape.game(rules, phase), turns, f"This is not so: {line.means}"))
    notes = (
        f"It is called so because of this: {' '.join(line.means for line in lines)} Every move but those in the eyes "
        "outside is tried, until a group falls; if the attacker's does, it fails. How best play scores the shape is "
        "another check."
    )
    return answer(not counts["undecided"] or None, counts, shape.shown(rules, phase), notes, counts["turns_tried"])


@one_case("{fight.shape.grid}", acts="tried a turn", notes=_THREATENED_NOTES)
def threats_do_not_save_it(rules: Rules, phase: Phase, fight: Fight = THREATENED) -> Seen:
    """Whether White can capture the group by force whoever moves first, though a threat elsewhere stays."""
    attacks = [fight.attacked(rules, phase, first) for first in Color]
    counts = {"attacks": len(attacks), "turns_tried": sum(attack.tried for attack in attacks)}
    if None in (attack.by_force for attack in attacks):
        return answer(None, counts, notes=OUT_OF_BUDGET)
    is_so = all(attack.by_force for attack in attacks)
    return answer(is_so, counts, fight.shape.shown(rules, phase), acted=counts["turns_tried"])


def ko_moves(game: Game) -> Iterator[tuple[Move, Move]]:
    """The legal ko-moves, each with the move that would take the ko back."""
    before = game.position.coloring
    for taking in game.moves():
        play = move(game.rules, before, game.position.player, taking.point)
        if play.captured.bit_count() == 1 and game.rules.defined(is_ko_move)(game.rules, play):
            reply = move(game.rules, play.after, game.position.player.opponent, play.captured)
            if pseudolegal(game.rules, reply) and reply.after.same_as(before):
                yield taking, Move(play.captured)


def threatened(game: Game, taken_by: Move, retaking: Move) -> Iterator[tuple[tuple[Turn, Turn], Game]]:
    """The game after each move elsewhere and each answer, where the ko could still be taken back as it stands."""
    for threat in game.moves():
        after_threat = game.taking(threat)
        answers: tuple[Turn, ...] = (PASS, *after_threat.moves())
        for reply in answers:
            answered = after_threat.taking(reply)
            c, player = answered.position.coloring, answered.position.player
            if answered.ended_by is not None or not c.empty & retaking.point:
                continue
            play = move(game.rules, c, player, retaking.point)
            if play.captured == taken_by.point and game.rules.defined(is_ko_move)(game.rules, play):
                yield (threat, reply), answered


@every_case(
    acts="was tried",
    notes="Each threat is one move, and an answer or a pass. Whether the answer is a good one is not looked at.",
)
def threats_lift_nothing(rules: Rules, phase: Phase, grid: Grid) -> Iterator[Seen]:
    """Take a ko in every legal position; after any move elsewhere and any answer, may the ko be taken back?

    A ban that holds as soon as the ko is taken must still hold.
    """
    for c, player in product(positions_of(grid), Color):
        start = Game(rules, rows=c, to_play=player, phase=phase)
        for taking, retaking in ko_moves(start):
            taken = start.taking(taking)
            yield count(kos_taken=1)
            for (threat, reply), later in threatened(taken, taking, retaking):
                turns = (taking, threat, reply, retaking)
                shows = partial(Story.play, start, turns, "After a move elsewhere and its answer the ko is taken back.")
                yield case(not later.judge(retaking).legal, shows, threats=1)


def in_main_phase_they_do(rules: Rules, grid: Grid) -> Verdict:
    """Show that under simple ko, in the main phase, a threat does lift the ban."""
    verdict = threats_lift_nothing(rules, Phase.MAIN, grid)
    outcome = Outcome.WITNESSED if verdict.outcome is Outcome.REFUTED else Outcome.UNKNOWN
    return replace(verdict, outcome=outcome)
