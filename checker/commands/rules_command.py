"""`superko rules`: which rule sets have names, what one says, or how two differ."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Mapping, Sequence

import click

from ...interpreter.rule_names import (
    KNOWN_NAMES,
    Difference,
    by_section,
    difference,
    guard_text,
    last_amendments,
    parameters,
    readings,
    section_of,
    unknown,
)
from ...spec.algebra import Grid
from ...spec.documents import DOCUMENTS, readings_that_matter
from ...spec.guard import ALWAYS
from ...spec.parameters import READINGS
from ...spec.presets import PRESETS
from ...spec.registry import SURELY, Clause, clauses
from ...spec.rules import Rules, why_not_amended
from ..telling.data import as_data, tell_json
from ..telling.names import NamedThing, ids_of, meant_by, topics
from ..telling.options import BOARD, BadRequest, ChoiceType, IdType, json_option, refusing, rules_named
from ..telling.report import INDENT, Console, show_heading, show_line, show_table, tell_of_python

_USUAL_RULES = "tromp-taylor"
_MOST_RULE_SETS = 2
_MOST_NAMED = 4


@click.command("rules")
@click.argument("texts", type=IdType(NamedThing.PRESET), metavar="[RULES [OTHER]]", nargs=-1)
@click.option(
    "--emit",
    type=ChoiceType(["c"]),
    help="Write a referee as one file of C99, to be linked.",
)
@click.option("--board", type=BOARD, metavar="WxH", default="19x19", show_default=True, help="Its largest board.")
@json_option
def rules_command(texts: Sequence[str], emit: str | None, board: Grid, json_wanted: bool) -> None:
    """List the parameters, the readings and the clauses in force under RULES, or how two rule sets differ.

    RULES is a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python file. Clauses that such
    rules amend are marked. Of the readings, those are listed that can matter under RULES. Without any, the rule sets
    that have names are listed.

    With OTHER, the clauses that are not one clause in both are shown side by side, by what they decide. "The same" are
    those that two texts say by one function; "each its own" may agree nevertheless.

    `superko show` says what a rule set answers to players' questions, and all about a clause.

    With --emit c, they become a referee without any dependency: legal turns with the whole past, captures, phases, ends
    and scores, on every board up to the largest. Its head says how to call it.

    Exits with 0, or with 2 when the request can't be understood.
    """
    several = len(texts) > 1
    if len(texts) > _MOST_RULE_SETS:
        raise BadRequest("Name one rule set to list, or two to compare.")
    if emit is not None and (several or json_wanted):
        raise BadRequest("With --emit, name one rule set, and leave out --json.")
    with refusing():
        if not texts and json_wanted:
            raise ValueError("Name rules to list as JSON.")
        if not texts and emit is None:
            show_names(Console())
            return
        names = tuple(texts) or (_USUAL_RULES,)
        chosen = [_rules_or_a_hint(text, json_wanted) for text in names]
        tell_of_python(*chosen)
        if emit is not None:
            # What writes programs takes a while to import, and most who list rules emit nothing.
            from ...interpreter.program.referee import referee  # noqa: PLC0415

            click.echo(referee(chosen[0], board), nl=False)
        elif several and json_wanted:
            tell_json("rules-difference", difference_as_json(difference(*chosen)))
        elif several:
            show_difference(Console(), names, difference(*chosen))
        elif json_wanted:
            tell_json("rules", listing_as_json(chosen[0]))
        else:
            show_rules(Console(), chosen[0])


def clauses_about(text: str) -> list[str]:
    """The clauses that a word means: by their ids, by the name of their part, or by a parameter that they depend on.

    >>> "katago-v2/main/state#button" in clauses_about("button")
    True
    """
    wanted = text.strip().casefold()
    meant = ids_of(text, NamedThing.CLAUSE)
    if wanted in topics() or not wanted:
        return meant
    asking = {clause: {name for each in clause.guard.alternatives for name, _ in each} for clause in clauses()}
    about = (clause.name for clause, parameters in asking.items() if wanted == clause.part or wanted in parameters)
    return list(dict.fromkeys([*meant, *about]))


def _rules_or_a_hint(text: str, quiet: bool) -> Rules:
    """The rules of a name; what is not known may be near something that is."""
    try:
        return rules_named(text, quiet)
    except ValueError as error:
        if set(text) & set("=:{,"):
            raise
        if ids_of(text, *NamedThing):
            raise ValueError(f"{text} is no rule set; `superko show {text}` says more about it.") from None
        if str(error) != str(unknown(text)):
            raise
        known = str(error).partition(" The presets are ")[0]
        hint = "" if known.endswith("?") else meant_by(text, *NamedThing, likeness=SURELY)
        raise ValueError(f"{known}{hint} `superko rules` lists those that have names.") from None


def show_names(console: Console) -> None:
    """Print the names of rule sets: the presets by document, and what servers and libraries call theirs."""
    for document, known in DOCUMENTS.items():
        if names := [name for name, rules in PRESETS.items() if rules.document == document]:
            show_heading(console, known.title)
            show_line(console, ", ".join(names))
    show_heading(console, "As servers and libraries play")
    show_line(console, ", ".join(KNOWN_NAMES))


ABSENT = "-"


def show_rules(console: Console, rules: Rules) -> None:
    """Print the parameters, the readings, and the clauses in force, by section."""
    show_table(console, ("parameter", "value"), parameters(rules).items())
    matter = {reading.name: readings(rules)[reading.name] for reading in readings_that_matter(rules)}
    answers = ((name, answer, READINGS[name].question) for name, answer in matter.items())
    show_table(console, ("reading", "answer", "question"), answers)
    amended = last_amendments(rules)
    for listed in by_section(rules.in_force).values():
        for clause in listed:
            show_heading(console, clause.name)
            changed = f"({amended[clause.name].change}) " if clause.name in amended else ""
            show_line(console, f"{changed}{clause.text}")
            if clause.guard != ALWAYS:
                show_line(console, f"when {guard_text(clause)}")
        console.print()
    dropped = [amendment for amendment in amended.values() if amendment.change == "dropped"]
    show_table(console, ("dropped", "said"), ((amendment.name, amendment.text) for amendment in dropped))
    show_table(console, ("players say", "nothing here plays it"), DOCUMENTS[rules.document].said_by_players.items())


def show_difference(console: Console, names: Sequence[str], apart: Difference) -> None:
    """Print in what two rule sets differ: parameters and readings, and clauses side by side."""
    if not any(apart):
        console.print("The two rule sets are the same.")
        return
    rows = ((parameter, *(value or ABSENT for value in values)) for parameter, values in apart[0].items())
    show_table(console, ("parameter", *names), rows)
    clauses_beside = []
    for beside in apart[1]:
        decides, both = beside.decides.name if beside.decides else "(a definition)", (beside.first, beside.second)
        alike = f"\n{'the same' if beside.same else 'each its own'}" if all(both) else ""
        clauses_beside.append((f"{decides}{alike}", *(f"{one.name}\n{one.text}" if one else ABSENT for one in both)))
    show_table(console, ("decides", *names), clauses_beside)


def listing_as_json(rules: Rules) -> dict[str, object]:
    """A rule set as a JSON object; `rules` in it is what the referee's protocol calls so."""
    changes = {name: amendment.change for name, amendment in last_amendments(rules).items()}
    return {
        "document": rules.document,
        "rules": rules,
        "parameters": parameters(rules),
        "readings": {reading.name: readings(rules)[reading.name] for reading in readings_that_matter(rules)},
        "clauses": [
            clause_as_json(clause, changes.get(clause.name, ""))
            for listed in by_section(rules.in_force).values()
            for clause in listed
        ],
    }


