"""What the map says: which clauses every game needs to end, which games go on without them, and what is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeAlias

from ...interpreter.story import Start
from ...spec.guard import word
from ...spec.rules import Refusal, Rules
from ...spec.written import written_rules
from ..proofs.rule_sets import parameters_of, values_of
from ..telling.data import as_data
from .answers import IS_SO, ClassOutcome, ClassVerdict, Deciding, MapProperty, ShownTurns
from .family import NOTHING, Family, FamilySetting, Names

_Values: TypeAlias = Mapping[str, frozenset[str]]
_GoOn: TypeAlias = Callable[[int, int], bool]
NOT_SO = frozenset(ClassOutcome) - IS_SO
_NEEDED = ("to_hold", "to_play", "unknown")


@dataclass(frozen=True)
class Needed:
    """What is needed under some values, of the clauses that are read: of each of the sets, one clause in force.

    It is needed for the property to hold, for rules that say enough to be played, or it is unknown whether it is.
    """

    to_hold: frozenset[Names]
    to_play: frozenset[Names] = field(compare=False)
    unknown: frozenset[Names]


@dataclass(frozen=True)
class Row:
    """The values of parameters and readings under which the same is needed.

    Attributes:
        values: the values that parameters and readings have, each with all others; one is enough, and none that
            make no difference are there.
        rules: rules with such values and all clauses, as the command line takes them.
        games: without each set of clauses that is needed, the smallest game by these rules that shows it.
    """

    needed: Needed
    values: tuple[_Values, ...]
    rules: str
    games: Mapping[Names, ShownTurns]


@dataclass(frozen=True)
class DocumentMap:
    """The map of a document, or of some rules.

    Attributes:
        rule_sets: how many rule sets there are with each answer.
        classes: in how many classes they are.
        not_read: how many rule sets are unknown because they were not read.
        undecided: in how many of the classes that were read, and are unknown, each reason stood in the way.
    """

    name: str
    asked: MapProperty
    rule_sets: Mapping[ClassOutcome, int]
    classes: Mapping[ClassOutcome, int]
    not_read: int
    undecided: Mapping[str, int]
    rows: tuple[Row, ...]
    proofs: int
    searches: int


def map_of(
    family: Family, asked_of_it: MapProperty, name: str = "", go_on: _GoOn = lambda read, total: True
) -> DocumentMap:
    """Read a family, the fewest clauses dropped first.

    It is called by its document, if it has no other name. `go_on` says whether to go on, given how many classes were
    read, and how many there are.

    Raises:
        Refusal: there are too many values of parameters and readings.
    """
    if family.is_too_large:
        raise Refusal(f"{family.document} has too many rule sets to ask that of; name some of them by --rules.")
    asked, every = asked_of_it.deciding(family), family.number_of_classes
    answers: dict[int, dict[Names, ClassVerdict]] = {id(setting): {} for setting in family.settings}
    rule_sets, classes, undecided = Counter[ClassOutcome](), Counter[ClassOutcome](), Counter[str]()
    for number, (setting, dropped) in enumerate(family.classes):
        if not go_on(number, every):
            break
        answers[id(setting)][dropped] = asked.decide(setting, dropped)
    for setting in family.settings:
        of_setting = answers[id(setting)]
        for dropped, decided in of_setting.items():
            if decided.answer is ClassOutcome.UNKNOWN:
                # A game that is too long to find here may have been found with fewer clauses in force.
                of_setting[dropped] = asked.since(setting, dropped) or decided
                undecided += Counter([decided.why]) if of_setting[dropped] is decided else Counter()
            rule_sets[of_setting[dropped].answer] += family.size_of(setting, dropped)
            classes[of_setting[dropped].answer] += 1
    not_read = family.size - rule_sets.total()
    rule_sets[ClassOutcome.UNKNOWN] += not_read
    classes[ClassOutcome.UNKNOWN] += every - classes.total()
    rows = tuple(_rows_of(asked, answers))
    counts = rule_sets, classes, not_read, dict(undecided.most_common())
    return DocumentMap(name or family.document, asked_of_it, *counts, rows, asked.proofs, asked.searches)


def _rows_of(asked: Deciding, answers: Mapping[int, Mapping[Names, ClassVerdict]]) -> Iterator[Row]:
    """The settings of a family under which the same is needed, together."""
    family = asked.family
    together: dict[Needed, list[FamilySetting]] = {}
    to_play: dict[Needed, frozenset[Names]] = {}
    for setting in family.settings:
        needed = needed_by(answers[id(setting)])
        together.setdefault(needed, []).append(setting)
        to_play[needed] = to_play.get(needed, frozenset()) | needed.to_play
    names = parameters_of(family.usual, tuple(family.reads))
    values = {
        needed: [_values(rules, names) for setting in group for rules in setting.every]
        for needed, group in together.items()
    }
    matter = [name for name in names if _matters(names.index(name), values.values())]
    for needed, group in together.items():
        every = values_of(family.usual)
        choices = tuple(
            {name: alternatives for name, alternatives in cube.items() if len(alternatives) < len(every[name])}
            for cube in cubes([{name: choice[name] for name in matter} for choice in values[needed]])
        )
        games = {
            dropped: shown
            for dropped in ordered(needed.to_hold)
            if (shown := asked.smallest(group[0], dropped) or answers[id(group[0])][dropped].shown)
        }
        rules = written_rules(replace(group[0].rules, literal=False))
        yield Row(replace(needed, to_play=to_play[needed]), choices, rules, games)


def needed_by(answers: Mapping[Names, ClassVerdict]) -> Needed:
    """What is needed, given what is known without each set of clauses: nothing is, as long as none was read."""

    def smallest(answer: ClassOutcome, beside: Collection[ClassOutcome]) -> frozenset[Names]:
        without = [dropped for dropped, verdict in answers.items() if verdict.answer is answer]
        return frozenset(
            dropped
            for dropped in without
            if not any(less < dropped and answers[less].answer in beside for less in answers)
        )

    if not answers:
        return Needed(frozenset(), frozenset(), frozenset({NOTHING}))
    broken = (ClassOutcome.REFUTED, ClassOutcome.UNPLAYABLE)
    return Needed(
        smallest(ClassOutcome.REFUTED, broken),
        smallest(ClassOutcome.UNPLAYABLE, broken),
        smallest(ClassOutcome.UNKNOWN, NOT_SO),
    )


def _values(rules: Rules, names: Iterable[str]) -> dict[str, frozenset[str]]:
    return {name: frozenset({word(rules.parameter(name))}) for name in names}


def _matters(number: int, groups: Iterable[list[dict[str, frozenset[str]]]]) -> bool:
    """Whether two of the groups have values that are the same but for that of one parameter, by its number."""
    seen: dict[tuple[frozenset[str], ...], int] = {}
    for group, members in enumerate(groups):
        for member in members:
            values = tuple(member.values())
            if seen.setdefault(values[:number] + values[number + 1 :], group) != group:
                return True
    return False


def cubes(values: Iterable[_Values]) -> tuple[_Values, ...]:
    """Choices of values put together, as long as two are the same but for those of one name.

    >>> choices = [{"ko": frozenset({ko}), "tax": frozenset({tax})} for ko in "PS" for tax in "NA"]
    >>> [{name: sorted(alternatives) for name, alternatives in cube.items()} for cube in cubes(choices)]
    [{'ko': ['P', 'S'], 'tax': ['A', 'N']}]
    """
    known = {tuple(choice.items()): dict(choice) for choice in values}
    for name in dict.fromkeys(chain.from_iterable(known.values())):
        merged: dict[tuple[tuple[str, frozenset[str]], ...], frozenset[str]] = {}
        for choice in known.values():
            others = tuple((other, value) for other, value in choice.items() if other != name)
            merged[others] = merged.get(others, frozenset()) | choice[name]
        order = list(next(iter(known.values())))
        anew = ({**dict(others), name: value} for others, value in merged.items())
        known = {tuple((key, choice[key]) for key in order): {key: choice[key] for key in order} for choice in anew}
    return tuple(known.values())


def ordered(sets: Collection[Names]) -> list[Names]:
    """Sets of clauses, the smallest first."""
    return sorted(sets, key=lambda names: (len(names), sorted(names)))


def short(name: str) -> str:
    """The name of a clause without its document.

    >>> short("katago-v2/main/end-two-passes")
    'main/end-two-passes'
    """
    return name.split("/", 1)[1]


def one_in_force(names: Names) -> str:
    """That one of some clauses is in force, in a few words.

    >>> one_in_force(frozenset({"spight/stop"})), one_in_force(frozenset({"a/b", "a/c", "a/d"}))
    ('stop', 'one of b, c and d')
    """
    *others, last = map(short, sorted(names))
    return f"one of {', '.join(others)} and {last}" if others else last


def sentence(needed: Needed, asked: MapProperty, everything: bool = True) -> str:
    """What a rules author wants to know, in a sentence or two, where every class was read or not.

    >>> from .ends import ENDS
    >>> sentence(Needed(frozenset({frozenset({"a/x"}), frozenset({"a/y", "a/z"})}), frozenset(), frozenset()), ENDS)
    'Every game ends as long as these are in force: x; one of y and z.'
    """
    says = f"On {asked.boards} {asked.says[0].lower()}{asked.says[1:]}" if asked.boards else asked.says
    if NOTHING in needed.to_hold:
        return asked.fails
    listed = "; ".join(map(one_in_force, ordered(needed.to_hold)))
    if NOTHING in needed.unknown:
        whether = f"It is not known whether {says[0].lower()}{says[1:]}."
        return whether + (f" It takes, in force: {listed}." if listed else "")
    as_far = says if everything else f"As far as was read, {says[0].lower()}{says[1:]}"
    known = f"{as_far} as long as these are in force: {listed}." if listed else f"{as_far}."
    doubtful = "; ".join(map(one_in_force, ordered(needed.unknown)))
    return f"{known} It is not known whether that takes, besides: {doubtful}." if doubtful else known


def when(values: Collection[_Values]) -> str:
    """Under which values, in a few words; "" if under all."""
    texts = (
        ", ".join(f"{name}={'/'.join(sorted(alternatives))}" for name, alternatives in choice.items())
        for choice in values
    )
    return "; or ".join(filter(None, texts))


def map_as_json(document_map: DocumentMap) -> dict[str, Any]:
    """The map of a document, as it goes into a file."""
    counts = {
        answer.value: {
            "classes": document_map.classes.get(answer, 0),
            "rule_sets": document_map.rule_sets.get(answer, 0),
        }
        for answer in ClassOutcome
    }
    return {
        "name": document_map.name,
        "property": document_map.asked.name,
        "answers": counts,
        "not_read": document_map.not_read,
        "undecided": dict(document_map.undecided),
        "proofs": document_map.proofs,
        "searches": document_map.searches,
        "rows": [_row_as_json(row, document_map.asked, not document_map.not_read) for row in document_map.rows],
    }


def _row_as_json(row: Row, asked: MapProperty, everything: bool) -> dict[str, Any]:
    games = [
        {"rules": row.rules, "without": dropped, **game.start.fields()}
        | {"turns": game.texts, "loop": game.loop, "says": game.says}
        for dropped, game in row.games.items()
    ]
    needed = {name: ordered(getattr(row.needed, name)) for name in _NEEDED}
    says = sentence(row.needed, asked, everything)
    data: dict[str, Any] = as_data({"values": row.values, "says": says, **needed, "games": games})
    return data


def map_of_json(fields: Mapping[str, Any], asked: MapProperty) -> DocumentMap:
    """The map of a document, as it stands in a file.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    answers = {ClassOutcome(name): numbers for name, numbers in fields["answers"].items()}
    rule_sets, classes = (
        {answer: numbers[key] for answer, numbers in answers.items()} for key in ("rule_sets", "classes")
    )
    rows = tuple(map(_row_of_json, fields["rows"]))
    counts = rule_sets, classes, fields["not_read"], fields.get("undecided", {})
    return DocumentMap(fields["name"], asked, *counts, rows, fields["proofs"], fields["searches"])


def _row_of_json(fields: Mapping[str, Any]) -> Row:
    needed = Needed(*(frozenset(map(frozenset, fields[key])) for key in _NEEDED))
    values = tuple(
        {name: frozenset(alternatives) for name, alternatives in choice.items()} for choice in fields["values"]
    )
    games: dict[Names, ShownTurns] = {}
    for game in fields["games"]:
        start = Start.from_json(game)
        turns = tuple(start.turns(game["turns"]))
        games[frozenset(game["without"])] = ShownTurns(start, turns, game["loop"], game["says"])
    return Row(needed, values, fields["games"][0]["rules"] if games else "", games)
