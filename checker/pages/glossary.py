"""The words that players use, each with a board on which it can be seen, and what was found about it: `words.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..telling.names import speaks_of
from .explorer.addresses import Address, read_address
from .shown_games import ShownGame, game_at


@dataclass(frozen=True)
class Term:
    """A word that players use.

    Attributes:
        word: the word, with other words for the same.
        says: what it means, in a sentence or two.
        address: the game that shows it, in the explorer.
        see: the ids of claims and clauses about it.
    """

    word: str
    says: str
    address: Address
    see: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where it stands on the page.

        >>> TERMS[0].anchor
        'bent-four-in-the-corner'
        """
        return self.word.partition(",")[0].replace(" ", "-").casefold()

    @cached_property
    def game(self) -> ShownGame:
        """The game that shows it."""
        return game_at(self.anchor, self.address)


_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
TERMS = tuple(
    Term(word, entry["says"], read_address(entry["game"]), tuple(entry.get("see", ())))
    for word, entry in _WORDS.items()
)
"""The words in alphabetical order."""


def ids_seen_with(text: str) -> tuple[str, ...]:
    """The ids of claims and clauses about the words of players that have all the words of a text, or are told by them.

    >>> ids_seen_with("chosei")
    ('fact/smallest-repetitions', 'fact/repetitions-stopped', 'fact/no-result')
    """
    return tuple(
        dict.fromkeys(name for term in TERMS if speaks_of(f"{term.word} {term.says}", text) for name in term.see)
    )
