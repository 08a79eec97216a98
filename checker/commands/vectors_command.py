"""`superko vectors`: write suites and perft tables for engines to be tried with, as files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from ...interpreter.files import try_folder, try_new_file, whole_file
from ...spec.presets import PRESETS
from ...spec.rules import Rules
from ..telling.options import RULES, BadRequest, ChoiceType, NamedRules, refusing
from ..telling.progress import with_progress
from ..vectors.suites import perft_lines, suite_lines

_KINDS: dict[str, Callable[[Rules, str], Iterator[str]]] = {"square": suite_lines, "perft": perft_lines}
_ENDS = {"square": "suite", "perft": "perft"}
_RUNNERS = Path(__file__).parents[1] / "vectors" / "runners"
_NOT_IN_A_NAME = re.compile(r"[^\w.,=+-]")


@click.command("vectors")
@click.option(
    "--suite",
    type=ChoiceType(list(_KINDS)),
    default="square",
    show_default=True,
    help="square: games on boards from 2x2 to 19x19 with all that the rules say; perft: how many sequences of turns "
    "follow from two thousand starts.",
)
@click.option(
    "--rules",
    "named",
    multiple=True,
    type=RULES,
    metavar="RULES",
    help="By which rules, such as FILE.py:NAME. [every preset]",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(path_type=Path),
    required=True,
    help="Write DIR/RULES.suite, or .perft.",
)
def vectors_command(suite: str, named: tuple[NamedRules, ...], output: Path) -> None:
    """Write what the rules say of games as text, for an engine to be tried with.

    The bytes are the same each time. checker/vectors/README.md describes the files, and the programs that read them, in
    C, JavaScript, Python and Rust. A file takes up to a minute.

    Exits with 0, with 2 when the request can't be understood or served, and with 130 when it was interrupted.
    """
    wanted = named or tuple(NamedRules(name, rules) for name, rules in PRESETS.items())
    files = [output / f"{_NOT_IN_A_NAME.sub('-', name)}.{_ENDS[suite]}" for name, _ in wanted]
    with refusing():
        try_folder(output)
        for file in files:
            if file.exists():
                try_new_file(file)
    for (name, rules), file in zip(wanted, files, strict=True):
        lines = list(with_progress(_KINDS[suite](rules, name), None, name))
        try:
            output.mkdir(parents=True, exist_ok=True)
            with whole_file(file) as stream:
                stream.writelines(line.encode("ascii") for line in lines)
        except OSError as error:
            raise BadRequest(f"{file} can't be written: {error.strerror}.") from None
        shown = f"{len(lines)} starts."
        if suite == "square":
            games = sum(line.startswith("game ") for line in lines)
            shown = f"{games} games, which show {lines[2].removeprefix('mistakes ').rstrip()} mistakes."
        click.echo(f"{file}: {shown}")
    if suite == "square":
        click.echo(f"Programs that read it, in C, JavaScript, Python and Rust: {_RUNNERS}")
