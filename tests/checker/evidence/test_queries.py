"""Every query of a proof: asked in one place, written down, and answered alike by whoever reads its text."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
import z3

from superko.checker.evidence import runner
from superko.checker.evidence.checks import checks
from superko.checker.evidence.queries import AskedQuery, Asking, QueryKind, SolverAnswer, asking
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.runner import with_solvers
from superko.checker.evidence.verdict import Outcome, Verdict
from superko.checker.proofs import solvers, steps
from superko.checker.proofs.one_point import PointwiseBoard
from superko.checker.proofs.questions import proved_on_board
from superko.checker.proofs.situation import BoardLemma, Implication
from superko.checker.proofs.solvers import CVC5, Query, answered, cvc5_answer, refuted, reply_to, script
from superko.checker.proofs.steps import LemmaProof, is_proved
from superko.spec.algebra import BLACK, Grid
from superko.spec.algebra.symbolic import SymbolicBoard
from superko.spec.rules import Rules

from ...sampling import EXHAUSTIVE, sample

EACH_KIND = {
    QueryKind.ONE_BOARD: "lemma/capture-excludes-suicide 2x2",
    QueryKind.ANY_BOARD: "lemma/capture-excludes-suicide every size",
    QueryKind.ONE_POINT: "lemma/stones-balance every size",
    QueryKind.ONE_TURN: "claim/spight-terminates every size ko=SIMPLE phase=main",
    QueryKind.COUNTING: "claim/aga-area-sum every size",
    QueryKind.GRIDS: "lemma/symmetry every size reflections keep neighbours",
}
OTHERS = (
    "claim/aga-area-sum 19x19 threshold=as-printed",
    "claim/aga-same-difference every size legal turns in turn",
    "claim/area-is-territory-but-for-moves every size scoring=TERRITORY",
    "claim/game-terminates every size ko=POSITIONAL phase=main",
    "lemma/cleared 2x2",
    "lemma/independent-life-of-one-color every size",
    "lemma/independent-life-of-one-color smallest reading/ilr-own-stone=literal",
    "lemma/play-keeps-legal every size",
    "lemma/quiet-move every size",
    "lemma/simple-ko every size",
    "lemma/symmetry every size suicide=no turned so that neighbours are kept",
)
TAKES_LONG = {
    "claim/area-is-territory-but-for-moves every size scoring=TERRITORY",
    "claim/game-terminates every size ko=POSITIONAL phase=main",
    "claim/spight-terminates every size ko=SIMPLE phase=main",
    "lemma/capture-excludes-suicide every size",
    "lemma/independent-life-of-one-color every size",
    "lemma/play-keeps-legal every size",
    "lemma/quiet-move every size",
    "lemma/simple-ko every size",
    "lemma/symmetry every size suicide=no turned so that neighbours are kept",
}
BOTH = Asking({CVC5: cvc5_answer}, written=True)
SOLVE = "superko.checker.proofs.solvers._by_z3"
ENDS = [f"claim/{protocol}-protocol-terminates every size document=tromp-taylor" for protocol in ("kgs", "japanese")]
A = z3.Int("a")
NOTHING_IS_BOTH = Query(QueryKind.COUNTING, (A > 1, A < 1), "nothing is both")
SOMETHING_IS = Query(QueryKind.COUNTING, (A > 1,), "something is", SolverAnswer.SAT)


def asked_for(name: str, how: Asking = BOTH) -> tuple[AskedQuery, ...]:
    with asking(name, how) as log:
        checks()[name].decide()
    return log.asked


def from_its_text(asked: AskedQuery) -> str:
    """What a fresh z3 answers, trying as often as a proof does."""
    for seed in range(6):
        solver = z3.Solver(ctx=z3.Context())
        solver.set("random_seed", seed)
        solver.set("timeout", 3_000)
        solver.from_string(asked.text)
        if (answer := str(solver.check())) != "unknown":
            return answer
    return "unknown"


@pytest.mark.parametrize(
    "name", sample([*EACH_KIND.values(), *OTHERS], lambda name: name not in TAKES_LONG, EXHAUSTIVE)
)
def test_each_text_is_the_very_formula_and_is_answered_as_expected(name: str) -> None:
    queries = asked_for(name)
    assert queries
    for asked in queries:
        assert dict(asked.answers) == dict.fromkeys(("z3", "cvc5"), asked.expected), asked.step
        assert from_its_text(asked) == asked.expected.value, asked.step
        context = z3.Context()
        read = [*z3.parse_smt2_string(asked.text, ctx=context)]
        read_again = z3.parse_smt2_string(script(read, asked.kind.logic), ctx=context)
        assert all(one.eq(other) for one, other in zip(read, read_again, strict=True))


@pytest.mark.parametrize("kind", sample(QueryKind, lambda kind: kind is not QueryKind.ONE_TURN))
def test_there_is_a_proof_of_each_kind(kind: QueryKind) -> None:
    assert {asked.kind for asked in asked_for(EACH_KIND[kind], Asking())} >= {kind}


BY_Z3 = [name for name, data in recorded_verdicts().items() if data["outcome"] == "proved" and data["method"] == "z3"]


@pytest.mark.parametrize("name", sample(BY_Z3, lambda name: name.startswith("claim/ikeda-"), EXHAUSTIVE))
def test_no_query_of_a_proof_is_answered_otherwise_than_the_proof_needs(name: str) -> None:
    queries = asked_for(name, Asking(written=True))
    assert queries
    for asked in queries:
        assert asked.needed in (None, asked.answers[0][1]), asked.step
        # cvc5 may give up where z3 does not; what either says is what the head of the file says.
        assert cvc5_answer(asked.text, asked.kind) in (asked.expected, SolverAnswer.UNKNOWN), asked.step


def no_stone_is_black(statement_of: object) -> Implication:
    c = statement_of.coloring  # type: ignore[attr-defined]
    return Implication(given=True, then=c.is_empty(c.black))


def wrong_on_every_board() -> bool:
    return is_proved(LemmaProof(BoardLemma("lemma/wrong", no_stone_is_black, moves=0), by_lemma=False), Rules())


def wrong_on_one_board() -> bool:
    board = SymbolicBoard(Grid(2, 2))
    return proved_on_board(board, board.is_empty(board.unknown("black")))


def wrong_at_one_point() -> bool:
    board = PointwiseBoard()
    return board.proves(board.size(board.unknown("black")).equals(0))


@pytest.mark.parametrize("proves", [wrong_on_every_board, wrong_on_one_board, wrong_at_one_point])
def test_the_text_of_a_wrong_step_is_not_refuted_by_anybody(proves: object) -> None:
    with asking("lemma/wrong", BOTH) as log:
        assert not proves()  # type: ignore[operator]
    (wrong,) = [asked for asked in log.asked if SolverAnswer.UNSAT not in dict(asked.answers).values()]
    assert wrong.needed is SolverAnswer.UNSAT
    assert wrong.expected.value == from_its_text(wrong) or from_its_text(wrong) == "unknown"
    assert from_its_text(wrong) != "unsat"


class TestTheLog:
    def test_notes_each_query_once_for_each_step(self) -> None:
        with asking("lemma/an-example") as log:
            assert refuted(NOTHING_IS_BOTH)
            assert refuted(NOTHING_IS_BOTH)
            assert refuted(Query(QueryKind.COUNTING, NOTHING_IS_BOTH.statements, "another step"))
        assert [asked.step for asked in log.asked] == ["nothing is both", "another step"]

    def test_expects_what_was_found_where_no_answer_is_needed(self) -> None:
        with asking("lemma/an-example") as log:
            answered(Query(QueryKind.COUNTING, (A > 1,), "whatever there is", expected=None))
        assert log.asked[0].expected is SolverAnswer.SAT

    def test_notes_nothing_of_what_is_asked_later(self) -> None:
        with asking("lemma/an-example") as log:
            pass
        assert refuted(NOTHING_IS_BOTH)
        assert log.asked == ()

    def test_of_a_claim_that_asks_what_others_asked_has_the_same_queries(self) -> None:
        known: dict[Hashable, Any] = {}
        alone = asked_for(ENDS[1], Asking(written=True))
        for name in ENDS:
            with asking(name, Asking(written=True), known) as log, patch(SOLVE, wraps=solvers._by_z3) as z3_asked:
                checks()[name].decide()
        assert log.asked == alone
        assert alone
        assert z3_asked.call_count == 0

    def test_gives_a_query_its_own_text_whatever_else_is_noted(self) -> None:
        number = len(asked_for(EACH_KIND[QueryKind.ONE_POINT], Asking()))
        assert len(asked_for(EACH_KIND[QueryKind.ONE_POINT], Asking(written=True))) == number


def test_what_z3_must_tell_and_can_not_is_no_answer() -> None:
    x, y, z = z3.Ints("x y z")
    hard = (x > 2, y > 2, z > 2, x * x * x + y * y * y == z * z * z)
    with pytest.raises(RuntimeError, match="z3 can't tell"):
        reply_to(Query(QueryKind.COUNTING, hard, work=100_000))


class TestAVerdict:
    PROVED = Verdict(Outcome.PROVED, "every size", "z3", {"players": 2})

    def after(self, *queries: Query, **second: SolverAnswer) -> Verdict:
        others = {name: partial(_always, answer) for name, answer in second.items()}
        with asking("lemma/an-example", Asking(others)) as log:
            for query in queries:
                answered(query)
        return with_solvers(self.PROVED, log.asked)

    def test_names_the_solvers_that_agreed_and_how_many_queries(self) -> None:
        verdict = self.after(NOTHING_IS_BOTH, cvc5=SolverAnswer.UNSAT)
        assert verdict.solvers == ("z3", "cvc5")
        assert verdict.counts == {"players": 2, "queries": 1}

    def test_does_not_name_a_solver_that_can_not_tell(self) -> None:
        verdict = self.after(NOTHING_IS_BOTH, cvc5=SolverAnswer.UNKNOWN)
        assert (verdict.outcome, verdict.solvers) == (Outcome.PROVED, ("z3",))

    @pytest.mark.parametrize(
        ("query", "answer"), [(NOTHING_IS_BOTH, SolverAnswer.SAT), (SOMETHING_IS, SolverAnswer.UNSAT)]
    )
    def test_is_unknown_where_solvers_contradict_each_other(self, query: Query, answer: SolverAnswer) -> None:
        verdict = self.after(query, liar=answer)
        assert verdict.outcome is Outcome.UNKNOWN
        assert f"The solvers contradict each other on {query.step!r}" in verdict.notes

    def test_without_queries_stays_as_it_is(self) -> None:
        assert self.after() == self.PROVED


def _always(answer: SolverAnswer, text: str, kind: QueryKind) -> SolverAnswer:
    return answer


def test_a_proof_that_another_solver_contradicts_is_not_as_recorded() -> None:
    how = Asking({"liar": partial(_always, SolverAnswer.SAT)})
    (finding,) = runner.run([checks()[EACH_KIND[QueryKind.ONE_POINT]]], workers=1, how=how)
    assert (finding.verdict.outcome, finding.as_recorded) == (Outcome.UNKNOWN, False)


def test_a_proof_that_lost_a_step_is_not_as_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "Color", (BLACK,))
    (finding,) = runner.run([checks()[EACH_KIND[QueryKind.ONE_POINT]]], workers=1)
    assert finding.verdict.outcome is Outcome.PROVED
    assert not finding.as_recorded


def test_the_number_of_queries_of_every_proof_by_z3_is_recorded() -> None:
    proofs = {
        name: data
        for name, data in recorded_verdicts().items()
        if (data["outcome"], data["method"]) == ("proved", "z3")
    }
    assert len(proofs) > 0
    assert [name for name, data in proofs.items() if not data["counts"].get("queries")] == []
