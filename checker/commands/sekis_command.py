"""`superko sekis`: the positions that nobody wants to touch, by kind, under several rule sets side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import click
from rich.table import Table

from ...interpreter.game import Game
from ...interpreter.notation import board_text, parse_board, parse_grid, parse_vertex, vertices
from ...interpreter.rule_names import parse_rules
from ...interpreter.story import Story
from ...interpreter.wording import counted, points_text
from ...spec.algebra import Grid
from ...spec.rules import Refusal, Rules
from ..evidence.workers import Lost, in_processes, refuse_amended
from ..pages.explorer.addresses import Address
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    RULES,
    NamedRules,
    boards_up_to,
    effort_option,
    json_option,
    output_option,
    refusing,
    workers_option,
)
from ..telling.progress import progress_bar
from ..telling.report import Console, print_table, say, show_whole
from ..telling.schemas import tell_json
from ..telling.tables import Row, check_table, write_table
from ..telling.terminal import Exit, leave_interrupted
from ..values.sekis import Seki, SekiKind, SekiSearch, each_filled, sekis_of
from .journals import Keeping, KeptAnswers, journal_option
from .leads import tell_how_searched
from .opening import name_of_rules, stepping_command

USUAL_RULES = ("tromp-taylor", "chinese-like", "japanese-like")
USUAL_POINTS = 5
USUAL_EFFORT = Effort(seconds=60)


class SekisUnder(NamedTuple):
    """The sekis of a board under the rules of some name."""

    named: NamedRules
    search: SekiSearch


@click.command("sekis")
@click.argument("boards", type=BOARD, metavar="[BOARDS]...", nargs=-1)
@click.option(
    "--rules",
    "rule_sets",
    type=RULES,
    multiple=True,
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; may be given several times.  "
    f"[default: {', '.join(USUAL_RULES)}]",
)
@click.option(
    "--up-to",
    metavar="WxH|N",
    help=f"Without BOARDS: those that fit into this one, or have up to N points.  [default: {USUAL_POINTS}]",
)
@effort_option(USUAL_EFFORT, "How long to search a board under a rule set: 60s; or each position: 100000n (nodes).")
@workers_option
@journal_option
@output_option("Write a row for each seki into FILE.csv or FILE.parquet.")
@json_option
def sekis_command(
    boards: Sequence[Grid],
    rule_sets: Sequence[NamedRules],
    up_to: str | None,
    effort: Effort,
    workers: int,
    journal: Path | None,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Show every seki of some boards, by kind, under several rule sets.

    A seki is found by best play: its value is the same whoever moves first, and is what the board counts if both only
    pass; and in a region of empty points that borders both colors there is one where whoever plays loses points. Each
    position begins a game, so that nothing stood before. Positions that are rotated or reflected are all counted. Of
    each kind the one on the smallest board with the fewest stones is shown.

    With --journal large boards can be searched one after the other, and journals put together in any order: a board of
    which every position was decided stands in one line for each rule set.

    Exits with 0, with 2 when the request can't be understood, with 3 when some position is not decided, and with 130
    when it was interrupted.
    """
    with refusing():
        check_table(output)
        if boards and up_to is not None:
            raise ValueError("Name boards, or say up to which one; not both.")
        grids = list(boards) or boards_up_to(up_to or str(USUAL_POINTS))
        chosen = rule_sets or [NamedRules(name, parse_rules(name)) for name in USUAL_RULES]
        tell_how_searched(*(rules for _, rules in chosen))
        refuse_amended((rules for _, rules in chosen), workers > 1)
        kept = KeptAnswers(journal, SEARCHES, dict(chosen))
        asked = {f"{grid} {named.text}": (named, grid) for grid, named in product(grids, chosen)}
        searches = kept.known(list(asked))
    lost: list[Lost] = []
    interrupted = True
    known = {_name_of(searched) for searched in searches}
    left = {name: task for name, task in asked.items() if name not in known}
    bars = progress_bar("searching", len(asked), quiet=json_wanted, done=len(searches))
    with suppress(KeyboardInterrupt), refusing(), bars as bar:
        for answer in _searches(left, effort, workers, bar.doing):
            if isinstance(answer, Lost):
                lost.append(answer)
            else:
                searches.append(answer)
                kept.add(answer)
            bar.advance()
        interrupted = False
    searches.sort(key=lambda searched: list(asked).index(_name_of(searched)))
    if output is not None:
        write_table(output, [row for searched in searches for row in _as_rows(searched)])
    if json_wanted:
        tell_json("sekis", {"boards": [_as_json(searched) for searched in searches], "smallest": _examples(searches)})
    else:
        show_sekis(Console(), searches)
    if interrupted:
        leave_interrupted()
    for loss in lost:
        click.echo(f"The sekis of {loss.name.replace(' ', ' under ', 1)} are not known. {loss.reason}", err=True)
    if lost or any(searched.search.undecided for searched in searches):
        sys.exit(Exit.NOT_DECIDED)


