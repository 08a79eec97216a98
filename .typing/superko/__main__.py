"""`python -m superko`: the same as the command `superko`."""

from .checker.command_line import main

if __name__ == "__main__":
    main(prog_name="superko")
