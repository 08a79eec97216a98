"""`superko check --smt DIR` and `--solver NAME`: for whom z3's word is not enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..evidence.checks import Check
from ..evidence.recorded import recorded_verdicts
from ..evidence.runner import Finding, unanswered
from ..proofs.solvers import CVC5, Z3, AskedQuery, Asking, cvc5_answer, cvc5_package
from .bad_request import BadRequest
from .smt_files import write_queries

NO_PROOF = "None of these checks asks a solver anything, so there is no query to write down or to answer again."


def those_with_queries(chosen: Sequence[Check]) -> list[Check]:
    """The checks that ask solvers, as far as it is recorded, and those of which nothing is recorded.

    Raises:
        ValueError: there is none.
    """
    recorded = recorded_verdicts()
    found = [check for check in chosen if check.name not in recorded or asks_solvers(recorded[check.name])]
    if not found:
        raise ValueError(NO_PROOF)
    return found


def asks_solvers(recorded: Mapping[str, Any]) -> bool:
    """Whether solvers are asked for a verdict, going by what is recorded of it."""
    return recorded["method"] == Z3 or "queries" in recorded.get("counts", {})


def way_of_asking(solver: str | None, directory: Path | None) -> Asking:
    """How solvers are to be asked, as the options say; the directory is made, so that nothing is asked in vain.

    Raises:
        BadRequest: the directory can't be made.
        MissingSolver: a solver is not installed.
    """
    if directory is not None:
        with refusing(directory):
            directory.mkdir(parents=True, exist_ok=True)
    if solver != CVC5:
        return Asking(written=directory is not None)
    cvc5_package()
    return Asking({CVC5: cvc5_answer}, directory is not None)


@contextmanager
def refusing(directory: Path) -> Iterator[None]:
    """Say in one sentence that nothing can be written into a directory, where that is so.

    Raises:
        BadRequest: it is so.
    """
    try:
        yield
    except OSError as error:
        raise BadRequest(f"The queries can't be written into {directory}: {error.strerror}.") from None


def tell_of_queries(findings: Sequence[Finding], directory: Path | None, quiet: bool = False) -> None:
    """Write the queries into a directory, if one is given, and tell on standard error which ones a solver left open."""
    asked = [some for finding in findings for some in finding.asked]
    for solver, left in unanswered(asked).items():
        click.echo(f"{solver} can't tell of {len(left)} of {len(asked)} queries: {_named(left)}.", err=True)
    if directory is None:
        return
    with refusing(directory):
        number = write_queries(directory, findings)
    if not quiet:
        click.echo(f"{number} queries are written into {directory}.", err=True)


def _named(asked: Sequence[AskedQuery]) -> str:
    return "; ".join(dict.fromkeys(f"{some.claim}, {some.step}" for some in asked))
