"""What a command is asked in: boards, rules, where a game starts, its turns, effort; and refusals in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial, wraps
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from ...interpreter.files import NotWritten, try_kept_file, try_new_file, try_new_folder
from ...interpreter.game import Game, IllegalTurn, intended_turn
from ...interpreter.notation import END_OF_ROW, parse_grid, parse_turns, turn_text
from ...interpreter.rule_names import note_on
from ...interpreter.rules_files import failure_sentence, named_rules
from ...interpreter.story import Start
from ...interpreter.wording import no_such, one_of, shown
from ...spec.algebra import Color, Grid
from ...spec.algebra.grid import boards_by_size
from ...spec.registry import id_now
from ...spec.rules import Rules
from ...spec.vocabulary import Phase
from .effort import Effort
from .names import NamedThing, beginning_with
from .patience import USUAL_SECONDS, allow
from .terminal import Exit, failing_apart, remark, well_behaved

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_MOST_POINTS = 36
SYMBOLS = "XO./"
RULES_ASKED_FOR = "superko.rules"
MARKDOWN, CSV = ".md", ".csv"

Command = TypeVar("Command", bound=Callable[..., Any])


class BadRequest(click.ClickException):
    """A request that can't be served: one sentence on standard error that says why, and exit status 2."""

    exit_code = Exit.NOT_UNDERSTOOD


@contextmanager
def refusing() -> Iterator[None]:
    """Say in one sentence what can't be served: a ValueError, a file that can't be used, a clause that raises.

    Raises:
        BadRequest: that is so.
    """
    try:
        yield
    except click.ClickException:
        raise
    except OSError as error:
        if error.filename is None:
            raise
        raise BadRequest(
            str(error) if isinstance(error, NotWritten) else f"{error.filename}: {error.strerror}."
        ) from None
    except (ImportError, ValueError) as error:
        raise BadRequest(failure_of_a_clause(error) or str(error)) from None


def run_alone(main: Callable[[], None]) -> None:
    """Run what `python -m` runs as `superko` runs its commands: refused in a sentence, interrupted without a trace."""
    with failing_apart(), well_behaved():
        try:
            with refusing():
                main()
        except click.ClickException as error:
            error.show()
            raise SystemExit(error.exit_code) from None


def failure_of_a_clause(error: Exception) -> str:
    """Which clause of the rules asked for raised an exception, and where, in one sentence; "" if none did."""
    context = click.get_current_context(silent=True)
    for rules in context.meta.get(RULES_ASKED_FOR, ()) if context else ():
        if failure := failure_sentence(rules, error):
            return failure
    return ""


class NamedRules(NamedTuple):
    """Rules, and the text that names them."""

    text: str
    rules: Rules


class RulesType(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # it takes no argument before click 8.4
    """Rules by name; a note beside the output says what the name could also mean, unless JSON is asked for."""

    name = "RULES"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> NamedRules:
        """The rules of that name."""
        if isinstance(value, NamedRules):
            return value
        with refusing():
            return NamedRules(value, rules_named(value, quiet=bool(ctx and ctx.params.get("json_wanted"))))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The presets, and files that may hold rules."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 (needed only by a shell)

        return [*_completed(incomplete, NamedThing.PRESET), CompletionItem(incomplete, type="file")]


class FiniteRange(click.FloatRange):
    """A number in a range that is finite, and no NaN."""

    def _describe_range(self) -> str:
        """The bounds, where there are any; click would write "x<=None"."""
        return "" if self.min is None and self.max is None else super()._describe_range()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a text such as 2.5 names."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no finite number.", param, ctx)
        return number


