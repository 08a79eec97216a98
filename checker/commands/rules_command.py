"""`superko rules`: what a rule set says, what tells two apart, or all about a clause."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

import click
from rich.text import Text

from ...interpreter.rule_names import (
    RulesDifference,
    by_section,
    check_section,
    difference,
    guard_text,
    last_amendments,
    parameters,
    readings,
    section_of,
    unknown,
)
from ...interpreter.wording import shown as quoted
from ...spec.algebra import Grid
from ...spec.claim import claims
from ...spec.dead_stones.protocols import PROTOCOLS, clauses_of
from ...spec.documents import DOCUMENTS, readings_that_matter
from ...spec.guard import ALWAYS
from ...spec.parameters import READINGS
from ...spec.registry import WITHOUT_A_CLAUSE, Clause, clauses, statements_of
from ...spec.rules import Amendment, Rules, why_not_amended
from ..telling.names import TOPICS, NamedThing, ids_of, meant_by
from ..telling.options import BOARD, BadRequest, ChoiceType, IdType, json_option, refusing, rules_named
from ..telling.report import INDENT, Console, show_heading, show_line, show_table, tell_of_python
from ..telling.schemas import tell_json

USUAL_RULES = "tromp-taylor"
MOST_RULE_SETS = 2


@click.command("rules")
@click.argument("texts", type=IdType(NamedThing.PRESET, NamedThing.CLAUSE), metavar="[RULES [OTHER]|ID]", nargs=-1)
@click.option("--section", metavar="S", help="Only the clauses of this section of the document, such as main.")
@click.option(
    "--protocol",
    type=ChoiceType(list(PROTOCOLS), case_sensitive=False),
    help="The clauses of a protocol for dead stones, under the readings of RULES.",
)
@click.option(
    "--emit",
    type=ChoiceType(["c", "python"]),
    help="Write the clauses on moves and scores as a C header, or as the Python that is compiled here.",
)
@click.option("--table", is_flag=True, help="What RULES, or all that have names, say to what players ask.")
@click.option("--board", type=BOARD, metavar="WxH", default="19x19", show_default=True, help="The board to emit for.")
@json_option
def rules_command(
    texts: Sequence[str],
    section: str | None,
    protocol: str | None,
    emit: str | None,
    table: bool,
    board: Grid,
    json_wanted: bool,
) -> None:
    """List the parameters, the readings and the clauses in force under RULES, or what tells two sets apart.

    RULES is a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME for rules in a Python file; tromp-taylor, if
    none is given. Clauses that such rules amend are marked. Of the readings, those are listed that can matter under
    RULES. With OTHER, what tells the two apart is listed. The id of a clause, such as katago-v2/main/legal-superko, or
    its last part, tells all about that clause instead; a parameter, such as button, about every clause that depends on
    it.

    With --table, what players ask (what may not be repeated, suicide, dead stones, ...) is answered by the sentences of
    clauses and by recorded verdicts, for any number of rule sets; those that say the same stand together.

    With --emit, they are compiled for one board: what a move does, which moves are pseudolegal, which are ko-moves,
    and what both players score, each as a function of the words of a coloring.

    Exits with 0, or with 2 when the request can't be understood.
    """
    if table:
        if section is not None or protocol is not None or emit is not None:
            raise BadRequest("With --table, leave out --section, --protocol and --emit.")
        with refusing():
            _tell_table(texts, json_wanted)
        return
    several = len(texts) > 1
    if len(texts) > MOST_RULE_SETS:
        raise BadRequest("Name one rule set to list, or two to tell apart.")
    if protocol is not None and (several or section is not None or emit is not None):
        raise BadRequest("A protocol is listed by itself; leave out a second rule set, --section and --emit.")
    if emit is not None and (several or section is not None or json_wanted):
        raise BadRequest("With --emit, name one rule set, and leave out --section and --json.")
    with refusing():
        said = [text for text in texts if text in WITHOUT_A_CLAUSE]
        if len(texts) == 1 and (meant := said or clauses_about(texts[0])):
            if section is not None or protocol is not None or emit is not None:
                raise ValueError(f"{texts[0]} is a clause; leave out what is asked of rules.")
            tell_clauses(meant, json_wanted)
            return
        names = tuple(texts) or (USUAL_RULES,)
        chosen = [_rules_or_a_hint(text, json_wanted) for text in names]
        tell_of_python(*chosen)
        if section is not None:
            check_section(section, (rules.document for rules in chosen))
        if protocol is not None:
            _list_protocol(protocol, chosen[0], json_wanted)
        elif emit is not None:
            click.echo(emitted(chosen[0], emit, board), nl=False)
        elif several:
            _compare((names[0], names[1]), difference(*chosen), section, json_wanted)
        else:
            _list(chosen[0], section, json_wanted)


def clauses_about(text: str) -> list[str]:
    """The clauses that a word means: by their ids, by the name of their part, or by a parameter that they depend on.

    >>> "katago-v2/main/state#button" in clauses_about("button")
    True
    """
    wanted = text.strip().casefold()
    meant = ids_of(text, NamedThing.CLAUSE)
    if wanted in TOPICS or not wanted:
        return meant
    about = (clause.name for clause in clauses() if wanted in (clause.part, *_parameters_of(clause)))
    return list(dict.fromkeys([*meant, *about]))


def _parameters_of(clause: Clause) -> Iterator[str]:
    return (name for alternative in clause.guard.alternatives for name, _ in alternative)


def _rules_or_a_hint(text: str, quiet: bool) -> Rules:
    """The rules of a name; what is not known may be near something that is.

    Raises:
        ValueError: there are no such rules; the message says what may be meant.
    """
    try:
        return rules_named(text, quiet)
    except ValueError as error:
        if set(text) & set("=:{,"):
            raise
        if text in {claim.id for claim in claims()}:
            raise ValueError(f"{text} is a claim; `superko claims {text}` tells about it.") from None
        hint = meant_by(text, NamedThing.PRESET, NamedThing.CLAUSE, NamedThing.CLAIM)
        if str(error) != str(unknown(text)) or (not hint and str(error).endswith("?")):
            raise ValueError(f"{error}{hint}") from None
        raise ValueError(
            f"There are no rules named {quoted(text)}.{hint} `superko rules --table` has all that have names."
        ) from None


def _list(rules: Rules, section: str | None, json_wanted: bool) -> None:
    if json_wanted:
        tell_json("rules", listing_as_json(rules, section))
    else:
        show_rules(Console(), rules, section)


def _tell_table(texts: Sequence[str], json_wanted: bool) -> None:
    # What is recorded of claims takes a while to import, and is told only here and of a clause.
    from ..pages.text_table import NAMES, said_alike, text_table  # noqa: PLC0415

    names = tuple(texts) or NAMES
    columns = text_table(names)
    if json_wanted:
        table = {name: {asked.title: column[name].as_json() for asked, column in columns.items()} for name in names}
        tell_json("rules-table", {"texts": table})
        return
    console = Console()
    for asked, column in columns.items():
        show_heading(console, asked.title)
        for text, alike in said_alike(column).items():
            show_line(console, text)
            show_line(console, ", ".join(alike), style="dim", depth=2)
        console.print()


def _list_protocol(name: str, rules: Rules, json_wanted: bool) -> None:
    listed = clauses_of(PROTOCOLS[name], rules)
    if json_wanted:
        tell_json("protocol", {"protocol": name, "clauses": [clause_as_json(clause) for clause in listed]})
    else:
        show_clauses(Console(), listed, None)


def _compare(names: tuple[str, str], rules_difference: RulesDifference, section: str | None, json_wanted: bool) -> None:
    if json_wanted:
        tell_json("rules-difference", difference_as_json(rules_difference, section))
    else:
        show_difference(Console(), names, rules_difference, section)


ABSENT = "-"
NONE_AMENDED: Mapping[str, Amendment] = {}


def show_rules(console: Console, rules: Rules, section: str | None = None) -> None:
    """Print the parameters, the readings, and the clauses in force, by section; or the clauses of one section."""
    if section is None:
        show_table(console, ("parameter", "value"), parameters(rules).items())
        matter = {reading.id: readings(rules)[reading.id] for reading in readings_that_matter(rules)}
        answers = ((name, answer, READINGS[name].question) for name, answer in matter.items())
        show_table(console, ("reading", "answer", "question"), answers)
    amended = last_amendments(rules)
    show_clauses(console, rules.in_force, section, amended)
    dropped = [amendment for amendment in amended.values() if amendment.change == "dropped"]
    if section is None:
        show_table(console, ("dropped", "said"), ((amendment.name, amendment.text) for amendment in dropped))
        show_table(console, ("players say", "nothing here plays it"), DOCUMENTS[rules.document].said_by_players.items())


def show_difference(
    console: Console, names: tuple[str, str], rules_difference: RulesDifference, section: str | None = None
) -> None:
    """Print what tells two rule sets apart: the parameters and readings, and the clauses in force only in one."""
    if not rules_difference.any:
        console.print("The two rule sets are the same.")
        return
    rows = (
        (parameter, *(value or ABSENT for value in values)) for parameter, values in rules_difference.parameters.items()
    )
    show_table(console, ("parameter", *names), rows)
    for name, only in zip(names, (rules_difference.only_in_first, rules_difference.only_in_second), strict=True):
        console.print(Text(f"Only in {name}", style="bold"))
        show_clauses(console, only, section)
    changed = [pair for pair in rules_difference.changed if section in (None, section_of(pair[0]))]
    rows = ((first.name, first.text, second.text) for first, second in changed)
    show_table(console, ("in both, but amended", *(f"{name} says" for name in names)), rows)


def show_clauses(
    console: Console, clauses: Iterable[Clause], section: str | None, amended: Mapping[str, Amendment] = NONE_AMENDED
) -> None:
    """Print clauses by section: the name of each, what it says, and when it exists.

    Before what an amended clause says stands how it came to say so.
    """
    sections = by_section(clauses, section)
    for listed in sections.values():
        for clause in listed:
            show_heading(console, clause.name)
            show_line(console, _clause_text(clause, amended.get(clause.name)))
            if clause.guard != ALWAYS:
                show_line(console, f"when {guard_text(clause)}")
        console.print()
    if not sections:
        console.print("No clause.\n")


def _clause_text(clause: Clause, amendment: Amendment | None) -> str:
    return clause.text if amendment is None else f"({amendment.change}) {clause.text}"


def listing_as_json(rules: Rules, section: str | None = None) -> dict[str, object]:
    """A rule set as a JSON object; `rules` in it is what the referee's protocol calls so."""
    return {
        "document": rules.document,
        "rules": rules,
        "parameters": parameters(rules),
        "readings": {reading.id: readings(rules)[reading.id] for reading in readings_that_matter(rules)},
        "clauses": _clauses_as_json(rules.in_force, section, last_amendments(rules)),
    }


