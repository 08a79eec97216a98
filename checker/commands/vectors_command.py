"""`superko vectors`: write games with what the rules say of every turn, or check them."""

from __future__ import annotations

import sys
from functools import partial
from io import StringIO
from pathlib import Path

import click

from ...interpreter.files import contents, try_folder, try_new_file, whole_file
from ...interpreter.rule_names import rules_from_json
from ...spec.rules import Rules
from ...spec.written import written_rules
from ..pages.explorer.addresses import Address
from ..solving.solution import uncapitalised
from ..telling.data import as_data
from ..telling.options import BadRequest, ChoiceType, NamedRules, json_option, optional_rules, refusing
from ..telling.progress import with_progress
from ..telling.schemas import tell_json
from ..telling.terminal import Exit
from ..vectors.replay import VectorDifference, difference
from ..vectors.tiers import merged, recipes
from ..vectors.vector import Tier, Vector, expected_of, lines, told_by, vectors_in, with_amendments
from .opening import opening_command, stepping_command

STANDARD_STREAM = "-"


def made(tier: Tier, rules: Rules | None = None, quiet: bool = False) -> tuple[Vector, ...]:
    """The vectors of a tier, made with a progress bar; or those of some rules (see `told_by`)."""
    to_make = recipes(tier)
    attempts = (recipe() for recipe in with_progress(to_make, len(to_make), "looking for games", quiet))
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
    help="Write DIR/TIER.jsonl; - writes to standard output.",
)
@optional_rules(
    "Write the games by these rules: a preset, ko=SIMPLE and the like, or FILE.py:NAME. With --check: amend the "
    "rules of each game as these are amended."
)
@click.option(
    "--check",
    "path",
    metavar="FILE",
    help="Replay the vectors of a file, and show where the rules say something else; - reads standard input.",
)
@json_option
def vectors_command(
    tier: str, output: str | None, named: NamedRules | None, path: str | None, json_wanted: bool
) -> None:
    """Write vectors: games with what the rules say of every turn, as data that any engine can be checked against.

    checker/vectors/README.md tells how to use them without Python.

    Exits with 0, with 1 when a file that was checked says something else than the rules, with 2 when the request can't
    be understood or served, and with 130 when it was interrupted.
    """
    if (output is None) is (path is None):
        raise BadRequest("Choose one of --output DIR and --check FILE.")
    by = named and named.rules
    try:
        if output is not None:
            write(Tier(tier), output, by)
        if path is not None:
            check(path, json_wanted, by)
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


def check(path: str, json_wanted: bool, rules: Rules | None) -> None:
    """Replay a file, tell the first difference of each vector, and exit with 1 if there are any."""
    with refusing():
        content, name = contents(path)
    try:
        differences, number = _checked(content.decode(), rules, json_wanted)
    except UnicodeDecodeError:
        raise BadRequest(f"{name} can't be checked: it is not UTF-8 text.") from None
    except ValueError as error:
        raise BadRequest(f"{name} can't be checked: {uncapitalised(str(error))}") from None
    if json_wanted:
        names = ("id", "rules", "turns", "expected", "said")
        fields = [as_data(vector_difference, *names) for vector_difference in differences]
        tell_json("vectors-replayed", {"vectors": number, "differences": fields})
    else:
        for vector_difference in differences:
            click.echo(vector_difference)
            address = Address(
                written_rules(rules_from_json(vector_difference.rules)),
                vector_difference.start,
                vector_difference.turns,
            )
            click.echo(f"  {stepping_command(address)}\n  {opening_command(address)}")
        click.echo(f"{number} vectors replayed; {len(differences)} of them come out differently.")
    if differences:
        sys.exit(Exit.DIFFERENCE)


def _checked(text: str, rules: Rules | None, quiet: bool) -> tuple[list[VectorDifference], int]:
    differences, number = [], 0
    for vector in with_progress(vectors_in(StringIO(text, newline=None)), None, "replaying", quiet):
        expected_vector = vector if rules is None else expected_of(vector, rules)
        if expected_vector is None:
            continue
        number += 1
        vector_difference = difference(
            expected_vector, rules_from_json if rules is None else partial(with_amendments, rules=rules)
        )
        if vector_difference is not None:
            differences.append(vector_difference)
    return differences, number
