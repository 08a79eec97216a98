"""Checks: how they are found, under which rules each is decided, and how they are asked of amended rules."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from superko.checker import claims as claims_package
from superko.checker.evidence import checks
from superko.checker.evidence.checks import Check, Scope, asked_of, row, varied
from superko.checker.evidence.recorded import recorded_verdicts
from superko.checker.evidence.verdict import EVERY_SIZE, Outcome, Verdict
from superko.spec.algebra import Color, Condition
from superko.spec.claim import Claim, claims
from superko.spec.composition import resulting_state
from superko.spec.documents import DOCUMENTS
from superko.spec.guard import Guard, given
from superko.spec.parameters import HandicapBonus, Ko, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, clauses, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Play, Record

CHEAP = 0.5
TAKES_LONG = (
    "fact/scorings 3x2",
    "claim/area-is-territory-but-for-moves every size",
    "reading/aga-both-pass-twice smallest",
)
CLAIM, BOARD = "claim/benson", "9x9"


def named(name: str) -> Check:
    return checks.checks()[name]


def asked(name: str, rules: Rules) -> Verdict:
    """The verdict on the check with this name under amended rules."""
    made = asked_of(named(name), rules)
    assert isinstance(made, Check), made
    return made.decide()


def holds_always(*under: Rules) -> Verdict:
    return Verdict(Outcome.HOLDS, BOARD, "")


class TestFinding:
    def test_checks_come_in_the_order_of_the_claims(self) -> None:
        order = [claim.id for claim in claims()]
        places = [order.index(made.claim) for made in checks.checks().values()]
        assert places == sorted(places)

    def test_a_claim_without_a_check_or_a_reason_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        forgotten = Claim("claim/forgotten", "katago-v2", "main", "Nobody has looked at this.")
        monkeypatch.setattr(checks, "claims", lambda: (*claims(), forgotten))
        with pytest.raises(ValueError, match="No check decides claim/forgotten"):
            checks.find_evidence.__wrapped__()

    def test_a_claim_that_says_why_it_has_no_check_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        left = Claim("claim/left", "katago-v2", "main", "Nobody can look at this.", not_formalised="It is too deep.")
        monkeypatch.setattr(checks, "claims", lambda: (*claims(), left))
        checks.find_evidence.__wrapped__()
        assert "claim/left" not in {made.claim for made in checks.checks().values()}

    def test_each_check_names_the_module_that_decides_it(self) -> None:
        assert named("claim/benson 2x2 suicide=yes").evidence == "superko.checker.claims.katago_v2.life"


class TestRegistering:
    @pytest.fixture(autouse=True)
    def registered(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, checks.Check]:
        """The checks that a test registers, which are gone after it."""
        monkeypatch.setattr(checks, "_registered", by_name := dict[str, checks.Check]())
        return by_name

    def test_a_board_of_a_wider_scope_is_checked_under_that_scope(self, registered: dict[str, checks.Check]) -> None:
        register = checks.decides(CLAIM, "It holds whatever the rules are.", on="1x1 | 2x1 | 3x1")
        register(lambda grid: Verdict(Outcome.HOLDS, str(grid), ""))
        assert [made.scope for made in registered.values()] == [Scope.QUICK, Scope.STANDARD, Scope.DEEP]

    @pytest.mark.parametrize(("under", "why"), [((), ""), ((Rules(),), "It stands.")], ids=["neither", "both"])
    def test_a_check_says_either_its_rules_or_why_it_is_not_asked(self, under: tuple[Rules, ...], why: str) -> None:
        with pytest.raises(ValueError, match="under which rules"):
            checks.decides(CLAIM, *under, why, on=BOARD)(holds_always)

    def test_a_check_is_registered_once(self) -> None:
        register = checks.decides(CLAIM, Rules(), on=BOARD)
        register(holds_always)
        with pytest.raises(ValueError, match="twice"):
            register(holds_always)

    def test_it_is_decided_by_the_function_of_its_rules(self, registered: dict[str, checks.Check]) -> None:
        taken: list[Rules] = []

        def decide(first: Rules, other: Rules) -> Verdict:
            taken.extend((first, other))
            return holds_always()

        checks.decides(CLAIM, (Rules(), Rules(suicide=False)), on=BOARD)(decide)
        registered[f"{CLAIM} {BOARD}"].decide()
        assert taken == [Rules(), Rules(suicide=False)]

    def test_rows_have_what_is_their_own_and_else_what_all_have(self, registered: dict[str, checks.Check]) -> None:
        literal = Rules(tax=Tax.ALL).reading({"reading/ilr-own-stone": "literal"})
        register = checks.decides(
            "",
            row(*varied(Rules(), suicide=(False, True)), named="suicide={suicide}", claim=CLAIM),
            row(literal, claim="reading/ilr-own-stone", on="3x3"),
            named="strings,{readings}",
            on=BOARD,
        )
        register(holds_always)
        assert list(registered) == [
            "claim/benson 9x9 suicide=no",
            "claim/benson 9x9 suicide=yes",
            "reading/ilr-own-stone 3x3 strings,reading/ilr-own-stone=literal",
        ]
        checks.decides(CLAIM, {"tax=ALL": Rules(tax=Tax.ALL)}, Rules(), named="ko={ko}", on=BOARD)(holds_always)
        assert registered["claim/benson 9x9 tax=ALL"].under == (Rules(tax=Tax.ALL),)
        assert registered["claim/benson 9x9 ko=POSITIONAL"].under == (Rules(),)


def test_no_claim_is_registered_in_a_loop() -> None:
    """What a check is made of stands in its `decides`, where it can be read as data."""
    folder = Path(claims_package.__path__[0])
    statements = {file: ast.parse(file.read_text(encoding="utf-8")).body for file in folder.rglob("*.py")}
    assert len(statements) > 20
    assert [file.name for file, body in statements.items() if any(isinstance(node, ast.For) for node in body)] == []


def test_a_check_has_the_values_that_it_is_named_by_and_the_part_that_it_decides() -> None:
    made = named("claim/summary-situational-adds-turn 2x2 button=no, games of up to 8 turns")
    assert made.values == {"button": ("no",)}
    assert made.part == frozenset(("games", "of", "up", "to", "8", "turns"))
    assert not made.to_the_end
    assert named("claim/kgs-protocol-terminates every size ko=POSITIONAL/SITUATIONAL scoring=AREA").values == {
        "ko": ("POSITIONAL", "SITUATIONAL"),
        "scoring": ("AREA",),
    }


class TestWhatIsNotAsked:
    def test_a_check_that_says_why(self) -> None:
        made = named("fact/legal-positions 2x2")
        assert asked_of(made, Rules().dropping("katago-v2/move/no-null-change")) == made.not_asked

    def test_a_check_about_another_document(self) -> None:
        amended = PRESETS["aga"].dropping("aga/11-last-move")
        reason = asked_of(named("claim/benson 2x2 suicide=yes"), amended)
        assert reason == "It is decided for katago-v2, not for aga."

    def test_a_check_under_whose_rules_no_amended_clause_is_in_force(self) -> None:
        amended = Rules().dropping("katago-v2/move/suicide-ban")
        assert isinstance(asked_of(named("claim/benson 2x2 suicide=no"), amended), Check)
        assert asked_of(named("claim/benson 2x2 suicide=yes"), amended) == (
            "No amended clause is in force under the rules of the check, so it comes out as for the document."
        )

    def test_a_check_that_is_decided_without_the_amended_clause(self) -> None:
        clause = "katago-v2/cleanup/legal-once"
        made = named(f"claim/double-ko-seki-bounded 5x3 without={clause},katago-v2/cleanup/no-result")
        assert isinstance(asked_of(made, Rules().dropping(clause)), str)

    def test_but_one_that_stands_for_all_parameters_is_asked_whatever_is_amended(self) -> None:
        made = named("claim/game-terminates every size ko=POSITIONAL phase=main")
        assert isinstance(asked_of(made, Rules().dropping("katago-v2/main/end-two-passes-button")), Check)

    def test_a_refusal_is_a_verdict_with_its_reason(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(rules: Rules) -> Verdict:
            raise Refusal("Such rules can't be read.")

        made = replace(named("claim/benson 2x2 suicide=no"), decided_by=refuse)
        verdict = asked_of(made, Rules().dropping("katago-v2/move/suicide-ban"))
        assert isinstance(verdict, Check)
        assert (verdict.decide().outcome, verdict.decide().notes) == (Outcome.UNKNOWN, "Such rules can't be read.")


def no_earlier_state(record: Record, play: Play[int]) -> Condition:
    """A legal move does not result in any earlier state."""
    return record.earlier.lacks(resulting_state(record, play))


def with_a_ban_where(guard: Guard) -> Rules:
    """Rules without superko, with a superko of their own that is in force under some values of parameters only."""
    ban = make_clause(no_earlier_state, "house/ban", when=guard, decides=Decision.LEGAL)
    return Rules().dropping("katago-v2/main/legal-superko").adding(ban)


class TestTheValuesOfAnAuthor:
    """What is decided of amended rules is decided under the values of parameters that their author gave."""

    ENDS = "claim/game-terminates every size ko=POSITIONAL phase=main"

    def test_a_check_that_stands_for_all_values_takes_the_author_s(self) -> None:
        author = Rules(
            suicide=False,
            tax=Tax.SEKI,
            button=True,
            komi=7.5,
            handicap_bonus=HandicapBonus.N,
            self_play_opts=True,
            readings=(("reading/no-result", "second"),),
        ).dropping("katago-v2/main/end-two-passes")
        made = asked_of(named(self.ENDS), author)
        assert isinstance(made, Check)
        assert made.under == (author,)

    def test_but_not_of_what_it_names(self) -> None:
        author = Rules(ko=Ko.SIMPLE, suicide=False).dropping("katago-v2/main/end-two-passes")
        made = asked_of(named(self.ENDS), author)
        assert isinstance(made, Check)
        assert made.under == (replace(author, ko=Ko.POSITIONAL),)

    def test_of_several_that_it_names_it_takes_the_author_s(self) -> None:
        author = Rules(ko=Ko.SITUATIONAL).dropping("katago-v2/main/end-two-passes")
        made = asked_of(
            named("claim/kgs-protocol-terminates every size ko=POSITIONAL/SITUATIONAL scoring=AREA"), author
        )
        assert isinstance(made, Check)
        assert {*made.under} == {author}

    @pytest.mark.parametrize(
        ("rules", "outcome"),
        [
            (with_a_ban_where(given(suicide=True)), Outcome.PROVED),
            (replace(with_a_ban_where(given(suicide=True)), suicide=False), Outcome.REFUTED),
            (with_a_ban_where(given(komi=0)), Outcome.PROVED),
            (replace(with_a_ban_where(given(komi=0)), komi=7.5), Outcome.REFUTED),
        ],
        ids=["with suicide", "without suicide", "at no komi", "at another komi"],
    )
    def test_a_verdict_is_about_them(self, rules: Rules, outcome: Outcome) -> None:
        verdict = asked(self.ENDS, rules)
        assert verdict.outcome is outcome
        if verdict.witness is not None:
            assert verdict.witness.game(rules).turns_taken

    def test_what_a_small_board_refutes_under_other_values_refutes_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def proved(rules: Rules) -> Verdict:
            return Verdict(Outcome.PROVED if rules.suicide else Outcome.REFUTED, BOARD, "")

        every, small = (
            Check(CLAIM, EVERY_SIZE, "", proved, 0.1, under=(Rules(),), whatever_else=True),
            Check(CLAIM, "2x1", "suicide=no", proved, 0.1, under=(Rules(suicide=False),)),
        )
        monkeypatch.setattr(checks, "find_evidence", lambda: None)
        monkeypatch.setattr(checks, "_registered", {made.name: made for made in (every, small)})
        amended = Rules().dropping("katago-v2/main/end-two-passes")
        assert asked(every.name, amended).outcome is Outcome.PROVED
        assert asked(every.name, replace(amended, suicide=False)).outcome is Outcome.REFUTED


def in_other_words(document: str) -> Rules:
    """Rules of a document with every term of a score said in other words."""

    def said_again(function: Callable[..., Any]) -> Callable[..., Any]:
        def term(ended: Any, color: Color) -> Any:
            """The same term of a score, in other words."""
            return function(ended, color)

        return term

    rules = next(rules for rules in PRESETS.values() if rules.document == document)
    for clause in clauses(document):
        if clause.decides is Decision.SCORE:
            rules = rules.replacing(clause.name, said_again(clause.function))
    return rules


def cheapest_of_each_claim(document: str) -> list[str]:
    cheapest: dict[str, Check] = {}
    rules = in_other_words(document)
    could_be = [made for made in checks.checks().values() if made.scope is Scope.QUICK and made.cost <= CHEAP]
    for made in sorted(could_be, key=lambda check: check.cost):
        if made.claim not in cheapest and isinstance(asked_of(made, rules), Check):
            cheapest[made.claim] = made
    return [cheapest[claim].name for claim in dict.fromkeys(made.claim for made in could_be) if claim in cheapest]


@pytest.mark.parametrize(
    ("document", "name"),
    [
        *(
            (document, name)
            for document in DOCUMENTS
            for name in cheapest_of_each_claim(document)
            if not name.startswith(TAKES_LONG)
        )
    ],
)
def test_of_the_same_rules_in_other_words_a_check_finds_what_is_recorded(document: str, name: str) -> None:
    assert asked(name, in_other_words(document)).outcome.value == recorded_verdicts()[name]["outcome"]
