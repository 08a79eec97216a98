"""Tables of rule sets: their parameters, and what each says to what players ask, by its clauses in force and verdicts.

Nothing is said here a second time: an answer is the sentences of the clauses that decide, or a claim that was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from ...interpreter.adjudication import has_cleanup
from ...interpreter.clauses_of_authors import names_mentioned
from ...interpreter.rule_names import KNOWN_NAMES, parameters
from ...interpreter.rules_files import named_rules
from ...spec.dead_stones.protocols import PROTOCOLS
from ...spec.documents import DOCUMENTS
from ...spec.guard import word
from ...spec.presets import PRESETS
from ...spec.registry import Clause, Decision, clause_named, clauses, statements_of
from ...spec.rules import Rules
from ...spec.vocabulary import Remembered
from ..evidence.checks import Check
from ..evidence.decided import Decided, everything_decided, is_proof
from ..evidence.verdict import EVERY_SIZE
from ..vectors.shapes import SHAPES
from .explorer.addresses import Address, address_text

USUAL = "tromp-taylor"
GAMES = {
    ("scoring", "TERRITORY"): "one-sided-dame-in-play",
    ("ko", "SIMPLE"): "double-ko",
    ("ko", "SITUATIONAL"): "sending-two-returning-one",
    ("tax", "SEKI"): "seki",
    ("tax", "ALL"): "seki",
    ("suicide", "no"): "multi-stone-suicide",
    ("handicap_bonus", "N"): "handicap",
    ("handicap_bonus", "N-1"): "handicap",
}
"""For each value that a preset has in place of the usual one: the shape on which the two differ."""


def parameter_table() -> dict[str, dict[str, str]]:
    """For each parameter its value under each preset that has it.

    >>> parameter_table()["ko"]["japanese-like"]
    'SIMPLE'
    """
    of_presets = {name: parameters(rules) for name, rules in PRESETS.items()}
    rows = dict.fromkeys(parameter for values in of_presets.values() for parameter in values)
    return {row: {name: values[row] for name, values in of_presets.items() if row in values} for row in rows}


def games_that_differ() -> dict[tuple[str, str], str]:
    """Where the explorer shows what a value changes: a game under the usual rules and, beside it, with the value.

    >>> games_that_differ()["ko", "SITUATIONAL"].partition("beside=")[2]
    'tromp-taylor,ko=SITUATIONAL'
    """
    return {
        (parameter, value): address_text(
            Address(USUAL, SHAPES[shape].start, SHAPES[shape].texts, beside=f"{USUAL},{parameter}={value}")
        )
        for (parameter, value), shape in GAMES.items()
    }


_TERMINATES = "-terminates"
OWN_PROCEDURES: Mapping[str, Sequence[str]] = {"aga": ("aga/9-end#agreement", "aga/9-end#dead-stones", "aga/10-resume")}
"""The clauses in which a document says how players settle dead stones, where that is none of the protocols."""
_PAST = ("previous", *(remembered.value for remembered in Remembered))


@dataclass(frozen=True)
class Answer:
    """What a rule set says to a question.

    Attributes:
        clauses: the clauses that say it, in the order of the document.
        claims: the claims that are proved and say it.
        silent: the answer where nothing says anything.
    """

    clauses: tuple[Clause, ...]
    claims: tuple[Decided, ...]
    silent: str

    @property
    def sentences(self) -> Mapping[str, str]:
        """The sentences that say it, each with the name of a clause or a claim that does."""
        said = {clause.text: clause.name for clause in reversed(self.clauses)}
        verdicts = {f"{decided.claim.text} This is proved.": decided.claim.id for decided in self.claims}
        return dict(reversed(said.items())) | verdicts

    @property
    def text(self) -> str:
        """Its answer, in sentences."""
        return " ".join(self.sentences) or self.silent

    def as_json(self) -> dict[str, object]:
        """The answer with the names of what says it."""
        claims = [decided.claim.id for decided in self.claims]
        return {"text": self.text, "clauses": [clause.name for clause in self.clauses], "claims": claims}


Read = Callable[[Rules], Iterable[Clause]]


@dataclass(frozen=True)
class PlayersQuestion:
    """What a player asks of a rule set."""

    title: str
    silent: str
    read: Read = lambda rules: ()
    proved: Callable[[Rules], Iterable[Decided]] = lambda rules: ()

    def answer(self, rules: Rules) -> Answer:
        """What some rules say to it."""
        return Answer(tuple(self.read(rules)), tuple(self.proved(rules)), self.silent)


def _deciding(*decisions: Decision) -> Read:
    return lambda rules: [clause for decision in decisions for clause in rules.deciding(decision)]


def _not_repeated(rules: Rules) -> Iterable[Clause]:
    """The bans that look at the past, with what a state is and which states count; without a ban, neither matters."""
    bans = [clause for clause in rules.deciding(Decision.LEGAL) if _mentions(clause, *_PAST)]
    return [*bans, *_deciding(Decision.STATE, Decision.REMEMBERED)(rules)] if bans else ()


def _suicide(rules: Rules) -> Iterable[Clause]:
    """The conditions on moves that show stones, or look at a player's own; that on the point of a move shows none."""
    conditions = rules.deciding(Decision.PSEUDOLEGAL)
    return [
        clause
        for clause in (*conditions, *rules.deciding(Decision.LEGAL))
        if (clause.witness is not None and clause in conditions) or _mentions(clause, "self_captured")
    ]


