"""The adapter that the README of the oracle shows is a whole one: it is taken from there, and judged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from superko.checker.oracle.findings import OracleAnswer
from superko.checker.oracle.plan import Plan
from superko.checker.oracle.run import judge_engine, opener
from superko.checker.telling.effort import Effort

README = Path(__file__).parents[3] / "checker" / "oracle" / "README.md"
CODE = r"```python\n(?P<code>.*?)```"
ADAPTER = re.compile(rf"## Writing an adapter.*?{CODE}", re.DOTALL)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    pytest.importorskip("sgfmill")
    block = ADAPTER.search(README.read_text(encoding="utf-8"))
    assert block is not None
    (tmp_path / "my_adapter.py").write_text(block["code"], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "python:my_adapter:Adapter"


def test_the_adapter_of_the_readme_agrees_and_leaves_nothing_behind(written: str, tmp_path: Path) -> None:
    report = judge_engine(opener(written, 10.0), Plan(effort=Effort(count=300), seed=1))
    assert report.outcome is OracleAnswer.AGREE
    assert [path.name for path in tmp_path.iterdir() if path.name != "__pycache__"] == ["my_adapter.py"]
