"""What a session reaches outside itself: files and a clock."""

from __future__ import annotations

import time
from pathlib import Path

LONGEST_FILE = 1 << 24


class Outside:
    """The files and the clock of this machine."""

    def read(self, name: str) -> bytes:
        """What a file holds.

        Raises:
            ValueError: there is no such file, it can't be read, or it is longer than 16 MiB.
        """
        try:
            path = Path(name)
            if not path.is_file():
                raise ValueError("There is no such file.")
            with path.open("rb") as file:
                data = file.read(LONGEST_FILE + 1)
        except OSError as error:
            raise ValueError(f"The file can't be read: {error.strerror}.") from None
        if len(data) > LONGEST_FILE:
            raise ValueError("The file is longer than 16 MiB.")
        return data

    def write(self, name: str, data: bytes) -> None:
        """Let a file hold some bytes.

        Raises:
            ValueError: it can't be written.
        """
        try:
            Path(name).write_bytes(data)
        except OSError as error:
            raise ValueError(f"The file can't be written: {error.strerror}.") from None

    def processor_time(self) -> float:
        """The processor time that this program has used, in seconds."""
        return time.process_time()
