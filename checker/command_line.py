"""The `superko` command: what can be asked, and what each answer exits with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from .. import __version__
from .telling.interruptions import ended_at_once
from .telling.terminal import ending_in_order, failing_apart, well_behaved

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Play": {
        "play": "Take turns on a board of W columns by H rows, and see what the rules say of the last of them.",
        "show": "Show anything that has an id or a name, and its games turn by turn; or a game record.",
        "replay": "Replay a game record under rules.",
        "explore": "Open a board in the browser on which the rules answer, turn by turn.",
    },
    "Decide": {
        "check": "Decide claims about the rules, and compare every verdict with the recorded one.",
        "rules": "List the parameters, the readings and the clauses in force under RULES, or how two rule sets differ.",
        "compare": "Find the shortest game on which the rule sets A and B differ, or say on which games they agree.",
        "solve": "Find who wins a game under best play and by how much, on a board of W columns by H rows.",
        "verify": "Check a certificate that `superko solve` wrote, node by node.",
        "graph": "Explore every situation that a game can reach on a board of W columns by H rows, and count them.",
        "map": "Find the clauses that every game needs to end, or that something else needs, over all rule sets "
        "of a document.",
    },
    "Engines": {
        "judge": "Try an engine against the rules, and show the shortest games on which it is wrong.",
        "perft": "Count the sequences of legal turns of each length on a board of W columns by H rows.",
        "vectors": "Write what the rules say of games as text, for an engine to be tried with.",
        "referee": "Answer requests, one JSON object a line, about what the rules say; the README has the protocol.",
        "gtp": "Speak the Go Text Protocol, version 2, with a front end or another engine.",
    },
    "Publish": {
        "report": "Write all that is recorded into DIRECTORY, as a site to be opened with any browser.",
    },
}
"""The commands in groups, each with its first sentence."""

SENTENCES = {name: sentence for commands in GROUPS.values() for name, sentence in commands.items()}


_MISPLACED = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)|\"(?P<word>.*)\" is no board; ")


def naming_rules(error: click.ClickException, command: click.Command | None) -> str:
    """How a command is given rules that were named where it takes none, as a sentence; "" if that is not the error."""
    from ..interpreter.rule_names import parse_rules  # noqa: PLC0415 (imports what only an error needs)
    from ..interpreter.rules_files import names_a_file  # noqa: PLC0415

    misplaced = _MISPLACED.match(error.message)
    takes_rules = command is not None and any("--rules" in parameter.opts for parameter in command.params)
    for word in (misplaced["words"] or misplaced["word"]).split() if misplaced and takes_rules else ():
        with suppress(ValueError):
            if names_a_file(word) or parse_rules(word):
                return f" Name the rules by --rules {word}."
    return ""


class Commands(click.Group):
    """The commands by name; a command's module, and what that needs, is imported only when it is called.

    The first sentence of each stands here too, so that `superko --help` need not import them either.
    """

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command as the terminal, the output and those who stop it expect; see `well_behaved`."""
        with failing_apart(), well_behaved():
            return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named; what interrupts it is met here, before click says that it was aborted.

        Raises:
            ClickException: a clause of the rules that were asked for raised an exception; it is told which, and where;
                or these rules can't be asked that.
        """
        with well_behaved(), ending_in_order():
            try:
                return super().invoke(ctx)
            except click.ClickException as error:
                if hint := naming_rules(error, self.get_command(ctx, ctx.invoked_subcommand or "")):
                    raise click.UsageError(error.message + hint, getattr(error, "ctx", None)) from None
                raise
            except (click.Abort, click.exceptions.Exit):
                raise
            except Exception as error:
                # Names of rules are not looked up where a command is only listed, so what knows of them is not needed.
                from ..spec.rules import Refusal  # noqa: PLC0415
                from .telling.options import BadRequest, failure_of_a_clause  # noqa: PLC0415
                from .telling.patience import TimedOut  # noqa: PLC0415

                if failure := failure_of_a_clause(error) or (
                    str(error) if isinstance(error, Refusal | TimedOut) else ""
                ):
                    raise BadRequest(failure) from None
                raise

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named, or what its name may have meant."""
        if args[0] not in SENTENCES and not args[0].startswith("-"):
            from ..interpreter.wording import near, shown  # noqa: PLC0415 (imports what only an error needs)

            ctx.fail(f"There is no command {shown(args[0])}.{near(args[0], SENTENCES)}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(SENTENCES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, or None if there is none."""
        if cmd_name not in SENTENCES:
            return None
        name = f"{cmd_name.replace('-', '_')}_command"
        with ended_at_once():
            import_module(f"{__package__}.telling.patience").watch_authors()
            command: click.Command = getattr(import_module(f"{__package__}.commands.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each command with its first sentence, in groups."""
        for group, commands in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl(list(commands.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """The rules of Go as a formal specification: play them, check claims about them, judge other programs by them."""
