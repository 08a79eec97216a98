"""Threats elsewhere, in a ko fight: they lift the ban of simple ko, and in cleanup they do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from ....interpreter.game import Game
from ....interpreter.story import Story
from ....spec.algebra import Color, Grid
from ....spec.composition import move, pseudolegal
from ....spec.katago_v2.cleanup import CLEANUP, is_ko_move
from ....spec.rules import Rules
from ....spec.vocabulary import PASS, Move, Phase, Turn
from ...evidence.checks import Scope, check
from ...evidence.verdict import Outcome, Verdict, holds_unless, if_it_acted, without_a_clause
from ..facts.repetitions import TERRITORY
from ..readings import positions_of

BLOCKED = "katago-v2/cleanup/legal-unblocked"


def ko_moves(game: Game) -> Iterator[tuple[Move, Move]]:
    """The legal ko-moves, each with the move that would take the ko back."""
    before = game.position.coloring
    for taking in game.moves():
        play = move(game.rules, before, game.position.player, taking.point)
        if play.captured.bit_count() == 1 and is_ko_move(game.rules, play):
            reply = move(game.rules, play.after, game.position.player.opponent, play.captured)
            if pseudolegal(game.rules, reply) and reply.after.same_as(before):
                yield taking, Move(play.captured)


def threatened(game: Game, taken_by: Move, retaking: Move) -> Iterator[tuple[tuple[Turn, Turn], Game]]:
    """The game after each move elsewhere and each answer, where the ko could still be taken back as it stands."""
    for threat in game.moves():
        after_threat = game.taking(threat)
        answers: tuple[Turn, ...] = (PASS, *after_threat.moves())
        for answer in answers:
            answered = after_threat.taking(answer)
            c, player = answered.position.coloring, answered.position.player
            if answered.ended_by is not None or not c.empty & retaking.point:
                continue
            play = move(game.rules, c, player, retaking.point)
            if play.captured == taken_by.point and is_ko_move(game.rules, play):
                yield (threat, answer), answered


def threats_lift_nothing(rules: Rules, phase: Phase, grid: Grid) -> Verdict:
    """Take a ko in every legal position; after any move elsewhere and any answer, may the ko be taken back?

    A ban that holds as soon as the ko is taken must still hold.
    """
    counts = dict.fromkeys(("kos_taken", "threats"), 0)
    lifted, witness = 0, None
    for c, player in product(positions_of(grid), Color):
        start = Game.set_up(rules, c, player, phase)
        for taking, retaking in ko_moves(start):
            taken = start.taking(taking)
            counts["kos_taken"] += 1
            for (threat, answer), later in threatened(taken, taking, retaking):
                counts["threats"] += 1
                if later.judge(retaking).legal:
                    lifted += 1
                    witness = witness or _retaken(start, (taking, threat, answer, retaking))
    verdict = holds_unless(lifted, f"legal positions of {grid}", "search", **counts)
    notes = "Each threat is one move, and an answer or a pass. Whether the answer is a good one is not looked at."
    return if_it_acted(replace(verdict, witness=witness, notes=notes), counts["threats"], "was tried")


def _retaken(start: Game, turns: tuple[Turn, ...]) -> Story:
    return Story.play(start, turns, "After a move elsewhere and its answer the ko is taken back.")


def in_main_phase_they_do(rules: Rules, grid: Grid) -> Verdict:
    """Show that under simple ko, in the main phase, a threat does lift the ban."""
    found = threats_lift_nothing(rules, Phase.MAIN, grid)
    outcome = Outcome.WITNESSED if found.outcome is Outcome.REFUTED else Outcome.UNKNOWN
    return replace(found, outcome=outcome)


for _phase in CLEANUP:
    for _grid, _scope in (
        (Grid(5, 1), Scope.QUICK),
        (Grid(6, 1), Scope.QUICK),
        (Grid(4, 2), Scope.QUICK if _phase is Phase.FIRST_CLEANUP else Scope.STANDARD),
        (Grid(3, 3), Scope.STANDARD),
    ):
        check("claim/threats-elsewhere", str(_grid), f"phase={_phase.value}", 2, _scope, under=(TERRITORY,))(
            partial(threats_lift_nothing, phase=_phase, grid=_grid)
        )
check("claim/threats-elsewhere", "6x1", "phase=main, where they do", cost=0.3, under=(TERRITORY,))(
    partial(in_main_phase_they_do, grid=Grid(6, 1))
)
check("claim/threats-elsewhere", "6x1", f"without={BLOCKED}", cost=0.3, under=(TERRITORY.dropping(BLOCKED),))(
    partial(without_a_clause(threats_lift_nothing), phase=Phase.FIRST_CLEANUP, grid=Grid(6, 1))
)
