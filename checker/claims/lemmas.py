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
from ...spec.guard import word
from ...spec.katago_v2.faster_forms import IN_EVERY_TEXT
from ...spec.lemma import Lemma, Serves, lemmas
from ...spec.parameters import Scoring, Tax
from ...spec.registry import Decision, clause_named
from ...spec.rules import Rules
from ...spec.vocabulary import PASS, Move, Turn
from ..evidence.checks import decides, row, varied
from ..evidence.verdict import EVERY_SIZE, Outcome, Seen, Verdict, answer, one_case
from ..proofs import steps
from ..proofs.coverage import covered, covering
from ..proofs.declarations import OF_LEMMAS, OF_SOLE_CLAUSES
from ..proofs.following import stands_otherwise
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
from ..proofs.sole_clauses import ASKING, SOLE, asked_of_one_clause, undecided
from ..proofs.steps import PROOF_OF_KO_MOVE, PROOF_OF_QUIET_MOVE, PROOF_OF_SIMPLE_KO, LemmaProof, is_proved
from ..proofs.turning import (
    COLORS_SWAPPED,
    PROOF_OF_SWAPPING,
    PROOF_OF_TURNING,
    REFLECTIONS,
    TRANSPOSED,
    Reflection,
    keeps_neighbours,
    keeps_neighbours_on_every_grid,
    symmetry_lemma,
)

