"""Showing sweeps: for each scoring who leads in how many positions, and how often two scorings differ; or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from rich.console import Console

from ... import __version__
from ...interpreter.notation import diagram, parse_board
from ...interpreter.rule_names import rules_to_json
from ...spec.rules import Rules
from ..sweeps.estimates import examples
from ..sweeps.run import Coverage, Sweep
from ..sweeps.summaries import Pair
from .replay_report import say
from .rules_report import show_table

MOST_PAIRS = 15


def leads_of_scoring(coverage: Coverage, number: int) -> Counter[float]:
    """In how many positions Black leads by how much, under the scoring with this number."""
    leads = {lead: times for (scoring, lead), times in coverage.summary.leads.items() if scoring == number}
    return Counter(dict(sorted(leads.items())))


def show_sweep(console: Console, sweep: Sweep, names: Mapping[str, Rules], coverage: Coverage) -> None:
    """Print what was covered, then who leads how often, then how often each two scorings differ, if they are few."""
    if not names:
        say(console, f"{coverage.summary.positions:,} legal positions of {sweep.grid}; {covered_of(sweep, coverage)}.")
        return
    rows = (leads_in_words(leads_of_scoring(coverage, number), name) for number, name in enumerate(names))
    show_table(console, ("Black leads", "even", "White leads", "Black's lead", "scoring"), rows)
    pairs = list(combinations(enumerate(names), 2))
    if len(pairs) <= MOST_PAIRS:
        differing = coverage.summary.differing
        rows_of_pairs = ((f"{differing[one, other]:,}", first, second) for (one, first), (other, second) in pairs)
        show_table(console, ("positions in which they differ", "scoring", "other scoring"), rows_of_pairs)
        show_examples(console, sweep, names, {pair for pair in differing if differing[pair]})
    else:
        told_apart = len(coverage.summary.differing)
        console.print(f"{told_apart} of {len(pairs)} pairs of scorings differ somewhere; --json tells how often each.")
    console.print(
        f"{coverage.colorings:,} of {sweep.colorings:,} colorings of {sweep.grid} covered, standing for "
        f"{coverage.summary.positions:,} legal positions; digest {coverage.summary.digest:016x}.",
        highlight=False,
    )


def covered_of(sweep: Sweep, coverage: Coverage) -> str:
    """How much of a count of legal positions was covered."""
    return f"{coverage.colorings:,} of {sweep.colorings:,} outlines covered"


def show_examples(console: Console, sweep: Sweep, names: Mapping[str, Rules], pairs: set[Pair]) -> None:
    """Print a position for each two scorings that differ, with Black's lead by both; each position once."""
    by_board: dict[str, list[str]] = {}
    texts = list(names)
    for (first, second), (board, one, other) in sorted(examples(sweep, pairs).items()):
        said = f"Black's lead is {one:+g} by {texts[first]}, and {other:+g} by {texts[second]}."
        by_board.setdefault(board, []).append(said)
    for board, sentences in by_board.items():
        say(console, f"\n{diagram(parse_board(board))}")
        for sentence in sentences:
            say(console, sentence)
    if by_board:
        say(console, "")


def leads_in_words(leads: Counter[float], name: str) -> tuple[str, ...]:
    """A line of the table: who leads in how many positions, and from what to what.

    >>> leads_in_words(Counter({-1.0: 2, 0.0: 1, 1.0: 2}), "tromp-taylor")
    ('2', '1', '2', '-1 to +1', 'tromp-taylor')
    """
    black, white = (sum(times for lead, times in leads.items() if lead * sign > 0) for sign in (1, -1))
    span = f"{min(leads, default=0):+g} to {max(leads, default=0):+g}"
    return f"{black:,}", f"{leads[0]:,}", f"{white:,}", span, name


def sweep_as_json(sweep: Sweep, names: Mapping[str, Rules], coverage: Coverage) -> dict[str, Any]:
    """A sweep as a JSON object; `differing` has every two scorings that differ somewhere."""
    if not names:
        covered = {"covered": coverage.colorings, "positions": coverage.summary.positions}
        return {"version": __version__, "board": str(sweep.grid), "outlines": sweep.colorings, **covered}
    texts = list(names)
    shown = examples(sweep, {pair for pair, positions in coverage.summary.differing.items() if positions})
    return {
        "version": __version__,
        "board": str(sweep.grid),
        "colorings": sweep.colorings,
        "covered": coverage.colorings,
        "positions": coverage.summary.positions,
        "digest": f"{coverage.summary.digest:016x}",
        "scorings": [
            {
                "name": name,
                "rules": rules_to_json(rules),
                "leads": {f"{lead:g}": times for lead, times in leads_of_scoring(coverage, number).items()},
            }
            for number, (name, rules) in enumerate(names.items())
        ],
        "differing": [
            {"scorings": [texts[first], texts[second]], "positions": positions, **_example(shown.get((first, second)))}
            for (first, second), positions in sorted(coverage.summary.differing.items())
        ],
    }


def _example(found: tuple[str, float, float] | None) -> dict[str, Any]:
    return {} if found is None else {"example": {"board": found[0], "leads": [found[1], found[2]]}}
