"""Write down anew what commands print and which numbers stand.

`python -m tests.golden.write`, or of a part alone, with `commands`, `asked` or `tables` after it.
"""

from __future__ import annotations

import sys

from . import asked, tables
from .commands import COMMANDS, OUTPUTS, printed


def main(part: str = "") -> None:
    """Write what is asked for, or all; files of commands that are gone go as well."""
    if part in ("", "commands"):
        OUTPUTS.mkdir(exist_ok=True)
        for file in OUTPUTS.glob("*.txt"):
            if file.stem not in COMMANDS:
                file.unlink()
        for name, command in COMMANDS.items():
            (OUTPUTS / f"{name}.txt").write_text(printed(command), encoding="utf-8")
    if part in ("", "asked"):
        for file in asked.FOLDER.glob("*.txt"):
            now = [asked.said_again(command, section) for command, section in asked.sections() if command == file.stem]
            file.write_text("\n".join(now), encoding="utf-8")
    if part in ("", "tables"):
        tables.FILE.write_text(
            tables.as_text({name: numbers() for name, numbers in tables.NUMBERS.items()}), encoding="utf-8"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
