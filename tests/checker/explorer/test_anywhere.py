"""The explorer answers wherever Python runs: it needs the clauses and the interpreter, and no library of a program."""

from __future__ import annotations

import json
import subprocess
import sys

from .conversation import answered, explorer

BLOCKED = ("numpy", "scipy", "z3", "jinja2", "markupsafe", "rich", "click", "numba", "networkx", "hypothesis")
KO = "#/tromp-taylor/4x1/A1.B1.C1.D1?beside=japanese-like"
PROGRAM = f"""
import importlib.abc, json, sys

class Blocking(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            raise ImportError(name + " is not here")

sys.meta_path.insert(0, Blocking())
from superko.checker.pages.explorer.addresses import read_address
from superko.checker.pages.explorer.answers import Explorer, answer
from superko.checker.pages.explorer.addresses import RuleSets

print(json.dumps(answer(json.loads(sys.argv[1]), Explorer(RuleSets({{}}), read_address("#/tromp-taylor/9x9/")))))
"""


def test_nothing_but_clauses_and_interpreter_is_needed_to_answer() -> None:
    request = {"address": KO, "change": {"kind": "turn", "turn": "pass", "side": "1"}}
    words = [sys.executable, "-c", PROGRAM, json.dumps(request)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert json.loads(done.stdout) == json.loads(json.dumps(answered(request, explorer())))