class IdType(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # it takes no argument before click 8.4
    """An id, completed by the shell."""

    def __init__(self, *kinds: NamedThing) -> None:
        self._kinds = kinds
        self.name = "ID"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id, or that of what took its place."""
        standing = id_now(value)
        if standing != value:
            click.echo(f"{standing} took the place of {value}.", err=True)
        return standing

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The ids that begin so."""
        return _completed(incomplete, *self._kinds)


class ChoiceType(click.Choice):  # type: ignore[type-arg, unused-ignore]  # it takes no argument before click 8.2
    """One of some names; a misspelt one is refused with what is near."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name."""
        if str(value).casefold() not in {str(choice).casefold() for choice in self.choices}:
            self.fail(no_such("choice", str(value), map(str, self.choices)), param, ctx)
        return super().convert(value, param, ctx)


def _completed(incomplete: str, *kinds: NamedThing) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem  # noqa: PLC0415 (needed only by a shell)

    return [CompletionItem(name) for name in beginning_with(incomplete, *kinds)]


RULES, BOARD, EFFORT = RulesType(), refusing()(parse_grid), refusing()(Effort.parse)
A_RULE_SET = "a preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME, which runs that file"

rules_option = click.option(
    "--rules",
    "named",
    type=RULES,
    default="tromp-taylor",
    show_default=True,
    metavar="RULES",
    help=f"The rules: {A_RULE_SET}.",
)


def optional_rules(help_text: str) -> Callable[[Command], Command]:
    """The option `--rules` of a command that needs none to be named."""
    return click.option("--rules", "named", type=RULES, metavar="RULES", help=help_text)


json_option = click.option("--json", "json_wanted", is_flag=True, is_eager=True, help="Print it as JSON.")
workers_option = click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="How many processes to use."
)
scheduler_option = click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="The Dask scheduler whose workers to use, such as tcp://127.0.0.1:8786.",
)


def effort_option(usual: Effort | None, help_text: str) -> Callable[[Command], Command]:
    """The option `--effort`; one in seconds also bounds each call of an author's code."""

    def allowing(context: click.Context, parameter: click.Parameter, effort: Effort | None) -> Effort | None:
        if effort is not None and effort.seconds is not None:
            allow(effort.seconds)
            context.call_on_close(partial(allow, USUAL_SECONDS))
        return effort

    return click.option(
        "--effort",
        type=EFFORT,
        default=None if usual is None else str(usual),
        show_default=True,
        metavar="EFFORT",
        help=help_text,
        callback=allowing,
        is_eager=True,
    )


class _Written(click.Path):
    """A file or a folder to write, which is tried before there is any work."""

    def __init__(self, kind: str, trying: Callable[[Path], None]) -> None:
        super().__init__(file_okay=kind == "FILE", dir_okay=kind == "DIR", path_type=Path)
        self._kind, self._trying = kind, trying

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that a text names."""
        super().convert(value, param, ctx)
        path = Path(value)
        with refusing():
            self._trying(path)
        return path


NEW_FILE, NEW_FOLDER = _Written("FILE", try_new_file), _Written("DIR", try_new_folder)
"""Nothing that is there is written over."""

KEPT_FILE = _Written("FILE", try_kept_file)
"""What it holds is read first, and is added to, or replaced where superko wrote it."""


def _try_table(file: Path) -> None:
    (try_kept_file if file.suffix == MARKDOWN else try_new_file)(file)


NEW_TABLE = _Written("FILE", _try_table)
"""A new file, or one of Markdown, in which only what stands between two markers is written over."""


def check_ending(file: Path | None, *endings: str) -> Path | None:
    """The file to write, whose name must not end as if something else were in the file than what is written.

    Raises:
        BadRequest: it does.
    """
    if file is not None and endings and file.suffix and file.suffix.casefold() not in endings:
        raise BadRequest(f"Name a file that ends in {one_of(endings)}, not {file.name}.")
    return file


def output_option(
    help_text: str, *endings: str, names: Sequence[str] = ("-o", "--output")
) -> Callable[[Command], Command]:
    """The option `-o` or `--output`, or another: a file, with one of some endings, where something is written."""

    def ending_so(context: click.Context, parameter: click.Parameter, file: Path | None) -> Path | None:
        return check_ending(file, *endings)

    return click.option(*names, type=NEW_FILE, metavar="FILE", help=help_text, callback=ending_so)


def rules_named(text: str, quiet: bool = False) -> Rules:
    """The rules that a text names (see `named_rules`); beside the output stands what its name could also mean.

    Programs that read JSON get no such note; they see in the output which rules they are.

    Raises:
        ValueError: as for `named_rules`.
    """
    rules = named_rules(text)
    if not quiet:
        tell_of(text)
    if context := click.get_current_context(silent=True):
        context.meta.setdefault(RULES_ASKED_FOR, []).append(rules)
    return rules


def tell_of(text: str) -> None:
    """Say beside the output what a name was taken for, where it could mean two things."""
    if note := note_on(text):
        remark(note)


@dataclass(frozen=True)
class Beginning:
    """Where games are asked to begin: a board by its size or its rows, who plays, the phase, and the first turns.

    >>> Beginning("X./.O").start().grid, Beginning("2x1", turns="A1 pass").is_empty
    (Grid(width=2, height=2), False)
    """

    board: str | None = None
    player: Color = Color.BLACK
    phase: Phase = Phase.MAIN
    turns: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing but a board by its size is asked for, if even that."""
        return not self._shows_rows and (self.player, self.phase, self.turns) == (Color.BLACK, Phase.MAIN, "")

    @property
    def grid(self) -> Grid | None:
        """The board, if one is asked for by its size or its rows.

        Raises:
            ValueError: there is no such board.
        """
        return None if self.board is None else self.start().grid

    @property
    def _shows_rows(self) -> bool:
        board = self.board or ""
        return bool(board) and (set(board) <= set(SYMBOLS) or END_OF_ROW in board)

    def start(self) -> Start:
        """Where the games start, before any turn.

        Raises:
            ValueError: there is no such board.
        """
        if self.board is None:
            raise ValueError("Name a board: columns by rows, such as 3x3, or its rows, such as X./.O.")
        if self._shows_rows:
            return Start.at(self.board, self.player, self.phase)
        grid = parse_grid(self.board)
        return Start.at("/".join(["." * grid.width] * grid.height), self.player, self.phase)

    def game(self, rules: Rules) -> Game:
        """The game under some rules, with the first turns taken.

        Raises:
            ValueError: it can't start so, or a turn is not legal.
        """
        return after_turns(self.start().game(rules), self.turns)


