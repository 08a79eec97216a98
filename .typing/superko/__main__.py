"""The command `superko`, and `python -m superko`: whoever interrupts it as it starts is heard from here on."""

import sys


def main() -> None:
    """Run the command."""
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
