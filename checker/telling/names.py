"""Names: presets, clauses, claims and readings by their ids, by the last parts of these, by words, or nearly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from ...interpreter.wording import near
from ...spec.claim import claims
from ...spec.parameters import READINGS
from ...spec.presets import PRESETS
from ...spec.registry import LIKENESS, SURELY, clauses, id_now

MOST_SPEAKING = 5
SHORTEST_WORD, SHORTEST_NEAR = 3, 5


class NamedThing(Enum):
    """What a name stands for, with the command that shows it."""

    PRESET = "rules"
    CLAUSE = "clause"
    CLAIM = "claim"
    READING = "reading"


@dataclass(frozen=True)
class KnownName:
    """A name and what it stands for; `text` is what it says in a sentence, and `section` where the document does."""

    id: str
    kind: NamedThing
    text: str
    section: str = ""

    @property
    def last(self) -> str:
        """The last part of the id.

        >>> KnownName("katago-v2/main/legal-superko", NamedThing.CLAUSE, "").last
        'legal-superko'
        """
        return self.id.rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Topic:
    """What people look for in words of their own: an answer in a sentence, and the claims and clauses behind it."""

    answer: str
    ids: tuple[str, ...]


@cache
def topics() -> Mapping[str, Topic]:
    """Words that people look for, and what answers them."""
    read = tomllib.loads(Path(__file__).with_name("topics.toml").read_text("utf-8"))["topics"]
    return {words: Topic(topic["answer"], tuple(topic["ids"])) for topic in read for words in topic["words"]}


def topics_of(name: str) -> list[str]:
    """The words by which people find a claim or a clause that does not say them.

    >>> topics_of("claim/ownership-difference")
    ['ownership', 'territory', 'territory against ownership']
    """
    return [words for words, topic in topics().items() if name in topic.ids]


def names(*kinds: NamedThing) -> list[KnownName]:
    """All names of some kinds, or of every kind; a clause that stands under several guards is there once."""
    known = [
        *(KnownName(name, NamedThing.PRESET, "") for name in PRESETS),
        *(KnownName(clause.name, NamedThing.CLAUSE, clause.text) for clause in clauses()),
        *(KnownName(claim.id, NamedThing.CLAIM, claim.text, claim.section) for claim in claims()),
        *(KnownName(reading.name, NamedThing.READING, reading.question) for reading in READINGS.values()),
    ]
    return [name for name in known if not kinds or name.kind in kinds]


def beginning_with(text: str, *kinds: NamedThing) -> list[str]:
    """The ids that begin with a text, or whose last part does, each once.

    >>> beginning_with("stone", NamedThing.PRESET)
    ['stone-scoring']
    """
    return list(
        dict.fromkeys(name.id for name in names(*kinds) if name.id.startswith(text) or name.last.startswith(text))
    )


def ids_of(text: str, *kinds: NamedThing) -> list[str]:
    """The ids that a text means: that one, or else those with this last part, whose parts before `#` count too.

    >>> ids_of("legal-superko", NamedThing.CLAUSE)
    ['katago-v2/main/legal-superko']
    """
    known = list(dict.fromkeys(name.id for name in names(*kinds)))
    wanted = id_now(text.strip()).casefold()
    whole = [name for name in known if wanted in (name.casefold(), name.casefold().partition("#")[0])]
    if whole:
        return whole[:1] if whole[0].casefold() == wanted else whole
    last_parts = {name: name.casefold().rsplit("/", 1)[-1] for name in known}
    return [name for name, last in last_parts.items() if wanted in (last, last.partition("#")[0])]


def speaking_of(text: str, *kinds: NamedThing) -> list[str]:
    """The ids of what speaks of all the words of a text, whatever their endings; what is known of a topic comes first.

    >>> "katago-v2/main/legal-superko" in speaking_of("superko", NamedThing.CLAUSE)
    True
    """
    known = names(*kinds)
    topic = topics().get(text.strip().casefold())
    first = [wanted for wanted in (topic.ids if topic else ()) if any(wanted == name.id for name in known)]
    if "/" in text:
        return first
    others = [name.id for name in known if speaks_of(_told_by(name), text)]
    return list(dict.fromkeys((*first, *others)))


def speaks_of(sentence: str, text: str) -> bool:
    """Whether a sentence has all the words of a text, whatever their endings.

    >>> speaks_of("Stones that are captured", "capturing stone"), speaks_of("Stones", "a")
    (False, False)
    >>> speaks_of("Two positions are repeated", "position repeat")
    True
    """
    stems = (
        re.sub(r"(ation|ates?|ies|es|s)$", "", word) if len(word) > len("stones") else word for word in _words(text)
    )
    words = [stem for stem, word in zip(stems, _words(text), strict=True) if len(word) >= SHORTEST_WORD]
    return bool(words) and all(re.search(rf"\b{word}", sentence.casefold()) for word in words)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _told_by(name: KnownName) -> str:
    return f"{name.last} {name.section} {name.text}"


def meant_by(text: str, *kinds: NamedThing, likeness: float = LIKENESS) -> str:
    """What a name that stands for nothing may have meant, as the end of a message; "" if nothing is known.

    A topic is answered by what speaks of it; another name by what is near it, or else by what speaks of its words, or
    of words near them.

    >>> meant_by("benson", NamedThing.PRESET)
    ''
    """
    speaking = speaking_of(text, *kinds)[:MOST_SPEAKING]
    hint = f" These speak of it: {', '.join(speaking)}." if speaking else ""
    if text.strip().casefold() in topics():
        return hint
    every = (word for name in names(*kinds) for word in _words(_told_by(name)))
    words = dict.fromkeys([*topics(), *(word for word in every if len(word) >= SHORTEST_NEAR)])
    return did_you_mean(text, *kinds, likeness=likeness) or hint or ("" if "/" in text else near(text, words, SURELY))


def did_you_mean(text: str, *kinds: NamedThing, likeness: float = LIKENESS) -> str:
    """What a name that stands for nothing may have meant, as the end of a sentence; "" if nothing is near.

    >>> did_you_mean("katago-v2/main/legal-superkoo")
    ' Did you mean katago-v2/main/legal-superko?'
    """
    return near(text, (name.id for name in names(*kinds)), likeness)
