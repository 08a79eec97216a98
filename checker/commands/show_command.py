"""`superko show`: all about anything with an id or a name, and its games; or a game record, turn by turn."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from ...interpreter.files import write_file
from ...interpreter.game import handed_to
from ...interpreter.records.outcome import rules_of_record
from ...interpreter.records.replay import IllegalTurnTaken, Replay, replay
from ...interpreter.records.verdict import games_of
from ...interpreter.rule_names import KNOWN_NAMES, last_amendments
from ...interpreter.rules_files import names_a_file
from ...interpreter.story import Start
from ...interpreter.wording import counted, phase_name
from ...interpreter.wording import shown as quoted
from ...spec.parameters import READINGS, Choice
from ...spec.presets import PRESETS
from ...spec.registry import WITHOUT_A_CLAUSE, Clause, statements_of
from ...spec.rules import Rules
from ..evidence.decided import Decided, decided_about, everything_decided
from ..pages.book import bearing, presets_with
from ..pages.explorer.addresses import Address, read_address, rules_of_address
from ..pages.frames import Frame, frames, frames_to, one_below_another, strip
from ..pages.live import FOLDER, PAGE
from ..pages.prose import TERMS, ids_seen_with
from ..pages.shown_games import ShownGame, shown_witness, why_no_game
from ..pages.shown_games import games_of as games_of_clause
from ..pages.text_table import text_table
from ..telling.data import tell_json
from ..telling.names import NamedThing, ids_of, meant_by, speaking_of, speaks_of, topics
from ..telling.options import BadRequest, IdType, json_option, output_option, refusing, rules_named
from ..telling.report import INDENT, Console, say, show_heading, show_line, show_whole
from .claims_report import claim_as_json, reading_text, show_claim, show_claims, show_proof_made_again
from .rules_command import clause_as_json, clauses_about, listing_as_json, show_clause, show_rules
from .stepping import command_for, name_of_rules, show_frame, show_games
from .values_table import endless_game_under

_SGF, _HTML = ".sgf", ".html"
A_THING = (NamedThing.CLAIM, NamedThing.CLAUSE, NamedThing.READING, NamedThing.PRESET)


@dataclass(frozen=True)
class Shown:
    """Something that can be shown: its games, or why it has none, and what there is to say of it.

    If its games bear on a claim, a sentence says whether that is true. Text comes in short or as a whole.
    """

    games: Sequence[ShownGame] = ()
    claim: str = ""
    tell: Callable[[Console, bool], None] | None = None
    fields: Mapping[str, object] | None = None
    without: str = ""


@click.command("show")
@click.argument(
    "words", type=IdType(*A_THING), metavar="ID|NAME|GAME.sgf|ADDRESS|FILE.py:NAME", nargs=-1, required=True
)
@click.option("--all", "whole", is_flag=True, help="The whole: every verdict, the proofs, every board of every game.")
@click.option("--game", "number", type=click.IntRange(1), metavar="N", help="Show every board of the game N alone.")
@click.option(
    "--rules",
    "rule_sets",
    multiple=True,
    metavar="RULES",
    help="For GAME.sgf: a name such as chinese, ko=SIMPLE and the like, or FILE.py:NAME, which runs that file. An "
    "ADDRESS may name rules of files only if they are named here too.",
)
@click.option("--query", is_flag=True, help="Make a proof of the claim ID again, and print a query of it in full.")
@click.option("--trusts", is_flag=True, help="Make a proof of the claim ID again, and list the functions it called.")
@output_option(
    "Write the games into this .html file instead, to be sent to anybody; or draw the first one as .svg, or that of an "
    "ADDRESS under both of its rule sets.",
    *(_HTML, ".svg"),
)
@json_option
def show_command(
    words: Sequence[str],
    whole: bool,
    number: int | None,
    rule_sets: Sequence[str],
    query: bool,
    trusts: bool,
    output: Path | None,
    json_wanted: bool,
) -> None:
    """Show anything that has an id or a name, and its games turn by turn; or a game record.

    That is a claim, a clause, a reading, a rule set, a parameter, or a word of players such as "triple ko"; with rules
    of your own, FILE.py:NAME, comes a shortest game that goes on forever, if they allow one. ADDRESS is that of a game
    in the explorer, such as '#/japanese-like/9x9/E5.E6.pass'; other commands print it.

    At each turn the clause that decides is named, and the points that it is about; `superko explore` goes back and
    forth in the browser. With --output FILE.html the games stand in one file, to be sent to anybody; beside the
    explorer of a site that `superko report` wrote with --pyodide, each board leads there, to be played on.

    Exits with 0, or with 2 when the request can't be understood.
    """
    what = " ".join(words)
    if query or trusts:
        with refusing():
            show_proof_made_again(Console(), decided_about(what), query, trusts)
        return
    with refusing():
        shown = _shown(what, rule_sets)
        if number is not None and number > len(shown.games):
            raise ValueError(f"There is no game {number}; {what} has {len(shown.games)}.")
        chosen = shown.games if number is None else shown.games[number - 1 : number]
        if output is not None:
            if not chosen:
                raise ValueError(f"{what} has no game to write. {shown.without}".strip())
            is_page, is_address = output.suffix.casefold() == _HTML, what.startswith("#/")
            if not is_page and not is_address and len(chosen) > 1:
                click.echo(f"Game 1 of {len(chosen)} is drawn; --game N draws another.", err=True)
                chosen = chosen[:1]
            drawings = [strip(game.frames, f"{game.heading}. {game.story.shows}") for game in chosen]
            write_file(output, _as_file(what, chosen, shown.claim, output) if is_page else one_below_another(drawings))
            return
    if json_wanted:
        tell_json("show", {**(shown.fields or {}), "games": [_as_data(game) for game in chosen]})
        return
    console = Console()
    if shown.tell is None or number is not None:
        show_games(console, chosen, shown.claim)
        return
    shown.tell(console, whole)
    if not chosen:
        say(console, shown.without) if shown.without else None
    elif whole:
        show_games(console, chosen, shown.claim)
    else:
        console.print()
        show_line(console, chosen[0].heading, depth=0)
        show_frame(console, chosen[0].frames[-1])
        which = f"game 1 of {len(chosen)}" if len(chosen) > 1 else "it"
        show_whole(console, f"\nTo step through {which}: {shlex.join(['superko', 'show', what, '--game', '1'])}")


def _as_file(title: str, games: Sequence[ShownGame], claim: str, output: Path) -> str:
    """The games as a page that needs no other file."""
    from ..pages.site import games_in_one_file  # noqa: PLC0415 (templates take long to import)

    title = " and ".join(game.heading for game in games) if title.startswith("#/") else title
    explorer = FOLDER + PAGE if (output.parent / FOLDER / PAGE).exists() else ""
    numbered = (replace(game, name=f"game-{number}") for number, game in enumerate(games, 1))
    shown = [game.saying(game.heading, f"{claim} {game.story.shows}".strip(), "") for game in numbered]
    return games_in_one_file(title, shown, explorer)


def _as_data(game: ShownGame) -> dict[str, object]:
    """A game as JSON values: where it starts, its turns, the clause that speaks at each, and where a loop begins."""
    first, *others = game.frames
    return {
        "title": game.heading,
        "shows": game.story.shows,
        "rules": first.game.rules,
        **Start.of(first.game).fields(),
        "turns": [frame.turn for frame in others],
        "clauses": [frame.clause.name if frame.clause else None for frame in others],
        "illegal": [frame.number for frame in others if frame.illegal],
        "loop": game.loop,
    }


def _shown(text: str, rule_sets: Sequence[str]) -> Shown:
    """What an id, a name, an address or a file stands for."""
    if text.startswith("#/"):
        return Shown(list(_of_an_address(read_address(text), rule_sets)))
    if text.casefold().endswith(_SGF):
        if len(rule_sets) > 1:
            raise BadRequest("A record is shown under one rule set.")
        return Shown(list(_of_a_file(text, *rule_sets)))
    if rule_sets:
        raise ValueError("Only a game record or an address is shown under rules that are named; leave out --rules.")
    if text in PRESETS or text in KNOWN_NAMES or "=" in text or names_a_file(text):
        return _rule_set(text, rules_named(text))
    if text in WITHOUT_A_CLAUSE:
        said = [{"name": text, "id": text, "text": WITHOUT_A_CLAUSE[text]}]
        return Shown(tell=lambda console, whole: say(console, WITHOUT_A_CLAUSE[text]), fields={"clauses": said})
    return _of_a_name(text)


def _of_a_name(text: str) -> Shown:
    """What an id, its last part, some words or a name of rules stand for."""
    if text.casefold() not in topics() and ids_of(text, NamedThing.CLAIM):
        decided = decided_about(text)
        games, tell = list(_of_a_claim(decided)), partial(show_claim, decided=decided)
        return Shown(games, f"{decided.headline}.", tell, {"claims": [claim_as_json(decided)]})
    if "/" in text and (clauses := ids_of(text, NamedThing.CLAUSE)):
        return _clauses([clause for name in clauses for clause in statements_of(name)])
    if readings := ids_of(text, NamedThing.READING):
        return _reading(READINGS[readings[0]])
    try:
        return _rule_set(text, rules_named(text))
    except ValueError:
        return _word(text)


def _clauses(statements: Sequence[Clause]) -> Shown:
    bears_on = bearing(everything_decided())

    def tell(console: Console, whole: bool) -> None:
        for clause in dict.fromkeys(statements):
            show_clause(console, clause, presets_with(clause), bears_on(clause), whole)

    reasons = dict.fromkeys(map(why_no_game, statements))
    games = [
        game.saying(clause.name, f"{game.heading}. {game.story.shows}".strip(), _opening(game))
        for clause in statements
        for game in games_of_clause(clause)
    ]
    fields = {"clauses": list(map(clause_as_json, statements))}
    return Shown(games, tell=tell, fields=fields, without=" ".join(reasons))


def _reading(reading: Choice) -> Shown:
    claims = [decided for decided in everything_decided() if reading.name in decided.readings]

    def tell(console: Console, whole: bool) -> None:
        say(console, reading_text(reading))
        if claims:
            show_line(console, "Claims that it bears on:")
            show_claims(console, claims)

    fields = {"id": reading.name, "question": reading.question, "answers": reading.values}
    return Shown(tell=tell, fields={"reading": {**fields, "claims": [decided.claim.id for decided in claims]}})


def _rule_set(text: str, rules: Rules) -> Shown:
    """A rule set, by what it says to what players ask; of rules of an author, what they amend, and a loop."""
    endless = _endless_game(text, rules)
    answers = {asked.title: column[text] for asked, column in text_table((text,)).items()}

    def tell(console: Console, whole: bool) -> None:
        show_heading(console, text)
        if text in KNOWN_NAMES:
            show_line(console, str(KNOWN_NAMES[text]))
        for amendment in last_amendments(rules).values():
            show_line(console, f"({amendment.change}) {amendment.name}: {amendment.text}")
        for question, answer in answers.items():
            show_heading(console, f"{INDENT}{question}")
            show_line(console, answer.text, depth=2)
        if whole:
            show_rules(console, rules)
        else:
            number = counted(len(rules.in_force), "clause")
            say(console, f"`{shlex.join(['superko', 'rules', text])}` lists the {number} in force.")

    asked = shlex.join(["superko", "check", "--rules", text])
    none = f"No short game under {text} was found to go on forever. `{asked}` looks for a proof that every game ends."
    without = none if names_a_file(text) else ""
    fields = {**listing_as_json(rules), "answers": {title: answer.as_json() for title, answer in answers.items()}}
    return Shown([endless] if endless else [], tell=tell, fields={"rule_set": fields}, without=without)


def _word(text: str) -> Shown:
    """A word of players, the last part of a clause, or words that claims and clauses speak of."""
    # What the map asks takes a while to import.
    from ..map.boards import PROPERTIES  # noqa: PLC0415

    wanted, seen = text.strip().casefold(), () if "/" in text else ids_seen_with(text)
    terms = [term for term in TERMS if wanted in (term.anchor, *term.word.casefold().split(", "))]
    terms = terms or [term for term in TERMS if speaks_of(term.word, text)]
    topic = topics().get(wanted)
    by_id = {decided.claim.id: decided for decided in everything_decided()}
    speaking = dict.fromkeys([*speaking_of(text, NamedThing.CLAIM), *seen])
    claims = [by_id[claim] for claim in speaking if claim in by_id]
    named = [] if topic else ids_of(text, NamedThing.CLAUSE)
    about = [name for name in clauses_about(text) if name not in named]
    asked = f"`superko map --property {text}` asks it of every rule set of a document." if text in PROPERTIES else ""
    if not (topic or terms or claims or named or about or asked):
        hint = f"{meant_by(text, *A_THING)} `superko check --list` lists the claims."
        raise ValueError(f"There is nothing named {quoted(text)}.{hint}")
    clauses = _clauses([clause for name in named for clause in statements_of(name)])

    def tell(console: Console, whole: bool) -> None:
        if topic:
            say(console, topic.answer)
        for term in terms:
            show_heading(console, term.word)
            show_line(console, term.says)
        if named and clauses.tell:
            clauses.tell(console, whole)
        if claims:
            say(console, f"{counted(len(claims), 'claim')} about {quoted(text)}:")
            show_claims(console, claims)
        if about:
            say(console, f"Clauses about it: {', '.join(about)}.")
        if asked:
            say(console, asked)

    fields = {
        "words": [{"word": term.word, "says": term.says, "see": term.see} for term in terms],
        "claims": list(map(claim_as_json, claims)),
        "clauses": [clause_as_json(clause) for name in (*named, *about) for clause in statements_of(name)],
    }
    games = [term.game.saying(term.word, term.says, _opening(term.game)) for term in terms]
    return Shown([*games, *clauses.games], tell=tell, fields=fields, without=clauses.without)


def _endless_game(named: str, rules: Rules) -> ShownGame | None:
    """A game that rules let go on forever, if a short one is found."""
    endless = endless_game_under(rules)
    if endless is None:
        return None
    phase, shown = phase_name(endless.start.rules, endless.start.position.phase), frames(endless.start, endless.turns)
    game = ShownGame.of("", shown, named, f"In {phase} a game can go on forever: {endless}.", len(endless.opening))
    address = Address(named, game.story.start, game.story.turns, at=game.loop, loop=game.loop)
    return replace(game, opened_by=command_for("explore", address))


def _of_an_address(address: Address, rule_sets: Sequence[str]) -> Iterator[ShownGame]:
    """The game of an address under its rules, and under those beside them, up to a turn that is not legal."""
    known = rules_of_address(*rule_sets)
    for text in filter(None, (address.rules, address.beside)):
        shown = tuple(frames(address.start.game(known.named(text)), address.start.turns(address.turns)))
        loop = address.loop if len(shown) > len(address.turns) else None
        opened_by = command_for("explore", replace(address, rules=text, beside="", loop=loop))
        yield replace(ShownGame.of("", shown, f"{text} on {address.grid}", loop=loop), opened_by=opened_by)


def _of_a_claim(decided: Decided) -> Iterator[ShownGame]:
    for finding in decided.findings:
        if finding.verdict.witness:
            game = shown_witness("", finding.verdict.witness)
            shows = f"{finding.verdict.outcome.value}: {game.story.shows}"
            yield game.saying(finding.check.name, shows, _opening(game))


def _opening(shown: ShownGame) -> str:
    """The command that shows a game in the explorer; "" where clauses are amended, as no address names such rules."""
    text = name_of_rules(shown.frames[0].game.rules)
    return command_for("explore", Address(text, shown.story.start, shown.story.turns)) if text else ""


def _of_a_file(file: str, named: str | None = None) -> Iterator[ShownGame]:
    if named is not None:
        rules_named(named)
    for number, tree in enumerate(games_of(file), start=1):
        record = tree.record()
        rules, notes = rules_of_record(record, named)
        replayed = replay(replace(record, komi=rules.komi), rules)
        opened = shlex.join(["superko", "explore", file, *(["--rules", named] if named else [])])
        game = ShownGame.of("", _of_a_replay(replayed), f"{file}, game {number}", " ".join(notes))
        yield replace(game, opened_by=opened if number == 1 else "")


def _of_a_replay(replayed: Replay) -> Iterator[Frame]:
    """Every turn that was taken, and the one at which the replay stopped, if it did."""
    seen = frames_to(replayed.game)
    yield from seen
    illegal = (event for event in replayed.events if isinstance(event, IllegalTurnTaken))
    for event in illegal:
        if event.followed or event.before_set_up:
            continue
        player, recorded = replayed.record.turns[event.turn - 1]
        game = replayed.game
        before = handed_to(game, player)
        yield replace(list(frames(before, [recorded], intended=True))[1], number=event.turn)
