"""Rules as text: what `superko.rules` takes, and Python that makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .document import documents
from .guard import word
from .parameters import PARAMETERS
from .registry import make_clause, sentence_of
from .rules import Amendment, Rules


def written_rules(rules: Rules) -> str:
    """Rules as the command line takes them: a preset, or the nearest one with what is changed.

    What was amended in clauses is not written, as no text names it.

    >>> written_rules(Rules(komi=1)), written_rules(Rules().reading({"reading/ilr-own-stone": "literal"}))
    ('tromp-taylor,komi=1', 'tromp-taylor,reading/ilr-own-stone=literal')
    """
    return _nearest(rules, documents()[rules.document].presets)


def python_of(rules: Rules) -> str:
    """Python that makes some rules, wherever the functions that it names are known; in angle brackets if none does.

    Rules with amended clauses are named by the file that makes them, if there is one.

    >>> python_of(Rules(komi=1).dropping("katago-v2/main/legal-superko"))
    "superko.rules('tromp-taylor,komi=1').dropping('katago-v2/main/legal-superko')"
    """
    if rules.document not in documents():
        return f"<rules of an unknown document, {rules.document!r}>"
    files = _named_in_files(rules)
    plain = replace(rules, amendments=(), literal=False)
    made = f"superko.rules({_nearest(rules, files) if files else written_rules(plain)!r})"
    calls = [] if files else [_call(amendment) for amendment in rules.amendments]
    python = "".join([made, *filter(None, calls), *([".literally()"] if rules.literal else [])])
    return python if all(calls) else f"<{python}, amended>"


def _nearest(rules: Rules, known: Mapping[str, Rules]) -> str:
    """The name of known rules that are nearest to some, with what is changed."""
    wanted, words = _words(rules), {name: _words(others) for name, others in known.items()}
    name = min(words, key=lambda name: len(wanted.items() ^ words[name].items()))
    usual = _words(Rules(document=rules.document))
    changed = {
        key: value for key, value in {**usual, **wanted}.items() if words[name].get(key, usual.get(key)) != value
    }
    return ",".join([name, *(f"{key}={value}" for key, value in changed.items())])


def _words(rules: Rules) -> dict[str, str]:
    """The value of each key and reading, as a word."""
    own = documents()[rules.document].choices
    named = (choice for choice in PARAMETERS.values() if choice in own)
    return {choice.key: word(rules.parameter(choice.name)) for choice in named} | dict(rules.readings)


def _named_in_files(rules: Rules) -> dict[str, Rules]:
    """The rules with the same amendments, by the names that they have in the files that wrote the amended clauses."""
    writers = [getattr(clause.function, "__globals__", {}) for clause in rules.by_authors]
    return {
        f"{writer['__file__']}:{name}": value
        for writer in writers
        if str(writer.get("__file__")).endswith(".py")
        for name, value in writer.items()
        if isinstance(value, Rules) and (value.document, value.amendments) == (rules.document, rules.amendments)
    }


def _call(amendment: Amendment) -> str:
    """The call that amends rules so; "" where no text makes the clause again."""
    clause: Any = amendment.clause
    if clause is None:
        return f".dropping({amendment.name!r})"
    name = getattr(clause.function, "__name__", "")
    said = "" if clause.text == sentence_of(clause.function) else f", text={clause.text!r}"
    if not name.isidentifier():
        return ""
    if amendment.change == "replaced":
        return f".replacing({amendment.name!r}, {name}{said})"
    part = f", {clause.part!r}" if clause.part else ""
    made = make_clause(clause.function, clause.id, clause.part, decides=clause.decides, text=clause.text)
    call = f"superko.make_clause({name}, {clause.id!r}{part}, decides=superko.{clause.decides}{said})"
    return f".adding({call})" if made == clause else ""
