"""Words of sentences: players and phases, numbers of things, values and lists as they are quoted."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ..spec.algebra import BLACK, WHITE
from ..spec.documents import DOCUMENTS
from ..spec.registry import LIKENESS, nearest
from ..spec.rules import Rules
from ..spec.vocabulary import Phase

LONGEST_QUOTE = 40
PLAYERS = {BLACK: "Black", WHITE: "White"}
PHASES = {
    Phase.MAIN: "the main phase",
    Phase.FIRST_CLEANUP: "the first cleanup phase",
    Phase.SECOND_CLEANUP: "the second cleanup phase",
}


def phase_name(rules: Rules, phase: Phase) -> str:
    """What a phase is called in the document of some rules."""
    return DOCUMENTS[rules.document].phases.get(phase, PHASES[phase])


def full_sentence(text: str) -> str:
    """A text that ends with one full stop, as a message of somebody else may bring its own.

    >>> full_sentence("It failed: Name a board."), full_sentence("It failed: no such file")
    ('It failed: Name a board.', 'It failed: no such file.')
    """
    return text if text.endswith((".", "!", "?")) else f"{text}."


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "turn"), counted(2000, "pass")
    ('1 turn', '2,000 passes')
    """
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def tallied(number: int, name: str) -> str:
    """What was counted, by the name of the count: its noun, which is one of the first two words, in the plural.

    >>> tallied(1, "queries"), tallied(1, "passes"), tallied(2_000, "turns_judged_otherwise")
    ('1 query', '1 pass', '2,000 turns judged otherwise')
    >>> tallied(1, "situational_bans"), tallied(1, "ended_by_two")
    ('1 situational ban', '1 ended by two')
    """
    words = name.split("_")
    nouns = [place for place, word in enumerate(words[:2]) if word.endswith("s") and not word.endswith("ss")]
    if number == 1 and nouns and words[0] != "both":
        noun = words[nouns[-1]]
        words[nouns[-1]] = f"{noun[:-3]}y" if noun.endswith("ies") else noun[: -2 if noun.endswith("sses") else -1]
    return f"{number:,} {' '.join(words)}"


def after_turn(number: int) -> str:
    """When a state stood, as turns are counted from 1."""
    return f"after turn {number}" if number else "at the start"


def shown(value: object) -> str:
    """A value as a message quotes it: as JSON, in which all can be printed, cut short where it is long.

    >>> shown("Z9"), shown("中"), shown([1] * 100)
    ('"Z9"', '"中"', '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...')
    """
    written = json.dumps(value, ensure_ascii=False)
    text = "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in written)
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def one_of(choices: Iterable[str]) -> str:
    """Choices joined by commas and a last "or".

    >>> one_of(["NONE", "SEKI", "ALL"])
    'NONE, SEKI or ALL'
    """
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def near(text: str, known: Iterable[str], likeness: float = LIKENESS) -> str:
    """What is near a misspelt name, as the end of a sentence; "" if nothing is; see `nearest`.

    >>> near("bensn", ["claim/benson", "ilr"]), near("nosuch", ["enough"])
    (' Did you mean claim/benson?', '')
    """
    meant = nearest(text, known, likeness)
    return f" Did you mean {one_of(meant)}?" if meant else ""


def no_such(kind: str, text: str, known: Iterable[str]) -> str:
    """That nothing has a name: what is near, or else all that one may choose.

    >>> no_such("property", "ful", ["empty", "full"]), no_such("tier", "wombat", ["tiny", "small"])
    ('There is no property "ful". Did you mean full?', 'There is no tier "wombat"; choose tiny or small.')
    """
    choices = list(known)
    meant = near(text, choices)
    return f"There is no {kind} {shown(text)}" + (f".{meant}" if meant else f"; choose {one_of(choices)}.")


def points_text(number: float) -> str:
    """A number of points, which may be a fraction, with no more digits than it needs, and ten at most.

    >>> points_text(6.5), points_text(-7.0), points_text(2.25), points_text(1_000_000)
    ('6.5', '-7', '2.25', '1000000')
    """
    return f"{number:.10g}"
