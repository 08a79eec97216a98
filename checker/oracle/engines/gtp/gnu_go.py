"""GNU Go: the rules that its command line chooses, and what its documentation says that it does otherwise."""

from __future__ import annotations

from .....spec.parameters import Ko, Scoring, Tax
from .....spec.rules import Rules
from ...engine import Unsupported
from .dialects import Dialect, plain_dialect
from .dialogue import Dialogue

NAME = "GNU Go"
KO_OPTIONS = {
    Ko.SIMPLE: "--simple-ko",
    Ko.POSITIONAL: "--positional-superko",
    Ko.SITUATIONAL: "--situational-superko",
}
SUICIDE_OPTIONS = {False: "--forbid-suicide", True: "--allow-suicide"}
NO_KO, ALL_SUICIDE = "--no-ko", "--allow-all-suicide"
"""Options for which there are no rules: what they do is declared as a deviation."""

CLAIMED = {
    (Ko.SIMPLE, False): "chinese-like",
    (Ko.SIMPLE, True): "chinese-like,suicide=yes",
    (Ko.POSITIONAL, False): "chinese-ogs-kgs",
    (Ko.POSITIONAL, True): "tromp-taylor",
    (Ko.SITUATIONAL, False): "aga-like",
    (Ko.SITUATIONAL, True): "new-zealand-like",
}
ENDS = ("never-no-result", "two-passes-only")
"""It ends no game itself, and its documentation names no end but two passes in a row."""


def gnu_go_dialect(dialogue: Dialogue, command: str, final_score: bool) -> Dialect:
    """The dialect of GNU Go as some command starts it: the options in the command stay, the others are as rules need.

    Args:
        dialogue: the engine.
        command: the command that started it.
        final_score: whether `final_score` is by the rules; it is an estimate as a rule.
    """
    given = frozenset(command.split())
    plain = plain_dialect(dialogue, final_score)
    return Dialect(
        plain.look,
        rules=tuple(text for chosen, text in CLAIMED.items() if _can_be_chosen(given, *chosen)),
        deviations=(*ENDS, *(("no-ko",) if NO_KO in given else ()), *(("null-moves",) if ALL_SUICIDE in given else ())),
        notes=tuple(note for note in plain.notes if "told the rules" not in note),
        command=started_for,
    )


def started_for(command: str, rules: Rules) -> str:
    """The command that starts GNU Go for some rules.

    Raises:
        Unsupported: it has no such rules, or the command already has an option for others.

    >>> started_for("gnugo --mode gtp", Rules(ko=Ko.SITUATIONAL, suicide=True))
    'gnugo --mode gtp --situational-superko --allow-suicide'
    """
    if rules.document != "katago-v2" or rules.scoring is not Scoring.AREA or rules.tax is not Tax.NONE or rules.button:
        raise Unsupported("GNU Go is asked for the moves of rules with area scoring, without tax or button.")
    given = frozenset(command.split())
    if not _can_be_chosen(given, rules.ko, rules.suicide):
        raise Unsupported("The command has an option for other rules; leave out its options for ko and suicide.")
    words = [] if given & {NO_KO, *KO_OPTIONS.values()} else [KO_OPTIONS[rules.ko]]
    words += [] if given & {ALL_SUICIDE, *SUICIDE_OPTIONS.values()} else [SUICIDE_OPTIONS[rules.suicide]]
    return " ".join((command, *words))


def _can_be_chosen(given: frozenset[str], ko: Ko, suicide: bool) -> bool:
    """Whether the options that were given leave room for rules."""
    others = {option for other, option in KO_OPTIONS.items() if other is not ko} | {SUICIDE_OPTIONS[not suicide]}
    others |= set() if ko is Ko.SIMPLE else {NO_KO}
    others |= set() if suicide else {ALL_SUICIDE}
    return not given & others
