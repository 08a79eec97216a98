"""`python -m superko.checker`: the same as the command `superko`."""

from .command_line import main

if __name__ == "__main__":
    main(prog_name="superko")
