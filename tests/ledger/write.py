"""Writes the ledger anew: `python -m tests.ledger.write`."""

from __future__ import annotations

from .account import LEDGER, account

HEADER = """\
# What has become of every id of the inventory. Written by `python -m tests.ledger.write`; do not edit.
# id | implemented | where | tests that name it
# id | undecided | why no check decides it | tests that name it
"""


def text() -> str:
    """The ledger as it should stand."""
    return HEADER + "".join(f"{entry}\n" for entry in account())


if __name__ == "__main__":
    LEDGER.write_text(text(), encoding="utf-8")
