"""Rule sets by name: presets, shorthands, changes of parameters, KataGo's strings, and JSON.

A listing says what a rule set consists of, or how two of them differ.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import zip_longest
from pkgutil import get_data
from typing import Any, TypeAlias

from ..spec.documents import DOCUMENTS, parameters_of, readings_of
from ..spec.guard import ALWAYS, word
from ..spec.parameters import GREATEST_KOMI, PARAMETERS, READINGS, Choice
from ..spec.presets import PRESETS
from ..spec.registry import Clause, Decision, clauses, id_now
from ..spec.rules import Amendment, Refusal, Rules
from .json_lines import parse_json
from .wording import near, no_such, one_of, shown


@dataclass(frozen=True)
class NameOfRules:
    """What a name of rules stands for.

    Attributes:
        rules: a preset with changes, or a shorthand.
        note: what is played otherwise, or in what it differs from what is meant, in one sentence, or "".
        source: where it is said how a server or a program plays them; "" for a name that only game records have.
        spellings: how records write it; letter case does not matter, nor whether "rules" follows.
    """

    rules: str
    note: str = ""
    source: str = ""
    spellings: Sequence[str] = ()

    def __str__(self) -> str:
        return f"{self.rules}{f', after {self.source}' if self.source else ''}. {self.note}"


_TABLES = tomllib.loads((get_data(__package__ or "", "known_names.toml") or b"").decode())
KNOWN_NAMES: Mapping[str, NameOfRules] = {name: NameOfRules(**known) for name, known in _TABLES["known"].items()}
WRITTEN_NAMES = tuple(NameOfRules(**written) for written in _TABLES["written"])
_BY_NAME = {**KNOWN_NAMES, **{spelling: written for written in WRITTEN_NAMES for spelling in written.spellings}}
REFUSED_NAMES: Mapping[str, str] = _TABLES["refused"]
"""Why names that begin so stand for no rules here, and which are near."""
SHORTHANDS: Mapping[str, str] = {**_TABLES["shorthands"], **{name: known.rules for name, known in _BY_NAME.items()}}
"""What each stands for, as a preset with changes."""
KATAGO_NAMES: Mapping[str, str] = _TABLES["katago"]
"""Names that KataGo gives to other rules than we do, each with what it stands for there."""
NOTES: Mapping[str, str] = {
    **_TABLES["notes"],
    **{name: f"{name} stands for {known}" for name, known in _BY_NAME.items() if known.note},
}
"""What to tell whoever uses a name: which of two things was taken, or what it leaves out of what is played."""

IGNORED_SWITCH = "friendlyPassOk"
_IGNORED = Choice(IGNORED_SWITCH, "Friendly pass", (False, True), katago="fpok")
_DOCUMENT = Choice("document", "Document", tuple(DOCUMENTS))
_OF_KEY: Mapping[str, Choice] = {parameter.key: parameter for parameter in PARAMETERS.values()}
_SWITCHES = {choice.key for choice in (*_OF_KEY.values(), _IGNORED) if choice.kind is bool}
_SWITCH_WORDS = {"true": True, "false": False, "yes": True, "no": False}
_DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)


def checked_value(choice: Choice, value: object) -> Any:
    """The value of a choice that a value of JSON stands for.

    >>> checked_value(PARAMETERS["tax"], "seki")
    <Tax.SEKI: 'SEKI'>
    """
    if choice.kind is bool:
        if not isinstance(value, bool):
            raise Refusal(f"{choice.key} is yes or no (true or false in JSON), not {shown(value)}.")
        return value
    if choice.values:
        known = {word(known).casefold(): known for known in choice.values}
        if not isinstance(value, str) or value.casefold() not in known:
            raise Refusal(f"{choice.key} is {one_of(shown(word(each)) for each in choice.values)}, not {shown(value)}.")
        return known[value.casefold()]
    if choice.why_not(value):
        raise Refusal(f"{choice.key} is an integer or half-integer up to {GREATEST_KOMI}, not {shown(value)}.")
    return value


def value_of_word(key: str, word: str) -> object:
    """The value that a word is written for; the word itself where it is written for none.

    >>> value_of_word("suicide", "no"), value_of_word("komi", "6.5"), value_of_word("ko", "SIMPLE")
    (False, 6.5, 'SIMPLE')
    """
    if key in _SWITCHES:
        return _SWITCH_WORDS.get(word.casefold(), word)
    if key == "komi" and _DECIMAL.fullmatch(word):
        return float(word) if "." in word else int(word)
    return word


_CALLED_RULES = re.compile(r"(?<=.)(-?rules?|ルール|规则|規則|규칙)$")
_WITH_KOMI = re.compile(rf"\A([^;{{]+);\s*({_DECIMAL.pattern})\s*")
_DIGITS = {"0": "no", "1": "yes"}


def _as_one_word(choice: Choice) -> str:
    """What a rule looks like in the one word that KataGo writes."""
    values = ("[01]",) if choice.kind is bool else [value.value for value in choice.values]
    return f"{choice.katago}(?P<{choice.key}>{'|'.join(values) or _DECIMAL.pattern})"


_KATAGO = re.compile(
    "|".join(_as_one_word(choice) for choice in (*_OF_KEY.values(), _IGNORED) if choice.katago),
    re.ASCII | re.IGNORECASE,
)


def plain(name: str) -> str:
    """A name as the tables have it: letter case does not matter, nor whether words are joined by - or _ or a blank.

    >>> plain(" New_Zealand "), plain("日本ルール"), plain("AGA rules")
    ('new-zealand', '日本', 'aga')
    """
    return _CALLED_RULES.sub("", "-".join(re.split(r"[\s_-]+", name.strip().casefold())))


def meaning(name: str) -> str | None:
    """The preset, perhaps with changes, that a name stands for; None if it stands for nothing.

    >>> meaning("Korean"), meaning("AGA"), meaning("中国规则"), meaning("mine")
    ('japanese-like', 'aga', 'chinese', None)
    """
    known = plain(name)
    return known if known in PRESETS else SHORTHANDS.get(known)


def note_on(text: str) -> str:
    """A note for somebody who names rules by a name with two meanings; "" where it has one.

    >>> note_on("AGA,komi=7.5")
    "aga is taken for the AGA's own text, rules 7 to 12; KataGo's rules of that name are aga-like."
    >>> note_on("aga-like")
    ''
    """
    name = plain(re.split("[,;]", text)[0])
    return NOTES.get(name) or NOTES.get(SHORTHANDS.get(name, ""), "")


def katago_pairs(text: str) -> list[str] | None:
    """The rules that KataGo writes as one word, each as `key=value`; None if the text is no such word.

    >>> katago_pairs("koSIMPLEscoreAREAtaxNONEsui0button0whbN")
    ['ko=SIMPLE', 'scoring=AREA', 'tax=NONE', 'suicide=no', 'hasButton=no', 'whiteHandicapBonus=N']
    """
    text = re.sub("(?i)scoring", "score", "".join(text.split()))
    matches = [*_KATAGO.finditer(text)]
    if not text or "".join(match[0] for match in matches) != text:
        return None
    named = [(key, match[key]) for match in matches if (key := match.lastgroup)]
    return [f"{key}={_DIGITS[value] if key in _SWITCHES else value.upper()}" for key, value in named]


def unknown(name: str) -> Refusal:
    """What is said of a name that stands for no rules: why, which is near, or else which there are.

    >>> print(unknown("tromp-tailor"))
    There are no rules named "tromp-tailor". Did you mean tromp-taylor?
    >>> print(unknown("Lasker-Maas rules"))
    There are no rules named "Lasker-Maas rules". Lasker-Maas has no document here.
    """
    refused = next((reason for start, reason in REFUSED_NAMES.items() if plain(name).startswith(start)), "")
    if refused:
        return Refusal(f"There are no rules named {shown(name)}. {refused}")
    if re.fullmatch(r"\d+x\d+", name):
        where = "in Python the board comes after the rules, and --help shows where a command takes it."
        return Refusal(f"There are no rules named {shown(name)}, which is a board: {where}")
    meant = near(name, (*PRESETS, *SHORTHANDS)) or f" The presets are {one_of(PRESETS)}."
    return Refusal(f"There are no rules named {shown(name)}.{meant}")


DEFAULT = PRESETS["tromp-taylor"]
KEYS = ("document", *_OF_KEY, IGNORED_SWITCH, "readings")
AMENDMENTS = "amendments"
_SCORE = "score"  # KataGo reads this key as well.
_KEY_OF_WORD = {name.casefold(): parameter.key for name, parameter in PARAMETERS.items()} | {
    **{key.casefold(): key for key in (*KEYS, *READINGS)},
    _SCORE: PARAMETERS["scoring"].key,
}
_OWN_KEYS = frozenset(key.casefold() for key in (*KEYS, *READINGS, _SCORE))
_READING = "reading/"


def rules_from_json(value: object, rest: Rules = DEFAULT) -> Rules:
    """The rules that a text (see `parse_rules`), or an object with KataGo's keys, stands for.

    Args:
        value: the text or the object, as parsed from JSON.
        rest: the rules that hold where the object says nothing, unless it names another document.

    Raises:
        ValueError: there is no such preset, or the object has an unknown key, a value of the wrong kind, a parameter
            that its document does not have, or amended clauses.

    >>> rules_from_json({"ko": "SIMPLE", "komi": 6.5}).komi
    6.5
    >>> rules_from_json({"document": "tromp-taylor"}) == PRESETS["tromp-taylor-ten"]
    True
    """
    if isinstance(value, str):
        return parse_rules(value)
    if not isinstance(value, dict):
        raise Refusal(f"Rules are a preset's name or an object, not {shown(value)}.")
    chosen = _with_known_keys(value)
    if AMENDMENTS in chosen:
        raise Refusal(
            "Amended clauses can't be read from JSON; a command that takes rules takes them from the Python file that "
            "amends them, as in my_rules.py:RULES."
        )
    document = checked_value(_DOCUMENT, chosen.pop("document", rest.document))
    rules = rest if document == rest.document else DOCUMENTS[document].usual
    readings = _readings(chosen.pop("readings", {}), document)
    parameters = {name: choice for key, value in chosen.items() for name, choice in _parameter(key, value, rules)}
    return rules.reading({**readings, **parameters})


def rules_to_json(rules: Rules) -> dict[str, Any]:
    """The object that `rules_from_json` reads the same rules from, unless they have amended clauses.

    `document` is left out where it is the usual one, and `readings` where none was chosen. Amended clauses are written
    with what was done to each and what it says now, which is for display only.

    >>> rules_to_json(PRESETS["japanese-like"])["scoring"]
    'TERRITORY'
    >>> rules_to_json(PRESETS["tromp-taylor-ten"])
    {'document': 'tromp-taylor'}
    >>> rules_to_json(PRESETS["aga"].dropping("aga/11-last-move"))["amendments"][0]["change"]
    'dropped'
    """
    if rules.document not in DOCUMENTS:
        raise Refusal(f"Only rules of {one_of(DOCUMENTS)} can be written as an object.")
    has = parameters_of(rules)
    written: dict[str, Any] = {} if rules.document == DEFAULT.document else {"document": rules.document}
    for name, parameter in PARAMETERS.items():
        if name in has:
            value = rules.parameter(name)
            written[parameter.key] = value.value if isinstance(value, Enum) else value
    written |= {"readings": dict(rules.readings)} if rules.readings else {}
    amended = [
        {"clause": name, "change": amendment.change, "text": amendment.text}
        for name, amendment in last_amendments(rules).items()
    ]
    return written | ({AMENDMENTS: amended} if amended else {})


def parse_rules(text: str) -> Rules:
    """The rules that a text names.

    The text is a preset or a shorthand (see `SHORTHANDS`), `key=value` pairs after one or alone, the string in which
    KataGo writes rules, or an object as JSON. A reading is chosen by its id: `reading/ilr-own-stone=literal`. A
    parameter may also be called as clauses call it: `button=yes`. Names are case-insensitive. Records write names
    in other ways, too (see `WRITTEN_NAMES`), and komi after a semicolon.

    >>> parse_rules("japanese-like,ko=POSITIONAL,komi=6.5") == replace(
    ...     PRESETS["japanese-like"], ko=PRESETS["tromp-taylor"].ko, komi=6.5
    ... )
    True
    >>> parse_rules("Korean") == parse_rules("koSIMPLEscoreTERRITORYtaxSEKIsui0button0whb0") == PRESETS["japanese-like"]
    True
    """
    if text.lstrip().startswith("{"):
        return rules_from_json(parse_json(text))
    first, *changes = _WITH_KOMI.sub(r"\1,komi=\2", text).split(",")
    if "=" in first:
        return changed(DEFAULT, [first, *changes])
    return changed(_named(first), changes, first.strip())


def changed(rules: Rules, changes: Sequence[str], named: str = "") -> Rules:
    """Rules with some changes, each `key=value` as in `parse_rules`; amended clauses stay amended.

    Args:
        rules: what the changes start from.
        changes: the changes, each with another key.
        named: what the rules were called; only where they were not may `document=` choose another document's instead.

    >>> changed(PRESETS["tromp-taylor"], ["komi=6.5", "suicide=no"]).suicide
    False
    """
    chosen: dict[str, object] = {}
    for part in map(str.strip, changes):
        key, equals, word = (piece.strip() for piece in part.partition("="))
        key = key_of(key)
        if not equals:
            raise Refusal(f"{shown(part)} is not key=value; write such as japanese-like,ko=POSITIONAL,komi=6.5.")
        if key in chosen:
            raise Refusal(f"The rule {shown(key)} is given twice; give it once.")
        if key == "document" and named:
            raise Refusal(f"{named} is of the document {rules.document}; name a preset or a document, not both.")
        chosen[key] = value_of_word(key, word)
    readings = {key: word for key, word in chosen.items() if key.startswith(_READING)}
    parameters = {key: value for key, value in chosen.items() if key not in readings}
    return rules_from_json({"readings": readings, **parameters}, rules)


def key_of(word: str) -> str:
    """The key of the rule that a word names, whatever its letter case, or called as clauses call it.

    >>> key_of("KO"), key_of("button"), key_of("haste")
    ('ko', 'hasButton', 'haste')
    """
    return _KEY_OF_WORD.get(word.casefold(), word)


def _named(name: str) -> Rules:
    """The rules that a preset, a shorthand or KataGo's string names."""
    text = meaning(name)
    if text in PRESETS:
        return PRESETS[text]
    if text is not None:
        return parse_rules(text)
    pairs = katago_pairs(name)
    if pairs is None:
        raise unknown(name)
    # As KataGo reads it, only territory scoring has a tax where none is named.
    taxed = "scoring=TERRITORY" in pairs and not any(pair.startswith("tax=") for pair in pairs)
    return changed(DEFAULT, [*pairs, "tax=SEKI"] if taxed else pairs)


