"""Every mistake that can be made in rules changes situations as it changes played games, or is refused."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import product

import pytest

from superko.checker.claims.facts.situations import by_clauses
from superko.checker.graph.graph import explore
from superko.checker.graph.shortest_game import numbered
from superko.checker.phase.situations import Situation, Situations
from superko.checker.vectors.mutants import Mutant, mutants_in
from superko.interpreter.history import after, first_record
from superko.interpreter.judgement import judge
from superko.spec.algebra import Grid
from superko.spec.algebra.grid import points_of
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Move, Phase, Record, Turn, Unblock

from ...sampling import sample

GRIDS = [Grid(2, 1), Grid(3, 1), Grid(2, 2)]
RULES = {
    Phase.MAIN: Rules(ko=Ko.SIMPLE),
    Phase.FIRST_CLEANUP: Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY),
    Phase.SECOND_CLEANUP: Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False),
}
DEPENDED_ON = {
    Decision.START,
    Decision.TURN,
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.STATE,
    Decision.LEGAL,
    Decision.MARKS,
    Decision.PASS,
    Decision.UNBLOCK,
    Decision.UNBLOCK_ACTION,
}
AFTER_THE_LAST_TURN = {Decision.REMOVAL, Decision.SCORE, Decision.WINNER, Decision.COMPLETION, Decision.LIFE}
REFUSED = {
    "katago-v2/cleanup/legal-once/allows-other-colorings": "no account of all that has happened at once (made)",
    "katago-v2/main/legal-simple-ko/allows-later": "no account of which states have stood, and katago-v2/main/legal-si",
    **{
        f"katago-v2/{section}/{mistake}": f"A phase keeps no account of {unknown}"
        for section in ("main", "cleanup")
        for mistake, unknown in (
            ("end-two-passes#consecutive/forgets", "which passes are consecutive"),
            ("no-result#since-pass/forgets", "when states no longer count"),
            ("no-result#whole-game/ends-game", "what follows on an end without result"),
        )
    },
    **{
        f"katago-v2/{section}/{mistake}": "Turns are followed past the end of a game here"
        for section in ("main", "cleanup")
        for mistake in (
            "end-two-passes/goes-on",
            "end-repeated-pass/goes-on",
            "end-repeated-pass/goes-on-elsewhere",
            "no-result/goes-on",
        )
    },
}
LEFT_OPEN = (
    "A phase keeps no account of",
    "No clause in force decides",
    "points that are not empty",
    "no cleanup phase",
)
RANDOM_GAMES = 5
LONGEST = 12


def cases() -> Iterator[tuple[Phase, Grid, Mutant]]:
    """Mistakes in turns and endings; beyond 2x1, those that situations can depend on; on 2x2, in the main phase."""
    for (phase, rules), grid in product(RULES.items(), GRIDS):
        for mistake in mutants_in(rules):
            clause = mistake.clause
            asked = grid.size == 2 or clause.decides in DEPENDED_ON
            kos = grid.height == 1 or phase is Phase.MAIN
            if phase in clause.during and clause.decides not in AFTER_THE_LAST_TURN and asked and kos:
                yield phase, grid, mistake


def legal_turns(record: Record) -> set[Turn]:
    """The turns that are judged legal, of all that can be written down."""
    points = list(points_of(record.position.coloring.board.everything))
    turns: list[Turn] = [PASS, *map(Move, points)]
    if record.rules.deciding(Decision.UNBLOCK, record.position.phase):
        turns += map(Unblock, points)
    return {turn for turn in turns if judge(record, turn).legal}


class Followed:
    """Games that go on whatever ends a phase, and the situations that they should be in.

    Attributes:
        steps: the turns that games have taken, with the situations before and after.
    """

    def __init__(self, situations: Situations) -> None:
        self.situations = situations
        self.steps: set[tuple[Situation, Turn, Situation]] = set()

    def onward(self, record: Record, situation: Situation) -> dict[Turn, tuple[Record, Situation]]:
        """See that a game is in a situation, and follow each of its turns.

        A situation has all the turns of the game, and further ones only if they can be taken only once.
        """
        position = record.position
        stands = situation.position
        assert (position.coloring, position.player, position.phase, position.marks) == (
            stands.coloring,
            stands.player,
            stands.phase,
            stands.marks,
        )
        reached = dict(self.situations.after(situation))
        legal = legal_turns(record)
        assert legal <= set(reached)
        for turn in set(reached) - legal:
            assert self.situations.only_once(situation, turn)
            assert any(player is position.player for player, _, _ in record.made)
        self.steps |= {(situation, turn, reached[turn]) for turn in legal}
        return {turn: (after(record, turn), reached[turn]) for turn in sorted(legal, key=str)}


def follow_games(situations: Situations) -> set[tuple[Situation, Turn, Situation]]:
    """The steps of games that come to every situation by few moves that can be made only once, and of random ones."""
    followed = Followed(situations)
    start = first_record(situations.rules, situations.first.position), situations.first
    made: dict[Situation, list[frozenset[object]]] = {}
    waiting = deque([(*start, frozenset[object]())])
    while waiting:
        record, situation, once = waiting.popleft()
        if any(fewer <= once for fewer in made.setdefault(situation, [])):
            continue
        made[situation].append(once)
        for turn, (further, reached) in followed.onward(record, situation).items():
            event = (situation.coloring, situation.player, turn)
            again = once | {event} if situations.only_once(situation, turn) else once
            waiting.append((further, reached, again))
    for seed in range(RANDOM_GAMES):
        chance, (record, situation) = random.Random(seed), start
        for _ in range(LONGEST):
            onward = followed.onward(record, situation)
            if onward:
                record, situation = chance.choice(list(onward.values()))
    return followed.steps


def steps_by_the_model(situations: Situations) -> set[tuple[Situation, Turn, Situation, bool]]:
    return {
        (before, turn, reached, situations.only_once(before, turn))
        for before, reached, turns in by_clauses(situations).edges(data="turns")
        for turn in turns
    }


def steps_on_arrays(rules: Rules, grid: Grid, phase: Phase) -> set[tuple[Situation, Turn, Situation, bool]]:
    coded = explore(rules, grid, symmetry=False, phase=phase)
    named = [coded.turns.codes.situation(code) for code in coded.nodes.tolist()]
    return {
        (named[before], step.turn, named[step.after], step.only_once)
        for before, steps in enumerate(numbered(coded).steps)
        for step in steps
    }


def check(rules: Rules, grid: Grid, phase: Phase) -> str | None:
    """See that situations and turns are those of games; or the sentence in which the rules are refused."""
    try:
        situations = Situations(rules, grid, phase)
        held = steps_by_the_model(situations)
    except ValueError as error:
        return str(error)
    try:
        played = follow_games(situations)
    except ValueError as error:
        # Captures are counted in games, and not in situations.
        return f"Games can't be played: {error}"
    assert played <= {(before, turn, reached) for before, turn, reached, _ in held}
    assert all(once for before, turn, reached, once in held if (before, turn, reached) not in played)
    try:
        arrays = steps_on_arrays(rules, grid, phase)
    except ValueError as error:
        return str(error)
    assert arrays == held
    return None


@pytest.mark.parametrize(("phase", "grid", "mistake"), [*cases()], ids=str)
def test_a_mistake_changes_situations_as_it_changes_games(phase: Phase, grid: Grid, mistake: Mutant) -> None:
    refusal = check(mistake.made_in(RULES[phase]), grid, phase)
    assert (refusal is not None) == (str(mistake) in REFUSED)
    assert refusal is None or REFUSED[str(mistake)] in refusal


@pytest.mark.parametrize("grid", sample(GRIDS[:2], lambda grid: grid.size == 2), ids=str)
@pytest.mark.parametrize("phase", RULES)
@pytest.mark.thorough
def test_without_a_clause_situations_change_as_games_do(phase: Phase, grid: Grid) -> None:
    for name in [clause.name for clause in RULES[phase].in_force if clause.decides and phase in clause.during]:
        refusal = check(RULES[phase].dropping(name), grid, phase)
        assert refusal is None or any(reason in refusal for reason in LEFT_OPEN)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("phase", RULES)
def test_rules_without_mistakes_are_refused_nowhere(phase: Phase, grid: Grid) -> None:
    assert check(RULES[phase], grid, phase) is None
    assert check(RULES[phase].literally(), grid, phase) is None


@pytest.mark.parametrize("phase", RULES)
def test_states_may_consist_of_anything_that_an_author_makes_them_of(phase: Phase) -> None:
    mistakes = [mistake for mistake in mutants_in(RULES[phase]) if mistake.clause.decides is Decision.STATE]
    of_phase = [mistake for mistake in mistakes if phase in mistake.clause.during]
    assert of_phase
    assert all(check(mistake.made_in(RULES[phase]), Grid(2, 1), phase) is None for mistake in of_phase)
