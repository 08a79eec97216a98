"""`superko map`: which clauses something needs, over all rule sets that a document's clauses make."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import click

from ...interpreter.clauses_of_authors import as_texts, made_of
from ...interpreter.rules_files import names_a_file
from ...interpreter.wording import counted
from ...spec.documents import DOCUMENTS
from ...spec.presets import PRESETS
from ...spec.registry import Decision, clauses
from ..evidence.workers import Lost, in_processes, spread
from ..map.answers import ClassOutcome, ShownTurns
from ..map.boards import PROPERTIES
from ..map.ends import ENDS
from ..map.family import Family, Names
from ..map.telling import (
    DocumentMap,
    map_as_json,
    map_of,
    one_in_force,
    ordered,
    sentence,
    short,
    when,
)
from ..telling.data import tell_json
from ..telling.effort import Effort
from ..telling.names import NamedThing
from ..telling.options import (
    RULES,
    ChoiceType,
    IdType,
    NamedRules,
    effort_option,
    json_option,
    refusing,
    scheduler_option,
    workers_option,
)
from ..telling.progress import progress_bar
from ..telling.report import Console, say, show_line, show_table
from ..telling.terminal import Exit, leave_interrupted, remark

_USUAL_EFFORT = Effort(seconds=60)
_MOST_REASONS = 5


@click.command("map")
@click.argument("names", type=IdType(NamedThing.PRESET), metavar="[DOCUMENT|RULES]...", nargs=-1)
@click.option(
    "--property",
    "asked",
    type=ChoiceType([*PROPERTIES]),
    default=ENDS.name,
    show_default=True,
    help="What is asked: that every game ends; or on the smallest boards, that every game has a result, that no move "
    "brings back a board, with or without the same player to move, that both superkos forbid the same moves, that a "
    "board counts what it does by area, and for both colors alike, that an empty board is worth what it is by the "
    "usual rules, that a pass costs nothing on a settled board, and that suicide is never the only best move.",
)
@effort_option(
    _USUAL_EFFORT, "How long to read each document: 60s, or 500n to stop after that number of classes of rule sets."
)
@workers_option
@scheduler_option
@json_option
def map_command(
    names: Sequence[str],
    asked: str,
    effort: Effort,
    workers: int,
    scheduler: str,
    json_wanted: bool,
) -> None:
    """Find the clauses that every game needs to end, or that something else needs, over all rule sets of a document.

    The rule sets of DOCUMENT are all that its clauses make by parameters and readings, and without any one or two of
    the clauses; of RULES, such as chinese-like or ko=SIMPLE, only those without, and so of the presets of a document
    that has too many. If nothing is named, all documents are read. Rule sets that
    differ in nothing that matters to what is asked are of one class, which is decided once: that every game ends is
    proved for every board, or a game is shown that goes on forever; the other properties hold on the smallest boards,
    or a game or a position is shown. What was not read, or not decided, is counted as unknown.

    Exits with 0, with 2 when the request can't be understood, with 3 when something is unknown, and with 130 when it
    was interrupted.
    """
    with refusing():
        # Where a document and a preset have the same name, as tromp-taylor, the document is meant.
        rule_sets = [RULES.convert(name, None, None) for name in names if name not in DOCUMENTS]
        families = families_of(asked, [name for name in names if name in DOCUMENTS], rule_sets)
    answers: list[DocumentMap | Lost] = []
    interrupted = True
    with suppress(KeyboardInterrupt):
        answers.extend(_maps(families, asked, effort, json_wanted, workers, scheduler))
        interrupted = False
    maps = [answer for answer in answers if isinstance(answer, DocumentMap)]
    lost = [answer for answer in answers if isinstance(answer, Lost)]
    maps.sort(key=lambda document_map: [*families].index(document_map.name))
    if json_wanted:
        tell_json("map", {"property": asked, "maps": list(map(map_as_json, maps))})
    else:
        for document_map in maps:
            show_map(Console(), document_map)
    if interrupted:
        leave_interrupted()
    for loss in lost:
        click.echo(f"The map of {loss.name} is not known. {loss.reason}", err=True)
    if lost or any(document_map.rule_sets.get(ClassOutcome.UNKNOWN) for document_map in maps):
        sys.exit(Exit.NOT_DECIDED)


def families_of(asked: str, documents: Sequence[str], rule_sets: Sequence[NamedRules]) -> dict[str, Family]:
    """The families that are read: of the documents and the rules that are named, or else of all documents.

    Of a document that has too many rule sets, it is those of its presets.
    """
    reads = PROPERTIES[asked].reads
    every = () if rule_sets else sorted(DOCUMENTS, key=lambda document: len([*clauses(document)]))
    families = {name: Family(name, reads) for name in documents or every}
    for name in [name for name, family in families.items() if family.is_too_large]:
        remark(f"{name} has too many rule sets to ask that of; its presets are read, each with its values alone.")
        del families[name]
        presets = {preset: rules for preset, rules in PRESETS.items() if rules.document == name}
        families |= {f"{name} {preset}": Family(name, reads, only=rules) for preset, rules in presets.items()}
    return families | {named.text: Family(named.rules.document, reads, only=named.rules) for named in rule_sets}


def _maps(
    families: Mapping[str, Family], asked: str, effort: Effort, quiet: bool, workers: int, scheduler: str
) -> Iterator[DocumentMap | Lost]:
    """Each map as it comes: from a cluster or processes of this machine, or one after the other from this one."""
    sent: list[ToRead] = []
    # Where the file of an author has run, nothing is proved.
    if scheduler or workers > 1 or any(map(names_a_file, families)):
        sent = [ToRead(name, texts) for name, family in families.items() if (texts := _as_texts(family))]
    elsewhere = {to_read.name for to_read in sent}
    task = partial(read_map, asked=asked, effort=effort)
    with refusing():
        answers = spread(task, sent, scheduler=scheduler) if scheduler else in_processes(task, sent, workers)
    for name, family in families.items():
        if name not in elsewhere:
            with progress_bar(f"reading {name}", 1, quiet=quiet) as bar:
                yield _read(family, asked, name, effort, partial(bar.doing, f"reading {name}"))
    with progress_bar("reading", len(sent), quiet=quiet or not sent) as bar:
        for answer in answers:
            bar.advance()
            yield answer


class ToRead(NamedTuple):
    """A family that any process can be asked to read, and what it is called."""

    name: str
    family: Family

    def __str__(self) -> str:
        return self.name


def _as_texts(family: Family) -> Family | None:
    """The same family with the texts of an author's clauses; None if they can't be read."""
    texts = None if family.only is None else as_texts(family.only)
    return family if family.only is None else None if texts is None else replace(family, only=texts)


def read_map(to_read: ToRead, asked: str, effort: Effort) -> DocumentMap:
    """The map of a family that another process has sent.

    >>> read_map(ToRead("tromp-taylor", Family("tromp-taylor", frozenset())), "ends", Effort(count=0)).name
    'tromp-taylor'
    """
    name, family = to_read
    return _read(replace(family, only=family.only and made_of(family.only)), asked, name, effort)


def _read(
    family: Family, asked: str, name: str, effort: Effort, tell: Callable[[int, int], object] | None = None
) -> DocumentMap:
    until = time.monotonic() + (effort.seconds or 0)

    def go_on(read: int, total: int) -> bool:
        if tell is not None:
            tell(read, total)
        return time.monotonic() < until if effort.count is None else read < effort.count

    return map_of(family, PROPERTIES[asked], name, go_on)


def show_map(console: Console, document_map: DocumentMap) -> None:
    """Print the map of a document."""
    size, classes = sum(document_map.rule_sets.values()), sum(document_map.classes.values())
    say(console, f"{document_map.name}: {counted(size, 'rule set')} in {classes:,} classes.")
    answers = [answer for answer in ClassOutcome if document_map.classes[answer]]
    numbers = (document_map.classes, document_map.rule_sets)
    rows = ((answer.value, *(f"{each[answer]:,}" for each in numbers)) for answer in answers)
    show_table(console, ("", "classes", "rule sets"), rows)
    if document_map.not_read:
        say(console, f"{counted(document_map.not_read, 'rule set')} were not read; --effort allows more.")
    if document_map.undecided:
        say(console, f"{counted(sum(document_map.undecided.values()), 'class')} could not be decided:")
        reasons = list(document_map.undecided.items())
        for reason, number in reasons[:_MOST_REASONS]:
            show_line(console, f"{number:,}: {reason}")
        if others := sum(number for _, number in reasons[_MOST_REASONS:]):
            show_line(console, f"{others:,} for other reasons, which --json lists.")
    for row in document_map.rows:
        under = when(row.values)
        say(
            console,
            (f"Under {under}: " if under else "") + sentence(row.needed, document_map.asked, not document_map.not_read),
        )
        for dropped, game in row.games.items():
            _show_game(console, dropped, game)
        if needed := "; ".join(map(one_in_force, ordered(row.needed.to_play))):
            asked_of = "played" if Decision.START in document_map.asked.reads else "counted"
            show_line(console, f"Without these they say too little to be {asked_of}: {needed}.")
        say(console, "")


def _show_game(console: Console, dropped: Names, shown: ShownTurns) -> None:
    without = " and ".join(map(short, sorted(dropped)))
    lead = f"Without {without}" if without else "With all clauses"
    where = f"{lead}, on {shown.start.board or shown.grid}"
    opening = " ".join(shown.texts[: shown.loop])
    if shown.loop is not None:
        course = f", after {opening or 'no turn'}, over and over {' '.join(shown.texts[shown.loop :])}"
    else:
        course = (f", after {opening}" if opening else "") + (f": {shown.says}" if shown.says else "")
    show_line(console, where + course)