def _with_known_keys(value: Mapping[str, object]) -> dict[str, Any]:
    """An object with its keys written as we write them."""
    known = [_KEY_OF_WORD.get(key.casefold(), key) if key.casefold() in _OWN_KEYS else key for key in value]
    twice = next((key for key in known if known.count(key) > 1), None)
    if twice is not None:
        raise Refusal(f"The rule {shown(twice)} is given twice; give it once.")
    return dict(zip(known, value.values(), strict=True))


def _parameter(key: str, value: object, rules: Rules) -> Iterator[tuple[str, Any]]:
    """The parameter of a key, with its value; none for a switch of KataGo's that is no parameter of ours."""
    if key not in KEYS:
        raise Refusal(no_such("rule", key, KEYS))
    if key == IGNORED_SWITCH:
        checked_value(_IGNORED, value)
        return
    parameter = _OF_KEY[key]
    if parameter.name not in parameters_of(rules):
        raise Refusal(f"The rules of {rules.document} have no {key}; leave it out.")
    yield parameter.name, checked_value(parameter, value)


def _readings(value: object, document: str) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Refusal(f"readings is an object from reading ids to chosen values, not {shown(value)}.")
    chosen = {id_now(key): choice for key, choice in _with_known_keys(value).items()}
    known = [reading.name for reading in readings_of(document)]
    for key in chosen:
        if key not in READINGS:
            raise Refusal(no_such("reading", key, known or READINGS))
        if key not in known:
            raise Refusal(f"The reading {shown(key)} is of another document than {document}.")
    return {key: checked_value(READINGS[key], choice) for key, choice in chosen.items()}


