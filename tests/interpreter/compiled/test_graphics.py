"""Programs on a graphics processor do what the clauses do; where there is none, in numba's simulator of one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from superko.interpreter.program.graphics import NoGraphicsProcessor, require_one
from superko.interpreter.program.machine_code import is_available

with_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")

# The simulator is chosen before numba is imported, so that it takes a process of its own.
COMPARE = """
from superko.checker.claims.facts.scorings import SCORINGS
from superko.checker.sweeps.outlines import LegalPositions
from superko.checker.sweeps.run import Sweep
from superko.spec.algebra import Grid

assert LegalPositions(Grid(3, 2), on_graphics=True).summary(0, 729).positions == 489
scorings = tuple(SCORINGS.values())[-3:]
there, here = (Sweep(Grid(2, 2), scorings, on_graphics=on).summary(0, 81) for on in (True, False))
assert there == here and here.positions == 57
"""

WRONG = """
from superko.interpreter.program.text import Operator, PythonText
PythonText.operators = {**PythonText.operators, Operator.AND: "{0} | {1}"}
"""


def has_one() -> bool:
    try:
        require_one()
    except NoGraphicsProcessor:
        return False
    return True


def simulated(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


@with_numba
def test_sweeps_find_on_a_graphics_processor_what_they_find_without() -> None:
    assert simulated(COMPARE).stderr == ""


@with_numba
def test_a_wrong_program_finds_something_else_there() -> None:
    assert "AssertionError" in simulated(WRONG + COMPARE).stderr


@pytest.mark.skipif(has_one(), reason="this machine has a graphics processor")
def test_a_machine_without_one_says_so() -> None:
    with pytest.raises(NoGraphicsProcessor, match=r"--gpu|superko\[gpu\]"):
        require_one()
