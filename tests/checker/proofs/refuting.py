"""What tiny boards and games of a few turns say against a claim, and what proofs say without a look at them."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

from superko.checker.evidence.checks import Check, asked_of, checks
from superko.checker.evidence.queries import asking
from superko.checker.evidence.verdict import Outcome, Verdict, undecided
from superko.checker.proofs import steps
from superko.checker.proofs.endless import loops
from superko.checker.proofs.questions import is_true_of
from superko.checker.proofs.situation import BoardLemma, LemmaSituation
from superko.interpreter.game import Game
from superko.spec.algebra import Color, Coloring
from superko.spec.algebra.integers import integer_board
from superko.spec.rules import NoSoleClause, Rules
from superko.spec.vocabulary import Phase, Turn

TINY_BOARDS = ((1, 1), (2, 1), (3, 1), (2, 2))
MOST_COST_OF_PLAY, MOST_LOOPS, MOST_TURNS = 1, 40, 5
LEMMAS = {lemma.claim: lemma for lemma in vars(steps).values() if isinstance(lemma, BoardLemma)}
ENDLESS = "superko.checker.claims.katago_v2.termination.endless_game"
TINY = "superko.checker.claims.lemmas.on_the_smallest_board"


def by_proof_alone(check: Check) -> Verdict:
    """What a check finds if nobody looks for an endless game or a tiny board before."""
    with asking(check.claim), patch(ENDLESS, return_value=None), patch(TINY, return_value=undecided("")):
        return check.decide()


def refuted_by_play(check: Check, rules: Rules) -> str:
    """What play on tiny boards says against a claim under amended rules; "" if nothing."""
    asked = asked_of(check, rules)
    under = asked.under if isinstance(asked, Check) else (rules,)
    if check.claim.endswith(("-terminates", "-ends")):
        phases = [phase for phase in Phase if f"phase={phase.value}" in check.rules] or [Phase.MAIN]
        if any(goes_on(rule_set, phase) for rule_set in under for phase in phases):
            return "a game goes on and on"
    elif check.claim == "lemma/sole-clause" and lacks_a_clause(rules):
        return "a game can't go on"
    elif (lemma := LEMMAS.get(check.claim)) and any(is_false_of_some(lemma, rule_set) for rule_set in under):
        return "a board refutes it"
    for other in checks().values():
        alike = other.claim == check.claim and other.board != check.board and other.rules == check.rules
        if alike and other.cost <= MOST_COST_OF_PLAY and other.board in {"1x1", "2x1", "3x1", "2x2"}:
            smaller = asked_of(other, rules)
            if isinstance(smaller, Check) and smaller.decide().outcome is Outcome.REFUTED:
                return f"{other.name} is refuted"
    return ""


def goes_on(rules: Rules, phase: Phase = Phase.MAIN) -> bool:
    """Whether a loop on a tiny board can be taken as often as anybody cares to try."""
    for sides in TINY_BOARDS[:3]:
        start = Game(rules, sides, phase=phase)
        for endless, _ in zip(loops(start), range(MOST_LOOPS), strict=False):
            if _can_be_taken(start, endless.opening, endless.loop):
                return True
    return False


def _can_be_taken(game: Game, opening: tuple[Turn, ...], loop: tuple[Turn, ...], times: int = 12) -> bool:
    for turn in (*opening, *loop * times):
        if not game.judge(turn).legal or (game := game.play(turn)).ended_by is not None:
            return False
    return True


def lacks_a_clause(rules: Rules) -> bool:
    """Whether some game of a few turns on two points goes where no one clause decides."""
    games = [Game(rules, (2, 1))]
    try:
        for _ in range(MOST_TURNS):
            games = [game.play(turn) for game in games if not game.over for turn in game.turns()]
    except NoSoleClause:
        return True
    return False


def is_false_of_some(lemma: BoardLemma, rules: Rules) -> bool:
    """Whether a lemma is false of moves on a tiny board."""
    for sides in TINY_BOARDS:
        board, points = integer_board(*sides), range(sides[0] * sides[1])
        for colors in product((None, *Color), repeat=len(points)):
            sets = [sum(1 << index for index, stone in enumerate(colors) if stone is color) for color in Color]
            for player, played in product(Color, product(points, repeat=lemma.moves)):
                situation = LemmaSituation(rules, Coloring(board, *sets), player, tuple(1 << point for point in played))
                if not is_true_of(lemma, situation):
                    return True
    return False
