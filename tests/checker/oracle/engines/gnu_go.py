"""GNU Go, for which rules are chosen by options of its command line: one program is started for each rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from superko.checker.oracle.engine import Introduction, Observation, Setting, Unsupported
from superko.checker.oracle.engines.gtp import GtpEngine
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.rules import Rules

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


class GnuGo:
    """GNU Go as some command starts it: the options in the command stay, the others are as rules need."""

    def __init__(self, options: str = "", timeout: float = 10.0) -> None:
        self._command, self._timeout = f"gnugo --mode gtp --chinese-rules {options}".rstrip(), timeout
        self._engine = GtpEngine(self._command, timeout)
        self._engines = {self._command: self._engine}

    def introduction(self) -> Introduction:
        """What it answered, and what is known of it."""
        given = frozenset(self._command.split())
        said = self._engine.introduction()
        return replace(
            said,
            notes=tuple(note for note in said.notes if "can't be given the rules" not in note),
            rules=tuple(text for chosen, text in CLAIMED.items() if can_be_chosen(given, *chosen)),
            deviations=(
                *ENDS,
                *(("no-ko",) if NO_KO in given else ()),
                *(("null-moves",) if ALL_SUICIDE in given else ()),
            ),
            hears_rules=True,
        )

    def start(self, setting: Setting) -> None:
        """Start a game, in a process that plays by its rules."""
        command = started_for(self._command, setting.rules)
        if command not in self._engines:
            self._engines[command] = GtpEngine(command, self._timeout)
        self._engine = self._engines[command]
        self._engine.start(setting)

    def play(self, turns: Sequence[str]) -> None:
        """Play turns."""
        self._engine.play(turns)

    def observe(self) -> Observation:
        """What it says of the game."""
        return self._engine.observe()

    def close(self) -> None:
        """End every process."""
        for engine in self._engines.values():
            engine.close()


def started_for(command: str, rules: Rules) -> str:
    """The command that starts GNU Go for some rules.

    Raises:
        Unsupported: it has no such rules, or the command already has an option for others.
    """
    if rules.document != "katago-v2" or rules.scoring is not Scoring.AREA or rules.tax is not Tax.NONE or rules.button:
        raise Unsupported("GNU Go is asked for the moves of rules with area scoring, without tax or button.")
    given = frozenset(command.split())
    if not can_be_chosen(given, rules.ko, rules.suicide):
        raise Unsupported("The command has an option for other rules; leave out its options for ko and suicide.")
    words = [] if given & {NO_KO, *KO_OPTIONS.values()} else [KO_OPTIONS[rules.ko]]
    words += [] if given & {ALL_SUICIDE, *SUICIDE_OPTIONS.values()} else [SUICIDE_OPTIONS[rules.suicide]]
    return " ".join((command, *words))


def can_be_chosen(given: frozenset[str], ko: Ko, suicide: bool) -> bool:
    """Whether the options that were given leave room for rules."""
    others = {option for other, option in KO_OPTIONS.items() if other is not ko} | {SUICIDE_OPTIONS[not suicide]}
    others |= set() if ko is Ko.SIMPLE else {NO_KO}
    others |= set() if suicide else {ALL_SUICIDE}
    return not given & others
