"""Showing the outcomes of game records, one in full, several in a line each; and who lives where a record stops."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from io import StringIO
from operator import xor
from os.path import commonpath, sep
from pathlib import Path
from typing import TYPE_CHECKING

from ...interpreter.adjudication import has_cleanup
from ...interpreter.files import write_file
from ...interpreter.game import Game
from ...interpreter.notation import diagram, turn_text, vertices
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
from ...interpreter.records.settling import NO_STONES, Settling
from ...interpreter.records.verdict import RecordVerdict, ReplayedGame, VerdictKind
from ...interpreter.result import NoResult, Score, outcome_text
from ...interpreter.wording import PLAYERS, counted
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from ..telling.data import as_data, with_schema, write_table
from ..telling.options import CSV
from ..telling.report import INDENT, Console, print_table, say, show_board, show_result, show_terms, table_of, wrapped
from .stepping import show_opening

if TYPE_CHECKING:
    from ..life.statuses import StringStatus


DATE = re.compile(r"\d{4}(-\d{2})?")


def show_outcome(console: Console, outcome: RecordOutcome, verdict: RecordVerdict, further: Sequence[str] = ()) -> None:
    """Print all of it: first who won and what to think of the record, then the turns, the board and the score."""
    replay, settled = outcome.replay, outcome.settled
    result = replay.game.result if settled is None else settled.sitting.result
    if result is not None and verdict.kind is not VerdictKind.NOT_OVER:
        say(console, f"{outcome_text(result)} {verdict.sentence}")
    else:
        say(console, verdict.sentence)
    say(console, f"\n{head(replay)}")
    for note in (*further, *outcome.notes):
        say(console, f"Note: {note}")
    for event in replay.events:
        say(console, sentence(event, replay.game.rules))
        if isinstance(event, IllegalTurnTaken):
            then = "The replay goes on as recorded." if event.followed else "The replay stops here."
            then = "The replay starts after it." if event.before_set_up else then
            say(console, f"{event.reason} {then}", INDENT, INDENT)
    say(console, f"\n{summary(replay)}\n")
    show_board(console, replay.game)
    if settled is not None:
        say(console, "")
        for assumed in filter(None, (*settled.assumed, settled.illegal)):
            say(console, assumed)
        say(console, f"\n{diagram(settled.sitting.coloring)}")
    elif result is None:
        passed_out = replay.passed_out()
        say(console, f"\n{unfinished(replay)}")
        if passed_out is not None and passed_out.result is not None:
            show_result(console, passed_out.result, only_if_passed=True)
    if isinstance(result, Score) and result.counted:
        console.print()
        show_terms(console, "score", result)


def verdict_as_json(verdict: RecordVerdict) -> dict[str, object]:
    """The fields of a verdict."""
    return {"verdict": verdict.kind, "sentence": verdict.sentence}


def line_as_json(line: ReplayedGame, outcome: RecordOutcome | None) -> str:
    """A line as a JSON object: its outcome, as far as it could be replayed, and where it stands."""
    fields: dict[str, object] = {"file": line.file, "game": line.game, "variations": line.variations}
    fields |= verdict_as_json(line.verdict)
    if outcome is not None:
        fields |= outcome_as_json(outcome, line.verdict)
        fields |= {"exporter": line.exporter, "date": outcome.replay.record.date, "clauses": line.clauses}
        fields |= {"result": outcome.result}
    return json.dumps(with_schema("replayed", fields))


LISTED = ("verdict", "sentence", "rules", "exporter", "players", "board", "turns", "told", "result", "date")


def _listed(line: ReplayedGame) -> dict[str, object]:
    """A game as a row of a list: the file, which of its games it is, and what is known of it."""
    known = {**as_data(line), **as_data(verdict_as_json(line.verdict)), "told": line.recorded}
    return {"file": line.file, "game": line.game, **{name: known[name] for name in LISTED}}


_PAGE = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Game records, judged by superko</title>
<body><pre style="font-family: monospace">{code}</pre></body></html>
"""
_WIDTH_OF_A_PAGE = 160


def write_list(file: Path, lines: Sequence[ReplayedGame]) -> None:
    """Write each game: as a row of CSV with a head, on one HTML page, or as a JSON object in each line."""
    if file.suffix.casefold() == ".html":
        page = Console(file=StringIO(), record=True, width=_WIDTH_OF_A_PAGE)
        show_lines(page, lines, most=len(lines))
        write_file(file, page.export_html(code_format=_PAGE, inline_styles=True))
    elif file.suffix.casefold() == CSV:
        write_table(file, list(map(_listed, lines)))
    else:
        write_file(file, "".join(f"{json.dumps(_listed(line))}\n" for line in lines))


