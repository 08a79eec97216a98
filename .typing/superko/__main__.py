"""The command `superko`, and `python -m superko`: whoever interrupts it as it starts is heard from here on."""

import atexit
import gc
import sys


def main() -> None:
    """Run the command."""
    # Games and positions make no circles: to look for some, also as it ends, took a tenth of a short command's time.
    gc.set_threshold(500_000, 20, 10)
    atexit.register(gc.freeze)
    try:
        from .checker.telling.interruptions import listen_from_the_start  # noqa: PLC0415 (even this takes a while)

        listen_from_the_start()
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(130)
    from .checker.command_line import main as command  # noqa: PLC0415 (it takes a while, and is to be interrupted)

    command(prog_name="superko")


if __name__ == "__main__":
    main()