ANY_MOVES = Rules(suicide=True)
BY_SIZE = [Grid(*sides) for sides in [(1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (5, 1), (3, 2), (6, 1)]]
LONGEST = 9
TINY = BY_SIZE[:3]
OF_CAPTURES = LemmaProof(steps.RESOLVE_CAPTURES, by_lemma=False)
ABOUT_DEFINITIONS = {steps.RESOLVE_CAPTURES.claim, steps.CLEARED.claim}
DEFINITIONS_STAND = "It is about definitions, which other clauses call by name, so that no rules can amend them."
TEXTS_STAND = "It is about texts as they stand; a faster form is not used where what it rests on is amended."
GRIDS_STAND = "It is about grids, and no clause takes part in it."


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
        by_solver = ask(lemma, rules, grid, work)
    except SolverGaveUp as reason:
        return answer(None, notes=full_sentence(str(reason)))
    if by_solver.counterexample is not None:
        return refuted(by_solver.counterexample)
    counts = {"certificates": by_solver.certificates}
    return if_moves_stand(lemma, rules, answer(True, counts, acted=by_solver.acted))


def refuted(counterexample: LemmaSituation[int]) -> Seen:
    """A situation of which a lemma is false, as a game: its moves are made, or both pass if it has none."""
    c = counterexample.coloring
    moves = [Move(point) for point in counterexample.points]
    story = f'It is not so on the board "{board_text(c)}"{_in_turn(counterexample, moves)}.'
    if counterexample.rules.amendments or not is_legal(c):
        return answer(False, notes=story)
    witness = _as_far_as_legal(Game(counterexample.rules, rows=c, to_play=counterexample.player), moves or [PASS, PASS])
    return answer(False, shows=Story.of(witness, story))


def _in_turn(counterexample: LemmaSituation[int], moves: Sequence[Move]) -> str:
    grid, player = counterexample.coloring.board.grid, counterexample.player
    players = cycle((player, player.opponent))
    played = [f"{next(players).name.capitalize()} plays {turn_text(grid, made)}" for made in moves]
    return f" when {', then '.join(played)}" if played else ""


def _as_far_as_legal(game: Game, turns: Iterable[Turn]) -> Game:
    """The game with some turns more, up to the first that its rules forbid; a lemma may be about moves that they do."""
    for turn in turns:
        if game.over or not game.judge(turn).legal:
            break
        game = game.play(turn)
    return game


def on_the_smallest_board(lemma: BoardLemma, rules: Rules, grids: Sequence[Grid] = BY_SIZE) -> Seen:
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


@decides(steps.BALANCE.claim, ANY_MOVES, on=EVERY_SIZE)
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
        return on_the_smallest_board(steps.BALANCE, rules)
    return if_moves_stand(steps.BALANCE, rules, answer(True, {"players": 2}))


def succeeds(proof: LemmaProof, rules: Rules) -> bool:
    """Whether a proof goes through, and so does that of the lemma that it rests on."""
    return not (proof.by_lemma and not captures_have_their_fast_form()) and is_proved(proof, rules)


def captures_have_their_fast_form() -> bool:
    """Whether the lemma on which other proofs rest is proved; it is about definitions, which no rules amend."""
    return is_proved(OF_CAPTURES, ANY_MOVES)


@unknown_if_unreadable
@_proved
def on_tiny_boards(lemma: BoardLemma, rules: Rules) -> Seen:
    """Whether a tiny board has a counterexample, where it is soon found if a lemma is false."""
    return on_the_smallest_board(lemma, rules, TINY)


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
        return on_the_smallest_board(proof.lemma, rules)
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


_LIFE_COUNTS = Rules(tax=Tax.ALL)
_LITERAL = _LIFE_COUNTS.reading({"reading/ilr-own-stone": "literal"})

OF_DEFINITIONS = ((OF_CAPTURES, ANY_MOVES), (LemmaProof(steps.CLEARED, by_lemma=False), ANY_MOVES))
OF_MOVES_AND_LIFE = (
    (LemmaProof(steps.KEEPS_LEGAL), ANY_MOVES),
    (LemmaProof(steps.CAPTURES_EXCLUDE_SUICIDE), ANY_MOVES),
    (LemmaProof(steps.INDEPENDENT_LIFE, staying_in=lambda s: s.coloring.empty), _LIFE_COUNTS),
)
BY_INDUCTION = (*OF_DEFINITIONS, *OF_MOVES_AND_LIFE)

IN_STEPS = (
    (PROOF_OF_SIMPLE_KO, ANY_MOVES, ""),
    (PROOF_OF_QUIET_MOVE, ANY_MOVES, ""),
    *(
        (PROOF_OF_KO_MOVE, Rules(scoring=Scoring.TERRITORY, suicide=allowed), f"suicide={word(allowed)}")
        for allowed in (False, True)
    ),
)

SINGLE_SUICIDES = tuple(
    (LemmaProof(steps.SINGLE_SUICIDE, by_lemma=False), Rules(suicide=allowed), f"suicide={word(allowed)}")
    for allowed in (False, True)
)

SYMMETRIES = tuple(
    (proof, Rules(suicide=allowed), f"suicide={word(allowed)} {symmetry}")
    for proof, symmetry in (
        (PROOF_OF_TURNING, "turned so that neighbours are kept"),
        (PROOF_OF_SWAPPING, "colors swapped"),
    )
    for allowed in (False, True)
)

_PROVED: tuple[tuple[LemmaProof, Rules, str], ...] = (*SINGLE_SUICIDES, *IN_STEPS, *SYMMETRIES)

decides(
    "",
    *(row(DEFINITIONS_STAND, claim=proof.lemma.claim, proof=proof, rules=rules) for proof, rules in OF_DEFINITIONS),
    *(row(rules, claim=proof.lemma.claim, proof=proof) for proof, rules in OF_MOVES_AND_LIFE),
    *(row(rules, claim=proof.lemma.claim, named=label, proof=proof) for proof, rules, label in _PROVED),
    on=EVERY_SIZE,
)(decided_on_every_board)

_of_texts = partial(decides, IN_EVERY_TEXT, TEXTS_STAND, on=EVERY_SIZE)
_of_texts(named="captures")(captures_alike)
decides(
    IN_EVERY_TEXT,
    *(
        row(TEXTS_STAND, named=label, proof=proof, served=with_other_moves(served))
        for label, proof, served in (
            ("positions stay legal", OF_LEGAL_POSITIONS, lemmas(Serves.WHERE_MOVES_ARE_QUIET)),
            ("quiet moves", PROOF_OF_QUIET_MOVE, lemmas(Serves.WHERE_MOVES_ARE_QUIET)),
            ("simple ko", PROOF_OF_SIMPLE_KO, lemmas(Serves.WHERE_IT_FORBIDS)),
        )
    ),
    on=EVERY_SIZE,
)(decided_of_every_text)

decides(
    "",
    row(ANY_MOVES, claim=steps.KEEPS_LEGAL.claim, lemma=steps.KEEPS_LEGAL),
    row(ANY_MOVES, claim=steps.CAPTURES_EXCLUDE_SUICIDE.claim, lemma=steps.CAPTURES_EXCLUDE_SUICIDE),
    row(ANY_MOVES, claim=steps.SIMPLE_KO.claim, on="2x2 | 3x2", lemma=steps.SIMPLE_KO),
    row(ANY_MOVES, claim=steps.QUIET_MOVE.claim, lemma=steps.QUIET_MOVE),
    row(
        *varied(Rules(scoring=Scoring.TERRITORY), suicide=(False, True)),
        claim=steps.KO_MOVE.claim,
        named="suicide={suicide}",
        on="2x2 | 3x2",
        lemma=steps.KO_MOVE,
    ),
    row(DEFINITIONS_STAND, claim=steps.CLEARED.claim, rules=ANY_MOVES, lemma=steps.CLEARED),
    row(_LIFE_COUNTS, claim=steps.INDEPENDENT_LIFE.claim, on="2x2 | 3x2", lemma=steps.INDEPENDENT_LIFE),
    *(
        row(
            ANY_MOVES,
            claim="lemma/symmetry",
            named=symmetry.name,
            on="2x2" if symmetry is TRANSPOSED else "2x2 | 3x2",
            lemma=symmetry_lemma(symmetry),
        )
        for symmetry in (*REFLECTIONS, COLORS_SWAPPED)
    ),
    on="2x2 3x2 | 3x3",
)(decided)
decides(steps.INDEPENDENT_LIFE.claim, _LITERAL, named="reading/ilr-own-stone=literal")(
    partial(refuted_on_the_smallest_board, steps.INDEPENDENT_LIFE)
)
_about_grids = partial(decides, "lemma/symmetry", GRIDS_STAND, named="reflections keep neighbours")
_about_grids(on=EVERY_SIZE, cost=0.1)(reflections_keep_neighbours)
_about_grids(on=f"up to {Grid(LONGEST, LONGEST)}")(partial(reflections_turn_neighbours, LONGEST))


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


decides(
    "lemma/sole-clause",
    {f"document={id}": document.usual for id, document in DOCUMENTS.items()},
    on=EVERY_SIZE,
    whatever_else=True,
)(one_clause_decides)
