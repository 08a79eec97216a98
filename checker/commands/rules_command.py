"""`superko rules`: list the clauses in force under a rule set, or what tells two rule sets apart."""

from __future__ import annotations

import json

import click
from rich.console import Console

from ...interpreter.rules_listing import RulesDifference, check_section, difference
from ...spec.claim import claims
from ...spec.dead_stones.protocols import PROTOCOLS, clauses_of
from ...spec.documents import SAID_BY_THE_ALGEBRA
from ...spec.registry import statements_of
from ...spec.rules import Rules
from .bad_request import BadRequest
from .emitting import emitted
from .naming import rules_named
from .rules_report import clause_as_json, difference_as_json, listing_as_json, show_clauses, show_difference, show_rules

USUAL_RULES = "tromp-taylor"


@click.command("rules")
@click.argument("rules", metavar="[RULES]", required=False)
@click.option("--diff", nargs=2, metavar="A B", help="Tell two rule sets apart, instead of listing one.")
@click.option("--section", metavar="S", help="Only the clauses of this section of the document, such as main.")
@click.option(
    "--protocol",
    type=click.Choice(list(PROTOCOLS), case_sensitive=False),
    help="The clauses of a protocol for dead stones, under the readings of RULES.",
)
@click.option(
    "--emit",
    type=click.Choice(["c", "python"]),
    help="Write the clauses on moves and scores as a C header, or as the Python that is compiled here.",
)
@click.option("--board", metavar="WxH", default="19x19", show_default=True, help="The board to emit them for.")
@click.option("--json", "json_wanted", is_flag=True, help="Print it as JSON.")
def rules_command(
    rules: str | None,
    diff: tuple[str, str] | None,
    section: str | None,
    protocol: str | None,
    emit: str | None,
    board: str,
    json_wanted: bool,
) -> None:
    """List the parameters, the readings and the clauses in force under RULES.

    RULES is a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python file; tromp-taylor, if
    none is given. Clauses that such rules amend are marked. The id of a clause, such as katago-v2/main/legal-superko,
    tells all about that clause instead.

    With --emit, they are compiled for one board: what a move does, which moves are pseudolegal, which are ko-moves,
    and what both players score, each as a function of the words of a coloring.

    Exits with 0, or with 2 when the request can't be understood.
    """
    if rules is not None and diff is not None:
        raise BadRequest("Name one rule set to list, or two after --diff, but not both.")
    if protocol is not None and (diff is not None or section is not None or emit is not None):
        raise BadRequest("A protocol is listed by itself; leave out --diff, --section and --emit.")
    if emit is not None and (diff is not None or section is not None or json_wanted):
        raise BadRequest("With --emit, name one rule set, and leave out --diff, --section and --json.")
    if rules is not None and (statements_of(rules) or rules in SAID_BY_THE_ALGEBRA):
        if diff is not None or section is not None or protocol is not None or emit is not None:
            raise BadRequest(f"{rules} is a clause; leave out what is asked of rules.")
        # What is recorded of claims takes a while to import, and is told only here.
        from .clause_report import tell_clause  # noqa: PLC0415

        tell_clause(rules, json_wanted)
        return
    if rules is not None and rules in {claim.id for claim in claims()}:
        raise BadRequest(f"{rules} is a claim; `superko claims {rules}` tells about it.")
    try:
        chosen = [rules_named(text, json_wanted) for text in diff or (rules or USUAL_RULES,)]
        if protocol is not None:
            _list_protocol(protocol, chosen[0], json_wanted)
            return
        if section is not None:
            check_section(section, (one.document for one in chosen))
        if emit is not None:
            click.echo(emitted(chosen[0], emit, board), nl=False)
        elif diff is None:
            _list(chosen[0], section, json_wanted)
        else:
            _compare(diff, difference(*chosen), section, json_wanted)
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _list(rules: Rules, section: str | None, json_wanted: bool) -> None:
    if json_wanted:
        click.echo(json.dumps(listing_as_json(rules, section), indent=1))
    else:
        show_rules(Console(), rules, section)


def _list_protocol(name: str, rules: Rules, json_wanted: bool) -> None:
    listed = clauses_of(PROTOCOLS[name], rules)
    if json_wanted:
        found = {"protocol": name, "clauses": [clause_as_json(clause) for clause in listed]}
        click.echo(json.dumps(found, indent=1))
    else:
        show_clauses(Console(), listed, None)


def _compare(names: tuple[str, str], found: RulesDifference, section: str | None, json_wanted: bool) -> None:
    if json_wanted:
        click.echo(json.dumps(difference_as_json(found, section), indent=1))
    else:
        show_difference(Console(), names, found, section)
