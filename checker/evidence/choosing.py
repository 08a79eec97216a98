"""Choosing checks by claim, board, rules and scope; and which of them can be asked of amended rules."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ...interpreter.rule_names import AMENDMENTS, key_of, rules_to_json
from ...interpreter.rules_files import named_rules, names_a_file
from ...interpreter.story import Story
from ...interpreter.wording import one_of, shown
from ...spec.claim import claims as all_claims
from ...spec.documents import readings_of
from ...spec.guard import word
from ...spec.parameters import PARAMETERS, READINGS
from ...spec.rules import Rules
from ..telling.names import NamedThing, meant_by
from .checks import Check, Scope, asked_of, checks

_MOST_NAMED = 8
EVERY_CLAIM = "*"
_DOCUMENT = "document"


def chosen_checks(
    claims: Sequence[str], boards: Sequence[str], rules: str | None, scope: Scope = Scope.QUICK
) -> list[Check]:
    """The checks of a scope that are asked for: any of the claims (patterns allowed), any of the boards, and the rules.

    Raises:
        ValueError: the rules are unknown, or nothing is left to check of one of the claims; the message says which part
            is to blame.
    """
    if claims:
        _require_known(claims)
    named, readings = (_named_parameters(rules), named_rules(rules).readings) if rules else ({}, ())
    document = named_rules(rules).document if rules and (_DOCUMENT in named or not _are_parameters(rules)) else None
    chosen: set[str] = set()
    for pattern in claims or [EVERY_CLAIM]:
        of_claim = [check for check in checks().values() if _matches(check.claim, pattern)]
        # A board may lie or stand: what holds on 4x1 holds on 1x4.
        sides = [sorted(board.lower().split("x")) for board in boards]
        on_boards = [check for check in of_claim if not boards or sorted(check.board.split("x")) in sides]
        by_rules = [
            check
            for check in on_boards
            if all(named[name] in values for name, values in check.values.items() if name in named)
            and (not check.under or any(_reads_so(rules, readings) for rules in check.under))
            and (document is None or not check.under or any(rules.document == document for rules in check.under))
        ]
        left = {check.name for check in by_rules if scope.takes_in(check.scope)}
        if not left:
            raise ValueError(_to_blame(pattern, boards, rules, of_claim, on_boards, by_rules))
        chosen |= left
    return [check for check in checks().values() if check.name in chosen]


def _matches(claim: str, pattern: str) -> bool:
    """Whether a pattern matches the id of a claim, or its last part."""
    return fnmatch.fnmatchcase(claim, pattern) or fnmatch.fnmatchcase(claim.rsplit("/", 1)[-1], pattern)


def _require_known(patterns: Iterable[str]) -> None:
    known = [claim.id for claim in all_claims()]
    for pattern in patterns:
        if not any(_matches(claim, pattern) for claim in known):
            hint = meant_by(pattern, NamedThing.CLAIM)
            raise ValueError(f"There is no claim {shown(pattern)}.{hint} `superko check --list` lists the claims.")


def _to_blame(
    claim: str,
    boards: Sequence[str],
    rules: str | None,
    of_claim: Sequence[Check],
    on_boards: Sequence[Check],
    by_rules: Sequence[Check],
) -> str:
    """Why no check is left, in one sentence."""
    subject = "" if claim == EVERY_CLAIM else f" of {claim}"
    if not of_claim:
        return f"No check{subject} is made, as it is not formalised; `superko show` says why."
    if not on_boards:
        there = _first(check.board for check in of_claim)
        return f"No check{subject} is on the board {one_of(boards)}; they are on {there}."
    if not by_rules:
        under = _first(check.rules for check in on_boards) or "rules of another document"
        return f"No check{subject} is under {rules}; they are under {under}."
    scopes = list(dict.fromkeys(check.scope.value for check in by_rules))
    return f"The checks asked for are in scope {one_of(scopes)}; add --scope {scopes[0]}."


def _first(words: Iterable[str]) -> str:
    """The first of some words, each once, with dots where there are more."""
    named = [text for text in dict.fromkeys(words) if text]
    return ", ".join([*islice(named, _MOST_NAMED), *(["…"] if len(named) > _MOST_NAMED else [])])


def _named_parameters(rules: str) -> dict[str, str]:
    """The parameters that a rules text names: all of a preset's, or just the ones written out."""
    written = rules_to_json(named_rules(rules))
    values = {name: word(value) for name, value in written.items() if name != AMENDMENTS}
    if _are_parameters(rules):
        mentioned = {key_of(part.split("=")[0].strip()) for part in rules.split(",")}
        values = {name: value for name, value in values.items() if name in mentioned}
    # Checks call parameters as clauses do, so that hasButton is also button.
    return values | {name: values[parameter.key] for name, parameter in PARAMETERS.items() if parameter.key in values}


def _are_parameters(rules: str) -> bool:
    """Whether a rules text names nothing but parameters, such as `ko=SIMPLE,suicide=no`."""
    parts = [] if rules.strip().startswith("{") or names_a_file(rules) else rules.split(",")
    return bool(parts) and all("=" in part for part in parts)


def _reads_so(rules: Rules, readings: Iterable[tuple[str, str]]) -> bool:
    """Whether rules answer readings so, as far as they have those readings."""
    return all(rules.parameter(id) == value for id, value in readings if READINGS[id] in readings_of(rules.document))


def askable(chosen: Iterable[Check], rules: Rules) -> tuple[list[Check], dict[Check, str]]:
    """Those of some checks that can be asked of rules, under these; and why others can't, in one sentence each."""
    answers = {check: asked_of(check, rules) for check in chosen}
    asked = [answer for answer in answers.values() if isinstance(answer, Check)]
    return asked, {check: answer for check, answer in answers.items() if isinstance(answer, str)}


def rules_of(witness: Story, check: Check) -> Rules | None:
    """The rules that a witness names, among those that a check is decided under; None if it names others."""
    return next((rules for rules in check.under if rules_to_json(rules) == witness.rules), None)


def where(check: Check) -> dict[str, str]:
    """What distinguishes a check from others, as JSON values."""
    return {"claim": check.claim, "board": check.board, "label": check.rules}


def not_asked_as_json(not_asked: Mapping[Check, str]) -> list[dict[str, str]]:
    """The checks that can't be asked, as JSON values."""
    return [{**where(check), "reason": reason} for check, reason in not_asked.items()]


def sentences(not_asked: Mapping[Check, str]) -> list[str]:
    """Why checks can't be asked, a sentence for each reason, with the claims that it is about."""
    together: dict[str, dict[str, None]] = {}
    for check, reason in not_asked.items():
        together.setdefault(reason, {})[check.claim] = None
    return [f"{', '.join(claims)}: {reason}" for reason, claims in together.items()]
