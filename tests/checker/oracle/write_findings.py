"""Tries engines anew, and writes what is known of them: `python -m tests.checker.oracle.write_findings [ENGINE …]`.

Each engine that is named, as in engines/named.py, is judged with the options of the last time, and findings.json
records how it came out. Then a file is written for each finding, which can be sent to the people who make the engine,
and a table of all, from what is recorded. What is said of a finding stands in findings.json, written by hand. Exits
with 1, and says why, where a game shows nothing any more, where no finding shows a disagreement that was met, or
where an engine can't be had.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from textwrap import fill
from typing import Any, TypeAlias

from superko.checker.commands.judge_command import EACH_GAME, limits, sentences_about
from superko.checker.oracle.changes import allowing_for
from superko.checker.oracle.engine import Setting, Unsupported
from superko.checker.oracle.findings import OracleAnswer, Report, headline
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine
from superko.checker.oracle.trial import Harness, following, trial
from superko.checker.pages.measured import KnownEngine, KnownFinding, known_engines
from superko.checker.pages.shown_games import slug
from superko.checker.telling.effort import Effort
from superko.interpreter.notation import diagram, parse_turn
from superko.interpreter.records.game_record import record_of
from superko.interpreter.records.sgf import write_sgf
from superko.interpreter.rule_names import rules_from_json
from superko.interpreter.story import Story
from superko.interpreter.wording import counted
from superko.spec.registry import statements_of
from superko.spec.written import written_rules

from .engines import named
from .engines.named import IN_A_LIBRARY, OF_NPM, opener

TIMEOUT = 60.0
FOLDER = Path(__file__).parents[3] / "checker" / "oracle"
DATA, PAGES = FOLDER / "findings.json", FOLDER / "findings"
HEAD = """\
# What real engines were found to do

