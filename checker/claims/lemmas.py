"""Lemmas about positions and moves, proved with z3, on boards of every size at once or on one board at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle

from ...interpreter.game import Game
from ...interpreter.notation import board_text, turn_text
from ...interpreter.story import Story
from ...interpreter.wording import full_sentence
from ...spec.algebra import Grid
from ...spec.documents import DOCUMENTS
from ...spec.katago_v2.faster_forms import IN_EVERY_TEXT
from ...spec.lemma import Lemma, Serves, lemmas
from ...spec.registry import Decision, clause_named
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move
from ..evidence.verdict import EVERY_SIZE, Outcome, Seen, Verdict, answer, one_case
from ..play.comparison import as_far_as_legal
from ..proofs import steps
from ..proofs.coverage import covered, covering
from ..proofs.declarations import OF_LEMMAS, OF_SOLE_CLAUSES
from ..proofs.following import ASKING, SOLE, asked_of_one_clause, stands_otherwise, undecided
from ..proofs.left_open import unknown_if_unreadable
from ..proofs.questions import WORK, SolverGaveUp, ask, smallest_counterexample
from ..proofs.rule_sets import alike, described, parameters_of, rule_sets
from ..proofs.situation import (
    CAPTURES_OF_TEXTS,
    FAST_CAPTURES,
    BoardLemma,
    LemmaSituation,
    ResolveCaptures,
    is_legal,
)
from ..proofs.steps import LemmaProof, is_proved
from ..proofs.turning import (
    COLORS_SWAPPED,
    REFLECTIONS,
    Reflection,
    keeps_neighbours,
    keeps_neighbours_on_every_grid,
    symmetry_lemma,
)

ANY_MOVES = Rules(suicide=True)
BY_SIZE = [Grid(*sides) for sides in [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (5, 1), (3, 2), (6, 1)]]
TINY = BY_SIZE[:3]
OF_CAPTURES = LemmaProof(steps.RESOLVE_CAPTURES, by_lemma=False)
OF_CLEARED = LemmaProof(steps.CLEARED, by_lemma=False)
OF_KEPT_LEGAL = LemmaProof(steps.KEEPS_LEGAL)
OF_NO_SUICIDE = LemmaProof(steps.CAPTURES_EXCLUDE_SUICIDE)
OF_SINGLE_SUICIDE = LemmaProof(steps.SINGLE_SUICIDE, by_lemma=False)
OF_ONE_COLOR = LemmaProof(steps.INDEPENDENT_LIFE, staying_in=lambda s: s.coloring.empty)
OF_LEFT_AND_RIGHT, OF_UP_AND_DOWN, OF_COLUMNS_AND_ROWS, OF_COLORS = map(symmetry_lemma, (*REFLECTIONS, COLORS_SWAPPED))
ABOUT_DEFINITIONS = {steps.RESOLVE_CAPTURES.claim, steps.CLEARED.claim}


def if_moves_stand(lemma: BoardLemma, rules: Rules, seen: Seen) -> Seen:
    """What was seen of a lemma about moves, which is open where after a move something else stands than it makes."""
    clause = lemma.moves and stands_otherwise(rules.literally())
    if not clause:
        return seen
    return answer(None, notes=f"By {clause} another coloring may stand after a move than the move makes.")


@unknown_if_unreadable
@one_case("every coloring of {grid}", "z3", acts="did what the lemma is about")
def decided(rules: Rules, lemma: BoardLemma, grid: Grid, work: int = WORK) -> Seen:
    """The verdict on a lemma on a board: it holds, or here is the counterexample with the fewest stones on it."""
    try:
        counterexample, certificates, acted = ask(lemma, rules, grid, work)
    except SolverGaveUp as reason:
        return answer(None, notes=full_sentence(str(reason)))
    if counterexample is not None:
        return refuted(counterexample)
    return if_moves_stand(lemma, rules, answer(True, {"certificates": certificates}, acted=acted))


def refuted(counterexample: LemmaSituation[int]) -> Seen:
    """A situation of which a lemma is false, as a game: its moves are made, or both pass if it has none."""
    c = counterexample.coloring
    moves = [Move(point) for point in counterexample.points]
    story = f'It is not so on the board "{board_text(c)}"{_in_turn(counterexample, moves)}.'
    if counterexample.rules.amendments or not is_legal(c):
        return answer(False, notes=story)
    # A lemma may be about moves that the rules forbid.
    witness = as_far_as_legal(Game(counterexample.rules, rows=c, to_play=counterexample.player), moves or [PASS, PASS])
    return answer(False, shows=Story.of(witness, story))


def _in_turn(counterexample: LemmaSituation[int], moves: Sequence[Move]) -> str:
    grid, player = counterexample.coloring.board.grid, counterexample.player
    players = cycle((player, player.opponent))
    played = [f"{next(players).name.capitalize()} plays {turn_text(grid, made)}" for made in moves]
    return f" when {', then '.join(played)}" if played else ""


def on_the_smallest_board(rules: Rules, lemma: BoardLemma, grids: Sequence[Grid] = BY_SIZE) -> Seen:
    """Find the smallest counterexample: the fewest stones on the smallest board that has any."""
    scope = f"boards of up to {grids[-1].size} points"
    try:
        counterexample = smallest_counterexample(lemma, rules, grids)
    except SolverGaveUp as reason:
        return answer(None, notes=full_sentence(str(reason)), scope=scope)
    if counterexample is None:
        return answer(None, scope=scope)
    return replace(refuted(counterexample), scope=str(counterexample.coloring.board.grid), is_minimal=True)


_proved = one_case(EVERY_SIZE, "z3", so=Outcome.PROVED)
refuted_on_the_smallest_board = _proved(on_the_smallest_board)


@unknown_if_unreadable
def stones_balance(rules: Rules) -> Verdict:
    """Prove that no move makes or loses a stone, on boards of every size; or find where one does."""
    if rules.amendments and (verdict := on_tiny_boards(steps.BALANCE, rules)).outcome is Outcome.REFUTED:
        return verdict
    return stones_balance_everywhere(rules)


@covering(OF_LEMMAS[steps.BALANCE.claim])
@_proved
def stones_balance_everywhere(rules: Rules) -> Seen:
    """Prove that no move makes or loses a stone, at one unspecified point of a board of any size."""
    if not steps.balances_for_every_size(rules.literally()):
        return on_the_smallest_board(rules, steps.BALANCE)
    return if_moves_stand(steps.BALANCE, rules, answer(True, {"players": 2}))


def succeeds(proof: LemmaProof, rules: Rules) -> bool:
    """Whether a proof goes through, and so does that of the lemma that it rests on."""
    # The lemma on which others rest is about definitions, which no rules amend.
    return (not proof.by_lemma or is_proved(OF_CAPTURES, ANY_MOVES)) and is_proved(proof, rules)


@unknown_if_unreadable
@_proved
def on_tiny_boards(lemma: BoardLemma, rules: Rules) -> Seen:
    """Whether a tiny board has a counterexample, where it is soon found if a lemma is false."""
    return on_the_smallest_board(rules, lemma, TINY)


def decided_on_every_board(rules: Rules, proof: LemmaProof) -> Verdict:
    """The verdict on a lemma: it is proved for every size, or a small board has a counterexample, or it is unknown.

    Of amended rules, tiny boards are asked first.
    """
    claim = proof.lemma.claim
    if claim in ABOUT_DEFINITIONS:
        return proved_or_refuted(proof, rules)
    if rules.amendments and (verdict := on_tiny_boards(proof.lemma, rules)).outcome is Outcome.REFUTED:
        return verdict
    return covered(OF_LEMMAS[claim], rules, partial(proved_or_refuted, proof))


@unknown_if_unreadable
@_proved
def proved_or_refuted(proof: LemmaProof, rules: Rules) -> Seen:
    """The verdict on a lemma, by its proof, or by the smallest board that has a counterexample."""
    if not succeeds(proof, rules):
        return on_the_smallest_board(rules, proof.lemma)
    notes = "Proved for points with any neighbours whatever, and so for every board."
    rests_on = (FAST_CAPTURES,) if proof.by_lemma else ()
    if rests_on:
        notes += f" Captures are found by their fast form; {FAST_CAPTURES}, on which that rests, is proved as well."
    return if_moves_stand(proof.lemma, rules, answer(True, {"players": 2}, notes=notes, rests_on=rests_on))


def with_other_moves(served: Iterable[Lemma]) -> list[Rules]:
    """Rules of each text that a lemma serves and that makes moves otherwise than those before it."""
    several: dict[tuple[object, ...], Rules] = {}
    for clause in (clause_named(lemma.of) for lemma in served if lemma.claim == IN_EVERY_TEXT):
        usual, choices = DOCUMENTS[clause.document].usual, clause.guard.alternatives[0]
        rules = usual.reading({name: min(map(str, values)) for name, values in choices})
        deciding = (rules.deciding(decision) for decision in (Decision.MOVE, Decision.PSEUDOLEGAL, Decision.AFTER_MOVE))
        several.setdefault(tuple(other.function for others in deciding for other in others), rules)
    return [*several.values()]


QUIET_IN = with_other_moves(lemmas(Serves.WHERE_MOVES_ARE_QUIET))
FORBIDDING_IN = with_other_moves(lemmas(Serves.WHERE_IT_FORBIDS))


def decided_of_every_text(proof: LemmaProof, served: Sequence[Rules]) -> Verdict:
    """The verdict on a lemma of several texts: it is proved of each, or the verdict on the first of which it is not.

    The proof puts the fast form of captures in the place of what each text defines, and so rests on `captures_alike`.
    """
    verdict = captures_alike()
    for rules in served:
        if verdict.outcome is not Outcome.PROVED:
            break
        verdict = decided_on_every_board(rules, proof)
    return replace(verdict, counts={**verdict.counts, "texts": len(served)})


def captures_alike(definitions: Sequence[ResolveCaptures] = CAPTURES_OF_TEXTS) -> Verdict:
    """Prove that what each text defines as captured has the one fast form, on boards of every size."""
    forms = [partial(steps.a_definition_has_that_form, definition) for definition in definitions]
    lemmas = [BoardLemma(steps.RESOLVE_CAPTURES.claim, form, moves=0) for form in forms]
    proofs = [LemmaProof(lemma, by_lemma=False) for lemma in lemmas]
    verdicts = [decided_on_every_board(ANY_MOVES, proof) for proof in proofs]
    verdict = next((verdict for verdict in verdicts if verdict.outcome is not Outcome.PROVED), verdicts[0])
    return replace(verdict, counts={**verdict.counts, "definitions": len(proofs)})


OF_LEGAL_POSITIONS = LemmaProof(BoardLemma(steps.KEEPS_LEGAL.claim, steps.play_leads_from_legal_to_legal))


@one_case(EVERY_SIZE, "z3", so=Outcome.PROVED, otherwise=Outcome.UNKNOWN)
def reflections_keep_neighbours(reflections: Sequence[Reflection] = REFLECTIONS) -> Seen:
    """Prove that reflections keep points on the grid and neighbours together, for every width and height."""
    is_kept = all(map(keeps_neighbours_on_every_grid, reflections))
    notes = "Neighbours are one step apart in a row or a column." if is_kept else ""
    return answer(is_kept, {"reflections": len(reflections)}, notes=notes)


@one_case("grids of up to {longest_side}x{longest_side}", acts="turned a grid")
def reflections_turn_neighbours(longest_side: int, reflections: Sequence[Reflection] = REFLECTIONS) -> Seen:
    """Turn each point of each small grid over; what the clauses take for its neighbours then turns with it."""
    sides = range(1, longest_side + 1)
    turned = [
        (reflection, Grid(width, height))
        for reflection in reflections
        for width in sides
        for height in sides
        if width == height or not reflection.of_squares
    ]
    points = sum(grid.size for _, grid in turned)
    apart = [grid for reflection, grid in turned if not keeps_neighbours(reflection, grid)]
    scope = str(min(apart, key=lambda grid: grid.size)) if apart else ""
    counts = {"grids": len(turned), "points": points, "differences": len(apart)}
    return answer(not apart, counts, acted=len(turned) - len(apart), scope=scope)


_MOST_SHOWN = 10
EVERY_COMBINATION = "every combination of parameters and readings"


@covering(OF_SOLE_CLAUSES)
@one_case(acts="asked for a clause")
def one_clause_decides(rules: Rules) -> Seen:
    """See that each decision that only one clause can take is taken by exactly one wherever it is asked for."""
    rules = rules.literally()
    scope = "the author's parameters and readings" if rules.amendments else EVERY_COMBINATION
    read = (*SOLE, *ASKING)
    groups = alike(rule_sets(rules, read), read)
    lacking = [
        f"{sentence.removesuffix('.')} under {described(group[0], parameters_of(rules, read)) or 'all values'}."
        for group in groups
        for sentence in undecided(group[0])
    ]
    asked = sum(1 for group in groups for _ in asked_of_one_clause(group[0]))
    counts = {"rule_sets": sum(map(len, groups)), "decisions": asked, "differences": len(lacking)}
    return answer(not lacking, counts, notes=" ".join(lacking[:_MOST_SHOWN]), acted=asked, scope=scope)
