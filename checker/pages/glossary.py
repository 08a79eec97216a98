"""The words that players use, each with a board on which it can be seen, and what was found about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...interpreter.rule_names import parse_rules, rules_to_json
from ...interpreter.story import Start, Story
from ...spec.vocabulary import Phase
from ..claims.shapes import (
    BENT_FOUR,
    DOUBLE_KO_DEATH,
    MOONSHINE_LIFE,
    REPETITIONS,
    THOUSAND_YEAR_KO,
    THREE_POINTS_WITHOUT_CAPTURING,
    Shape,
)
from ..play.cycles import DOUBLE_KO_SEKI, ETERNAL_LIFE, RING_OF_KOS, SENDING_TWO_RETURNING_ONE
from ..telling.names import speaks_of
from ..vectors.shapes import SHAPES
from .shown_games import ShownGame, shown_as_far_as_taken

_JAPANESE, _SIMPLE_KO = "japanese-like", "tromp-taylor,ko=SIMPLE"


@dataclass(frozen=True)
class Term:
    """A word that players use.

    Attributes:
        word: the word, with other words for the same.
        says: what it means, in a sentence or two.
        start: the position that shows it.
        turns: the turns that are taken there.
        rules: the text that names the rules that they are taken under.
        see: the ids of claims and clauses about it.
    """

    word: str
    says: str
    start: Start
    turns: tuple[str, ...]
    rules: str
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
        return shown_as_far_as_taken(self.anchor, Story(self.start, self.turns, rules_to_json(parse_rules(self.rules))))


def _played(word: str, says: str, shape: str, rules: str, *see: str, turns: int | None = None) -> Term:
    """A word that a game of the tiny vectors shows, by some of its turns."""
    played = SHAPES[shape]
    return Term(word, says, played.start, played.texts[:turns], rules, see)


def _shaped(
    word: str, says: str, shape: Shape, rules: str, *see: str, turns: tuple[str, ...] = (), cleanup: bool = False
) -> Term:
    """A word that a shape shows, by its cycle or other turns."""
    phase = Phase.FIRST_CLEANUP if cleanup else Phase.MAIN
    start = Start.at("/".join(shape.rows), shape.player, phase)
    return Term(word, says, start, turns or shape.cycle, rules, see)


TERMS = (
    _shaped(
        "Bent four in the corner",
        "Three white stones can be made a bent four, and then a ko on which Black's life depends, whenever White "
        "likes. By old rules Black is dead; in the cleanup phases best play captures the group.",
        BENT_FOUR,
        _JAPANESE,
        "claim/bent-four-dies",
        cleanup=True,
    ),
    _played(
        "Button",
        "Whoever passes first takes the button, which is worth half a point; that pass is not one of the two that "
        "end the game.",
        "button",
        "chinese-like,button=yes",
        "claim/button-reconciles",
    ),
    _played(
        "Cleanup",
        "Play that follows the passes under some rules: dead stones are captured there, as moves cost nothing any "
        "more.",
        "dead-stone-captured",
        _JAPANESE,
        "claim/cleanup-terminates",
    ),
    _played(
        "Dame, one-sided dame",
        "A point that is worth nothing to either player. If only one player can fill it, area scoring pays for it, "
        "and territory scoring does not.",
        "one-sided-dame-in-play",
        "chinese-like",
        "claim/one-sided-dame",
        turns=3,
    ),
    _played(
        "Double ko",
        "Two kos that can be taken in turn. Under simple ko they are taken until a pass repeats; under superko "
        "somebody has to give way.",
        "double-ko",
        "tromp-taylor",
        "claim/double-ko-seki-bounded",
    ),
    _shaped(
        "Double-ko death",
        "A group that needs both of two kos for its second eye: whenever it takes one, the opponent takes the other.",
        DOUBLE_KO_DEATH.shape,
        _JAPANESE,
        "claim/double-ko-death",
        turns=("G2", "D2"),
    ),
    _shaped(
        "Double-ko seki",
        "Two groups that share two kos: whoever takes one threatens to capture, and the opponent takes the other. "
        "It is a seki, and a threat that never ends.",
        REPETITIONS[DOUBLE_KO_SEKI],
        _SIMPLE_KO,
        "claim/double-ko-seki-bounded",
    ),
    _shaped(
        "Eternal life, chosei",
        "Each player in turn throws in a second stone and loses two, until the position is what it was. Under "
        "simple ko the game ends without result; superko forbids the last step.",
        REPETITIONS[ETERNAL_LIFE],
        "tromp-taylor",
        "fact/smallest-repetitions",
        "fact/repetitions-stopped",
        "fact/no-result",
    ),
    _played(
        "Ko",
        "A stone that has just taken one could be taken back, and so on forever. It must not be taken at once.",
        "ko-at-once",
        "tromp-taylor",
        "katago-v2/main/legal-simple-ko",
        "katago-v2/main/legal-superko",
    ),
    _shaped(
        "Moonshine life",
        "A group that depends on a ko, and a double-ko seki elsewhere with threats that never run out. Under simple "
        "ko nobody can win it, and the game ends without result; under superko Black runs out of answers.",
        MOONSHINE_LIFE,
        _SIMPLE_KO,
        "fact/no-result",
        turns=MOONSHINE_LIFE.cycle * 2,
    ),
    _shaped(
        "Ring of kos",
        "Eight kos around the middle of 3x3: every move takes one stone, and after eight moves the board is what it "
        "was.",
        REPETITIONS[RING_OF_KOS],
        "tromp-taylor",
        "fact/repetitions-stopped",
    ),
    _played(
        "Seki",
        "Two groups that neither player can attack without being captured. What the points in it count depends on "
        "the rules: area scoring pays for eyes, and Japanese rules don't.",
        "seki",
        _JAPANESE,
        "claim/summary-no-seki-by-territory",
        turns=6,
    ),
    _shaped(
        "Sending two, returning one",
        "One player gives two stones for one, the other passes, and the position is back. Superko forbids it, and "
        "under simple ko the pass that repeats ends the game.",
        REPETITIONS[SENDING_TWO_RETURNING_ONE],
        "tromp-taylor",
        "claim/no-result-not-s2r1",
        "claim/sending-three-returning-one",
    ),
    _played(
        "Snapback",
        "A stone is captured, and those that took it are captured at once. That is no ko, as more than one stone "
        "comes off, and every ko rule allows it.",
        "snapback",
        "tromp-taylor",
        turns=3,
    ),
    _played(
        "Suicide, self-capture",
        "A move after which one's own stones have no liberty. Some rules forbid it, and others take the stones off; "
        "one stone alone would change nothing.",
        "multi-stone-suicide",
        "tromp-taylor",
        "katago-v2/move/no-null-change",
        turns=2,
    ),
    _played(
        "Superko",
        "No position may stand twice in a game: positional superko looks at the stones alone, situational superko "
        "also at whose turn it is.",
        "sending-two-returning-one",
        "aga-like",
        "katago-v2/main/legal-superko",
        "claim/summary-situational-adds-turn",
        turns=5,
    ),
    _shaped(
        "Ten thousand year ko, mannenko",
        "A ko that neither player hurries to begin: Black can fill it and make a seki, and White can take it and "
        "fight, but must let Black take first.",
        THOUSAND_YEAR_KO.shape,
        _JAPANESE,
        "claim/thousand-year-ko",
        turns=("pass", "E4"),
    ),
    _shaped(
        "Torazu sanmoku, three points without capturing",
        "Neither player gains by capturing first in the corner. An old ruling gave White three points for it "
        "without a move; in the cleanup phases it is played out.",
        THREE_POINTS_WITHOUT_CAPTURING,
        _JAPANESE,
        "claim/torazu-sanmoku",
        "claim/summary-torazu",
        cleanup=True,
    ),
    _played(
        "Triple ko",
        "Three kos that are taken in turn, so that each player always has one to take. Under simple ko the game "
        "ends without result.",
        "triple-ko",
        _SIMPLE_KO,
        "claim/summary-long-cycle",
        "fact/no-result",
    ),
    _played(
        "Unblock, ko-recapture-blocked",
        "In a cleanup phase a ko that was taken is blocked until its stone is unblocked, which takes a turn; so no "
        "ko threat helps there.",
        "unblock",
        _JAPANESE,
        "katago-v2/cleanup/legal-unblocked",
        turns=3,
    ),
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
