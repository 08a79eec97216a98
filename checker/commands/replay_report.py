"""Showing what game records come to: one in full, several in a line each; as text and as JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from os.path import commonpath, sep
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from ...interpreter.notation import diagram, turn_text, vertices
from ...interpreter.records.dead_sets import DeadSets
from ...interpreter.records.folder import ReplayedGame
from ...interpreter.records.game_record import result_text
from ...interpreter.records.outcome import RecordOutcome
from ...interpreter.records.replay import (
    Event,
    IllegalTurnTaken,
    OutOfTurn,
    PhaseEnd,
    Replay,
    Resumed,
    TakenAsUnblock,
    TurnsAfterEnd,
    head,
    sentence,
    summary,
    unfinished,
)
from ...interpreter.records.verdict import RecordVerdict, VerdictKind
from ...interpreter.wording import counted
from ...spec.rules import Rules
from ..telling.data import as_data
from ..telling.report import INDENT, Console, print_table, say, show_board, show_result, show_turn, wrapped
from ..telling.schemas import with_schema

DATE = re.compile(r"\d{4}(-\d{2})?")


def show_turns(console: Console, replay: Replay, boards: bool = False) -> None:
    """Print what is to be reported of the turns, and how many there were; with `boards`, every board."""
    for number in range(1, len(replay.record.turns) + 1):
        if boards and number < len(replay.games):
            show_turn(console, number, replay.games[number])
        for event in replay.events:
            if event.turn == number:
                show_event(console, event, replay.game.rules)
    say(console, f"\n{summary(replay)}\n")


def show_event(console: Console, event: Event, rules: Rules) -> None:
    """Print an event; an illegal turn with the reason below."""
    say(console, sentence(event, rules))
    if isinstance(event, IllegalTurnTaken):
        then = "The replay goes on as recorded." if event.followed else "The replay stops here."
        say(console, f"{event.reason} {then}", INDENT, INDENT)


def show_outcome(
    console: Console, outcome: RecordOutcome, verdict: RecordVerdict, further: Sequence[str] = (), boards: bool = False
) -> None:
    """Print all of it.

    Args:
        console: where to print it.
        outcome: what the record comes to.
        verdict: the verdict on it.
        further: what else is to be noted, each in one sentence.
        boards: whether to show the board after every turn.
    """
    replay, settled = outcome.replay, outcome.settled
    say(console, head(replay))
    for note in (*further, *outcome.notes):
        say(console, f"Note: {note}")
    show_turns(console, replay, boards)
    show_board(console, replay.game)
    if settled is not None:
        say(console, "")
        for sentence in (*settled.assumed, settled.illegal):
            say(console, sentence)
        say(console, f"\n{diagram(settled.coloring)}")
        if settled.result is not None:
            show_result(console, settled.result)
    elif replay.game.result is not None:
        show_result(console, replay.game.result)
    else:
        _show_unfinished(console, outcome)
    say(console, verdict.sentence)


def _show_unfinished(console: Console, outcome: RecordOutcome) -> None:
    passed_out = outcome.replay.passed_out()
    say(console, f"\n{unfinished(outcome.replay)}")
    if passed_out is not None and passed_out.result is not None:
        show_result(console, passed_out.result, only_if_passed=True)


def verdict_as_json(verdict: RecordVerdict) -> dict[str, object]:
    """The fields of a verdict."""
    return {"verdict": verdict.kind, "sentence": verdict.sentence}


def line_as_json(line: ReplayedGame) -> str:
    """A line as a JSON object."""
    fields: dict[str, object] = {"file": line.file, "game": line.game, "variations": line.variations}
    fields |= verdict_as_json(line.verdict)
    if line.outcome is None:
        return json.dumps(with_schema("replayed", fields))
    replay, settled = line.outcome.replay, line.outcome.settled
    return json.dumps(
        with_schema(
            "replayed",
            {
                **fields,
                "names": {"B": replay.record.black_name, "W": replay.record.white_name},
                "board": replay.record.coloring.board.grid,
                "rules": replay.game.rules,
                "date": replay.record.date,
                "turns": turns_of(replay),
                "lawful": line.outcome.lawful,
                "illegal": [event.turn for event in illegal_turns(line)],
                "clauses": list(dict.fromkeys(event.clause for event in illegal_turns(line))),
                "out_of_turn": [event.turn for event in replay.events if isinstance(event, OutOfTurn)],
                "told": replay.record.result,
                "result": line.outcome.result,
                "assumed": settled.assumed if settled else [],
                "notes": line.outcome.notes,
            },
        )
    )


def show_lines(console: Console, lines: Sequence[ReplayedGame]) -> None:
    """Print a table of games, why the rest are not as they should be, and a sum."""
    titles = ("game", "players", "board", "turns", "record", "rules", "", "lines")
    folder = common_folder(line.file for line in lines)
    if folder:
        say(console, f"Games in {folder}:")
    rows = [
        (line.name.removeprefix(folder), *_cells(line), line.verdict.kind.value, variations_of(line)) for line in lines
    ]
    # Columns in which nothing is told are left out: most records have no names, and no variations.
    kept = [n for n in range(len(titles)) if any(row[n] for row in rows)]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in kept:
        table.add_column(titles[column], overflow="fold", no_wrap=column not in (0, 1))
    for row in rows:
        table.add_row(*(escape(row[column]) for column in kept))
    print_table(console, table)
    for line in lines:
        if line.verdict.kind.exit_status:
            text = line.verdict.sentence
            say(console, f"\n{text if text.startswith(line.name) else f'{line.name}: {text}'}")
    show_over_time(console, lines)
    say(console, "")
    for text in sums(lines):
        say(console, text)


def illegal_turns(line: ReplayedGame) -> list[IllegalTurnTaken]:
    """The turns of a game that the rules forbid."""
    events = line.outcome.replay.events if line.outcome else ()
    return [event for event in events if isinstance(event, IllegalTurnTaken)]


def month_of(line: ReplayedGame) -> str:
    """In which month a game was played, or in which year, as its record tells it; "" where it does not."""
    date = DATE.match(line.outcome.replay.record.date) if line.outcome else None
    return date[0] if date else ""


def show_over_time(console: Console, lines: Sequence[ReplayedGame]) -> None:
    """Print how many games of each month came out how, where they are of several; and which clauses were broken."""
    months = sorted({month_of(line) for line in lines})
    if len(months) > 1:
        there = [kind for kind in VerdictKind if any(line.verdict.kind is kind for line in lines)]
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in ("month", "games", *(kind.value for kind in there)):
            table.add_column(column, justify="left" if column == "month" else "right")
        for month in months:
            number = Counter(line.verdict.kind for line in lines if month_of(line) == month)
            counts = (number.total(), *(number[kind] for kind in there))
            table.add_row(month or "not told", *(f"{count:,}" if count else "" for count in counts))
        console.print()
        print_table(console, table)
    broken: dict[str, list[ReplayedGame]] = {}
    for line in sorted(lines, key=month_of):
        for clause in list(dict.fromkeys(event.clause for event in illegal_turns(line))):
            broken.setdefault(clause, []).append(line)
    if broken:
        say(console, "\nClauses that were broken:")
    for clause, games in sorted(broken.items(), key=lambda item: -len(item[1])):
        first, last = (" ".join(filter(None, (line.name, month_of(line)))) for line in (games[0], games[-1]))
        named = f"first {first}, last {last}" if len(games) > 1 else first
        text = f"{clause}: {counted(len(games), 'game')}, {named}"
        say(console, wrapped(f"{INDENT}{text}", console.width))


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
    number = Counter(line.verdict.kind for line in lines)
    parts = [f"{number[kind]:,} {kind.value}" for kind in VerdictKind if number[kind]]
    yield f"{counted(len(lines), 'game')}: {', '.join(parts)}."
    outcomes = [line.outcome for line in lines if line.outcome is not None]
    without = Counter(line.verdict.sentence for line in lines if line.verdict.kind is VerdictKind.NO_RULES)
    assumed = Counter(sentence for outcome in outcomes if outcome.settled for sentence in outcome.settled.assumed[:1])
    for text, times in (without + assumed + Counter(note for outcome in outcomes for note in outcome.notes)).items():
        yield f"Of {counted(times, 'game')}: {text}"
    more = sum(line.variations > 1 for line in lines)
    if more:
        yield f"Of {counted(more, 'game')} with variations, the main line; --game and --variation follow others."


def _cells(line: ReplayedGame) -> Iterator[str]:
    if line.outcome is None:
        return iter([""] * 5)
    replay = line.outcome.replay
    record, result = replay.record, line.outcome.result
    names = f"{record.black_name} - {record.white_name}".strip(" -")
    board, turns = str(record.coloring.board.grid), str(len(record.turns))
    return iter([names, board, turns, record.result, "" if result is None else result_text(result)])


def explanation_as_json(explained: DeadSets) -> dict[str, object]:
    """The sets of dead stones that make what a record says of its result true, as a JSON object."""
    grid = explained.coloring.board.grid
    sets = [vertices(grid, dead) for dead in explained.sets]
    filling = explained.filling
    return {"dead": sets, "filling": filling, "tried": explained.tried, "complete": explained.complete}


def outcome_as_json(outcome: RecordOutcome, verdict: RecordVerdict, boards: bool = False) -> dict[str, object]:
    """What a record comes to as a JSON object: its replay, and how it was settled and compared with its own result."""
    settled, grid = outcome.settled, outcome.replay.record.coloring.board.grid
    how = None
    if settled is not None:
        how = {
            "assumed": settled.assumed,
            "dead": vertices(grid, settled.dead),
            "board": settled.coloring,
            "turns": settled.further,
            "illegal": settled.illegal or None,
            "result": settled.result,
        }
    return {
        **replay_as_json(outcome.replay, boards),
        "lawful": outcome.lawful,
        "notes": outcome.notes,
        "settled": how,
        "told": outcome.replay.record.result,
        **verdict_as_json(verdict),
    }


def turns_of(replay: Replay) -> list[str]:
    """The turns of a record, as text."""
    grid = replay.record.coloring.board.grid
    return [turn_text(grid, turn) for _, turn in replay.record.turns]


def replay_as_json(replay: Replay, boards: bool = False) -> dict[str, object]:
    """A replay as a JSON object; with `boards`, the board before the first turn and after each turn is in it."""
    record, game = replay.record, replay.game
    passed_out = replay.passed_out()
    return {
        "width": record.width,
        "height": record.height,
        "rules": game.rules,
        "handicap": record.handicap,
        "names": {"B": record.black_name, "W": record.white_name},
        "turns_before": record.turns_before,
        "turns": turns_of(replay),
        "replayed": len(replay.games) - 1,
        "lawful": replay.lawful,
        "events": [event_as_json(event) for event in replay.events],
        "board": game.position.coloring,
        "player": game.position.player,
        "phase": game.position.phase,
        "result": game.result,
        "if_both_passed": passed_out.result if passed_out else None,
        **({"boards": [game.position.coloring for game in replay.games]} if boards else {}),
    }


KINDS: Mapping[type, str] = {
    IllegalTurnTaken: "illegal",
    OutOfTurn: "out-of-turn",
    TakenAsUnblock: "taken-as-unblock",
    PhaseEnd: "phase-end",
    Resumed: "resumed",
    TurnsAfterEnd: "after-end",
}


def event_as_json(event: Event) -> dict[str, object]:
    """An event as JSON values, its kind first."""
    if isinstance(event, PhaseEnd):
        fields = {"turn": event.turn, "clause": event.clause, "phase": event.ended, "next": event.follows}
    else:
        fields = as_data(event)
    return {"kind": KINDS[type(event)], **fields}
