"""Runs a suite against an engine: fill in the three functions, or give `run` an object that has them.

    python runner.py < tromp-taylor.suite

`set_up` starts a game, `is_legal` says whether a turn ("C3", "pass" or "unblock C3") may be taken, and `play` takes
one. What the first and the last return is where the game then stands, in the words of the suite, with ? for what the
engine does not know: "state W .X./... 0 0 main" or, once the game is over, "over 4 2 B".
"""

import sys
from collections.abc import Iterable
from typing import Any

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def set_up(width: int, height: int, rows: str, player: str, phase: str, handicap: int) -> str:
    """Start a game."""
    raise NotImplementedError


def is_legal(turn: str) -> bool:
    """Whether a turn may be taken."""
    raise NotImplementedError


def play(turn: str) -> str:
    """Take a turn."""
    raise NotImplementedError


def differs(line: str, said: str) -> bool:
    """Whether what the engine says is another thing than the suite says."""
    expected, words = line.split(), said.split()
    number = 6 if expected[0] == "state" else len(expected)
    pairs = zip(expected[:number], words[:number], strict=False)
    return len(words) < number or any("?" not in pair and pair[0] != pair[1] for pair in pairs)


def wrong_turn(line: str, engine: Any) -> str:
    """The first turn of which the engine does not say what the suite says, in a sentence."""
    words = line.split()
    rows, further = words[2].split("/"), words[6:]
    why = dict(word[1:].split(":", 1) for word in further if word[0] == "-")
    marked = [word[1:] for word in further if word[0] == "*"]
    why |= {f"unblock {stone}": "its mark" for stone in marked if f"+{stone}" not in further}
    turns = ["pass", *(f"unblock {stone}" for stone in marked)]
    for row, points in enumerate(rows):
        for column, point in enumerate(points):
            turns.append(COLUMNS[column] + str(len(rows) - row))
            if point != ".":
                why[turns[-1]] = "the stone there"
    for turn in turns:
        if engine.is_legal(turn) == (turn in why):
            return f"{turn} is forbidden by {why[turn]}" if turn in why else f"{turn} is legal"
    return ""


def run(lines: Iterable[str], engine: Any = sys.modules[__name__]) -> list[str]:
    """The faults of an engine, a sentence for each game that shows one."""
    name = said = wrong = ""
    turns: list[str] = []
    faults = []
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "game":
            name, sides, rows, player, phase, handicap = rest.split()
            width, height = map(int, sides.split("x"))
            turns, wrong = [], ""
            said = engine.set_up(width, height, rows, player, phase, int(handicap))
        elif word == "play" and not wrong:
            turns.append(rest)
            said = engine.play(rest)
        elif word in ("state", "over") and not wrong:
            wrong = f"it is {line.strip()!r}, not {said!r}" if differs(line, said) else ""
            if word == "state":
                wrong = wrong or wrong_turn(line, engine)
            if wrong:
                faults.append(f"{name}: after {' '.join(turns) or 'no turn'}, {wrong}.")
    return faults


if __name__ == "__main__":
    each = run(sys.stdin)
    print("\n".join(each) or "The engine says what the suite says.")
    sys.exit(bool(each))
