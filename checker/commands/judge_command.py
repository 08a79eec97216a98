"""`superko judge`: try an engine against the rules, and show the shortest games on which it is wrong."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import click
from rich.table import Table

from ...interpreter.files import write_file
from ...interpreter.game import Game
from ...interpreter.json_lines import json_line
from ...interpreter.notation import turn_text
from ...interpreter.result import Score
from ...interpreter.rule_names import rules_to_json
from ...interpreter.rules_files import as_named, named_rules, names_a_file
from ...interpreter.story import Story
from ...interpreter.wording import PLAYERS, counted, no_such
from ...spec.algebra import Color, Grid
from ...spec.presets import PRESETS
from ...spec.registry import statements_of
from ...spec.rules import Rules
from ...spec.written import written_rules
from ..oracle.changes import allowing_for, changes
from ..oracle.coverage import Judged
from ..oracle.engine import EVERYTHING, Aspect, Breakage, Value, has_aspect
from ..oracle.engines.process import SECONDS_TO_REPLY, printable
from ..oracle.findings import (
    Changes,
    JsonObject,
    OracleAnswer,
    OracleFinding,
    Report,
    add_run,
    changes_since,
    headline,
    last_run,
    report_as_json,
    value_text,
)
from ..oracle.games import recorded_in
from ..oracle.plan import USUAL_EFFORT, Plan
from ..oracle.run import Watch, judge_engine, opener
from ..oracle.trial import Disagreement, why
from ..pages.explorer.addresses import Address
from ..telling.data import tell_json
from ..telling.effort import Effort
from ..telling.options import (
    BOARD,
    KEPT_FILE,
    NEW_FOLDER,
    RULES,
    FiniteRange,
    NamedRules,
    effort_option,
    json_option,
    output_option,
    refusing,
)
from ..telling.progress import Bar, progress_bar
from ..telling.report import INDENT, Console, print_table, say, show_board, show_whole, table_of
from ..telling.terminal import Exit
from .findings_report import naming
from .stepping import command_for

TO_JUDGE_BY = "Rules to judge by: a preset, ko=SIMPLE and the like, or FILE.py:NAME; again for more. [all it plays by]"
FOR_ALL = (
    "How long it may take, once the engine has started: 60s, or 20000n to compare that number of turns, the same "
    "ones on every machine. A third is kept for making smaller what is found."
)
TIMEOUT = "After how many seconds an answer counts as none; six times as many for the first."
_SECONDS = FiniteRange(0, min_open=True)


def kept_text(plan: Plan) -> str:
    """What is said while an engine starts: what of the effort is kept for making smaller what may be found.

    >>> kept_text(Plan())
    'starting the engine; 20s of 60s are kept for making smaller what is found'
    """
    kept = plan.effort.part(1 - plan.trying)
    return f"starting the engine; {kept} of {plan.effort} are kept for making smaller what is found"


def shown_by(bar: Bar) -> Watch:
    """What shows how a run goes: what is being done, and how many there are that were found, whichever the rules."""
    kinds = set[tuple[object, ...]]()

    def watch(news: str | OracleFinding, spent: float) -> None:
        if isinstance(news, OracleFinding):
            kinds.add((*news.disagreement.kind, *news.clauses))
        else:
            bar.doing(f"{news} ({len(kinds)} found)" if kinds else news, spent)

    return watch


@click.command("judge")
@click.option(
    "--engine",
    metavar="ENGINE",
    help="jsonl:COMMAND, gtp:COMMAND (gtp+score: if its scores are by the rules), or python:MODULE:FACTORY.",
)
@click.option("--rules", multiple=True, type=RULES, metavar="RULES", help=TO_JUDGE_BY)
@effort_option(USUAL_EFFORT, FOR_ALL)
@click.option("--seed", type=int, help="What chance starts from. [the clock]")
@click.option(
    "--board", "boards", multiple=True, type=BOARD, metavar="WxH", help="A board of random games; again for more."
)
@click.option("--sgf", "records", multiple=True, type=click.Path(path_type=Path), help="Also try a recorded game.")
@click.option("--without", multiple=True, metavar="ASPECT", help="What is not to be compared; again for more.")
@click.option("--allow", multiple=True, metavar="DEVIATION", help="What it is known to do otherwise; again for more.")
@click.option("--timeout", type=_SECONDS, default=SECONDS_TO_REPLY, show_default=True, metavar="S", help=TIMEOUT)
@click.option(
    "-o",
    "--output",
    type=NEW_FOLDER,
    help="A folder for the game records of what is found, new or empty.",
)
@click.option(
    "--results",
    type=KEPT_FILE,
    help="Say what changed since the last run in this file, in JSON lines, and append this run.",
)
@output_option(
    "Also write what was found as JUnit XML, which most build servers show.", ".xml", names=("--junit", "junit_file")
)
@output_option(
    "Also write the outcome as JSON from which shields.io makes a badge.", ".json", names=("--badge", "badge_file")
)
@click.option("--first", is_flag=True, help="Stop at the first disagreement.")
@click.option("--coverage", "coverage_wanted", is_flag=True, help="Say what was played, and which clauses acted.")
@json_option
def judge_command(
    engine: str | None,
    rules: tuple[NamedRules, ...],
    effort: Effort,
    seed: int | None,
    boards: tuple[Grid, ...],
    records: tuple[Path, ...],
    without: tuple[str, ...],
    allow: tuple[str, ...],
    timeout: float,
    output: Path | None,
    results: Path | None,
    junit_file: Path | None,
    badge_file: Path | None,
    first: bool,
    coverage_wanted: bool,
    json_wanted: bool,
) -> None:
    """Try an engine against the rules, and show the shortest games on which it is wrong.

    Rules of FILE.py:NAME that have amended clauses have no name in any protocol: the engine is given the rules that the
    amendments were made on, and judged by the amended ones.

    Exits with 0 when it agrees, with 1 when it disagrees, with 2 when it could not be judged or the request can't be
    understood, and with 130 when it was interrupted; what was found until then is shown.
    """
    with refusing():
        if engine is None:
            raise ValueError('Name an engine, such as --engine "gtp:gnugo --mode gtp".')
        plan = Plan(
            rules=tuple(named.text for named in rules),
            effort=effort,
            seed=time.time_ns() % 1_000_000 if seed is None else seed,
            boards=boards,
            without=frozenset(_aspect(name) for name in without),
            deviations=allow,
            recorded=recorded_in(records),
            first=first,
        )
        allowing_for(plan.deviations)
        start = opener(engine, timeout)
        if output is not None:
            output.mkdir(parents=True, exist_ok=True)
        if results is not None:
            results.parent.mkdir(parents=True, exist_ok=True)
        before = None if results is None else last_run(results)
    try:
        bars = progress_bar(kept_text(plan), 1.0, counts=False, quiet=json_wanted)
        with bars as bar:
            report = judge_engine(start, plan, shown_by(bar))
    except KeyboardInterrupt:
        click.echo("Interrupted before anything was tried.", err=True)
        sys.exit(Exit.INTERRUPTED)
    asked = {"asked": engine, "rules": list(plan.rules), "effort": str(effort)}
    fields = report_as_json(report)
    folder, numbered = output or Path(), enumerate(report.findings if output else (), start=1)
    names = {number: folder / f"{number}-{finding.disagreement.aspect.value}.sgf" for number, finding in numbered}
    changes = None if before is None or report.interrupted else changes_since(before, asked | fields)
    # What was found is shown first: what can't be written is not lost.
    if json_wanted:
        tell_json("judge", fields | ({"changes": changes} if changes else {}))
    else:
        show_report(Console(), report, names, changes, coverage_wanted)
    with refusing():
        if results is not None and not report.interrupted:
            add_run(results, datetime.now(UTC).isoformat(timespec="seconds"), asked | fields)
        if junit_file is not None:
            write_file(junit_file, junit(report))
        if badge_file is not None:
            write_file(badge_file, json_line(badge(report)))
        for number, path in names.items():
            write_file(path, report.findings[number - 1].sgf)
    sys.exit(Exit.INTERRUPTED if report.interrupted else report.outcome.exit_status)


def _aspect(name: str) -> Aspect:
    known = {aspect.value.lower(): aspect for aspect in EVERYTHING}
    if name.lower() not in known:
        raise ValueError(no_such("aspect", name, sorted(known)))
    return known[name.lower()]


BOARDS_SHOWN = 3
MOST_EXPLAINED = 12
SCORES = (Aspect.SCORES, Aspect.MARGIN)
MOST_PRESETS_NAMED = 4
MOST_LINES_EXCHANGED = 18
EACH_GAME = "each game was played"
ONE_OF_EACH_CLASS = "one of each class of games that the rules can't tell apart was played"
UNDONE = "what undo leads back to"
CUT = "The time to make it smaller ran out; a greater --effort gives it more."
CUT_WHERE_IT_HANGS = "There may be a smaller one: each try takes all the time that an answer may take."


def show_report(
    console: Console, report: Report, files: Mapping[int, Path], since: Changes | None, coverage_wanted: bool
) -> None:
    """Print a report, what was found before how it was tried."""
    if report.introduction is None:
        say(console, headline(report))
        for line in report.exchange:
            say(console, INDENT + line)
        return
    for number, finding in enumerate(report.findings, start=1):
        show_finding(console, number, finding, report, files.get(number))
        say(console, f"\n{'─' * min(console.width, 72)}")
    for sentence in (headline(report), *(sentences_of_changes(since) if since else ()), *limits(report)):
        say(console, sentence)
    for sentence in (text for rule_set in report.rule_sets for text in reservations(rule_set)):
        say(console, sentence, further=INDENT)
    played = f"Seed {report.seed}: {report.games:,} games and {report.turns:,} turns in {report.seconds:.0f} s"
    if coverage_wanted:
        say(console, f"{played}.")
        for sentence in (text for rule_set in report.rule_sets for text in sentences_about(rule_set)):
            say(console, sentence, further=INDENT)
        console.print()
        compared = [(each.wording, f"{times:,}") for each in report.aspects if (times := report.compared.get(each))]
        table = table_of(("asked", "turns compared"), compared)
        for aspect, reason in report.not_compared().items():
            table.add_row(aspect.wording, f"skipped: {reason}", style="dim")
        print_table(console, table)
        for note in report.introduction.notes:
            say(console, printable(note), INDENT, INDENT)
    else:
        say(console, f"{played}; --coverage says which, and which clauses they exercised.")


def sentences_of_changes(changes: Changes) -> Iterator[str]:
    """What changed since the run before, in sentences."""
    before, after = changes.outcomes
    since = f"Since the run of {changes.since}" if changes.since else "Since the run before"
    changed = f"the outcome changed from {before} to {after}" if before != after else f"the outcome is still {after}"
    yield f"{since.removesuffix(',')}, {changed if changes.any else 'nothing changed'}."
    for heading, findings in (("New", changes.new), ("Gone", changes.gone)):
        for finding in findings:
            clauses, turns = ", ".join(finding["clauses"]) or "no clause", " ".join(finding["turns"]) or "no turn"
            found_on = f"{finding['width']}x{finding['height']} after {turns}"
            in_short = f"{finding['aspect']} ({clauses}) on {found_on}"
            yield f"{heading}: {printable(in_short)}."


def show_finding(console: Console, number: int, finding: OracleFinding, report: Report, file: Path | None) -> None:
    """Print one disagreement: the boards, what each side says, the sentence that decides it, and how to replay it."""
    disagreement = finding.disagreement
    setting = disagreement.setting
    turns = " ".join(disagreement.turns) or "no turn"
    under = f" under {finding.under[0]}" if len(finding.under) > 1 else ""
    none_shorter = f" No shorter game on this board shows it{under}." if finding.shortest else ""
    if finding.cut and not finding.shortest:
        hung = Breakage.HUNG.name.lower() in disagreement.kind
        none_shorter = f" {CUT_WHERE_IT_HANGS if hung else CUT}"
    where = f"on {setting.grid} after {turns} ({counted(len(disagreement.turns), 'turn')})"
    name = printable(report.introduction.name) if report.introduction else "It"
    happens = f"{name} and {', '.join(finding.under)} differ in {disagreement.aspect.wording}"
    if disagreement.aspect is Aspect.ANSWER:
        way = disagreement.kind[disagreement.kind.index(Aspect.ANSWER.value) + 1]
        happens = f"{name} breaks ({way}) under {', '.join(finding.under)}"
    say(console, f"[{number}] {happens}, {where}.{none_shorter}")
    games = disagreement.game().course[-BOARDS_SHOWN:]
    for game in games:
        caption = f"At the start, {PLAYERS[game.position.player]} to play:"
        if game.previous is not None and game.record.last is not None:
            turn = turn_text(game.grid, game.record.last)
            caption = f"Turn {game.record.turn}, {PLAYERS[game.previous.position.player]} {turn}:"
        say(console, f"\n{caption}")
        show_board(console, game)
    console.print()
    print_table(console, _two_sides(disagreement))
    for sentence in sentences_of(finding, games[-1]):
        say(console, sentence, INDENT, INDENT)
    for words, held in finding.as_if.items():
        change = f"with {words}" if "=" in words else words
        alike = f"in all {held:,} games tried where that changes anything."
        say(console, f"The rules would say what the engine says {change}, {alike}")
    if disagreement.exchange:
        say(console, "\nThe last lines that were exchanged with it:")
    for line in disagreement.exchange[-MOST_LINES_EXCHANGED:]:
        say(console, INDENT + line)
    named, _ = judged_by(finding)
    address = Address(named, setting, tuple(disagreement.turns))
    show_whole(console, f"\nTo step through it: {command_for('show', address)}")
    show_whole(console, f"To play on: {command_for('explore', address)}")
    if file is not None:
        show_whole(console, f"As a record: superko replay {shlex.quote(str(file))} --rules {shlex.quote(named)}")


def junit(report: Report) -> bytes:
    """A report as JUnit XML: a suite for each rule set, and in it a case for each finding and each aspect it agrees in.

    What a stranger's engine said may hold what XML does not allow: all that is not printable is escaped.
    """
    suites = {rule_set.name: list(_cases(report, rule_set)) for rule_set in report.rule_sets}
    if report.interrupted or (report.outcome is not OracleAnswer.AGREE and not report.findings):
        suites["the whole run"] = [("outcome", "error", headline(report), report.exchange)]
    root = Element("testsuites", name="superko judge")
    for name, cases in suites.items():
        kinds = [kind for _, kind, _, _ in cases]
        named = {"failures": "failure", "errors": "error", "skipped": "skipped"}
        counts = {"tests": str(len(cases)), **{key: str(kinds.count(kind)) for key, kind in named.items()}}
        suite = SubElement(root, "testsuite", {"name": _escaped(name), **counts})
        for title, kind, message, lines in cases:
            case = SubElement(suite, "testcase", classname=_escaped(name), name=_escaped(title))
            if kind:
                SubElement(case, kind, message=_escaped(message)).text = "\n".join(map(_escaped, lines))
    indent(root)
    xml: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def _cases(report: Report, rule_set: Judged) -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """The name of each case; whether it is a failure, an error or skipped, or ""; why, in short, and in lines."""
    findings = [finding for finding in report.findings if rule_set.name in finding.under]
    for finding in findings:
        disagreement = finding.disagreement
        address = Address(judged_by(finding)[0], disagreement.setting, tuple(disagreement.turns))
        lines = [*sentences_of(finding, disagreement.game()), *disagreement.exchange, command_for("show", address)]
        lines.extend(["The game as an SGF file:", *finding.sgf.decode().splitlines()])
        kind = "error" if disagreement.aspect is Aspect.ANSWER else "failure"
        clauses = ", ".join(finding.clauses) or "no clause"
        yield f"{disagreement.aspect.value}: {clauses}", kind, str(finding), lines
    if rule_set.skipped:
        yield "rules", "skipped", rule_set.skipped, ()
    wrong = {finding.disagreement.aspect for finding in findings}
    for aspect in (
        aspect for aspect in report.aspects if aspect not in wrong and has_aspect(rule_set.rules_told, aspect)
    ):
        why_not = "" if rule_set.compared.get(aspect) else report.not_compared().get(aspect, "no game reached it")
        yield aspect.value, "skipped" if why_not else "", why_not, ()


def _escaped(text: str) -> str:
    return printable(text, longest=10 * len(text))


def badge(report: Report) -> JsonObject:
    """What shields.io makes a badge of that says how a run went."""
    outcome, agrees = report.outcome, report.outcome is OracleAnswer.AGREE and not report.interrupted
    messages = {OracleAnswer.AGREE: "agrees", OracleAnswer.DISAGREE: counted(len(report.disagreements), "disagreement")}
    message = "interrupted" if report.interrupted else messages.get(outcome, outcome.value)
    color = "green" if agrees else "red"
    return {"schemaVersion": 1, "label": "rules of Go", "message": message, "color": color}


def judged_by(finding: OracleFinding) -> NamedRules:
    """The rules by which a finding speaks, as a command line names them.

    Amended ones are named by their file; those that no text names, as an engine's deviation amends them, by what the
    engine was set to.
    """
    unamended, judging = finding.disagreement.setting.rules, finding.disagreement.rules
    if not judging.amendments:
        return NamedRules(as_named(judging, *finding.under), judging)
    story = Story(finding.disagreement.setting, rules=rules_to_json(judging))
    texts = (naming(story, name, named_rules(name)) for name in finding.under if names_a_file(name))
    text = next(filter(None, texts), None)
    return NamedRules(as_named(unamended, *finding.under), unamended) if text is None else NamedRules(text, judging)


def text_of_clause(clause: str, rules: Rules) -> str:
    """What a clause says: those of its parts that are in force; where none is, what it could say."""
    in_force = dict.fromkeys(part.text for part in rules.in_force if clause == part.name)
    in_force = in_force or dict.fromkeys(part.text for part in rules.in_force if clause == part.id)
    if in_force:
        return " ".join(in_force)
    texts = dict.fromkeys(part.text for part in statements_of(clause))
    return f"Not in force here. {' Or: '.join(texts)}" if texts else ""


def _two_sides(disagreement: Disagreement) -> Table:
    said, says = value_text(disagreement.engine_said), value_text(disagreement.spec_says)
    if about := disagreement.about:
        said, says = (_among(value, about) for value in (disagreement.engine_said, disagreement.spec_says))
        if disagreement.spec_says is None:
            said, says = printable(str(disagreement.engine_said)), f"{', '.join(sorted(about))} is legal"
    return table_of(("", "engine said", "spec says"), [(disagreement.aspect.value, said, says)])


def _among(value: Value, about: frozenset[str]) -> str:
    return ", ".join(sorted(about & value)) if isinstance(value, frozenset) and about & value else "none of these"


def sentences_of(finding: OracleFinding, game: Game) -> Iterator[str]:
    """What decides a finding: why turns are legal or not, or the sums of the scores, and the sentence of its clause."""
    disagreement = finding.disagreement
    reasons = list(_reasons(disagreement, game))
    if disagreement.undone:
        yield (
            f"It says otherwise where nothing was taken back: {', '.join(disagreement.undone)} was played after this, "
            "and taken back by undo."
        )
    yield from reasons
    clause = clause_at_issue(finding)
    if clause and not any(reason.startswith(f"{clause.partition('#')[0]}: ") for reason in reasons):
        yield f"{clause}: {text_of_clause(clause, disagreement.rules)}"


def clause_at_issue(finding: OracleFinding) -> str:
    """The clause that a finding goes against, and of one in several parts that which decides it; "" if none does.

    That is the part that a change which explains it concerns, or that is named in what the engine allows. The sum of
    the scores shows which stones count, so that the last part of a term is more often at issue than the first.
    """
    disagreement, clauses = finding.disagreement, finding.clauses
    by_words = changes(disagreement.rules)
    changed_rules = (by_words[words].rules for words in finding.as_if if words in by_words)
    in_force, *others = (
        {clause.name: clause for clause in rules.literally().in_force} for rules in (disagreement.rules, *changed_rules)
    )
    names = [name for name in dict.fromkeys(chain(in_force, *others)) if name.partition("#")[0] in clauses]
    if disagreement.aspect in SCORES:
        names.reverse()
    for changed in others:
        for name in names:
            if in_force.get(name) != changed.get(name):
                return name
    mistaken = [name for words in finding.as_if for name in names if name in words.split()]
    first = [name for name in names if name.partition("#")[0] == clauses[0]]
    return [*mistaken, *(name for name in first if name in disagreement.kind), *first, *clauses, ""][0]


def _reasons(disagreement: Disagreement, game: Game) -> Iterator[str]:
    """What each score is the sum of, or why the turns at issue are legal or not."""
    if disagreement.aspect in SCORES and isinstance(game.result, Score):
        for player in Color:
            counting = [f"{value:g} by {name}" for name, value in game.result.terms[player].items() if value]
            yield f"{PLAYERS[player]} has {' and '.join(counting) or 'nothing'}."
    elif disagreement.at_issue and not game.over:
        yield from (why(game, turn) for turn in disagreement.at_issue[:MOST_EXPLAINED])


def limits(report: Report) -> Iterator[str]:
    """What the answer does not speak of: what was not tried, and what was not compared."""
    if report.not_tried:
        presets = [name for name in report.not_tried if name in PRESETS]
        others = [name for name in report.not_tried if name not in PRESETS]
        named = presets if len(presets) < MOST_PRESETS_NAMED else [f"{len(presets)} other presets"]
        yield f"Not tried: {', '.join(map(printable, [*named, *others]))}."
    if report.outcome in (OracleAnswer.AGREE, OracleAnswer.DISAGREE):
        lacking = [aspect.noun for aspect in report.not_compared()] + [UNDONE] * (not report.taken_back)
        yield from [f"Not compared: {', '.join(lacking)}."] * bool(lacking)


def reservations(rule_set: Judged) -> Iterator[str]:
    """Why the answer on a rule set means less than it seems to, in sentences; none where it does not."""
    if rule_set.skipped:
        yield f"{rule_set.name} was skipped: {printable(rule_set.skipped)}"
        return
    if names_a_file(rule_set.name) and named_rules(rule_set.name).amendments:
        yield (
            f"{rule_set.name}: the engine is given {written_rules(rule_set.rules_told)}, as no protocol has a name for "
            "amended clauses; it is judged by these all the same."
        )
    if rule_set.given_up:
        after = counted(rule_set.games, "game")
        yield f"{rule_set.name} was given up after {after}, as the engine broke {rule_set.breakdowns} times."
    if rule_set.never_acted and rule_set.turns:
        yield f"{rule_set.name}: {counted(len(rule_set.never_acted), 'clause')} in force never had a say."


def sentences_about(rule_set: Judged) -> Iterator[str]:
    """What was played under a rule set that was tried, in sentences."""
    if rule_set.skipped:
        return
    yield f"{rule_set.name}: {rule_set.games:,} games, {rule_set.turns:,} turns compared."
    # What is more than a look at the start.
    more = [games for games in rule_set.coverage if games.turns or games.everything]
    for each, played in ((True, EACH_GAME), (False, ONE_OF_EACH_CLASS)):
        covered = []
        for games in (games for games in more if games.each is each):
            number = f"{games.games:,}" if each else f"{games.played:,} of {games.games:,}"
            length = "of any length" if games.everything else f"of up to {counted(games.turns, 'turn')}"
            covered.append(f"{number} games {length} on {games.board}")
        if covered:
            yield f"{rule_set.name}: {played}: {'; '.join(covered)}."
    if rule_set.boards:
        boards = (f"{board} ({number:,})" for board, number in rule_set.boards.items())
        yield f"{rule_set.name}: random games on {', '.join(boards)}."
    if rule_set.acted and rule_set.turns:
        had_a_say = sorted(((name, times) for name, times in rule_set.acted.items() if times), key=lambda item: item[1])
        often = ", ".join(f"{name} {times:,}" for name, times in had_a_say) or "none was"
        never = f" Never: {', '.join(rule_set.never_acted)}." if rule_set.never_acted else ""
        yield f"{rule_set.name}: how often each clause was exercised in turns that both agree on: {often}.{never}"
