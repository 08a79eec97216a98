"""Every phase ends: with every turn that does not end it, a rank falls that is never negative."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain, repeat

from ....interpreter.story import Story
from ....spec.parameters import Ko, Scoring
from ....spec.rules import Rules
from ....spec.vocabulary import Phase
from ...evidence.checks import EVERY_SIZE, check
from ...evidence.verdict import Outcome, Verdict
from ...proofs.cases import OneTurn, leads_on
from ...proofs.coverage import covering
from ...proofs.declarations import OF_ENDINGS
from ...proofs.endless import BOARDS, endless_game
from ...proofs.left_open import LeftOpen
from ...proofs.ranks import ASSUMES, IN_TURNS, ORDERS, Ranking, endless_states, ranking
from ...proofs.rule_sets import Values, alike, described, parameters_of, rule_sets

REPEATED_PASS, REPEATED_PASS_IN_CLEANUP = "katago-v2/main/end-repeated-pass", "katago-v2/cleanup/end-repeated-pass"
UP_TO = f"up to {max(width * height for width, height in BOARDS)} points"
MOST_REPETITIONS = 4


@covering(OF_ENDINGS)
def phase_ends(rules: Rules, phase: Phase, chosen: Values) -> Verdict:
    """Prove that a phase ends, on boards of every size, whatever the rules are in what is not chosen.

    Where no rank falls, the verdict shows an endless game on a tiny board, or names the cases in which none does.
    """
    rules = rules.literally()
    groups = alike(rule_sets(rules, IN_TURNS, chosen, [phase]), IN_TURNS, [phase])
    proved: list[Ranking] = []
    for group in groups:
        turns, rankings = OneTurn(group[0], phase), []
        # Where one order did for the group before, it is tried first.
        for order in sorted(ORDERS, key=lambda order: not (proved and proved[-1].order is order)):
            rankings.append(ranking(turns, order))
            if not rankings[-1].obstacle:
                break
        else:
            return _not_proved(group[0], phase, rankings)
        proved.append(rankings[-1])
    for obstacle in filter(None, (endless_states(group[0], phase) for group in groups)):
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", notes=f"There may be endlessly many states: {obstacle}.")
    try:
        if not leads_on(rules, phase, chosen):
            return Verdict(Outcome.REFUTED, EVERY_SIZE, "z3", notes="No later phase follows.")
    except LeftOpen as reason:
        reason.settle()
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", notes=f"Which phase follows can't be told. {reason}")
    counts = {"rule_sets": sum(map(len, groups)), "cases": sum(tried.cases for tried in proved)}
    names = " or ".join(order.name for order in ORDERS if any(tried.order is order for tried in proved))
    return Verdict(Outcome.PROVED, EVERY_SIZE, "z3", counts, notes=f"With every turn {names}.", assumes=ASSUMES)


def _not_proved(rules: Rules, phase: Phase, rankings: list[Ranking]) -> Verdict:
    under = described(rules, parameters_of(rules, IN_TURNS, [phase]))
    obstacles = " ".join(f"With {tried.obstacle} it is not so that {tried.order.name}." for tried in rankings)
    endless = endless_game(rules, phase)
    if endless is None:
        return Verdict(Outcome.UNKNOWN, EVERY_SIZE, "z3", notes=f"Under {under}: {obstacles}")
    notes = f"Under {under} a game can go on forever: {endless}. {obstacles}"
    return Verdict(Outcome.REFUTED, str(endless.grid), "search", notes=notes)


def ended_by_repeated_pass(rules: Rules, phase: Phase, clause: str) -> Verdict:
    """Show a game that could go on forever without the clause of the repeated pass, and that the clause ends."""
    endless = endless_game(rules.dropping(clause), phase)
    if endless is None:
        return Verdict(Outcome.UNKNOWN, UP_TO, "search", notes="No endless game was found.")
    start = game = endless.under(rules)
    turns = []
    for turn in chain(endless.opening, *repeat(endless.loop, MOST_REPETITIONS)):
        turns.append(turn)
        game = game.play(turn)
        if game.ended_by == clause:
            shows = (
                f"Without {clause} a game can go on forever: {endless}. The clause ends the phase with the last turn."
            )
            return Verdict(
                Outcome.WITNESSED,
                str(endless.grid),
                "search",
                {"turns": len(turns)},
                Story.play(start, tuple(turns), shows),
            )
    return Verdict(Outcome.UNKNOWN, str(endless.grid), "search", notes=f"The clause does not end it: {endless}.")


for _ko in Ko:
    check(
        "claim/game-terminates",
        EVERY_SIZE,
        f"ko={_ko.value} phase=main",
        cost=2.5,
        under=(Rules(ko=_ko),),
        whatever_else=True,
    )(partial(phase_ends, phase=Phase.MAIN, chosen={"ko": [_ko]}))
for _phase in (Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP):
    check(
        "claim/game-terminates",
        EVERY_SIZE,
        f"scoring=TERRITORY phase={_phase.value}",
        cost=2.5,
        under=(Rules(scoring=Scoring.TERRITORY),),
        whatever_else=True,
    )(partial(phase_ends, phase=_phase, chosen={"scoring": [Scoring.TERRITORY]}))

for _claim, _label, _rules, _phase, _chosen, _clause in (
    ("spight", "ko=SIMPLE", Rules(ko=Ko.SIMPLE), Phase.MAIN, {"ko": [Ko.SIMPLE]}, REPEATED_PASS),
    (
        "cleanup",
        "scoring=TERRITORY",
        Rules(scoring=Scoring.TERRITORY),
        Phase.SECOND_CLEANUP,
        {"scoring": [Scoring.TERRITORY]},
        REPEATED_PASS_IN_CLEANUP,
    ),
):
    check(
        f"claim/{_claim}-terminates",
        EVERY_SIZE,
        f"{_label} phase={_phase.value}",
        cost=2.5,
        under=(_rules,),
        whatever_else=True,
    )(partial(phase_ends, phase=_phase, chosen=_chosen))
    for _suicide in (False, True):
        check(
            f"claim/{_claim}-terminates",
            UP_TO,
            f"{_label} suicide={'yes' if _suicide else 'no'}",
            cost=0.1,
            under=(replace(_rules, suicide=_suicide),),
        )(partial(ended_by_repeated_pass, phase=_phase, clause=_clause))
