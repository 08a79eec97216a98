"""Game records in the explorer: opened, and counted: what is dead where play stops, and what the score then is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import zip_longest
from operator import or_

from ....interpreter.drawing import Picture, picture_of, svg
from ....interpreter.game import Game
from ....interpreter.notation import parse_vertex, turn_text, vertex, vertices
from ....interpreter.records.dead_sets import connected, explain_result, explanation_sentences
from ....interpreter.records.game_record import GameRecord, OutcomeKind, record_of, result_text, told_result
from ....interpreter.records.outcome import KOMI, rules_of_record
from ....interpreter.records.replay import OutOfTurn, Replay, Resumed, TakenAsUnblock, TurnsAfterEnd, replay
from ....interpreter.records.settling import agreed_in_words, shown_dead
from ....interpreter.records.sgf import A_FILE, read_games
from ....interpreter.result import NoResult, Score, counted_points
from ....interpreter.rules_files import as_named, names_a_file
from ....interpreter.sitting import Sitting, agree_on
from ....interpreter.story import Start
from ....interpreter.wording import PLAYERS, counted
from ....spec.algebra import BLACK, WHITE, Color, Coloring, Grid
from ....spec.documents import parameters_of
from ....spec.rules import Rules
from .addresses import MOST_TURNS, Address, with_change
from .sides import outcome_report

MOST_TRIED_IN_A_PAGE = 300


def counted_report(name: str, game: Game, dead: tuple[str, ...], protocol: str) -> dict[str, object]:
    """How a game comes out under some rules once it is counted, with its board; or why it can't be counted.

    >>> from superko.spec.rules import Rules
    >>> from superko.spec.vocabulary import Move
    >>> report = counted_report("a", Game(Rules(), (3, 1)).play(Move(0b010)), (), "")
    >>> report["sentence"], report["says"]
    ('Black wins by 3.', ['No stone is removed as dead.'])
    """
    try:
        stopped, settled = count(game, dead, protocol)
    except ValueError as error:
        return {"error": str(error)}
    if settled.result is None:
        return {"error": "Passing never ends the game from here, so it can't be counted."}
    drawn = svg(_picture(stopped, settled), name=f"Board under {name}", buttons=True)
    says = [*agreed_in_words(stopped, settled)]
    return {"svg": drawn, "says": says, **outcome_report(stopped.rules, settled.result)}


def _picture(stopped: Game, settled: Sitting) -> Picture:
    """The board where play stopped, with the dead stones, the dame as if filled, and the points that count."""
    c, ended = stopped.position.coloring, settled.ended
    filled = reduce(or_, (point for _, point in settled.filled), 0)
    stands = replace(c, black=c.black | ended.coloring.black, white=c.white | ended.coloring.white)
    counted = counted_points(ended) if isinstance(settled.result, Score) else {}
    return replace(picture_of(stopped.record), coloring=stands, counted=counted, dead=settled.dead, assumed=filled)


def count(game: Game, dead: tuple[str, ...], protocol: str) -> tuple[Game, Sitting]:
    """Where play stops, and how both players settle it by a protocol who hold the same strings dead, by their points.

    Raises:
        ValueError: play does not stop, there is no stone at a point, or the protocol does not settle it so.
    """
    stopped = _stop_of(game)
    c = stopped.position.coloring
    points = _points(c.board.grid, dead)
    return stopped, agree_on(stopped, points & c.empty | _strings(c, points), protocol=protocol)


def with_dead(game: Game, dead: tuple[str, ...], point: str) -> tuple[str, ...]:
    """The strings that are dead after a click: the whole group of a stone that was alive, or without a dead string.

    Raises:
        ValueError: there is no stone at the point.
    """
    c = _stop_of(game).position.coloring
    grid = c.board.grid
    clicked = parse_vertex(grid, point)
    if clicked & c.empty:
        raise ValueError(f"There is no stone at {vertex(grid, clicked)} to be dead.")
    color = BLACK if clicked & c.black else WHITE
    before = _strings(c, _points(grid, dead))
    if clicked & before:
        return _named(c, before & ~_strings(c, clicked))
    return _named(c, before | c.board.closure(clicked, c.not_of(color.opponent)) & c.of(color))


def record_counted(game: Game, dead: tuple[str, ...], protocol: str) -> GameRecord:
    """The record of a game that is counted, with the territory of each player and the result."""
    stopped, settled = count(game, dead, protocol)
    record = replace(record_of(game), result=result_text(settled.result) if settled.result else "")
    points, c = _picture(stopped, settled).counted, stopped.position.coloring
    black, white = (points.get(color, 0) & ~(c.of(color) & ~settled.dead) for color in (BLACK, WHITE))
    return replace(record, black_territory=black, white_territory=white)


def dead_in_record(game: Game, record: GameRecord) -> tuple[str, ...] | None:
    """The strings that are dead by what a record shows at its end; None if it marks no territory and clears none."""
    stop = _replayed(game).stop()
    if stop is None:
        return None
    c = stop[0].position.coloring
    dead = shown_dead(record, c)
    return None if dead is None else _named(c, dead)


def explained(game: Game, result: str) -> list[tuple[str, tuple[str, ...] | None]]:
    """Which strings must be dead for a game to come out as its record says: sentences, with their strings.

    Raises:
        ValueError: the record has no score, or play does not reach where the players say which stones are dead.
    """
    explanation = explain_result(_replayed(game), told_result(result), most=MOST_TRIED_IN_A_PAGE)
    sets: list[tuple[str, ...] | None] = [_named(explanation.coloring, dead) for dead in explanation.sets]
    return list(zip_longest(explanation_sentences(result, explanation), sets))


def _stop_of(game: Game) -> Game:
    """Where the players of a game stop to say which stones are dead; they pass on to there if they have not yet."""
    stop = _replayed(game).stop()
    if stop is None or isinstance(stop[0].result, NoResult):
        raise ValueError("The game ends before the players say which stones are dead.")
    return stop[0]


def _replayed(game: Game) -> Replay:
    return Replay(record_of(game), game.course, ())


def _points(grid: Grid, names: tuple[str, ...]) -> int:
    return sum(parse_vertex(grid, name) for name in names)


def _strings(c: Coloring[int], points: int) -> int:
    """The strings of some stones."""
    return sum(c.board.closure(points & c.of(color), c.of(color)) for color in Color)


def _named(c: Coloring[int], stones: int) -> tuple[str, ...]:
    """A point of each string of some stones."""
    strings = [string for color in Color for string in connected(c, color, c.of(color)) if string & stones]
    return tuple(vertices(c.board.grid, sum(string & -string for string in strings)))


USUAL_RULES = "tromp-taylor"
_MOST_LINES = 30


def opened(data: bytes, named: str | None = None, file: str = A_FILE) -> tuple[Address, str]:
    """The address of the first game of an SGF file, and notes on how it was read.

    Args:
        data: what is in the file.
        named: the text that names the rules; those that the record names, if it is left out.
        file: what an error calls the file.

    Raises:
        ValueError: the bytes hold no game, or no game under these rules starts as it does.

    >>> opened(b"(;SZ[3]RU[Japanese]KM[0.5];B[bb];W[aa];W[ca])")[0].turns
    ('B2', 'A3')
    """
    address, note, _, _ = next(opened_lines(data, named, file))
    return address, note


def opened_lines(
    data: bytes, named: str | None = None, file: str = A_FILE
) -> Iterator[tuple[Address, str, int, Mapping[int, str]]]:
    """The variations of the first game of an SGF file, the main line first; see `opened`.

    Returns:
        The address that shows each; how it was read; the turn with which it leaves the main line, less than 1 if that
        is before the start that is shown, and 0 for the main line; comments, by after how many turns they stand.

    >>> [leaves for _, _, leaves, _ in opened_lines(b"(;SZ[3];B[bb](;W[aa])(;W[cc]C[No!]))")]
    [0, 2]
    """
    game, *others = read_games(data, file)
    variations = game.number_of_variations
    notes = {
        f"The file has {len(others) + 1} games; this is the first.": bool(others),
        f"The record has {variations} variations; this is the main line.": variations > 1,
    }
    for number in range(1, min(variations, _MOST_LINES) + 1):
        # That a variation can't be read is no reason not to show the main line.
        with suppress(*([ValueError] if number > 1 else [])):
            address, further_notes = _opened(game.record(number), named)
            note = " ".join([*(note for note, holds in notes.items() if holds and number == 1), *further_notes])
            yield address, note, game.parts_at(number) if number > 1 else 0, game.comments(number)


def _opened(record: GameRecord, named: str | None) -> tuple[Address, list[str]]:
    asked = named or (None if record.rules else USUAL_RULES)
    rules, notes = rules_of_record(record, asked)
    followed = replay(replace(record, komi=rules.komi), rules)
    turns, stop = _turns(followed)
    result = record.result.strip() if told_result(record.result).kind is OutcomeKind.SCORE else ""
    dead = dead_in_record(followed.game, record) if followed.lawful_to_end else None
    address = Address(_text(named, rules), Start.of(followed.games[0]), turns, result=result, dead=dead)
    return address, [*notes, *stop]


def _text(named: str | None, rules: Rules) -> str:
    """The text for the rules that a record is shown under, its komi included."""
    if named is None or not names_a_file(named):
        komi = int(rules.komi) if rules.komi == int(rules.komi) else rules.komi
        return as_named(replace(rules, komi=komi), *([named, with_change(named, KOMI, str(komi))] if named else []))
    return with_change(named, KOMI, f"{rules.komi:g}") if KOMI in parameters_of(rules) else named.strip()


def _turns(followed: Replay) -> tuple[tuple[str, ...], list[str]]:
    """The turns that can be shown, and why not the others."""
    record = followed.record
    grid = record.start.grid
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
        why = ""
        if isinstance(event, OutOfTurn) and not event.before_set_up:
            why = f"Turn {event.turn} is not {PLAYERS[event.player]}'s; the record is shown up to there."
        if isinstance(event, Resumed):
            why = f"Turn {event.turn} resumes the game, which had stopped; the record is shown up to there."
        if isinstance(event, TurnsAfterEnd):
            why = f"What the record shows after the end of the game ({counted(event.number, 'turn')}) is left out."
        if why:
            yield event.turn - 1, why