_MOST_SHOWN = 100


def show_lines(console: Console, lines: Sequence[ReplayedGame], most: int = _MOST_SHOWN) -> None:
    """Print a table of games, if they are not too many; what is wrong with which; and a sum."""
    if len(lines) <= most:
        _show_games(console, lines)
    wrong = [line for line in lines if line.verdict.kind.exit_status]
    for line in wrong[:most]:
        text = line.verdict.sentence
        say(console, f"\n{text if text.startswith(line.name) else f'{line.name}: {text}'}")
    if len(wrong) > most:
        say(console, f"\n{len(wrong) - most:,} more are wrong; --list names a file for all.")
    _show_clauses(console, lines)
    if len(lines) > 1:
        _show_kinds(console, lines)
    say(console, "")
    for text in sums(lines):
        say(console, text)


def _show_games(console: Console, lines: Sequence[ReplayedGame]) -> None:
    titles = ("game", "players", "board", "turns", "record", "rules", "", "lines")
    folder = common_folder(line.file for line in lines)
    if folder:
        say(console, f"Games in {folder}:")
    rows = [
        (
            *(line.name.removeprefix(folder), line.players, line.board, str(line.turns) if line.board else ""),
            *(line.recorded, line.result, line.verdict.kind.value, str(line.variations) if line.variations > 1 else ""),
        )
        for line in lines
    ]
    # Columns in which nothing is said are left out: most records have no names, and no variations.
    kept = [n for n in range(len(titles)) if any(row[n] for row in rows)]
    whole = [place for place, column in enumerate(kept) if column not in (0, 1)]
    print_table(console, table_of([titles[n] for n in kept], [[row[n] for n in kept] for row in rows], whole))


def month_of(line: ReplayedGame) -> str:
    """In which month a game was played, or in which year, as its record says; "" where it does not."""
    date = DATE.match(line.date)
    return date[0] if date else ""


KINDS_OF_GAMES: Mapping[str, Callable[[ReplayedGame], str]] = {
    "rules": lambda line: line.rules,
    "exporter": lambda line: line.exporter,
    "month": month_of,
}


def _show_kinds(console: Console, lines: Sequence[ReplayedGame]) -> None:
    """Print how many games have which verdict, by their rules, by the program that wrote them, and by month."""
    there = [kind for kind in VerdictKind if any(line.verdict.kind is kind for line in lines)]
    for title, part in KINDS_OF_GAMES.items():
        parts = sorted({part(line) for line in lines})
        if len(parts) == 1:
            continue
        rows = []
        for name in parts:
            number = Counter(line.verdict.kind for line in lines if part(line) == name)
            counts = (number.total(), *(number[kind] for kind in there))
            rows.append((name or "not said", *(f"{count:,}" if count else "" for count in counts)))
        console.print()
        print_table(console, table_of((title, "games", *(kind.value for kind in there)), rows, numbers=True))


def _show_clauses(console: Console, lines: Sequence[ReplayedGame]) -> None:
    """Print which clauses were broken, in how many games, first and last."""
    broken: dict[str, list[ReplayedGame]] = {}
    for line in sorted(lines, key=month_of):
        for clause in line.clauses:
            broken.setdefault(clause, []).append(line)
    if broken:
        say(console, "\nClauses that were broken:")
    for clause, games in sorted(broken.items(), key=lambda item: -len(item[1])):
        first, last = (" ".join(filter(None, (line.name, month_of(line)))) for line in (games[0], games[-1]))
        named = f"first {first}, last {last}" if len(games) > 1 else first
        text = f"{clause}: {counted(len(games), 'game')}, {named}"
        say(console, wrapped(f"{INDENT}{text}", console.width))


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
    """The outcomes of several games together, what was assumed of how many of them, and what was left out."""
    number = Counter(line.verdict.kind for line in lines)
    parts = [f"{number[kind]:,} {kind.value}" for kind in VerdictKind if number[kind]]
    yield f"{counted(len(lines), 'game')}: {', '.join(parts)}."
    without = [line.verdict.sentence for line in lines if line.verdict.kind is VerdictKind.NO_RULES]
    for text, times in Counter([*without, *(note for line in lines for note in line.notes)]).items():
        yield f"Of {counted(times, 'game')}: {text}"
    more = sum(line.variations > 1 for line in lines)
    if more:
        yield f"Of {counted(more, 'game')} with variations, the main line; --game and --variation follow others."


