"""`superko vectors`: write games with what the rules say of every turn."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...interpreter.files import try_folder, try_new_file, whole_file
from ...spec.rules import Rules
from ..telling.options import BadRequest, ChoiceType, NamedRules, optional_rules, refusing
from ..telling.progress import with_progress
from ..telling.terminal import Exit
from ..vectors.tiers import merged, recipes
from ..vectors.vector import Tier, Vector, lines, told_by

STANDARD_STREAM = "-"


def made(tier: Tier, rules: Rules | None = None) -> tuple[Vector, ...]:
    """The vectors of a tier, made with a progress bar; or those of some rules (see `told_by`)."""
    to_make = recipes(tier)
    attempts = (recipe() for recipe in with_progress(to_make, len(to_make), "looking for games"))
    vectors = merged(vector for vector in attempts if vector is not None)
    return vectors if rules is None else told_by(vectors, rules)


@click.command("vectors")
@click.option(
    "--tier",
    type=ChoiceType([tier.value for tier in Tier]),
    default=Tier.TINY.value,
    show_default=True,
    help="How many: tiny, a game for each clause; small, also hard shapes; standard, also random games. On one core "
    "tiny takes about a minute, small ten, standard more than half an hour.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    help="Write DIR/TIER.jsonl; - writes to standard output.",
)
@optional_rules("Write the games by these rules: a preset, ko=SIMPLE and the like, or FILE.py:NAME.")
def vectors_command(tier: str, output: str, named: NamedRules | None) -> None:
    """Write vectors: games with what the rules say of every turn, as data that any engine can be checked against.

    checker/vectors/README.md tells how to use them without Python.

    Exits with 0, with 2 when the request can't be understood or served, and with 130 when it was interrupted.
    """
    try:
        write(Tier(tier), output, named and named.rules)
    except KeyboardInterrupt:
        click.echo("Interrupted; a file that was being written lacks its last line.", err=True)
        sys.exit(Exit.INTERRUPTED)


def write(tier: Tier, output: str, rules: Rules | None) -> None:
    """Write the vectors of a tier to a directory or to standard output."""
    path = Path(output) / f"{tier.value}.jsonl"
    if output != STANDARD_STREAM:
        with refusing():
            try_folder(path.parent)
            if path.exists():
                try_new_file(path)
    vectors = made(tier, rules)
    to_write = with_progress(lines(tier, vectors), len(vectors) + 2, "writing vectors")
    if output == STANDARD_STREAM:
        for line in to_write:
            click.echo(line, nl=False)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.writelines(line.encode("ascii") for line in to_write)
    except OSError as error:
        raise BadRequest(f"{path} can't be written: {error.strerror}.") from None
    click.echo(f"{path}: {len(vectors)} vectors.")