def beginning_options(*, turns: bool = True) -> Callable[[Command], Command]:
    """The options `--player`, `--phase` and `--turns`; with the argument `board` they become `beginning`."""
    options = [
        click.option(
            "--player", type=ChoiceType([color.value for color in Color]), default="B", help="Who plays first."
        ),
        click.option(
            "--phase",
            type=ChoiceType([phase.value for phase in Phase if phase is not Phase.OVER]),
            default=Phase.MAIN.value,
            help="The phase to start in.",
        ),
    ]
    if turns:
        options.append(
            click.option(
                "--turns", default="", metavar="TURNS", help='Take these turns first, such as "B2 pass A1"; they count.'
            )
        )

    def with_options(command: Command) -> Command:
        @wraps(command)
        def asked(*arguments: Any, player: str, phase: str, board: str | None = None, **others: Any) -> object:
            first = others.pop("turns") if turns else ""
            beginning = Beginning(board, Color(player), Phase(phase), first)
            return command(*arguments, beginning=beginning, **others)

        decorated: Any = asked
        for option in reversed(options):
            decorated = option(decorated)
        return decorated  # type: ignore[no-any-return]

    return with_options


def after_turns(game: Game, text: str) -> Game:
    """The game after some turns, such as `B2 pass A1`; some moves stand for unblock actions (see `intended_turn`).

    Raises:
        ValueError: there is no such turn, or it is not legal.
    """
    for named in parse_turns(game.grid, text):
        turn = intended_turn(game, named)
        try:
            game = game.play(turn)
        except IllegalTurn as error:
            raise ValueError(f"{turn_text(game.grid, turn)} is not legal: {error}") from None
    return game


def boards_up_to(text: str) -> list[Grid]:
    """The boards that a text such as 6 or 2x3 goes up to, the smallest first: by points, or fitting into it.

    A board and the same board turned count as one.

    Raises:
        ValueError: the text names neither, or too large a board.

    >>> [str(grid) for grid in boards_up_to("2x3")]
    ['1x1', '2x1', '3x1', '2x2', '3x2']
    """
    points = text.isascii() and text.isdecimal() and int(text)
    within = Grid(points, points) if points else parse_grid(text)
    size = points or within.size
    if size > _MOST_POINTS:
        raise ValueError(f"{shown(text)} is too large; boards of up to {_MOST_POINTS} points can be gone through.")
    sides = sorted((within.width, within.height), reverse=True)
    return [grid for grid in boards_by_size(size) if grid.width <= sides[0] and grid.height <= sides[1]]
