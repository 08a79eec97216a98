"""`superko replay`: replay game records under rules, settle them, and say where they depart from the rules."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from textwrap import shorten

import click

from ...interpreter.files import STANDARD_INPUT
from ...interpreter.notation import turn_text, vertices
from ...interpreter.records.dead_sets import MOST_TRIED, explain_result, explanation_sentences
from ...interpreter.records.outcome import RecordOutcome, outcome_of
from ...interpreter.records.settling import ALL_LIVE, NO_STONES, Settling, parse_stones
from ...interpreter.records.sgf import NO_LIST, GameTree
from ...interpreter.records.verdict import (
    RecordVerdict,
    ReplayedGame,
    VerdictKind,
    files_in,
    games_of,
    lines_of,
    lines_of_file,
    verdict_of,
)
from ...interpreter.sitting import NAMES
from ...spec.algebra import Grid
from ..evidence.workers import Lost, in_processes, processors
from ..telling.data import as_data, tell_json
from ..telling.options import NEW_FILE, RULES, ChoiceType, NamedRules, json_option, optional_rules, refusing
from ..telling.progress import progress_bar
from ..telling.report import Console, say, show_whole
from ..telling.terminal import Exit
from .replay_report import (
    Confirmed,
    confirmed,
    confirmed_as_json,
    is_asked,
    left_open,
    line_as_json,
    outcome_as_json,
    show_confirmed,
    show_lines,
    show_outcome,
    write_list,
)

# Replaying this number of files takes as long as starting a process.
FEWEST_TO_SHARE = 50
LONGEST_COMMENT = 400
_VERTEX = re.compile("[A-Za-z]{1,2}[0-9]{1,2}")


@dataclass(frozen=True)
class Wanted:
    """What is asked of records: rules and komi in place of theirs, how they are settled, and by how many processes."""

    rules: str | None
    default_rules: str | None
    komi: float | None
    settling: Settling
    workers: int | None = None

    def outcome(self, game: GameTree, variation: int = 1) -> RecordOutcome:
        """The outcome of a game, with article 7 asked, and a note where that does not settle it; see `outcome_of`."""
        outcome, asked, confirmation = self.confirmed_outcome(game, variation)
        note = left_open(outcome, confirmation) if asked else ""
        return replace(outcome, notes=(*outcome.notes, note)) if note else outcome

    def confirmed_outcome(self, game: GameTree, variation: int) -> tuple[RecordOutcome, bool, Confirmed | None]:
        """The outcome of a game, whether article 7 is asked, and what it says of each string, if that is searched."""
        record = game.record(variation)
        outcome = outcome_of(record, self.rules, self.komi, self.settling, self.default_rules)
        asked = is_asked(outcome) and not (outcome.settled and self.settling.protocol)
        confirmation = confirmed(outcome) if asked else None
        by_article_7 = confirmation.settling if confirmation else None
        if asked and self.settling.filling:
            by_article_7 = by_article_7 or (None if outcome.settled else Settling(NO_STONES, how=ALL_LIVE))
        if by_article_7:
            settling = replace(by_article_7, filling=self.settling.filling)
            outcome = outcome_of(record, self.rules, self.komi, settling, self.default_rules)
        return outcome, asked, confirmation


@click.command("replay")
@click.argument("paths", metavar="GAME.sgf...", nargs=-1, required=True)
@optional_rules(
    "A name such as chinese, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python file; "
    "what the record names as its rules, if this is left out."
)
@click.option(
    "--default-rules",
    "default",
    type=RULES,
    metavar="RULES",
    help="The rules for records that name none, and no others.",
)
@click.option("--komi", type=float, help="The komi, in place of the one that the record has.")
@click.option("--dead", metavar="LIST", help="The stones that both players hold dead, as D4,E5; none says none.")
@click.option(
    "--protocol",
    type=ChoiceType(NAMES),
    help="How players settle which stones are dead: a protocol of the Tromp-Taylor chapter, or the AGA's procedure. "
    "What they say is in the record (DEADB, DEADW, RULING, or TB and TW), or is asked for.",
)
@click.option(
    "--fill/--no-fill",
    "filling",
    default=None,
    help="Where players agree on dead stones: whether they fill dame before. Under rules with cleanup phases they do, "
    "unless you say --no-fill; under japanese-1989, where the game stops as it stands, only if you say --fill.",
)
@click.option(
    "--explain-result", "explaining", is_flag=True, help="Find the dead stones that make the record's result true."
)
@click.option("--game", "number", type=click.IntRange(1), metavar="N", help="Only game N of a file, in full.")
@click.option("--variation", type=click.IntRange(1), metavar="N", help="Follow variation N; 1 is the main line.")
@click.option(
    "--list",
    "list_to",
    type=NEW_FILE,
    help="Write each of several games to FILE: as a row if it ends in .csv, on one page to send if it ends in .html, "
    "else as a JSON object in each line.",
)
@click.option(
    "--workers", type=click.IntRange(1), help="How many processes share a folder; one for each core if not given."
)
@json_option
def replay_command(
    paths: Sequence[str],
    named: NamedRules | None,
    default: NamedRules | None,
    komi: float | None,
    dead: str | None,
    protocol: str | None,
    filling: bool | None,
    explaining: bool,
    number: int | None,
    variation: int | None,
    list_to: Path | None,
    workers: int | None,
    json_wanted: bool,
) -> None:
    """Replay a game record under rules.

    Reports every turn that is illegal or out of turn, what ended each phase, how the game is settled and what was
    assumed, the terms of the score, and the verdict on the record's own result. The replay follows the record: an
    illegal turn is made all the same, unless its point is not empty. Without --rules the record's own RU says which
    rules, by the same names.

    Several games, of a file or a folder, have a line each, if they are no more than 100; they are counted by verdict,
    rules, exporter and month, and --list writes a row for each.

    Under japanese-1989, where nothing says which stones are dead, article 7 is searched on boards of up to 24 points,
    and on larger ones in regions of that size that living stones close off: each string is listed with the line of
    play that shows whether it is alive. Under rules with cleanup phases, where the lists of the players differ, best
    play in cleanup is searched so, in regions of up to 8 points.

    With --explain-result the sets of dead stones are searched for that make the record's own result true: first stones
    that are connected through empty points, all at once, then strings, the fewest first.

    The verdict is one of these: the rules give the record's number (agrees), they give it if these stones are dead or
    dame are filled (explained), the number can't be checked, as the game is not over (not over), the record says none
    (no number), the rules give another (differs), a turn breaks the rules (illegal), or the record can't be read.

    Exits with 1 when a turn breaks the rules or the rules give another number, with 2 when a record can't be read or
    replayed, and else with 0. Of several games 2 goes before 1; an interruption exits with 130.
    """
    rules, default_rules = (each and each.text for each in (named, default))
    # A list after --dead may be written with blanks, as in --dead B7 H6.
    if dead is not None:
        listed = [path for path in paths if _VERTEX.fullmatch(path) and not Path(path).exists()]
        paths, dead = [path for path in paths if path not in listed], ",".join((dead, *listed))
    with refusing():
        if not paths:
            raise ValueError("Name a game record, or a folder of them.")
        files = files_in(paths)
        games = games_of(files[0]) if len(files) == 1 else ()
        alone = number is not None or len(games) == 1
        if alone and list_to:
            raise ValueError("A list is of several games; name a folder, or several files.")
        if not alone and (variation or explaining):
            raise ValueError("Variations and explanations are of one game; name one file, and the game by --game.")
        if len(files) > 1 and number is not None:
            raise ValueError("A game is chosen by --game from one file; name one.")
        if number is not None and number > len(games):
            raise ValueError(f"There is no game {number}; {files[0]} has {len(games)}.")
    if alone:
        asking = _ask if files[0] != STANDARD_INPUT else None
        wanted = Wanted(rules, default_rules, komi, Settling(dead, protocol, filling, asking))
        status = _one(games, number or 1, wanted, variation or 1, explaining, json_wanted)
        if status == Exit.DIFFERENCE and asking and not json_wanted:
            ruled_by = rules or default_rules
            file = [files[0], *(["--rules", ruled_by] if ruled_by else [])]
            alone_in_it = ["--game", str(number)] if number else []
            show_whole(Console(), f"\nTo step through it: {shlex.join(['superko', 'show', *file, *alone_in_it])}")
            if number in {None, 1}:
                show_whole(Console(), f"In the browser: {shlex.join(['superko', 'explore', *file])}")
    else:
        wanted = Wanted(rules, default_rules, komi, Settling(dead, protocol, filling), workers)
        status = _many(files, games, wanted, json_wanted, list_to)
    if status:
        sys.exit(status)


def _one(
    games: Sequence[GameTree], number: int, wanted: Wanted, variation: int, explaining: bool, json_wanted: bool
) -> int:
    """Show one game in full, and return the exit status."""
    game = games[number - 1]
    with refusing():
        outcome, asked, confirmation = wanted.confirmed_outcome(game, variation)
        further = list(_further(game, variation))
        verdict = verdict_of(outcome)
        explained = None
        if explaining:
            with progress_bar("trying sets of dead stones", MOST_TRIED, quiet=json_wanted) as bar:
                result, filling = outcome.recorded_result, wanted.settling.filling
                explained = explain_result(outcome.replay, result, filling, report=lambda tried: bar.advance())
    if json_wanted:
        fields: dict[str, object] = {}
        if explained is not None:
            sets = [vertices(explained.coloring.board.grid, dead) for dead in explained.sets]
            fields["explained"] = {"dead": sets, **as_data(explained, "filling", "tried", "complete")}
        fields |= {"game": number, "games": len(games), "variation": variation, "variations": game.number_of_variations}
        fields |= {"statuses": confirmed_as_json(confirmation)} if asked else {}
        tell_json("replay", {**outcome_as_json(outcome, verdict), **fields})
    else:
        show_outcome(Console(), outcome, verdict, further)
        if asked:
            show_confirmed(Console(), outcome, confirmation)
        for sentence in explanation_sentences(outcome.replay.record.result, explained) if explained else ():
            say(Console(), sentence)
    return verdict.kind.exit_status


def _further(game: GameTree, variation: int) -> Iterator[str]:
    """Which variation of a game this is, if there are any; and what it says at its end, but for words of a turn."""
    number, record = game.number_of_variations, game.record(variation)
    if variation > 1:
        turn = game.parts_at(variation)
        where = f"at turn {turn}" if turn > 0 else "before the replay starts"
        yield f"This is variation {variation} of {number}, which leaves the main line {where}."
    elif number > 1:
        others = "--variation 2 follows the other" if number == 2 else f"--variation 2 to {number} follow others"  # noqa: PLR2004
        yield f"The record has {number} variations; this is the main line, and {others}."
    said = game.comments(variation).get(len(record.turns), "")
    if said and (not record.turns or said != turn_text(record.start.grid, record.turns[-1][1])):
        yield f"The record says at its end: {shorten(said, LONGEST_COMMENT)}"


def _many(
    files: Sequence[str], games: Sequence[GameTree], wanted: Wanted, json_wanted: bool, list_to: Path | None
) -> int:
    """Show several games, a line each, and return the exit status."""
    lines: list[ReplayedGame] = []
    interrupted = False
    with progress_bar("replaying", len(games) or len(files), quiet=json_wanted) as bar:
        try:
            for batch in _batches(files, games, wanted, json_wanted):
                lines += (line for line, _ in batch)
                if json_wanted:
                    click.echo("\n".join(row for _, row in batch))
                bar.advance()
        except KeyboardInterrupt:
            interrupted = True
    if list_to:
        write_list(list_to, lines)
    if not json_wanted:
        show_lines(Console(), lines)
    if interrupted:
        left = (len(games) or len(files)) - len(lines)
        click.echo(f"Interrupted; {left} more were not replayed.", err=True)
        sys.exit(Exit.INTERRUPTED)
    return RecordVerdict.exit_status(line.verdict for line in lines)


_Rows = list[tuple[ReplayedGame, str]]
"""Games of a file, each with its line as JSON, or "" if that is not wanted."""


def _batches(files: Sequence[str], games: Sequence[GameTree], wanted: Wanted, json_wanted: bool) -> Iterator[_Rows]:
    """The games of each file, which all processors share if they are many; or those of one file, one by one."""
    if games:
        yield from ([_row(pair, json_wanted)] for pair in lines_of(files[0], games, wanted.outcome))
    elif len(files) < FEWEST_TO_SHARE:
        yield from (_games_in(file, wanted, json_wanted) for file in files)
    else:
        early: dict[str, _Rows] = {}
        following = iter(files)
        file = next(following, "")
        replayed, workers = partial(_games_in, wanted=wanted, json_wanted=json_wanted), wanted.workers or processors()
        for answer in in_processes(replayed, files, workers):
            if isinstance(answer, Lost):
                verdict = RecordVerdict(VerdictKind.UNREADABLE, f"{answer.name}: {answer.reason}")
                answer = [_row((ReplayedGame(answer.name, 0, 0, 0, verdict), None), json_wanted)]  # noqa: PLW2901
            early[answer[0][0].file] = answer
            while file in early:
                yield early.pop(file)
                file = next(following, "")


def _games_in(file: str, wanted: Wanted, json_wanted: bool) -> _Rows:
    return [_row(pair, json_wanted) for pair in lines_of_file(file, wanted.outcome)]


def _row(pair: tuple[ReplayedGame, RecordOutcome | None], json_wanted: bool) -> tuple[ReplayedGame, str]:
    return pair[0], line_as_json(*pair) if json_wanted else ""


def _ask(question: str, grid: Grid) -> int | None:
    """Ask in the terminal which stones are dead."""
    while True:
        try:
            answer: str = click.prompt(f"{question} (as D4,E5; none; {NO_LIST} for no list)", err=True, default="none")
        except click.Abort:
            raise ValueError(f"{question}? Nobody answered; the record could say it, or --dead.") from None
        if answer.strip() == NO_LIST:
            return None
        try:
            return parse_stones(grid, answer)
        except ValueError as error:
            click.echo(str(error), err=True)
