"""Replaying many game records: which games some files hold, a line for each of them, and a sum."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from os.path import commonpath, sep
from pathlib import Path
from textwrap import fill

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ...interpreter.records.files import ReplayedGame, why
from ...interpreter.records.game_record import result_text
from ...interpreter.records.outcome import Status
from ...interpreter.records.replay import IllegalTurnTaken, OutOfTurn
from ...interpreter.rule_names import rules_to_json
from ...interpreter.wording import counted
from .replay_json import result_as_json
from .replay_report import say


def line_as_json(line: ReplayedGame) -> str:
    """A line as a JSON object."""
    told: dict[str, object] = {"file": line.file, "game": line.game, "variations": line.variations}
    told["status"] = line.status.name.lower().replace("_", "-")
    if line.outcome is None:
        return json.dumps({**told, "reason": line.reason})
    replay, settled = line.outcome.replay, line.outcome.settled
    return json.dumps(
        {
            **told,
            "names": {"B": replay.record.black_name, "W": replay.record.white_name},
            "board": str(replay.record.coloring.board.grid),
            "rules": rules_to_json(replay.game.rules),
            "turns": len(replay.record.turns),
            "lawful": line.outcome.lawful,
            "illegal": [event.turn for event in replay.events if isinstance(event, IllegalTurnTaken)],
            "outOfTurn": [event.turn for event in replay.events if isinstance(event, OutOfTurn)],
            "told": replay.record.result,
            "result": result_as_json(line.outcome.result),
            "agrees": line.outcome.agreed,
            "assumed": list(settled.assumed) if settled else [],
            "notes": list(line.outcome.notes),
        }
    )


def show_lines(console: Console, lines: Sequence[ReplayedGame]) -> None:
    """Print a table of games, why the rest are not as they should be, and a sum."""
    titles = ("game", "players", "board", "turns", "record", "rules", "", "lines")
    folder = common_folder(line.file for line in lines)
    if folder:
        say(console, f"Games in {folder}:")
    rows = [(line.name.removeprefix(folder), *_cells(line), line.status.word, variations_of(line)) for line in lines]
    # Columns in which nothing is told are left out: most records have no names, and no variations.
    kept = [n for n in range(len(titles)) if any(row[n] for row in rows)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in kept:
        table.add_column(titles[column], overflow="fold", no_wrap=column not in (0, 1))
    for row in rows:
        table.add_row(*(escape(row[column]) for column in kept))
    console.print(table)
    for line in lines:
        if line.status in (Status.BREAKS_RULES, Status.UNREADABLE):
            say(console, f"\n{line.name}: {why(line)}")
    say(console, "")
    for text in sums(lines):
        say(console, fill(text, console.width))


def variations_of(line: ReplayedGame) -> str:
    """How many variations a game has, where it has more than its main line."""
    return str(line.variations) if line.variations > 1 else ""


def common_folder(files: Iterable[str]) -> str:
    """The folder that several files are in, or in folders of, with a slash at its end; "" where there is none.

    >>> common_folder(["games/a.sgf", "games/b/c.sgf"]), common_folder(["games/a.sgf"])
    ('games/', '')
    """
    several = set(files)
    try:
        shared = commonpath([str(Path(file).parent) for file in several]) if len(several) > 1 else ""
    except ValueError:  # Some paths start at the root, and some do not.
        return ""
    return f"{shared}{sep}" if shared not in ("", ".", sep) else ""


def sums(lines: Sequence[ReplayedGame]) -> Iterator[str]:
    """What several games come to together, what was assumed of how many of them, and what was left out."""
    number = Counter(line.status for line in lines)
    parts = [f"{number[status]:,} {status.word}" for status in Status if number[status]]
    yield f"{counted(len(lines), 'game')}: {', '.join(parts)}."
    outcomes = [line.outcome for line in lines if line.outcome is not None]
    assumed = Counter(sentence for outcome in outcomes if outcome.settled for sentence in outcome.settled.assumed[:1])
    for text, times in (assumed + Counter(note for outcome in outcomes for note in outcome.notes)).items():
        yield f"Of {counted(times, 'game')}: {text}"
    more = sum(line.variations > 1 for line in lines)
    if more:
        yield f"Of {counted(more, 'game')} with variations, the main line; --game and --variation follow others."


def _cells(line: ReplayedGame) -> Iterator[str]:
    if line.outcome is None:
        return iter([""] * 5)
    replay = line.outcome.replay
    record, result = replay.record, line.outcome.compared
    names = f"{record.black_name} - {record.white_name}".strip(" -")
    board, turns = str(record.coloring.board.grid), str(len(record.turns))
    return iter([names, board, turns, record.result, "" if result is None else result_text(result)])
