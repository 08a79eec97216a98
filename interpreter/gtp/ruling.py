"""The commands that choose the rules and tell them, as KataGo has them."""

from __future__ import annotations

import json
from dataclasses import replace

from ...spec.documents import parameters_of
from ...spec.rules import Rules
from ..rule_names import parse_rules, rules_to_json, with_rule
from .commands import action, question
from .session import Session

KATAGO_NAMES = {
    "tromp-taylor": "tromp-taylor",
    "chinese": "chinese-like",
    "chinese-ogs": "chinese-ogs-kgs",
    "chinese-kgs": "chinese-ogs-kgs",
    "japanese": "japanese-like",
    "korean": "japanese-like",
    "stone-scoring": "stone-scoring",
    "aga": "aga-like",
    "bga": "aga-like",
    "french": "aga-like",
    "aga-button": "aga-like,button=yes",
    "new-zealand": "new-zealand-like",
}
KGS_NAMES = {**KATAGO_NAMES, "chinese": "chinese-ogs-kgs"}


@action("kata-set-rules RULES ...")
def set_rules(session: Session, *words: str) -> tuple[Session, str]:
    """Let other rules hold, also for the turns already taken: a name, changes to a preset, or an object as JSON.

    The names are KataGo's, and else those of our presets. The komi stays, unless the rules tell another.
    """
    text = " ".join(words)
    return session.under(_keeping_komi(KATAGO_NAMES.get(_plain(text), text), session.game.rules)), ""


@action("kgs-rules NAME")
def set_kgs_rules(session: Session, name: str) -> tuple[Session, str]:
    """Let rules hold that KGS has a name for."""
    if _plain(name) not in KGS_NAMES:
        raise ValueError(f"unknown rules; the names are {', '.join(KGS_NAMES)}.")
    return session.under(_keeping_komi(KGS_NAMES[_plain(name)], session.game.rules)), ""


@action("kata-set-rule KEY VALUE")
def set_rule(session: Session, key: str, value: str) -> tuple[Session, str]:
    """Change one of the rules."""
    return session.under(with_rule(session.game.rules, key, value)), ""


@question("kata-get-rules")
def rules(session: Session) -> str:
    """The rules as a JSON object."""
    return json.dumps(rules_to_json(session.game.rules))


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _keeping_komi(text: str, before: Rules) -> Rules:
    chosen = parse_rules(text)
    if "komi" in text or "komi" not in parameters_of(chosen):
        return chosen
    return replace(chosen, komi=before.komi)