def _searches(
    left: Mapping[str, tuple[NamedRules, Grid]],
    effort: Effort,
    workers: int,
    doing: Callable[[str], None],
) -> Iterator[SekisUnder | Lost]:
    """Each search as it comes: from processes of this machine, or one after the other from this one."""
    if workers > 1:
        yield from in_processes(partial(search_named, effort=effort), list(left), workers)
    else:
        yield from (_search(name, named, grid, effort, doing) for name, (named, grid) in left.items())


def search_named(name: str, effort: Effort) -> SekisUnder | Lost:
    """The sekis of a board under some rules, by the names of both, so that any process can be asked.

    >>> search_named("5x1 tromp-taylor", Effort(seconds=60)).search.kinds()
    {SekiKind(shared=1, eyes=(1, 1)): 2}
    """
    board, _, text = name.partition(" ")
    return _search(name, NamedRules(text, parse_rules(text)), parse_grid(board), effort)


def _search(
    name: str, named: NamedRules, grid: Grid, effort: Effort, doing: Callable[[str], None] = lambda activity: None
) -> SekisUnder | Lost:
    try:
        return SekisUnder(named, sekis_of(named.rules, grid, effort, doing, each_game=True))
    except Refusal as refusal:
        return Lost(name, str(refusal))


def _name_of(searched: SekisUnder) -> str:
    return f"{searched.search.board} {searched.named.text}"


def _fields_of(searched: SekisUnder) -> dict[str, Any] | None:
    search = searched.search
    if search.undecided:
        return None
    sekis = [{**seki_as_json(seki), "eyes": seki.kind.eyes} for seki in search.sekis]
    return {"positions": search.positions, "settled": search.settled, "found": sekis}


def _search_of_line(name: str, line: Mapping[str, Any], rules: Rules) -> SekisUnder:
    board, _, named = name.partition(" ")
    sekis = tuple(_seki_of_line(fields, rules) for fields in line["found"])
    return SekisUnder(NamedRules(named, rules), SekiSearch(board, line["positions"], line["settled"], 0, sekis))


def _seki_of_line(fields: Mapping[str, Any], rules: Rules) -> Seki:
    c = parse_board(fields["board"])
    shared = sum(parse_vertex(c.board.grid, text) for text in fields["shared"])
    fewer, more = fields["eyes"]
    kind = SekiKind(len(fields["shared"]), (fewer, more))
    return Seki(Game(rules, rows=c), fields["lead"], shared, kind, fields["positions"])


SEARCHES = Keeping("sekis", frozenset({"positions", "settled", "found"}), _name_of, _fields_of, _search_of_line)


