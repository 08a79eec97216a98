"""Files that commands read: a name, - for standard input, and what is said of those that can't be read."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from superko.checker.command_line import main

RECORDS = ("replay {}", "explore {} --no-browser", "compare aga tromp-taylor --sgf {}")
STREAMS = (*RECORDS, "verify {}", "vectors --check {}")


@pytest.mark.parametrize("command", STREAMS)
@pytest.mark.parametrize("content", ["", "hello"])
def test_standard_input_is_read_and_called_so(command: str, content: str) -> None:
    result = CliRunner().invoke(main, command.format("-").split(), input=content)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: Standard input ")
    assert result.stderr.count("\n") == 1
