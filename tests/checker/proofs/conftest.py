"""What tests of proofs share: a solver that gives up soon."""

from __future__ import annotations

import pytest


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let z3 give up soon, as it does not where there is nothing to prove."""
    monkeypatch.setattr("superko.checker.proofs.every_board.WORK", 1_000_000)
    monkeypatch.setattr("superko.checker.proofs.every_board.TRIES", 1)