WORDS_OF_SGF: Mapping[str, str] = {
    "japanese-like": "Japanese",
    "chinese-like": "Chinese",
    "new-zealand": "NZ",
    "aga": "AGA",
}
"""Presets that SGF, or the programs that write it, have a word for."""


@lru_cache
def rules_text(rules: Rules) -> str:
    """The shortest text that names rules but for their komi, which has its own place in a record; "" for amended rules.

    >>> rules_text(PRESETS["japanese-like"]), rules_text(replace(PRESETS["aga-like"], komi=7.5))
    ('Japanese', 'aga-like')
    >>> rules_text(replace(PRESETS["aga-like"], button=True))
    'koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1'
    """
    if rules.amendments or rules.document not in DOCUMENTS:
        return ""
    plain = replace(rules, literal=False)
    for name, preset in PRESETS.items():
        if plain == replace(preset, komi=rules.komi):
            return WORDS_OF_SGF.get(name, name)
    if "ko" in parameters_of(rules) and not rules.readings and not rules.self_play_opts:
        # The string in which KataGo writes rules, without what it does not know.
        known = [choice for choice in PARAMETERS.values() if choice.katago and choice.values]
        values = ((choice.katago, rules.parameter(choice.name)) for choice in known)
        return "".join(f"{key}{value.value if isinstance(value, Enum) else int(bool(value))}" for key, value in values)
    written = rules_to_json(plain)
    return json.dumps({key: value for key, value in written.items() if key != "komi"}, separators=(",", ":"))


