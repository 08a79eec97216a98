"""The command `superko`, and `python -m superko`: whoever interrupts it as it starts is heard from here on."""

from .checker.telling.interruptions import listen_from_the_start


def main() -> None:
    """Run the command."""
    listen_from_the_start()
    from .checker.command_line import main as command  # noqa: PLC0415 (it takes a while, and is to be interrupted)

    command(prog_name="superko")


if __name__ == "__main__":
    main()