def difference_as_json(rules_difference: RulesDifference, section: str | None = None) -> dict[str, object]:
    """What tells two rule sets apart as a JSON object; each parameter has its two values."""
    return {
        "parameters": rules_difference.parameters,
        "only_in_first": _clauses_as_json(rules_difference.only_in_first, section),
        "only_in_second": _clauses_as_json(rules_difference.only_in_second, section),
        "changed": [
            {"name": first.name, "texts": [first.text, second.text]}
            for first, second in rules_difference.changed
            if section in (None, section_of(first))
        ],
    }


def _clauses_as_json(
    clauses: Iterable[Clause], section: str | None, amended: Mapping[str, Amendment] = NONE_AMENDED
) -> list[dict[str, object]]:
    in_order = (clause for listed in by_section(clauses, section).values() for clause in listed)
    changes = {name: amendment.change for name, amendment in amended.items()}
    return [clause_as_json(clause, changes.get(clause.name, "")) for clause in in_order]


def clause_as_json(clause: Clause, change: str = "") -> dict[str, object]:
    """A clause as a JSON object; whether it was replaced or added is there only where it was."""
    return {
        "name": clause.name,
        "id": clause.id,
        "part": clause.part,
        "section": section_of(clause),
        "text": clause.text,
        "when": str(clause.guard),
        "decides": clause.decides.name if clause.decides else None,
        **({"change": change} if change else {}),
    }


