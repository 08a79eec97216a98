"""`python -m superko.checker`: the same as the command `superko`."""

from .command_line import main

main(prog_name="superko")
