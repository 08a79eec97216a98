"""Where commands write: they try it before they work, and never write over what superko did not write."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from superko.checker.command_line import SENTENCES, main
from superko.checker.commands import vectors_command
from superko.checker.telling.options import KEPT_FILE, NEW_FILE, NEW_FOLDER
from superko.interpreter.gtp.protocol import Outside
from tests.checker.oracle.engines.reference import REFERENCE

READ = {"record", "records", "results of report", "pyodide", "file", "path"}
LOOKED_AT = {
    "directory of report": "only what an earlier report wrote is replaced",
    "output of check": "a new file, or between the markers of a Markdown file",
    "output of vectors": "each file in the folder is new",
}
COMMANDS = [
    "show claim/benson --output FILE.svg",
    "show claim/benson --output FILE.html",
    "play 2x1 A1 --output FILE.svg",
    "graph X. --around 1 --output FILE.dot",
    "graph 2x1 --output FILE.graphml",
    "solve 2x1 --output FILE.sgf",
    "solve 2x1 --output FILE.json",
    "check --list --output FILE.csv",
    "solve 1x1 2x1 --output FILE.csv",
    f"judge --engine {REFERENCE} --rules tromp-taylor --effort 10n --junit FILE.xml",
    f"judge --engine {REFERENCE} --rules tromp-taylor --effort 10n --badge FILE.json",
]
KEPT = [
    f"judge --engine {REFERENCE} --effort 10n --results FILE",
]
FULL = "/dev/full"
MINE = "(;GM[1]SZ[9]C[a game that I played])"


def paths_of(name: str) -> list[tuple[str, click.Parameter]]:
    """The parameters of a command that take a path, each with a name that says of which command, where two differ."""
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return [
        (f"{parameter.name} of {name}", parameter)
        for parameter in command.params
        if isinstance(parameter.type, click.Path)
    ]


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.every_case
def test_whatever_is_to_be_written_is_new_or_looked_at_first(name: str) -> None:
    for path, parameter in paths_of(name):
        known = {path, str(parameter.name)}
        assert parameter.type in (NEW_FILE, NEW_FOLDER, KEPT_FILE) or known & (READ | {*LOOKED_AT}), path


def run(command: str) -> Result:
    return CliRunner().invoke(main, shlex.split(command))


def refused(command: str) -> str:
    result = run(command)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    return result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.every_case
def test_a_file_that_is_there_is_not_written_over(command: str, tmp_path: Path) -> None:
    file = tmp_path / f"mine{command.partition('FILE')[2]}"
    file.write_text(MINE, encoding="utf-8")
    reason = "there is such a file; name another, or remove it."
    assert refused(f"{command.partition('FILE')[0]}{file}") == f"Error: {file} can't be written: {reason}\n"
    assert file.read_text(encoding="utf-8") == MINE


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.every_case
def test_where_nothing_can_be_written_is_said_before_there_is_any_work(command: str, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / f"file{command.partition('FILE')[2]}"
    said = refused(f"{command.partition('FILE')[0]}{file}")
    assert said == f"Error: {file} can't be written: No such file or directory.\n"


@pytest.mark.parametrize("command", [command for command in COMMANDS if not command.startswith("solve")])
def test_a_name_that_ends_as_another_form_does_is_refused_with_the_endings_that_there_are(
    command: str, tmp_path: Path
) -> None:
    """What `solve` writes into a file of any other ending is a certificate."""
    before, _, ending = command.partition("FILE")
    said = refused(f"{before}{tmp_path / 'picture.png'}")
    assert (ending in said.rpartition("ends in ")[2] + said.rpartition("end in ")[2], "picture.png" in said) == (
        True,
        True,
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["play 2x1 A1 --output FILE.svg", "solve 1x1 --output FILE.sgf"])
def test_a_file_that_is_new_or_empty_is_written(command: str, tmp_path: Path) -> None:
    for name in ("new", "empty"):
        file = tmp_path / f"{name}{command.partition('FILE')[2]}"
        if name == "empty":
            file.touch()
        assert run(f"{command.partition('FILE')[0]}{file}").exit_code == 0
        assert file.read_bytes()


@pytest.mark.parametrize("command", KEPT)
@pytest.mark.every_case
def test_what_is_read_before_it_is_written_is_a_file_of_ours_and_no_device_which_may_never_end(
    command: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine"
    file.write_text(MINE, encoding="utf-8")
    said = refused(command.replace("FILE", str(file)))
    assert (said.startswith("Error: "), said.count("\n")) == (True, 1)
    assert file.read_text(encoding="utf-8") == MINE
    reason = "it is no file; name another."
    assert refused(command.replace("FILE", os.devnull)) == f"Error: {os.devnull} can't be written: {reason}\n"


def test_each_option_for_such_a_file_is_tried() -> None:
    kept = {
        (name, option)
        for name in SENTENCES
        for _, parameter in paths_of(name)
        for option in parameter.opts
        if parameter.type is KEPT_FILE and option.startswith("--")
    }
    assert kept == {(command.split()[0], command.split()[-2]) for command in KEPT}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.every_case
@pytest.mark.skipif(not Path(FULL).exists(), reason="This system has no full disk to try.")
def test_a_full_disk_is_told_in_a_sentence_after_what_was_found(command: str, tmp_path: Path) -> None:
    file = tmp_path / f"full{command.partition('FILE')[2]}"
    file.symlink_to(FULL)
    result = run(f"{command.partition('FILE')[0]}{file}")
    assert (result.exit_code, result.stderr.count("Error: ")) == (2, 1), result.output
    assert result.stderr.endswith(f"Error: {file} can't be written: No space left on device.\n")


def test_a_device_may_be_written_to() -> None:
    assert run(f"play 2x1 A1 --output {os.devnull}").exit_code == 0


@pytest.mark.parametrize(
    "command",
    [
        f"judge --engine {REFERENCE} --effort 10n --output FOLDER",
        "check --claim lemma/cleared --smt FOLDER",
    ],
)
def test_a_folder_with_files_in_it_is_not_written_to(command: str, tmp_path: Path) -> None:
    (tmp_path / "1-legal.sgf").write_text(MINE, encoding="utf-8")
    reason = "there are files in it; name another folder, or remove them."
    assert refused(command.replace("FOLDER", str(tmp_path))) == f"Error: {tmp_path} can't be written: {reason}\n"
    assert [file.name for file in tmp_path.iterdir()] == ["1-legal.sgf"]


def test_vectors_are_not_written_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vectors_command._KINDS, "square", lambda *asked: pytest.fail("It went to work."))
    (tmp_path / "aga.suite").write_text(MINE, encoding="utf-8")
    assert "there is such a file" in refused(f"vectors --rules aga --output {tmp_path}")
    assert "Not a directory" in refused(f"vectors --output {tmp_path / 'aga.suite'}")
    assert (tmp_path / "aga.suite").read_text(encoding="utf-8") == MINE


def test_a_session_of_gtp_saves_over_nothing_but_what_it_saved(tmp_path: Path) -> None:
    outside, file = Outside(), tmp_path / "game.sgf"
    outside.write(str(file), b"first")
    outside.write(str(file), b"second")
    with pytest.raises(ValueError, match="there is such a file"):
        Outside().write(str(file), b"third")
    assert file.read_bytes() == b"second"
