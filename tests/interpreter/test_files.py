"""Files are put in place whole or not at all, and errors name them."""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from superko.interpreter.files import FOR_ME_ALONE, SECONDS_TO_WRITE, NotWritten, whole_file, write_file


def test_lines_end_alike_on_every_system(tmp_path: Path) -> None:
    write_file(tmp_path / "text", "a\nö\n")
    assert (tmp_path / "text").read_bytes() == b"a\n\xc3\xb6\n"


def _write_half(file: Path) -> None:
    with whole_file(file) as stream:
        stream.write(b"new")
        stream.flush()
        assert file.read_text() == "old"
        raise KeyboardInterrupt


def test_what_fails_in_the_middle_changes_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "text"
    write_file(file, "old")
    with pytest.raises(KeyboardInterrupt):
        _write_half(file)
    assert [path.name for path in tmp_path.iterdir()] == ["text"]
    assert file.read_text() == "old"


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "text"
    with pytest.raises(NotWritten) as error:
        write_file(file, "new")
    assert error.value.filename == str(file)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="There is no device that is always full.")
def test_a_full_disk_is_told_with_the_name_of_the_file() -> None:
    with pytest.raises(OSError, match="No space left") as error:
        write_file(Path("/dev/full"), "new")
    assert error.value.filename == "/dev/full"


@pytest.mark.skipif(sys.platform == "win32", reason="Links and modes are those of POSIX.")
def test_links_stay_and_files_keep_their_modes(tmp_path: Path) -> None:
    write_file(tmp_path / "secret", "old", FOR_ME_ALONE)
    (tmp_path / "link").symlink_to("secret")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "secret").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == FOR_ME_ALONE


def test_what_a_killed_writer_left_is_removed_later(tmp_path: Path) -> None:
    left, under_way = tmp_path / ".text.1-2.new", tmp_path / ".text.3-4.new"
    left.touch()
    under_way.touch()
    long_ago = time.time() - SECONDS_TO_WRITE - 1
    os.utime(left, (long_ago, long_ago))
    write_file(tmp_path / "text", "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [under_way.name, "text"]
