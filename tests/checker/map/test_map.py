"""The map says of every rule set of a class what is so when that one rule set is asked by itself."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from click.testing import CliRunner

from superko.checker.claims.katago_v2.termination import phase_ends
from superko.checker.command_line import main
from superko.checker.commands.map_command import ToRead, read_map
from superko.checker.evidence.verdict import Outcome
from superko.checker.map.answers import ClassOutcome, ClassVerdict
from superko.checker.map.boards import PROPERTIES
from superko.checker.map.ends import ENDS, READ, EndsMap, phase_proof
from superko.checker.map.family import NOTHING, Family, FamilySetting, Names
from superko.checker.map.telling import Needed, map_as_json, map_of, needed_by, sentence
from superko.checker.pages import measured
from superko.checker.proofs.endless import endless_game_in_any_phase
from superko.checker.proofs.phase_ends import FURTHER_ORDERS, NEW_STATES
from superko.checker.telling.effort import Effort
from superko.checker.telling.terminal import Exit
from superko.spec.composition import has_phase
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Refusal, Rules
from superko.spec.vocabulary import Phase, Record

TT = Family("tromp-taylor", READ)
SPIGHT = Family("spight", READ)


def every_rule_set(family: Family) -> Iterator[Rules]:
    """All rule sets of a family, made one by one; only for documents whose values are all read."""
    for rules in (rules for setting in family.settings for rules in setting.every):
        for size in range(family.most_dropped + 1):
            for dropped in combinations([clause.name for clause in family.clauses], size):
                without = rules
                for name in dropped:
                    without = without.dropping(name)
                yield without


def read_in(family: Family, rules: Rules) -> frozenset[tuple[Phase, str]]:
    """What a family reads of rules: the clauses in force, by phase."""
    read = [clause for clause in rules.in_force if clause.decides in family.reads]
    return frozenset((phase, clause.name) for clause in read for phase in clause.during)


@pytest.mark.parametrize("family", [TT, SPIGHT], ids=lambda family: str(family.document))
def test_every_rule_set_is_of_one_class_of_the_size_that_is_told(family: Family) -> None:
    made = Counter(read_in(family, rules) for rules in every_rule_set(family))
    sizes = Counter[frozenset[tuple[Phase, str]]]()
    for setting, dropped in family.classes:
        sizes[read_in(family, setting.dropping(dropped))] += family.size_of(setting, dropped)
    assert sizes == made
    assert made.total() == family.size


def test_the_classes_of_a_document_with_many_values_add_up() -> None:
    family = Family("katago-v2", frozenset({Decision.PHASE_ENDS, Decision.TURN}))
    sizes = [family.size_of(setting, dropped) for setting, dropped in family.classes]
    assert (sum(sizes), len(sizes)) == (family.size, family.number_of_classes)
    assert family.size > 10**9


def test_one_look_at_every_case_tells_what_a_proof_needs() -> None:
    proof = phase_proof(TT.usual, Phase.MAIN)
    assert not proof.obstacle
    assert proof.needs[NEW_STATES] == {frozenset({"tromp-taylor/turn#no-repetition"}), frozenset({"tromp-taylor/end"})}
    assert proof.order(frozenset({"tromp-taylor/end"})) is None


def one_by_one(rules: Rules) -> ClassOutcome:
    """What is so of a rule set by itself: the proof of the claims, or a search for a game that goes on."""
    try:
        if endless_game_in_any_phase(rules):
            return ClassOutcome.REFUTED
    except Refusal:
        return ClassOutcome.UNPLAYABLE
    phases = [phase for phase in Phase if has_phase(rules, phase)]
    if Phase.MAIN not in phases:
        return ClassOutcome.UNPLAYABLE
    values = {name: [rules.parameter(name)] for name, _ in rules.readings}
    verdicts = [phase_ends(rules, phase, values) for phase in phases]
    return (
        ClassOutcome.PROVED if all(verdict.outcome is Outcome.PROVED for verdict in verdicts) else ClassOutcome.UNKNOWN
    )


def members(family: Family, setting: FamilySetting, dropped: Names) -> list[Rules]:
    """Rule sets of a class: any of its values, without what is dropped and other clauses that are not read."""
    others = [clause.name for clause in family.clauses if clause.name not in setting.names]
    further = random.Random(str(sorted(dropped))).choices([NOTHING, *(frozenset({name}) for name in others)], k=2)
    room = family.most_dropped - len(dropped)
    rules = random.Random(7).choice(setting.every)
    return [FamilySetting((rules,), {}).dropping(dropped | more) for more in further if len(more) <= room]


def told_otherwise(family: Family, classes: list[tuple[FamilySetting, Names]]) -> list[str]:
    """The rule sets of some classes of which the map says something else than what is so by itself."""
    asked = EndsMap(family)
    wrong = []
    for setting, dropped in classes:
        verdict = asked.decide(setting, dropped)
        for rules in members(family, setting, dropped):
            alone = one_by_one(rules)
            more_is_known = alone is ClassOutcome.UNKNOWN and verdict.why in {
                f"With every turn {order.name}." for order in FURTHER_ORDERS
            }
            if alone is not verdict.answer and not more_is_known:
                wrong.append(f"{[amendment.name for amendment in rules.amendments]}: {verdict.answer}, and {alone}")
    return wrong


def of_sizes(family: Family, *sizes: int) -> list[tuple[FamilySetting, Names]]:
    """The classes of a family with so many clauses dropped."""
    return [(setting, dropped) for setting, dropped in family.classes if len(dropped) in sizes]


@pytest.mark.exhaustive
@pytest.mark.thorough
@pytest.mark.parametrize("document", ["tromp-taylor", "wmsg"])
def test_rule_sets_of_a_class_come_out_as_the_class_does(document: str) -> None:
    family = Family(document, READ)
    fewer, pairs = (random.Random(document).sample(of_sizes(family, *sizes), 3) for sizes in ((0, 1), (2,)))
    assert told_otherwise(family, [*fewer, *pairs]) == []


@pytest.mark.thorough
@pytest.mark.parametrize("forgotten", [Decision.COUNTS_AS_PASS, Decision.REMEMBERED, Decision.PHASE_ENDS])
def test_the_same_comparison_finds_out_a_family_that_forgets_a_decision(forgotten: Decision) -> None:
    family = Family("tromp-taylor", READ - {forgotten})
    (setting,) = family.settings
    asked = EndsMap(family)
    dropped = next(clause.name for clause in family.clauses if clause.decides is forgotten)
    verdict = asked.decide(setting, NOTHING)
    assert verdict.answer is not one_by_one(setting.rules.dropping(dropped))


def test_what_is_needed_is_the_smallest_of_what_fails() -> None:
    a, b, c = (frozenset({name}) for name in ("x/a", "x/b", "x/c"))
    answers = dict.fromkeys((NOTHING, a, b, c, a | b, a | c, b | c), ClassVerdict(ClassOutcome.PROVED))
    answers |= dict.fromkeys((a | b, c, a | c, b | c), ClassVerdict(ClassOutcome.REFUTED))
    needed = needed_by(answers)
    assert needed == Needed(frozenset({a | b, c}), frozenset(), frozenset())
    assert sentence(needed, ENDS) == "Every game ends as long as these are in force: c; one of a and b."
    assert sentence(needed, ENDS, everything=False).startswith("As far as was read")


def test_nothing_is_said_to_end_of_which_it_is_not_known() -> None:
    unknown, refuted = ClassVerdict(ClassOutcome.UNKNOWN), ClassVerdict(ClassOutcome.REFUTED)
    assert sentence(needed_by({NOTHING: unknown, frozenset({"x/a"}): refuted}), ENDS) == (
        "It is not known whether every game ends. It takes, in force: a."
    )
    assert sentence(needed_by({NOTHING: refuted}), ENDS) == "A game can go on forever."


def three_passes(record: Record) -> Any:
    """Three passes in a row end the game."""
    return record.pass_run >= 3


def no_passes(record: Record) -> Any:
    """A game ends when fewer than no passes follow each other."""
    return record.pass_run < 0


def by_text(record: Record) -> Any:
    """Three passes in a row end the game, as long as numbers have digits."""
    return record.pass_run >= 3 and str(record.pass_run) != ""


@pytest.mark.parametrize(
    ("end", "answer"),
    [
        (three_passes, ClassOutcome.PROVED),
        (no_passes, ClassOutcome.REFUTED),
        (by_text, ClassOutcome.UNKNOWN),
    ],
)
def test_an_author_s_rules_have_a_map_of_their_own(end: Callable[[Record], Any], answer: ClassOutcome) -> None:
    rules = PRESETS["tromp-taylor-ten"].replacing("tromp-taylor/end", end)
    family = Family(rules.document, READ, only=rules)
    (setting,) = family.settings
    ends = EndsMap(family)
    assert ends.decide(setting, NOTHING).answer is answer
    assert ends.decide(setting, frozenset({"tromp-taylor/end"})).answer is ClassOutcome.REFUTED


def test_rules_without_a_clause_that_was_added_are_the_rules_before() -> None:
    before = PRESETS["tromp-taylor-ten"]
    rules = before.adding(make_clause(three_passes, "mine/later", decides=Decision.PHASE_ENDS))
    family = Family(rules.document, READ, only=rules)
    (setting,) = family.settings
    assert "mine/later" in setting.names
    for dropped in (NOTHING, frozenset({"tromp-taylor/end"})):
        of_before = Family(rules.document, READ, only=before)
        answer = EndsMap(of_before).decide(of_before.settings[0], dropped).answer
        assert EndsMap(family).decide(setting, dropped | {"mine/later"}).answer is answer


def test_what_is_not_read_is_unknown() -> None:
    document_map = map_of(TT, ENDS, go_on=lambda read, total: False)
    assert document_map.rule_sets == {ClassOutcome.UNKNOWN: TT.size}
    assert document_map.not_read == TT.size
    assert document_map.classes[ClassOutcome.UNKNOWN] == len(of_sizes(TT, 0, 1, 2))
    assert [sentence(row.needed, ENDS, False) for row in document_map.rows] == [
        "It is not known whether every game ends."
    ]


@pytest.mark.thorough
@pytest.mark.exhaustive
def test_several_processes_come_to_the_same_maps_in_the_same_order() -> None:
    given = ["map", "french", "tromp-taylor", "tromp-taylor-ten", "--effort", "60n", "--json"]
    alone, together = (CliRunner().invoke(main, [*given, *more]) for more in ((), ("--workers", "2")))
    assert alone.exit_code == together.exit_code == 3
    assert [read_map["name"] for read_map in json.loads(alone.stdout)["maps"]] == [
        "french",
        "tromp-taylor",
        "tromp-taylor-ten",
    ]
    assert alone.stdout == together.stdout


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_of_a_document_with_too_many_rule_sets_those_of_its_presets_are_read(workers: int) -> None:
    command = ["map", "katago-v2", "--property", "new-boards", "--effort", "1n", "--workers", str(workers), "--json"]
    asked = CliRunner().invoke(main, command)
    names = [read_map["name"] for read_map in json.loads(asked.stdout)["maps"]]
    assert names == [f"katago-v2 {name}" for name, rules in PRESETS.items() if rules.document == "katago-v2"]


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_map_of_any_property_can_be_sent_by_a_worker(name: str) -> None:
    to_read = ToRead("tromp-taylor", Family("tromp-taylor", PROPERTIES[name].reads))
    document_map = read_map(to_read, name, Effort(count=1))
    sent = pickle.loads(pickle.dumps(document_map))
    assert (sent.name, sent.asked.name, sent.classes, sent.rows) == (
        "tromp-taylor",
        name,
        document_map.classes,
        document_map.rows,
    )


def test_a_preset_is_read_by_its_name_as_by_other_names_of_its_rules() -> None:
    by_name, by_rules = (
        CliRunner().invoke(main, ["map", *named, "--effort", "1n", "--json"])
        for named in (["chinese-like"], ["chinese-like,ko=SIMPLE"])
    )
    assert by_name.exit_code == Exit.NOT_DECIDED
    assert by_name.stdout.replace('"chinese-like"', '"chinese-like,ko=SIMPLE"') == by_rules.stdout


@pytest.mark.parametrize("document", ["tromp-taylor", pytest.param("wmsg", marks=pytest.mark.thorough)])
def test_what_is_recorded_of_a_document_is_what_is_decided(document: str) -> None:
    recorded = json.loads((measured.FOLDER / "map.json").read_text(encoding="utf-8"))["maps"]
    (known,) = (read_map for read_map in recorded if (read_map["name"], read_map["property"]) == (document, "ends"))
    decided = json.loads(json.dumps(map_as_json(map_of(Family(document, READ), ENDS))))
    for part in known.keys() - {"proofs", "searches"}:
        assert decided[part] == known[part]
