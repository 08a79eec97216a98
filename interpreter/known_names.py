"""Rules by the names that servers, libraries and players give them: what each stands for, and what it leaves out.

A server plays more than the rules of a game: its players mark dead stones, its engine forgets, or cuts games off. What
parameters and readings can say of that is said here; what they can't is told to whoever uses the name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ServerRules:
    """What a name stands for.

    Attributes:
        rules: a preset with changes.
        source: where it is said how they are played.
        leaves_out: what is played otherwise, in one sentence.
    """

    rules: str
    source: str
    leaves_out: str

    def __str__(self) -> str:
        return f"{self.rules}, after {self.source}. {self.leaves_out}"


_GOBAN = "goban, OGS's engine (src/engine/GobanEngine.ts)"
_KGS = "KGS's page of rule sets (gokgs.com/help/rulesets.html)"
_MARKED = "Players mark dead stones there, and no cleanup is played."
_PLAYED_ON = "Players mark dead stones there, and play on if they differ."
_LOOKS_BACK = "It looks back 31 positions only, lets the empty board stand again, and lets players mark dead stones."
_LIBRARY = "what is recorded of it in checker/oracle/FINDINGS.md"

KNOWN_NAMES: Mapping[str, ServerRules] = {
    "ogs-chinese": ServerRules("chinese-ogs-kgs,komi=7.5", _GOBAN, _LOOKS_BACK),
    "ogs-aga": ServerRules("aga-like,komi=7.5", _GOBAN, _LOOKS_BACK),
    "ogs-new-zealand": ServerRules(
        "new-zealand-like,komi=7", _GOBAN, "It allows suicide of a single stone too, and looks back 31 positions only."
    ),
    "ogs-ing": ServerRules(
        "tromp-taylor,whiteHandicapBonus=N,komi=7.5",
        _GOBAN,
        "Ing's own ko rules are not played there, nor is komi 8 with ties to Black.",
    ),
    "ogs-japanese": ServerRules("japanese-like,komi=6.5", _GOBAN, _MARKED),
    "ogs-korean": ServerRules("japanese-like,komi=6.5", _GOBAN, _MARKED),
    "kgs-chinese": ServerRules("chinese-ogs-kgs", _KGS, _PLAYED_ON),
    "kgs-aga": ServerRules("aga-like", _KGS, "White need not move last there, as areas are counted."),
    "kgs-new-zealand": ServerRules("new-zealand-like", _KGS, _PLAYED_ON),
    "kgs-japanese": ServerRules(
        "japanese-like", _KGS, "Players mark dead stones there; a third party settles disputes."
    ),
    "cgos": ServerRules(
        "tromp-taylor,suicide=no,komi=7.5",
        "its server (zakki/cgos, server-python/cgos/gogame/gogame.py)",
        "A program that takes too long loses, which is no rule of the game.",
    ),
    "open-spiel": ServerRules(
        "tromp-taylor,suicide=no,komi=7.5",
        _LIBRARY,
        "It ends a game that repeats a board as a draw, but for a ko, which it forbids, and cuts long games off.",
    ),
    "pgx": ServerRules(
        "tromp-taylor,suicide=no,komi=7.5",
        _LIBRARY,
        "Who repeats a board loses there, but for a ko, which is forbidden; a draw goes to White; long games end.",
    ),
    "petting-zoo": ServerRules(
        "tromp-taylor,suicide=no,komi=7.5",
        _LIBRARY,
        "Of superko it has only that a ko is not retaken at once.",
    ),
    "natural-situational-superko": ServerRules(
        "new-zealand,reading/new-zealand-passes=do-not-count",
        "Sensei's Library (senseis.xmp.net/?NaturalSituationalSuperko)",
        "It is a ban alone; the rest is New Zealand's text, and french has the same ban without suicide.",
    ),
    "repetition-draws": ServerRules(
        "chinese-like,reading/long-cycle=draw",
        "note 4 of KataGo's rules",
        "This is a reading of ours: the document has such games end without result.",
    ),
}


@dataclass(frozen=True)
class WrittenName:
    """How servers, programs and players write the name of rules in game records.

    Attributes:
        spellings: what they write; letter case does not matter, nor whether "rules" follows.
        rules: what is taken for it: a preset with changes, or a shorthand.
        note: in what it differs from what is meant, in one sentence, or "".
    """

    spellings: tuple[str, ...]
    rules: str
    note: str = ""


_KATAGO = "KataGo takes it so (cpp/game/rules.cpp)"
_NO_ING = f"Ing's own text, with its ko rules, is not transcribed here; {_KATAGO}."

WRITTEN_NAMES = (
    WrittenName(("cn", "chn", "中国", "中國", "中国围棋", "数子"), "chinese"),
    WrittenName(("jp", "jpn", "japan", "日本", "nihon-ki-in", "nihon-kiin", "日本棋院", "数目"), "japanese"),
    WrittenName(("kr", "kor", "korea", "한국", "韩国", "韓国", "韓國"), "korean"),
    WrittenName(("us", "usa", "american"), "aga"),
    WrittenName(("newzealand",), "new-zealand"),
    WrittenName(("ffg",), "french"),
    WrittenName(("british",), "bga"),
    WrittenName(("tt", "tromp/taylor", "tromptaylor"), "tromp-taylor"),
    WrittenName(("wmsg-2008",), "wmsg"),
    WrittenName(("goe", "ing", "ing-goe", "ing-sst", "应氏", "應氏"), "tromp-taylor", _NO_ING),
    WrittenName(
        ("simplified-ing",), "tromp-taylor", "It is area scoring with positional superko; komi is the record's."
    ),
    WrittenName(("ancient-area", "ancientarea", "stonescoring"), "stone-scoring", f"{_KATAGO}."),
    WrittenName(("ancient-territory", "ancientterritory"), "japanese-like,tax=ALL", f"{_KATAGO}."),
    WrittenName(("old-chinese",), "stone-scoring", "No text of the old Chinese rules is transcribed here."),
    WrittenName(("igs", "pandanet", "pandanet-igs"), "japanese-like", _MARKED),
    WrittenName(("tygem",), "japanese-like", _MARKED),
)

_CHOSEN_THERE = "lets its players choose among several rules, and the record does not say which"

REFUSED_NAMES: Mapping[str, str] = {
    "lasker-maas": "Lasker-Maas has no document here.",
    "kospight": "KataGo's early ko rule SPIGHT has no document here; the nearest is ko=SITUATIONAL.",
    "ko:": "The numbers of a program name no rules here.",
    "fox": f"Fox {_CHOSEN_THERE}: chinese, japanese or korean.",
    "野狐": f"Fox {_CHOSEN_THERE}: chinese, japanese or korean.",
    "ogs": f"OGS {_CHOSEN_THERE}: ogs-chinese, ogs-japanese, ogs-korean, ogs-aga, ogs-ing or ogs-new-zealand.",
    "kgs": f"KGS {_CHOSEN_THERE}: kgs-chinese, kgs-japanese, kgs-aga or kgs-new-zealand.",
}
"""Why names that begin so stand for no rules here, and which are near."""
