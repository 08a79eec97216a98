"""What a run of the oracle came to: its findings, what was covered, and the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from ...spec.rules import Rules
from .aspects import EVERYTHING, Aspect
from .disagreement import Disagreement
from .engine import Introduction
from .naming import Naming


class OracleAnswer(Enum):
    """The four answers of the oracle."""

    AGREE = "agree"
    DISAGREE = "disagree"
    SKIPPED = "skipped"
    ERRORED = "errored"

    @property
    def exit_status(self) -> int:
        """What the command exits with: 0 if the engine agrees, 1 if not, 2 if it could not be judged."""
        return {OracleAnswer.AGREE: 0, OracleAnswer.DISAGREE: 1}.get(self, 2)


@dataclass(frozen=True)
class OracleFinding:
    """A disagreement, as small as it was made.

    Attributes:
        disagreement: the game, and what each side says.
        naming: the clauses that it is about.
        excluded: no game on its board of up to this many turns shows it, as far as the rules tell games apart; None
            where that was not found out.
        under: the names of the rule sets under which the game shows it.
        cut: whether the time to make it smaller ran out.
    """

    disagreement: Disagreement
    naming: Naming
    excluded: int | None
    under: tuple[str, ...]
    cut: bool = False

    @property
    def shortest(self) -> bool:
        """Whether every shorter game on its board was found not to show it."""
        longest_shorter = len(self.disagreement.turns) - 1
        return longest_shorter < 0 or self.excluded == longest_shorter


@dataclass(frozen=True)
class SmallGamesCovered:
    """All games of up to some number of turns on a board were tried.

    Attributes:
        board: the board.
        turns: the number of turns.
        games: how many games that is, each at every length counted as one.
        everything: whether these are all games there are.
    """

    board: str
    turns: int
    games: int
    everything: bool


@dataclass(frozen=True)
class RuleSetReport:
    """How an engine was tried under one rule set.

    Attributes:
        name: the text that names it.
        rules: the rules that the engine was told.
        set_aside: the ids of the clauses that the engine's declared deviations set aside.
        skipped: why the engine could not be tried, or "".
        games: how many games were played to it.
        turns: how many turns were compared.
        coverage: on which boards all games were tried.
        boards: on which boards random games were played, and how many.
        acted: how often each clause had a say in what it agreed in; those that are not counted are left out.
    """

    name: str
    rules: Rules
    set_aside: tuple[str, ...] = ()
    skipped: str = ""
    games: int = 0
    turns: int = 0
    coverage: tuple[SmallGamesCovered, ...] = ()
    boards: Mapping[str, int] = field(default_factory=dict)
    acted: Mapping[str, int] = field(default_factory=dict)

    @property
    def never_acted(self) -> tuple[str, ...]:
        """The clauses that had no say in anything that it agreed in."""
        return tuple(name for name, times in self.acted.items() if not times)


@dataclass(frozen=True)
class Report:
    """What came out of trying an engine.

    Attributes:
        seed: what chance started from.
        introduction: what the engine says of itself; None if it could not be had.
        skipped: why it could not be had, or "".
        exchange: the last lines exchanged, where it broke before it was tried.
        deviations: the names of the deviations that were allowed for.
        compared: in how many turns each aspect was compared.
        without: the aspects that were not to be compared.
        rule_sets: how it was tried under each rule set.
        findings: the disagreements, each once.
        seconds: how long it took.
        interrupted: whether it was interrupted.
        not_tried: what of the rules was not tried, in words.
    """

    seed: int
    introduction: Introduction | None = None
    skipped: str = ""
    broke: str = ""
    exchange: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()
    compared: Mapping[Aspect, int] = field(default_factory=dict)
    without: frozenset[Aspect] = frozenset()
    rule_sets: tuple[RuleSetReport, ...] = ()
    findings: tuple[OracleFinding, ...] = ()
    seconds: float = 0.0
    interrupted: bool = False
    not_tried: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many games were played to the engine."""
        return sum(rule_set.games for rule_set in self.rule_sets)

    @property
    def turns(self) -> int:
        """How many turns were compared."""
        return sum(rule_set.turns for rule_set in self.rule_sets)

    @property
    def outcome(self) -> OracleAnswer:
        """The answer: a disagreement counts more than a breakdown, and agreement needs something to agree on."""
        if any(one.disagreement.aspect is not Aspect.ANSWER for one in self.findings):
            return OracleAnswer.DISAGREE
        if self.broke or self.findings:
            return OracleAnswer.ERRORED
        return OracleAnswer.AGREE if any(self.compared.values()) else OracleAnswer.SKIPPED

    def not_compared(self) -> Mapping[Aspect, str]:
        """The aspects in which nothing was compared, and why."""
        claimed = self.introduction.aspects if self.introduction else frozenset()
        return {
            aspect: "left out on request"
            if aspect in self.without
            else ("no game came to it" if aspect in claimed else "the engine does not tell")
            for aspect in Aspect
            if aspect in EVERYTHING and not self.compared.get(aspect)
        }