def _mentions(clause: Clause, *names: str) -> bool:
    return not names_mentioned([clause.function]).isdisjoint(names)


def _scores(rules: Rules, about: Sequence[str]) -> list[Clause]:
    """The terms of a score that ask about something."""
    return [clause for clause in rules.deciding(Decision.SCORE) if _mentions(clause, *about)]


def _what_counts(rules: Rules) -> Iterable[Clause]:
    """What is removed, and the terms of a score that stand in no column of their own."""
    elsewhere = _scores(rules, ("handicap", "button", "komi"))
    return [
        *rules.deciding(Decision.REMOVAL),
        *(clause for clause in rules.deciding(Decision.SCORE) if clause not in elsewhere),
    ]


def _dead_stones(rules: Rules) -> Iterable[Clause]:
    protocol = DOCUMENTS[rules.document].protocol
    if has_cleanup(rules):
        return rules.deciding(Decision.NEXT_PHASE)
    if protocol in OWN_PROCEDURES:
        return map(clause_named, OWN_PROCEDURES[protocol])
    if protocol:
        return statements_of(PROTOCOLS[protocol].id)
    own = [clause for clause in clauses(rules.document) if clause.id.endswith("dead-stones")]
    return own or rules.deciding(Decision.REMOVAL)


def _pass_costs(rules: Rules) -> Iterable[Clause]:
    """The stones that a pass hands over, where captures count, and what the first pass gives."""
    stones = rules.deciding(Decision.PASS_STONES) if _scores(rules, ("captures",)) else ()
    return [*stones, *_scores(rules, ("button",))]


def _last_forever(rules: Rules) -> Iterable[Decided]:
    """The last claim of its document that is proved for boards of every size under these rules; none if amended."""
    if rules.amendments:
        return ()
    of_document = (decided for decided in _terminating() if decided.claim.document == rules.document)
    proved = (
        decided
        for decided in of_document
        if any(is_proof(finding) and _is_about(finding.check, rules) for finding in decided.findings)
    )
    return tuple(proved)[-1:]


@cache
def _terminating() -> tuple[Decided, ...]:
    """The claims that games end, with what is recorded of them."""
    return tuple(decided for decided in everything_decided() if decided.claim.id.endswith(_TERMINATES))


def _is_about(check: Check, rules: Rules) -> bool:
    same = check.whatever_else or any(rule_set.in_force == rules.in_force for rule_set in check.under)
    return (
        check.board == EVERY_SIZE
        and same
        and all(word(rules.parameter(name)) in values for name, values in check.values.items() if hasattr(rules, name))
    )


ASKED = (
    PlayersQuestion("What may not be repeated", "Nothing is forbidden.", _not_repeated),
    PlayersQuestion("Suicide", "No clause forbids it.", _suicide),
    PlayersQuestion("What ends the game", "Nothing does.", _deciding(Decision.PHASE_ENDS, Decision.GAME_ENDS)),
    PlayersQuestion("What counts", "Nothing does.", _what_counts),
    PlayersQuestion("Dead stones", "No clause removes any: the count takes every stone for alive.", _dead_stones),
    PlayersQuestion("Handicap", "Nothing is given for it.", partial(_scores, about=("handicap",))),
    PlayersQuestion("What a pass costs", "Nothing is counted for it.", _pass_costs),
    PlayersQuestion("Can a game last forever", "No verdict on these rules is recorded.", proved=_last_forever),
    PlayersQuestion(
        "Can it end without result", "It can't.", _deciding(Decision.NO_RESULT, Decision.DRAWN, Decision.REPLAYED)
    ),
)
NAMES = (*PRESETS, *KNOWN_NAMES)


def text_table(names: Sequence[str] = NAMES) -> Mapping[PlayersQuestion, Mapping[str, Answer]]:
    """The answers to every question, by the names of the rule sets, which may be `FILE.py:NAME`.

    Raises:
        ValueError: a name stands for no rules.

    >>> column = text_table(["aga", "tromp-taylor"])[ASKED[6]]
    >>> [answer.text for answer in column.values()]
    ['A player who passes gives the opponent one stone as a prisoner.', 'Nothing is counted for it.']
    """
    rule_sets = {name: named_rules(name) for name in names}
    return {asked: {name: asked.answer(rules) for name, rules in rule_sets.items()} for asked in ASKED}


def said_alike(column: Mapping[str, Answer]) -> Mapping[str, Sequence[str]]:
    """The distinct answers of a column, each with the names of those who give it."""
    together: dict[str, list[str]] = {}
    for name, answer in column.items():
        together.setdefault(answer.text, []).append(name)
    return together