def outcome_as_json(outcome: RecordOutcome, verdict: RecordVerdict) -> dict[str, object]:
    """The outcome of a record as a JSON object: its replay, and how it was settled and compared with its own result."""
    settled, grid = outcome.settled, outcome.replay.record.start.grid
    how = None
    if settled is not None:
        how = {
            "assumed": settled.assumed,
            "dead": vertices(grid, settled.sitting.dead),
            "board": settled.sitting.coloring,
            "turns": settled.further,
            "illegal": settled.illegal or None,
            "result": settled.sitting.result,
        }
    return {
        **replay_as_json(outcome.replay),
        "lawful": outcome.lawful,
        "notes": outcome.notes,
        "settled": how,
        "told": outcome.replay.record.result,
        **verdict_as_json(verdict),
    }


def replay_as_json(replay: Replay) -> dict[str, object]:
    """A replay as a JSON object."""
    record, game = replay.record, replay.game
    passed_out = replay.passed_out()
    return {
        **as_data(record.start, "width", "height"),
        "rules": game.rules,
        "handicap": record.start.handicap,
        "names": {"B": record.black_name, "W": record.white_name},
        "turns_before": record.turns_before,
        "turns": [turn_text(record.start.grid, turn) for _, turn in record.turns],
        "replayed": len(replay.games) - 1,
        "lawful": replay.lawful,
        "events": [{"kind": _KINDS[type(event)], **_said_of(event)} for event in replay.events],
        "board": game.position.coloring,
        **as_data(game.position, "player", "phase"),
        "result": game.result,
        "if_both_passed": passed_out.result if passed_out else None,
    }


_KINDS: Mapping[type, str] = {
    IllegalTurnTaken: "illegal",
    OutOfTurn: "out-of-turn",
    TakenAsUnblock: "taken-as-unblock",
    PhaseEnd: "phase-end",
    Resumed: "resumed",
    TurnsAfterEnd: "after-end",
}


def _said_of(event: Event) -> dict[str, object]:
    if isinstance(event, PhaseEnd):
        return {"turn": event.turn, "clause": event.clause, "phase": event.ended, "next": event.follows}
    fields: dict[str, object] = as_data(event)
    return fields


WITH_ARTICLE_7, MOST_CONFIRMED_POINTS = "japanese-1989", 24
"""Whose article 7 says what is alive, and on how large boards, or regions of a board, it is searched."""
BEST_PLAY, MOST_CLEANUP_POINTS = "best play in cleanup", 8
"""What decides on strings in dispute under rules with cleanup, and in how large regions it is searched."""


@dataclass(frozen=True)
class Confirmed:
    """What article 7, or best play in cleanup, says of the strings of a stopped game.

    Attributes:
        game: the game, where it has stopped.
        statuses: the status of each string; on a large board, of each that can't live without a move.
        is_local: whether each is searched within a region alone.
        in_dispute: whether the strings are those that one player alone holds dead; `agreed` are dead by both.
    """

    game: Game
    statuses: tuple[StringStatus, ...]
    is_local: bool
    in_dispute: bool
    agreed: int

    @property
    def settling(self) -> Settling | None:
        """How the game is settled by them; None where one is not known."""
        if any(status.life.alive is None for status in self.statuses):
            return None
        dead = sum(status.stones for status in self.statuses if not status.life.alive) | self.agreed
        how = "Nobody says which stones are dead; those are removed that are dead by article 7."
        if self.in_dispute:
            how = f"Of the stones in dispute, those are removed that are dead by {judge_of(self.game.rules)}."
        return Settling(",".join(vertices(self.game.grid, dead)) or NO_STONES, how=how)


def judge_of(rules: Rules) -> str:
    """What says which strings are alive where players do not: article 7, or best play in cleanup; "" where nothing."""
    return "article 7" if rules.document == WITH_ARTICLE_7 else BEST_PLAY if has_cleanup(rules) else ""


def is_asked(outcome: RecordOutcome) -> bool:
    """Whether that is asked: the game has stopped, and the players do not agree what is dead.

    Best play in cleanup is asked of strings alone on which their lists differ: else they play it, or pass.
    """
    stop, judge = outcome.replay.stop() if outcome.replay.followed else None, judge_of(outcome.replay.game.rules)
    if stop is None or isinstance(stop[0].result, NoResult) or not judge:
        return False
    return (outcome.settled is None and judge != BEST_PLAY) or bool(in_dispute(outcome))


