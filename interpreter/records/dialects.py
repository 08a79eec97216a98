"""What programs write otherwise than SGF has it, read as it is meant, each with a note.

| what | who writes it, and where that is said |
|---|---|
| `KM[375]` for 7.5, and the like | Fox (`AP[foxwq]`) and gokifu.com; KataGo's `cpp/dataio/sgf.cpp`, SabakiHQ/sgf#16 |
| `KM[3.75]`, `RE[B+1.25]`, 黑胜2又1/4子 | Chinese programs, which count zi: half of the difference in points |
| `KM[7,5]` | programs that write numbers as their users do |
| `(TE[...]RD[...]KO[6.5];B[pd]` | the Nihon Ki-in: no first semicolon; TE, RD and KO for event, date and komi |
| `b[aa]`, `AddBlack[aa]` | old programs: by FF[1] to FF[3] small letters may stand beside those that count |
| `B[jj]` on 9x9 for a pass | as `tt` on 19x19 (FF[3]): the point just outside of the board |
| a file that ends in the middle | downloads that broke off |
"""

from __future__ import annotations

import re
from fractions import Fraction

from .grammar import Node

HUNDREDTHS = {
    **dict.fromkeys(("275", "550"), "5.5"),
    **dict.fromkeys(("325", "650"), "6.5"),
    **dict.fromkeys(("350", "700"), "7"),
    **dict.fromkeys(("375", "750"), "7.5"),
}
BY_FOX_ALONE = {"50": "0.5", "0": "0"}
FOX = "foxwq"
COMMA = re.compile(r"-?[0-9]+,[0-9]+")
QUARTERS = re.compile(r"-?[0-9]*\.[27]50*")
NIHON_KI_IN = {"KO": "KM", "RD": "DT", "TE": "EV"}
IN_CHINESE = re.compile(r"(?P<winner>[黑白])胜(?P<whole>\d+)?又?(?P<part>\d/\d)?(?P<unit>子|目)半?")
WON_IN_CHINESE = {"中盘胜": "R", "中押胜": "R", "超时胜": "T"}
_WINNERS = {"黑": "B", "白": "W"}


def as_meant(about: Node) -> tuple[Node, tuple[str, ...]]:
    """What a record says of the game as a whole, as SGF has it, and what was read otherwise than it is written.

    >>> meant, notes = as_meant({"AP": ("foxwq",), "KM": ("375",), "RE": ("黑中盘胜",)})
    >>> meant["KM"], meant["RE"], notes[0]
    (('7.5',), ('B+R',), 'KM[375] is read as 7.5: it is written in hundredths of points or zi.')
    """
    named = {sgf: name for name, sgf in NIHON_KI_IN.items() if name in about and sgf not in about}
    notes = [f"{name} is read as {sgf}, as the Nihon Ki-in writes it." for sgf, name in named.items()]
    meant = {**about, **{sgf: about[name] for sgf, name in named.items()}}
    for name, reading in (("KM", _komi), ("RE", _result)):
        values = meant.get(name, ())
        text = values[0].strip() if len(values) == 1 else ""
        read, why = reading(text, any(FOX in value for value in about.get("AP", ())))
        if why:
            meant[name] = (read,)
            notes.append(f"{name}[{text}] is read as {read}: {why}.")
    return meant, tuple(notes)


def _komi(text: str, by_fox: bool) -> tuple[str, str]:
    """A komi as it is meant, and why it is read so; "" where it is read as it is written."""
    in_points = (HUNDREDTHS | BY_FOX_ALONE if by_fox else HUNDREDTHS).get(text)
    if in_points is not None and in_points != text:
        return in_points, "it is written in hundredths of points or zi"
    if COMMA.fullmatch(text):
        return text.replace(",", "."), "it is written with a comma"
    if QUARTERS.fullmatch(text):
        return f"{2 * float(text):g}", "it counts zi, and a zi is two points"
    return text, ""


def _result(text: str, by_fox: bool) -> tuple[str, str]:
    """A result as it is meant, and why it is read so; "" where it is read as it is written."""
    winner, how = _WINNERS.get(text[:1], ""), WON_IN_CHINESE.get(text[1:], "")
    if winner and how:
        return f"{winner}+{how}", "it is written in Chinese"
    counted = IN_CHINESE.fullmatch(text)
    if counted and (counted["whole"] or counted["part"]):
        number = Fraction(counted["whole"] or 0) + Fraction(counted["part"] or 0)
        number += Fraction(1, 2) if text.endswith("半") else 0
        points = float(number * (2 if counted["unit"] == "子" else 1))
        return f"{winner}+{points:g}", "it is written in Chinese, and a zi is two points"
    sign, plus, number_text = text.partition("+")
    if plus and QUARTERS.fullmatch(number_text):
        return f"{sign}+{2 * float(number_text):g}", "it counts zi, and a zi is two points"
    return text, ""
