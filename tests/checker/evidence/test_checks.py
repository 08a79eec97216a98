"""Checks: how they are found, under which rules each is decided, and how they are asked of amended rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from superko.checker.evidence import checks
from superko.checker.evidence.checks import Check, Scope, asked_of, table_rows
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
from superko.spec.vocabulary import Phase, Play, Record

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
            checks.in_tables.__wrapped__()

    def test_a_claim_that_says_why_it_has_no_check_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        left = Claim("claim/left", "katago-v2", "main", "Nobody can look at this.", not_formalised="It is too deep.")
        monkeypatch.setattr(checks, "claims", lambda: (*claims(), left))
        checks.in_tables.__wrapped__()
        assert "claim/left" not in {made.claim for made in checks.checks().values()}

    def test_each_check_names_the_module_that_decides_it(self) -> None:
        assert named("claim/benson 2x2 suicide=yes").evidence == "superko.checker.claims.katago_v2.life"


class TestARow:
    """What a row of a table says, and what is refused."""

    def test_makes_a_check_for_each_board_of_each_scope(self) -> None:
        made = made_of("facts.situations:legal_positions = { not_asked = 'It holds.', on = '1x1 | 2x1 | 3x1' }")
        assert [check.scope for check in made] == [Scope.QUICK, Scope.STANDARD, Scope.DEEP]

    @pytest.mark.parametrize("said", ["", "under = 'suicide=no', not_asked = 'It stands.'"], ids=["neither", "both"])
    def test_says_either_the_rules_or_why_it_is_not_asked(self, said: str) -> None:
        with pytest.raises(ValueError, match="under which rules"):
            made_of(f"katago_v2.life:smallest_flaw = {{ {said} }}")

    @pytest.mark.parametrize(
        ("row", "error"),
        [
            ("katago_v2.life:no_such_function = { under = 'suicide=no' }", "no_such_function"),
            ("katago_v2.life:smallest_other_tax = { under = 'tax=ALL', expected = 'no_such_tax' }", "no_such_tax"),
            ("katago_v2.life:smallest_flaw = { under = 'ko=SUPER' }", 'ko is "SIMPLE"'),
            ("katago_v2.life:smallest_flaw = { under = 'suicide=no,-katago-v2/no-such' }", "no-such"),
            ("aga.no_such_module:decide = { under = 'aga' }", "no_such_module"),
        ],
    )
    def test_that_names_what_is_not_there_is_refused_by_name(self, row: str, error: str) -> None:
        with pytest.raises((AttributeError, ImportError, ValueError, KeyError), match=error):
            made_of(row)

    def test_gives_the_function_the_rules_and_what_arguments_stand_for(self) -> None:
        made = made_of(
            "readings:shortest_from_a_position = { under = 'japanese-like & same,reading/legal-once=after', "
            "phase = ['cleanup1', 'cleanup2'], named = '{readings} phase={phase}' }"
        )
        usual = PRESETS["japanese-like"]
        both = usual, usual.reading({"reading/legal-once": "after"})
        assert [check.under for check in made] == [both, both]
        assert [arguments(check)["phase"] for check in made] == [Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP]
        assert [check.rules for check in made] == [
            f"reading/legal-once=after phase={phase}" for phase in ("cleanup1", "cleanup2")
        ]

    def test_is_called_by_what_is_written_of_the_last_rules(self) -> None:
        made = made_of(
            "katago_v2.life:smallest_flaw = [{ under = 'ko=SIMPLE,tax=SEKI/ALL,-katago-v2/move/suicide-ban' }, "
            "{ under = ['french', 'ikeda'], named = 'preset={preset} of {document}' }]"
        )
        dropped = "without=katago-v2/move/suicide-ban"
        assert [check.rules for check in made] == [
            *(f"ko=SIMPLE tax={tax} {dropped}" for tax in ("SEKI", "ALL")),
            *(f"preset={name} of {name}" for name in ("french", "ikeda")),
        ]


def made_of(row: str) -> list[Check]:
    """The checks that a line of a table makes of a claim."""
    name, _, said = row.partition(" = ")
    table = {CLAIM: tomllib.loads(f'"{name}" = {said}')}
    return [made for of_claim in table_rows(table) for made in checks.checks_of(*of_claim)]


def arguments(check: Check) -> dict[str, Any]:
    decide: Any = check.decided_by
    keywords: dict[str, Any] = decide.keywords
    return keywords


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
        monkeypatch.setattr(checks, "in_tables", lambda: {made.name: made for made in (every, small)})
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