def in_dispute(outcome: RecordOutcome) -> int:
    """The stones that one player's list holds dead, and the other's does not."""
    heard = outcome.settled.sitting.heard.values() if outcome.settled else ()
    return reduce(xor, (points or 0 for points in heard), 0)


def confirmed(outcome: RecordOutcome) -> Confirmed | None:
    """The statuses where play stops, of strings in dispute if there are any.

    None where play does not stop, or the board is too large and nothing is closed off.

    Raises:
        ValueError: the rules are amended so that hypothetical play can't be read.
    """
    from ..life.local import living_stones, searched_in_cleanup, searched_locally  # noqa: PLC0415 (it loads numpy, which few records need)
    from ..life.statuses import Life, searched, strings_of  # noqa: PLC0415

    stop = outcome.replay.stop() if outcome.replay.followed else None
    if stop is None:
        return None
    game, disputed = stop[0], in_dispute(outcome)
    agreed = outcome.settled.sitting.dead if outcome.settled else 0
    rules, c = game.rules, game.position.coloring
    asked = [(owner, stones) for owner, stones in strings_of(c) if not disputed or stones & disputed]
    in_cleanup = judge_of(rules) == BEST_PLAY
    if game.grid.size <= MOST_CONFIRMED_POINTS and not in_cleanup:
        statuses = tuple(searched(rules, c, owner, stones) for owner, stones in asked)
        return Confirmed(game, statuses, False, bool(disputed), agreed)
    living = living_stones(rules, c) | ((c.black | c.white) & ~disputed & ~agreed if disputed else 0)
    search = (
        partial(searched_in_cleanup, first=game.position.player, disputed=disputed) if in_cleanup else searched_locally
    )
    statuses = tuple(
        search(rules, c, owner, stones, living) for owner, stones in asked if disputed or not stones & living
    )
    if not (living or in_cleanup) or (statuses and all(status.life is Life.OPEN for status in statuses)):
        return None
    return Confirmed(game, statuses, True, bool(disputed), agreed)


def left_open(outcome: RecordOutcome, confirmation: Confirmed | None) -> str:
    """Why article 7 does not settle a game, and what is assumed then; "" where it does."""
    if confirmation is not None and confirmation.settling is not None:
        return ""
    unknown = f"By {judge_of(outcome.replay.game.rules)} it is not known of every string whether it is alive"
    why = f"{unknown}; --dead says which stones are dead." if confirmation else _too_large(outcome)
    assumed = "Only stones that both players hold dead are removed." if outcome.settled else ""
    return f"{why} {assumed or 'Every stone is taken to be alive.'}"


def _too_large(outcome: RecordOutcome) -> str:
    judge = judge_of(outcome.replay.game.rules)
    most = MOST_CLEANUP_POINTS if judge == BEST_PLAY else MOST_CONFIRMED_POINTS
    return (
        f"{judge.capitalize()} is searched on boards of up to {most} points, and on larger ones in regions of that "
        "size that stones close off which live without a move; --dead says which stones are dead."
    )


def show_confirmed(console: Console, outcome: RecordOutcome, confirmation: Confirmed | None) -> None:
    """Print what each string is, and the line of play that shows it, to be stepped through."""
    if confirmation is None:
        say(console, _too_large(outcome))
        return
    rules, c = confirmation.game.rules, confirmation.game.position.coloring
    grid = c.board.grid
    if confirmation.is_local:
        within = "within regions that stones close off which live without a move (Benson)"
        undisputed = ", or which both players hold alive" if confirmation.in_dispute else ""
        say(console, f"{judge_of(rules).capitalize()} is searched locally: {within}{undisputed}.")
    for status in confirmation.statuses:
        stones = ", ".join(vertices(grid, status.stones))
        say(console, f"{PLAYERS[status.owner]}'s {stones}: {status.life.value}.")
        if status.line:
            start = Game(rules, rows=c, to_play=status.first, phase=Phase.FIRST_CLEANUP)
            line = " ".join(turn_text(grid, turn) for turn in status.line)
            say(console, f"  {PLAYERS[start.position.player]} begins: {line}")
            show_opening(console, [reduce(Game.play, status.line, start)], [""])


def confirmed_as_json(confirmation: Confirmed | None) -> list[dict[str, object]]:
    """What each string is, as JSON objects; none where article 7 was not searched."""
    if confirmation is None:
        return []
    grid = confirmation.game.grid
    return [
        {
            "stones": vertices(grid, status.stones),
            "player": status.owner,
            "alive": status.life.alive,
            "why": status.life.value,
            "first": status.first,
            "line": [turn_text(grid, turn) for turn in status.line],
        }
        for status in confirmation.statuses
    ]