Written by `python -m tests.checker.oracle.write_findings ENGINE …`, which judges engines, from what findings.json
records; do not edit. Each disagreement was checked by hand against the text of the clause that it names, and a test
plays its games to the engine again. An engine may follow rules of its own on purpose: a disagreement says that it does
not follow the rules that it was asked for, which are those that come nearest to what it claims. A run is short: it need
not find all that is known of an engine. Each finding has a file of its own, to be sent to the people who make it.
"""

Json: TypeAlias = Mapping[str, Any]


def pages() -> Mapping[str, str]:
    """The file of each finding, and README.md with a table of all engines, from what is recorded."""
    files = {
        f"{slug(f'{engine.name} {finding.title}')}.md": "\n".join(_page(engine, finding))
        for engine in known_engines()
        for finding in engine.findings
    }
    return {"README.md": "\n".join((HEAD, *_table(), "", *_links())), **files}


def _table() -> Iterator[str]:
    yield "| name | engine and version | games | turns compared | came out |"
    yield "|---|---|---|---|---|"
    for run in (run for engine in known_engines() for run in engine.tried):
        name, games, turns = f"`{run['name']}`", f"{run['games']:,}", f"{run['turns']:,}"
        yield f"| {name} | {run['version']} | {games} | {turns} | {run['outcome']} |"


def _links() -> Iterator[str]:
    for engine in known_engines():
        for finding in engine.findings:
            yield f"- [{engine.name}: {finding.title}]({slug(f'{engine.name} {finding.title}')}.md)"
        yield from (_wrapped(f"- {engine.name}: {'`'.join(note)}", indent="  ") for note in engine.notes)
    yield ""


def _page(engine: KnownEngine, finding: KnownFinding) -> Iterator[str]:
    """A finding, as a report to the people who make the engine: what it does, how to see it, what forbids it."""
    yield f"# {engine.name}: {finding.title}\n"
    yield from (f"{_wrapped('`'.join(prose))}\n" for prose in finding.paragraphs)
    clauses = dict.fromkeys(part for prose in finding.paragraphs for part in prose[1::2] if statements_of(part))
    for number, game in enumerate(finding.games, start=1):
        yield "## To see it\n" if len(finding.games) == 1 else f"## To see it: game {number}\n"
        yield from _game(game.story, {run["name"] for run in engine.tried}.isdisjoint({*IN_A_LIBRARY, *OF_NPM}))
    if clauses:
        yield "## The rules\n"
    for clause in clauses:
        yield _wrapped(f"- `{clause}`: {' '.join(dict.fromkeys(each.text for each in statements_of(clause)))}", "  ")
    yield "\n## How it was found\n"
    yield from (
        _wrapped(f"- {run['version']}: `superko judge --engine {adapter(run['name'])} {run['options']}`", indent="  ")
        for run in engine.tried
    )
    yield ""


def _game(story: Story, speaks_gtp: bool) -> Iterator[str]:
    """Where a game stands before the turn that is disputed, and how to come there: by commands of GTP, and as SGF."""
    rules, turns = rules_from_json(dict(story.rules)), story.turns
    game = story.start.game(rules).play(*turns[:-1])
    last, standing = parse_turn(game.grid, turns[-1]), diagram(game.position.coloring)
    dispute = [] if game.judge(last).legal else [(game.position.player, last, game.why(last))]
    yield f"By the rules `{written_rules(rules)}`, before {turns[-1]}:\n\n```text\n{standing}\n```\n"
    if speaks_gtp:
        yield f"```text\nboardsize {game.grid.width}\nclear_board\nkomi {rules.komi}"
        yield from (f"play {player} {turn}" for player, turn in zip(cycle(("black", "white")), turns, strict=False))
        yield "```\n"
    sgf = write_sgf(record_of(game if dispute else game.taking(last)), disputed=dispute)
    yield f"```text\n{sgf.decode().rstrip()}\n```\n"


def adapter(name: str) -> str:
    """How `superko judge`, in a checkout, names the adapter of an engine."""
    return f"python:{named.__name__}:{name.replace('-', '_')}"


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def recorded(name: str, options: str, report: Report) -> Json:
    """What findings.json records of a run.

    Args:
        name: what engines/named.py calls the engine.
        options: the seed and the effort of the run.
        report: what came out.

    Raises:
        Unsupported: the engine can't be had, or broke.
    """
    if report.introduction is None or report.outcome is OracleAnswer.ERRORED:
        raise Unsupported(headline(report))
    return {
        "name": name,
        "version": f"{report.introduction.name} {report.introduction.version}",
        "options": options,
        "games": report.games,
        "turns": report.turns,
        "outcome": _outcome(report),
        "says": [
            # How fast it is depends on the machine.
            headline(replace(report, seconds=0.0)),
            *limits(report),
            *(text for rule_set in report.rule_sets for text in sentences_about(rule_set) if EACH_GAME in text),
            *report.introduction.notes,
        ],
    }


def _outcome(report: Report) -> str:
    if report.disagreements:
        return counted(len(report.disagreements), "disagreement")
    return "agrees, but for what it declares" if report.deviations else "agrees"


def unknown(engine: Json, report: Report) -> Iterator[str]:
    """The disagreements of a run that no finding tells: none of the clauses is named in one."""
    said = " ".join(text for finding in engine["findings"] for text in finding["says"])
    for finding in report.findings:
        if not any(f"`{clause}`" in said for clause in finding.clauses):
            turns = " ".join(finding.disagreement.turns)
            clauses = ", ".join(finding.clauses) or finding.disagreement.aspect.value
            yield f"{engine['name']}, {clauses}: after {turns} on {finding.disagreement.setting.grid}"


def shows(name: str, story: Story) -> bool | None:
    """Whether an engine is wrong in a game; None where it is not installed or plays no such game."""
    rules = rules_from_json(dict(story.rules))
    setting = Setting.from_start(story.start, rules)
    with Harness(opener(name, TIMEOUT)) as harness:
        try:
            judging = allowing_for(harness.introduction().deviations)(rules)
            return any(True for _ in trial(harness, setting, judging, following(story.turns, setting)))
        except Unsupported:
            return None


def games_shown(engine: KnownEngine) -> Iterator[tuple[str, Story, bool | None]]:
    """For each game of an engine, its finding, and whether the engine shows it; None where it can't be asked."""
    for finding in engine.findings:
        for game in finding.games:
            said = [shows(run["name"], game.story) for run in engine.tried]
            yield finding.title, game.story, any(said) if {*said} != {None} else None


def judged(run: Json) -> Report:
    """What comes out when an engine is judged as it was recorded to be."""
    _, seed, _, effort = run["options"].split()
    return judge_engine(opener(run["name"], TIMEOUT), Plan(effort=Effort.parse(effort), seed=int(seed)))


def write_pages() -> None:
    """Write the files anew; those of findings that are gone go as well."""
    PAGES.mkdir(exist_ok=True)
    known_engines.cache_clear()
    written = pages()
    for file in PAGES.iterdir():
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (PAGES / name).write_text(text, encoding="utf-8")


def main(names: Sequence[str]) -> int:
    """Try the engines of some names, and write the data and the page; the exit status."""
    engines = json.loads(DATA.read_text(encoding="utf-8"))
    wrong = []
    for engine, known in zip(engines, known_engines(), strict=True):
        for number, run in enumerate(engine["tried"]):
            if run["name"] not in names:
                continue
            report = judged(run)
            print(headline(report), flush=True)
            try:
                engine["tried"][number] = recorded(run["name"], run["options"], report)
            except Unsupported as unsupported:
                wrong.append(str(unsupported))
            wrong += [f"No finding tells this: {sentence}." for sentence in unknown(engine, report)]
        if names and {run["name"] for run in engine["tried"]} <= {*names}:
            wrong += [f"{title}: {story.turns}, not shown." for title, story, said in games_shown(known) if not said]
    DATA.write_text(json.dumps(engines, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    write_pages()
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
