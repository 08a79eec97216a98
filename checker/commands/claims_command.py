"""`superko claims`: what has been decided about every claim, or everything about one of them."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from ...interpreter.files import write_file
from ..evidence.checks import checks
from ..evidence.decided import decided_about, everything_decided
from .amended_report import show_asked
from .asking import asked, asked_as_json
from .bad_request import BadRequest
from .claims_report import as_json, as_markdown, show_claim, show_claims
from .naming import rules_named

BEGIN, END = "<!-- claims: begin -->\n", "<!-- claims: end -->\n"


def with_table(text: str, table: str) -> str:
    """A Markdown text with a table in the place of what stands between the two markers.

    Raises:
        ValueError: the text has no such markers.

    >>> with_table(f"before{BEGIN}old{END}after", "new") == f"before{BEGIN}new{END}after"
    True
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"it must have a line {BEGIN.strip()} and below it a line {END.strip()}.")
    return f"{before}{BEGIN}{table}{END}{after}"


@click.command("claims")
@click.argument("claim", metavar="[ID]", required=False)
@click.option("--document", metavar="D", help="Only the claims about this document, such as katago-v2.")
@click.option(
    "--rules", metavar="RULES", help="Which claims can be asked of these rules, FILE.py:NAME, and which can't."
)
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
@click.option("--markdown", is_flag=True, help="Print the table that CLAIMS.md has.")
@click.option(
    "--write",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --markdown: put the table between the markers of this file, instead of printing it.",
)
def claims_command(
    claim: str | None, document: str | None, rules: str | None, json_wanted: bool, markdown: bool, write: Path | None
) -> None:
    """Tell what is recorded about every claim, or all about the claim ID, its proofs explained.

    Nothing is decided anew; `superko check` does that. With --rules, tell instead what it can ask of the amended rules
    of that name in a Python file, and why it can't ask the rest.

    Exits with 0, or with 2 when the request can't be understood.
    """
    if write and not markdown:
        raise BadRequest("Only the Markdown table can be written into a file; add --markdown.")
    if claim and (document or markdown):
        raise BadRequest("Name a claim to read about it alone; leave it out to choose a document or print Markdown.")
    if rules and (markdown or document):
        raise BadRequest("What can be asked of rules is not told by document, nor as Markdown; leave that out.")
    try:
        if rules:
            _tell_askable(claim, rules, json_wanted)
        elif claim:
            _tell_one(claim, json_wanted)
        else:
            _tell_all(document, json_wanted, markdown, write)
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _tell_askable(claim: str | None, text: str, json_wanted: bool) -> None:
    rules = rules_named(text)
    if not rules.amendments:
        raise ValueError(f"{text} has no amended clauses: what is recorded is what holds for it.")
    chosen = [check for check in checks().values() if claim in (None, check.claim, check.claim.rsplit("/", 1)[-1])]
    if not chosen:
        raise ValueError(f"There is no claim {claim!r} with checks; `superko claims` lists the claims.")
    some = asked(chosen, rules)
    if json_wanted:
        click.echo(json.dumps(asked_as_json(some), indent=1))
    else:
        show_asked(Console(), text, some)


def _tell_one(claim: str, json_wanted: bool) -> None:
    decided = decided_about(claim)
    if json_wanted:
        click.echo(json.dumps(as_json(decided), indent=1))
    else:
        show_claim(Console(), decided)


def _tell_all(document: str | None, json_wanted: bool, markdown: bool, write: Path | None) -> None:
    decided = everything_decided(document)
    if write:
        _write(write, as_markdown(decided))
    elif markdown:
        click.echo(as_markdown(decided), nl=False)
    elif json_wanted:
        click.echo(json.dumps([as_json(some) for some in decided], indent=1))
    else:
        show_claims(Console(), decided)


def _write(file: Path, table: str) -> None:
    try:
        write_file(file, with_table(file.read_text(encoding="utf-8"), table))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadRequest(f"The table can't be put into {file}: {reason}") from None