@dataclass(frozen=True)
class ClausesBeside:
    """A clause of each of two rule sets, which take the same decision; None where only the other has one."""

    first: Clause | None
    second: Clause | None

    @property
    def decides(self) -> Decision | None:
        """The decision that they take; None for definitions."""
        either = self.first or self.second
        return either.decides if either else None

    @property
    def same(self) -> bool:
        """Whether both are one function, each with its own sentence; others may say the same in other words."""
        return bool(self.first and self.second and self.first.function is self.second.function)


def _as_said(rules: Rules) -> list[Clause]:
    """The clauses in force as documents and authors wrote them."""
    written = {clause.name: clause for clause in (*clauses(rules.document), *rules.by_authors)}
    return [written[clause.name] for clause in rules.in_force]


def side_by_side(first: Rules, second: Rules) -> Iterator[ClausesBeside]:
    """The clauses in force of two rule sets, by decision; those that have a name or a function in common first.

    >>> beside = list(side_by_side(DOCUMENTS["aga"].usual, DOCUMENTS["tromp-taylor"].usual))
    >>> [(each.first.name, each.second.name) for each in beside if each.decides is Decision.START and each.same]
    [('aga/presupposed#start', 'tromp-taylor/start')]
    """
    of_first, of_second = _as_said(first), _as_said(second)
    for decision in (*Decision, None):
        mine, theirs = ([clause for clause in said if clause.decides is decision] for said in (of_first, of_second))
        for alike in (lambda one, other: one.name == other.name, lambda one, other: one.function is other.function):
            for clause in [*mine]:
                if partner := next((other for other in theirs if alike(clause, other)), None):
                    yield ClausesBeside(clause, partner)
                    mine.remove(clause)
                    theirs.remove(partner)
        yield from (ClausesBeside(*pair) for pair in zip_longest(mine, theirs))


