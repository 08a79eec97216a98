"""The document, without komi, which is not in it, and the questions that it leaves open."""

from __future__ import annotations

from ..document import Document, register
from ..parameters import PARAMETERS, Choice
from ..rules import Rules
from ..vocabulary import Phase
from .ending import plays_first, without_dead_stones

_CHOICES = (
    PARAMETERS["komi"],
    Choice(
        "reading/japanese-1989-repetition",
        "In article 12 of the Japanese rules, is it the board that stands again, or also who is to move?",
        ("board", "board-and-player"),
    ),
    Choice(
        "reading/japanese-1989-no-result",
        "In article 12 of the Japanese rules, when do players agree that a board which stands again ends the game?",
        ("without-a-pass", "in-any-case", "as-a-turn", "never"),
    ),
    Choice(
        "reading/japanese-1989-first",
        "In article 7 of the Japanese rules, who has the first turn of the play that shows what is alive?",
        ("opponent", "owner"),
    ),
    Choice(
        "reading/japanese-1989-new-stone",
        "In article 7 of the Japanese rules, where may the new stone stand that capturing stones enables?",
        ("captured-from", "enabled", "anywhere"),
    ),
    Choice(
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
        choices=_CHOICES,
        protocol="agreement",
        phases={Phase.FIRST_CLEANUP: "the confirmation of life and death"},
        terms={"prisoners": "captures lost"},
        removing=without_dead_stones,
        resuming=plays_first,
        said_by_players={
            "japanese-1989/9-end#confirmation": "The game ends once both players hold the same stones dead, and so "
            "agree on territory too.",
            "japanese-1989/10-objection": "Where a player objects to the result before both have confirmed it, both go "
            "through it again.",
            "japanese-1989/10-final": "A result that both have confirmed is never changed.",
            "japanese-1989/11-resign": "A player can resign at any time of the game, and the opponent wins by it.",
            "japanese-1989/13-both-lose": "Both lose if, once the game has stopped, a move is found that changes the "
            "result, and they can't agree to end.",
            "japanese-1989/14-forfeit": "A player who breaks a rule loses at once, as long as the result is not "
            "confirmed.",
        },
    )
)
