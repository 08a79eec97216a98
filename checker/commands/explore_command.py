"""`superko explore`: a board in the browser on which the rules answer."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

import click

from ...interpreter.notation import parse_grid, turn_text
from ...interpreter.records.game_record import GameRecord
from ...interpreter.records.outcome import KOMI, rules_of_record
from ...interpreter.records.replay import OutOfTurn, Replay, TakenAsUnblock, TurnsAfterEnd, replay
from ...interpreter.records.sgf import read_games
from ...interpreter.rule_names import written_rules
from ...interpreter.rules_files import names_a_file
from ...interpreter.story import Start
from ...interpreter.wording import PLAYERS, counted
from ...spec.documents import parameters_of
from ...spec.rules import Rules
from ..pages.explorer.addresses import MOST_TURNS, Address, RuleSets, address_text, read_address, rule_sets, with_change
from ..pages.explorer.answers import Explorer, answer
from ..pages.explorer.server import kept_server
from ..telling.options import BadRequest, tell_of

USUAL_RULES = "tromp-taylor"


def opened(data: bytes, named: str | None = None) -> tuple[Address, str]:
    """The address of the first game of an SGF file, and what is to be told of how it was read.

    Args:
        data: what is in the file.
        named: the text that names the rules; those that the record names, if it is left out.

    Raises:
        ValueError: the bytes hold no game, or no game under these rules starts as it does.

    >>> opened(b"(;SZ[3]RU[Japanese]KM[0.5];B[bb];W[aa];W[ca])")[0].turns
    ('B2', 'A3')
    """
    game, *others = read_games(data)
    record = game.record()
    asked = named or (None if record.rules else USUAL_RULES)
    chosen = rules_of_record(record, asked)
    variations = game.number_of_variations
    notes = {
        f"The record does not name its rules; {USUAL_RULES} is taken.": asked != named,
        f"The file has {len(others) + 1} games; this is the first.": bool(others),
        f"The record has {variations} variations; this is the main line.": variations > 1,
    }
    followed = replay(chosen.applied_to(record), chosen.rules)
    turns, stop = _turns(followed)
    address = Address(_text(named, chosen.rules), Start.of(followed.games[0]), turns)
    return address, " ".join([*(note for note, holds in notes.items() if holds), *chosen.notes, *stop])


def _text(named: str | None, rules: Rules) -> str:
    """The text for the rules that a record is shown under, its komi included."""
    if named is None or not names_a_file(named):
        komi = int(rules.komi) if rules.komi == int(rules.komi) else rules.komi
        return written_rules(replace(rules, komi=komi))
    return with_change(named, KOMI, f"{rules.komi:g}") if KOMI in parameters_of(rules) else named.strip()


def _turns(followed: Replay) -> tuple[tuple[str, ...], list[str]]:
    """The turns that can be shown, and why not the others."""
    record = followed.record
    grid = record.coloring.board.grid
    texts = [turn_text(grid, turn) for _, turn in record.turns]
    for event in followed.events:
        if isinstance(event, TakenAsUnblock):
            texts[event.turn - 1] = event.text
    most, stop = min(((number, [why]) for number, why in _stops(followed)), default=(len(texts), []))
    return tuple(texts[:most]), stop


def _stops(followed: Replay) -> Iterator[tuple[int, str]]:
    """After how many turns a record can't be shown further, and why."""
    record: GameRecord = followed.record
    if len(record.turns) > MOST_TURNS:
        yield MOST_TURNS, f"The record has {len(record.turns)} turns; the first {MOST_TURNS} are shown."
    for event in followed.events:
        if isinstance(event, OutOfTurn):
            yield (
                event.turn - 1,
                f"Turn {event.turn} is not {PLAYERS[event.player]}'s; the record is shown up to there.",
            )
        if isinstance(event, TurnsAfterEnd):
            left = counted(event.number, "turn")
            yield event.turn - 1, f"What the record shows after the end of the game ({left}) is left out."


HIGHEST_PORT = 65_535
USUAL_BOARD = "9x9"


@click.command("explore")
@click.argument("record", metavar="[GAME.sgf]", type=click.File("rb"), required=False)
@click.option(
    "--rules",
    metavar="RULES",
    help="A preset, ko=SIMPLE,suicide=no and the like, or FILE.py:NAME; what the record names, if this is left out.",
)
@click.option("--beside", metavar="RULES", help="Other rules, to show the same game under them beside the first.")
@click.option("--board", metavar="WxH", help="The board to start on; 9x9, if this is left out.")
@click.option("--address", metavar="ADDRESS", help="What to show, such as '#/japanese-like/9x9/E5.E6.pass'.")
@click.option(
    "--port", type=click.IntRange(0, HIGHEST_PORT), default=0, help="The port; that of the last time, by default."
)
@click.option("--browser/--no-browser", default=True, help="Whether to open the page in the browser.")
def explore_command(
    record: BinaryIO | None,
    rules: str | None,
    beside: str | None,
    board: str | None,
    address: str | None,
    port: int,
    browser: bool,
) -> None:
    """Open a board in the browser on which the rules answer, turn by turn.

    Each point says whether a move there is legal, and if not, by which clause and what that points at. GAME.sgf is a
    game record, such as those that `superko judge --output` writes. Only this machine can reach the page, and only by
    the address that is printed; it is the same the next time, so that it can be bookmarked. Rules of a Python file can
    be chosen on the page if they were named here.

    Exits with 0 when it is stopped by Ctrl-C, and with 2 when the request can't be understood.
    """
    try:
        sets = rule_sets([text for text in (rules, beside) if text])
        explorer = _explorer(sets, record, rules, beside, board, address)
        server = kept_server(explorer, port)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    except OSError as error:
        raise BadRequest(f"Port {port} can't be listened on: {error.strerror}.") from None
    if rules is not None:
        tell_of(rules)
    page = server.door.home + address_text(explorer.start)
    click.echo(f"The explorer is at {page}")
    click.echo("Press Ctrl-C to stop it.")
    with server:
        if browser:
            webbrowser.open(page)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("The explorer has stopped.")


def _explorer(
    sets: RuleSets,
    record: BinaryIO | None,
    rules: str | None,
    beside: str | None,
    board: str | None,
    address: str | None,
) -> Explorer:
    """The explorer, with what it shows first.

    Raises:
        ValueError: that can't be shown.
    """
    if sum(wanted is not None for wanted in (record, board, address)) > 1:
        raise ValueError("A game record, a board or an address says what to show; give one of them.")
    if address is not None:
        if any(text is not None and not names_a_file(text) for text in (rules, beside)):
            raise ValueError("An address names its rules itself; --rules and --beside only let it name a file.")
        start, note = read_address(address), ""
    elif record is not None:
        start, note = opened(record.read(), rules)
    else:
        start, note = Address(sets.written(rules or USUAL_RULES), Start.on(parse_grid(board or USUAL_BOARD))), ""
    if beside is not None and address is None:
        start = replace(start, beside=sets.written(beside))
    explorer = Explorer(sets, start, note)
    told = answer({"address": ""}, explorer)
    if "error" in told:
        raise ValueError(told["error"])
    return explorer
