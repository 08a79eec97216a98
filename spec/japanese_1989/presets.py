"""The document, without komi, which is not in it, and the questions that it leaves open."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import Reading, register_readings
from ..rules import Rules
from ..vocabulary import Phase

register_readings(
    Reading(
        "reading/japanese-1989-repetition",
        "In article 12 of the Japanese rules, is it the board that stands again, or also who is to move?",
        ("board", "board-and-player"),
    ),
    Reading(
        "reading/japanese-1989-no-result",
        "In article 12 of the Japanese rules, when do players agree that a board which stands again ends the game?",
        ("without-a-pass", "in-any-case", "as-a-turn", "never"),
    ),
    Reading(
        "reading/japanese-1989-first",
        "In article 7 of the Japanese rules, who has the first turn of the play that shows what is alive?",
        ("opponent", "owner"),
    ),
    Reading(
        "reading/japanese-1989-new-stone",
        "In article 7 of the Japanese rules, where may the new stone stand that capturing stones enables?",
        ("captured-from", "enabled", "anywhere"),
    ),
    Reading(
        "reading/japanese-1989-seki",
        "In article 8 of the Japanese rules, is a string in seki by itself, or with those round the same eyes?",
        ("strings", "groups"),
    ),
)
register(
    Document(
        "japanese-1989",
        "Japanese rules 1989, articles 1 to 14",
        presets={"japanese-1989": Rules(document="japanese-1989")},
        phases={Phase.FIRST_CLEANUP: "the confirmation of life and death"},
    )
)
