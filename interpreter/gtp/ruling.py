"""The commands that choose the rules and tell them, as KataGo has them."""

from __future__ import annotations

import json
from dataclasses import replace

from ...spec.documents import parameters_of
from ...spec.rules import Rules
from ..rule_names import parse_rules, rules_to_json, with_rule
from ..shorthands import note_on, plain
from .commands import action, question
from .session import Session

KGS_NAMES = {
    "japanese": "japanese-like",
    "chinese": "chinese-ogs-kgs",
    "aga": "aga-like",
    "new-zealand": "new-zealand-like",
}


@action("kata-set-rules RULES ...")
def set_rules(session: Session, *words: str) -> tuple[Session, str]:
    """Let other rules hold, also for the turns already taken: named as everywhere, with changes, or as JSON.

    The komi stays, unless the rules tell another. Where a name means two things, the answer says which was taken.
    """
    text = " ".join(words)
    return session.under(keeping_komi(text, session.game.rules)), note_on(text)


@action("kgs-rules NAME")
def set_kgs_rules(session: Session, name: str) -> tuple[Session, str]:
    """Let rules hold that KGS has a name for; the answer says which they are."""
    if plain(name) not in KGS_NAMES:
        raise ValueError(f"unknown rules; the names are {', '.join(KGS_NAMES)}.")
    taken_for = KGS_NAMES[plain(name)]
    return session.under(keeping_komi(taken_for, session.game.rules)), f"taken for {taken_for}"


@action("kata-set-rule KEY VALUE")
def set_rule(session: Session, key: str, value: str) -> tuple[Session, str]:
    """Change one of the rules."""
    return session.under(with_rule(session.game.rules, key, value)), ""


@question("kata-get-rules")
def rules(session: Session) -> str:
    """The rules as a JSON object."""
    return json.dumps(rules_to_json(session.game.rules))


def keeping_komi(text: str, before: Rules) -> Rules:
    """The rules that a text names, with the komi of those before, unless it tells another.

    Raises:
        ValueError: it names no rules.
    """
    chosen = parse_rules(text)
    if "komi" in text.casefold() or "komi" not in parameters_of(chosen):
        return chosen
    return replace(chosen, komi=before.komi)
