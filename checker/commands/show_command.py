"""`superko show`: step through the games of a claim, those that show a clause, or a game record."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.records.folder import games_of
from ...interpreter.records.game_record import handed_to
from ...interpreter.records.outcome import rules_of_record
from ...interpreter.records.replay import IllegalTurnTaken, Replay, replay
from ...interpreter.rules_files import names_a_file
from ...interpreter.story import Start
from ...interpreter.wording import phase_name
from ...interpreter.wording import shown as quoted
from ...spec.registry import WITHOUT_A_CLAUSE, Clause, statements_of
from ..evidence.decided import decided_about
from ..pages.explorer.addresses import Address, RuleSets, read_address, rules_of_address
from ..pages.frames import Frame, frames, frames_to, strip
from ..pages.live import FOLDER, PAGE
from ..pages.shown_games import ShownGame, shown_witness, why_no_game
from ..pages.shown_games import games_of as games_of_clause
from ..pages.site import games_in_one_file
from ..telling.names import NamedThing, ids_of, meant_by
from ..telling.options import IdType, json_option, output_option, refusing, rules_named
from ..telling.report import Console
from ..telling.schemas import tell_json
from .leads import endless_game_under
from .opening import name_of_rules, opening_command
from .stepping import SteppedGame, show_games

SGF, HTML = ".sgf", ".html"


@click.command("show")
@click.argument("what", type=IdType(NamedThing.CLAIM, NamedThing.CLAUSE), metavar="ID|GAME.sgf|ADDRESS|FILE.py:NAME")
@click.option(
    "--rules",
    metavar="RULES",
    help="For GAME.sgf: a name such as chinese, ko=SIMPLE and the like, or FILE.py:NAME, which runs that file. An "
    "ADDRESS may name rules of a file only if they are named here too.",
)
@click.option("--beside", metavar="FILE.py:NAME", help="Rules of a file that an ADDRESS may name, as by --rules.")
@click.option("--game", "number", type=click.IntRange(1), metavar="N", help="Only the game N.")
@output_option("Write the games into this .html file instead, to be sent to anybody; or draw the first one as .svg.")
@json_option
def show_command(
    what: str, rules: str | None, beside: str | None, number: int | None, output: Path | None, json_wanted: bool
) -> None:
    """Step through the games of the claim ID, the games that show the clause ID, or a game record.

    ADDRESS is that of a game in the explorer, such as '#/japanese-like/9x9/E5.E6.pass'; other commands print it. Of
    rules of your own, FILE.py:NAME, a shortest game is shown that goes on forever, if they allow one.

    In a terminal the arrow keys go from turn to turn and from game to game, and round where a game goes on forever;
    elsewhere every board is printed. At each turn the clause that decides is named, and the points that it is about.
    With --output FILE.html the games stand in one file, to be sent to anybody; beside the explorer of a site that
    `superko report --live` wrote, each board leads there, to be played on.

    Exits with 0, or with 2 when the request can't be understood.
    """
    with refusing():
        shown = list(_games(what, rules, beside))
        if number is not None and number > len(shown):
            raise ValueError(f"There is no game {number}; {what} has {len(shown)}.")
        chosen = shown if number is None else shown[number - 1 : number]
        if output is not None:
            write_file(output, _as_file(what, chosen, output))
            return
    if json_wanted:
        tell_json("show", {"games": [_as_data(shown) for shown in chosen]})
    else:
        show_games(Console(), chosen)


def _as_file(title: str, games: Sequence[SteppedGame], output: Path) -> str:
    """The games as a page that needs no other file, or the first of them as a picture."""
    if output.suffix.casefold() != HTML:
        return strip(games[0].frames, f"{games[0].title}. {games[0].shows}")
    explorer = FOLDER + PAGE if (output.parent / FOLDER / PAGE).exists() else ""
    return games_in_one_file(
        title, [(game.title, f"{game.claim} {game.shows}".strip(), game.frames) for game in games], explorer
    )


def _as_data(shown: SteppedGame) -> dict[str, object]:
    """A game as JSON values: where it starts, its turns, the clause that speaks at each, and where a loop begins."""
    first, *others = shown.frames
    return {
        "title": shown.title,
        "shows": shown.shows,
        "rules": first.game.rules,
        **Start.of(first.game).fields(),
        "turns": [frame.turn for frame in others],
        "clauses": [frame.clause.name if frame.clause else None for frame in others],
        "illegal": [frame.number for frame in others if frame.illegal],
        "loop": shown.loop,
    }


def _games(text: str, rules: str | None, beside: str | None) -> Iterator[SteppedGame]:
    """The games that an id or a file stands for.

    Raises:
        ValueError: there is no such claim, clause or file, it has no games, or it can't be replayed.
    """
    if text.startswith("#/"):
        yield from _of_an_address(read_address(text), rules_of_address(rules, beside))
        return
    if beside is not None:
        raise ValueError("--beside only lets an address name rules of a file; leave it out.")
    if text.casefold().endswith(SGF):
        yield from _of_a_file(text, rules)
        return
    if rules is not None:
        raise ValueError("A claim and a clause come with their rules; leave out --rules.")
    if names_a_file(text):
        yield _endless_game(text)
        return
    claim = ids_of(text, NamedThing.CLAIM)
    statements = (
        [] if claim else [statement for name in ids_of(text, NamedThing.CLAUSE) for statement in statements_of(name)]
    )
    if said := WITHOUT_A_CLAUSE.get(text):
        raise ValueError(f"{text} has no game to show. {said}")
    if not claim and not statements:
        hint = meant_by(text, NamedThing.CLAIM, NamedThing.CLAUSE)
        raise ValueError(f"There is no claim or clause {quoted(text)}.{hint} `superko claims` lists the claims.")
    games = (
        [shown for clause in statements for shown in _of_a_clause(clause)] if statements else list(_of_a_claim(text))
    )
    if not games:
        reasons = [why_no_game(clause) for clause in statements]
        raise ValueError(f"{text} has no game to show. {' '.join(dict.fromkeys(reasons))}".strip())
    yield from games


def _endless_game(named: str) -> SteppedGame:
    """A game that rules let go on forever.

    Raises:
        ValueError: there are no such rules, or no short game of theirs goes on forever.
    """
    endless = endless_game_under(rules_named(named))
    if endless is None:
        raise ValueError(
            f"No short game under {named} was found to go on forever; of rules, only such a game is shown."
        )
    phase, shown = (
        phase_name(endless.start.rules, endless.start.position.phase),
        tuple(frames(endless.start, endless.turns)),
    )
    loop, turns = len(endless.opening), tuple(frame.turn for frame in shown[1:])
    address = Address(named, Start.of(endless.start), turns, at=loop, loop=loop)
    title = f"In {phase} a game can go on forever: {endless}."
    return SteppedGame(named, title, shown, loop, opening_command(address))


def _of_an_address(address: Address, known: RuleSets) -> Iterator[SteppedGame]:
    """The game of an address under its rules, and under those beside them, up to a turn that is not legal."""
    named = [text for text in (address.rules, address.beside) if text]
    for text in named:
        start = address.start.game(known.named(text))
        shown = tuple(frames(start, address.start.turns(address.turns)))
        loop = address.loop if len(shown) > len(address.turns) else None
        title = f"{text} on {address.grid}"
        yield SteppedGame(title, "", shown, loop, opening_command(replace(address, rules=text, beside="", loop=loop)))


def _of_a_clause(clause: Clause) -> Iterator[SteppedGame]:
    for shown in games_of_clause(clause):
        title = f"{shown.heading}. {shown.game.story.shows}".strip()
        yield SteppedGame(clause.name, title, shown.game.frames, opened_by=_opening(shown.game))


def _of_a_claim(text: str) -> Iterator[SteppedGame]:
    decided = decided_about(text)
    for finding in decided.findings:
        if finding.verdict.witness:
            game = shown_witness("", finding.verdict.witness)
            title = f"{finding.verdict.outcome.value}: {game.story.shows}"
            claim = f"{decided.headline}."
            yield SteppedGame(finding.check.name, title, game.frames, opened_by=_opening(game), claim=claim)


def _opening(shown: ShownGame) -> str:
    """The command that shows a game in the explorer; "" where clauses are amended, as no address names such rules."""
    text = name_of_rules(shown.frames[0].game.rules)
    return opening_command(Address(text, shown.story.start, shown.story.turns)) if text else ""


def _of_a_file(file: str, named: str | None) -> Iterator[SteppedGame]:
    if named is not None:
        rules_named(named)
    for number, tree in enumerate(games_of(file), start=1):
        record = tree.record()
        chosen = rules_of_record(record, named)
        replayed = replay(chosen.applied_to(record), chosen.rules)
        opened = shlex.join(["superko", "explore", file, *(["--rules", named] if named else [])])
        notes, seen = " ".join(chosen.notes), tuple(_of_a_replay(replayed))
        yield SteppedGame(f"{file}, game {number}", notes, seen, opened_by=opened if number == 1 else "")


def _of_a_replay(replayed: Replay) -> Iterator[Frame]:
    """Every turn that was taken, and the one at which the replay stopped, if it did."""
    seen = frames_to(replayed.game)
    yield from seen
    stopped = [event for event in replayed.events if isinstance(event, IllegalTurnTaken) and not event.followed]
    for event in stopped:
        player, recorded = replayed.record.turns[event.turn - 1]
        game = replayed.game
        before = game if player is game.position.player else handed_to(game, player)
        yield replace(list(frames(before, [recorded], intended=True))[1], number=event.turn)