def difference_as_json(apart: Difference) -> dict[str, object]:
    """In what two rule sets differ, as a JSON object; each parameter has its two values."""
    return {
        "parameters": apart[0],
        "clauses": [
            {
                "decides": beside.decides and beside.decides.name,
                "same": beside.same,
                "first": beside.first and clause_as_json(beside.first),
                "second": beside.second and clause_as_json(beside.second),
            }
            for beside in apart[1]
        ],
    }


def clause_as_json(clause: Clause, change: str = "") -> dict[str, object]:
    """A clause as a JSON object; whether it was replaced or added is there only where it was."""
    return {
        **as_data(clause, "name", "id", "part"),
        "section": section_of(clause),
        "text": clause.text,
        "when": str(clause.guard),
        "decides": clause.decides.name if clause.decides else None,
        **({"change": change} if change else {}),
    }


def show_clause(
    console: Console, clause: Clause, presets: Sequence[str], bearing: Mapping[str, Sequence[str]], whole: bool = False
) -> None:
    """Print what a clause says, when it is in force, in which presets, and which claims bear on it."""
    show_heading(console, clause.name)
    show_line(console, clause.text)
    show_line(console, "always in force" if clause.guard == ALWAYS else f"in force when {clause.guard}")
    show_line(console, f"presets with it: {', '.join(presets) or 'none'}")
    if clause.decides is not None:
        show_line(console, f"decides {clause.decides.name}, {clause.decides.value}")
    click.echo(textwrap.indent(inspect.getsource(clause.function).rstrip(), INDENT * 2))
    if why := why_not_amended(clause):
        show_line(console, f"can't be amended: {why}")
    for reason, ids in bearing.items():
        shown = ids if whole else ids[:_MOST_NAMED]
        further = f" and {len(ids) - len(shown)} more" if len(shown) < len(ids) else ""
        show_line(console, f"{reason}: {', '.join(shown)}{further}")
