"""Writes the ledger anew, and adds new names to those that ever stood: `python -m tests.ledger.write`."""

from __future__ import annotations

from .account import LEDGER, NAMES, account, names, names_now

HEADER = """\
# What has become of every id of the inventory. Written by `python -m tests.ledger.write`; do not edit.
# id | implemented | where | tests that name it
# id | undecided | why no check decides it | tests that name it
"""
NAMES_HEADER = """\
# What rules and records name that has no id of its own: parts of clauses, answers, parameters, presets. Whatever ever
# stood here stays, and `registry.FORMERLY` says what took the place of what went. `python -m tests.ledger.write` adds.
"""


def text() -> str:
    """The ledger as it should stand."""
    return HEADER + "".join(f"{entry}\n" for entry in account())


def names_text() -> str:
    """The names as they should stand: those of today, and all that stood before."""
    return NAMES_HEADER + "".join(f"{name}\n" for name in sorted({*names(), *names_now()}))


if __name__ == "__main__":
    NAMES.write_text(names_text(), encoding="utf-8")
    LEDGER.write_text(text(), encoding="utf-8")