def show_sekis(console: Console, searches: Sequence[SekisUnder]) -> None:
    """Print a row for each board and kind and a column for each rule set, and below a board for each kind."""
    names = list(dict.fromkeys(searched.named.text for searched in searches))
    table = Table(box=None)
    table.add_column("board", no_wrap=True)
    table.add_column("kind")
    for name in names:
        table.add_column(name, justify="right", overflow="fold")
    for board in dict.fromkeys(searched.search.board for searched in searches):
        kinds = {
            searched.named.text: searched.search.kinds() for searched in searches if searched.search.board == board
        }
        for kind in sorted({kind for numbers in kinds.values() for kind in numbers}):
            cells = (f"{kinds[name].get(kind, 0):,}" if name in kinds else "" for name in names)
            table.add_row(board, str(kind), *cells)
    if table.rows:
        print_table(console, table)
    examples = smallest(searches)
    for (named, seki), story in zip(examples, each_filled([seki for _, seki in examples]), strict=True):
        say(console, f"\n{str(seki.kind).capitalize()}: {board_text(seki.game.position.coloring)} under {named.text}.")
        say(console, _shows(seki, story))
        if text := name_of_rules(named.rules, named.text):
            show_whole(console, stepping_command(Address(text, story.start, story.turns, at=0)))
    for sentence in _below(searches):
        say(console, f"\n{sentence}")


def _below(searches: Sequence[SekisUnder]) -> Iterator[str]:
    with_one = {searched.search.board for searched in searches if searched.search.sekis or searched.search.undecided}
    without = [
        board for board in dict.fromkeys(searched.search.board for searched in searches) if board not in with_one
    ]
    if without:
        yield f"None on {', '.join(without)}."
    for searched in searches:
        if searched.search.undecided:
            positions = counted(searched.search.undecided, "position")
            yield f"The effort was not enough for {positions} of {searched.search.board} under {searched.named.text}."


def smallest(searches: Sequence[SekisUnder]) -> list[tuple[NamedRules, Seki]]:
    """The first seki of each kind, with its rules: on the smallest board, with the fewest stones."""
    first: dict[SekiKind, tuple[NamedRules, Seki]] = {}
    for named, search in searches:
        for seki in search.sekis:
            first.setdefault(seki.kind, (named, seki))
    return [first[kind] for kind in sorted(first)]


def _shows(seki: Seki, story: Story) -> str:
    """What the game shows in which a shared liberty of a seki is filled."""
    loses = story.shows.partition(":")[0]
    if not seki.lead:
        return f"{loses}. Left as it is it counts nothing for either."
    color, lead = ("Black", seki.lead) if seki.lead > 0 else ("White", -seki.lead)
    return f"{loses}. Left as it is it counts {points_text(lead)} for {color}."


def _as_rows(searched: SekisUnder) -> Iterator[Row]:
    for seki in searched.search.sekis:
        fields = seki_as_json(seki)
        yield {
            "rules": searched.named.text,
            "size": searched.search.board,
            **fields,
            "shared": " ".join(fields["shared"]),
        }


def _as_json(searched: SekisUnder) -> dict[str, object]:
    search = searched.search
    return {
        "name": searched.named.text,
        "rules": searched.named.rules,
        "board": search.board,
        "positions": search.positions,
        "settled": search.settled,
        "undecided": search.undecided,
        "kinds": {str(kind): positions for kind, positions in search.kinds().items()},
        "sekis": [seki_as_json(seki) for seki in search.sekis],
    }


def _examples(searches: Sequence[SekisUnder]) -> list[dict[str, object]]:
    """For each kind the smallest seki, as the game in which it is filled."""
    examples = smallest(searches)
    return [
        {
            "kind": str(seki.kind),
            "name": named.text,
            "board": story.start.board,
            "turns": story.turns,
            "shows": _shows(seki, story),
        }
        for (named, seki), story in zip(examples, each_filled([seki for _, seki in examples]), strict=True)
    ]


def seki_as_json(seki: Seki) -> dict[str, Any]:
    """A seki as it goes into a file."""
    c = seki.game.position.coloring
    return {
        "board": board_text(c),
        "kind": str(seki.kind),
        "shared": list(vertices(c.board.grid, seki.shared)),
        "lead": seki.lead,
        "positions": seki.images,
    }