def tell_clauses(ids: Iterable[str], json_wanted: bool) -> None:
    """Print all about the clauses of some ids, every statement of them; and about what no clause says."""
    for name in ids:
        if text := WITHOUT_A_CLAUSE.get(name):
            if json_wanted:
                tell_json("clauses", {"clauses": [{"name": name, "id": name, "text": text}]})
            else:
                click.echo(text)
            return
    statements = list({clause.name: clause for name in ids for clause in statements_of(name)}.values())
    if json_wanted:
        tell_json("clauses", {"clauses": [clause_as_json(clause) for clause in statements]})
        return
    # What is recorded of claims takes a while to import, and is told only here.
    from ..evidence.decided import everything_decided  # noqa: PLC0415
    from ..pages.book import Bearing, presets_with  # noqa: PLC0415

    recorded, console = Bearing(tuple(everything_decided())), Console()
    for clause in statements:
        show_clause(console, clause, presets_with(clause), recorded.on(clause))


def show_clause(console: Console, clause: Clause, presets: Sequence[str], bearing: Mapping[str, Sequence[str]]) -> None:
    """Print all about a clause: what it says, when it is in force, in which presets, and which claims bear on it."""
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
        show_line(console, f"{reason}: {', '.join(ids)}")
    show_line(console, f"its games: superko show {clause.name}")


def emitted(rules: Rules, language: str, grid: Grid) -> str:
    """The text of a C header (`c`), or the Python that is compiled here.

    Raises:
        ValueError: a clause can't be read as a program.
    """
    # What writes programs takes a while to import, and most who list rules emit nothing.
    from ...interpreter.program.clauses import with_those_called  # noqa: PLC0415
    from ...interpreter.program.game import GamePrograms, shown  # noqa: PLC0415
    from ...interpreter.program.text import PythonText, header, programs_of  # noqa: PLC0415

    if language == "c":
        return header(rules, grid)
    of_games = GamePrograms(rules, grid, remarks=True).programs.values()
    programs = [*programs_of(rules, grid), *map(shown, of_games)]
    return "\n\n".join(map(PythonText().alone, with_those_called(programs)))