def parameters(rules: Rules) -> dict[str, str]:
    """The value of each parameter that the document of some rules has, as guards write it.

    >>> parameters(Rules(komi=6.5))["komi"], parameters(Rules())["suicide"]
    ('6.5', 'yes')
    """
    has = parameters_of(rules)
    return {name: word(rules.parameter(name)) for name in PARAMETERS if name in has}


def readings(rules: Rules) -> dict[str, str]:
    """The answer that some rules give to each question that their document leaves open."""
    return {
        choice.name: word(rules.parameter(choice.name))
        for choice in DOCUMENTS[rules.document].choices
        if choice.is_reading
    }


def section_of(clause: Clause) -> str:
    """The section of its document that a clause stands in."""
    return clause.id.split("/")[1]


def by_section(listed: Iterable[Clause]) -> dict[str, list[Clause]]:
    """Clauses by section, in the order of their document."""
    sections: dict[str, list[Clause]] = {}
    for clause in listed:
        sections.setdefault(section_of(clause), []).append(clause)
    return sections


Difference: TypeAlias = tuple[Mapping[str, tuple[str | None, str | None]], tuple[ClausesBeside, ...]]


def difference(first: Rules, second: Rules) -> Difference:
    """How two rule sets differ; both are empty where they do not.

    First the document, and each parameter and reading that differs, with its two values, None where a document has no
    such one; then their clauses side by side, without those that are one clause in both.
    """
    one, other = ({"document": rules.document, **parameters(rules), **readings(rules)} for rules in (first, second))
    return (
        {name: (one.get(name), other.get(name)) for name in one | other if one.get(name) != other.get(name)},
        tuple(beside for beside in side_by_side(first, second) if beside.first != beside.second),
    )


def last_amendments(rules: Rules) -> dict[str, Amendment]:
    """What was done last to each amended clause of some rules, by its name."""
    return {amendment.name: amendment for amendment in rules.amendments}


def guard_text(clause: Clause) -> str:
    """When a clause exists, in words."""
    return "always" if clause.guard == ALWAYS else str(clause.guard)
