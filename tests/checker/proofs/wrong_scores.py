"""Wrong versions of the claims about scores."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from superko.spec.algebra import BLACK, WHITE, Color
from superko.spec.french.rules import territory as french_territory
from superko.spec.parameters import Scoring
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import Ended, Phase, Play, Position, Record, Tally

from .wrong_version import WrongVersion

AGA, AREA, FRENCH = PRESETS["aga"], PRESETS["aga-area"], replace(PRESETS["french"], komi=0)
TERRITORY = Rules(scoring=Scoring.TERRITORY)
BY_TERRITORY = "scoring=TERRITORY"
IN_TURN = "legal turns in turn"


def added(rules: Rules, function: Any, decides: Decision, text: str = "Something more.") -> Rules:
    """The rules with a clause of a rules author."""
    return rules.adding(make_clause(function, "ours/more", decides=decides, text=text))


def one_captured(record: Record, tally: Tally) -> Tally:
    return replace(tally, captures={**tally.captures, BLACK: tally.captures[BLACK] + 1})


def one_more_if_black_passes(position: Position) -> dict[Color, int]:
    return {position.player: 1 if position.player is BLACK else 0, position.player.opponent: 0}


def without_black_stones(ended: Ended[Any]) -> Ended[Any]:
    return replace(ended, coloring=ended.coloring.emptied(ended.coloring.black))


def emptied_after_two_passes(record: Record) -> Position:
    """After two passes the second cleanup phase starts from an empty board."""
    c = record.position.coloring
    coloring = c.emptied(c.board.everything) if record.pass_run >= 2 else c
    return replace(record.position, coloring=coloring, phase=Phase.SECOND_CLEANUP, marks=c.board.nothing)


def counted_if_changed(play: Play[Any]) -> dict[Color, Any]:
    """Captures count if the move has changed the coloring."""
    counts = play.before != play.after
    size = play.before.size
    own = size(play.self_captured) if counts else 0
    return {play.player.opponent: size(play.captured), play.player: own}


def one_if_captures_are_equal(ended: Ended[Any], color: Color) -> Any:
    return 1 if color is BLACK and ended.captures[BLACK] == ended.captures[WHITE] else 0


def one_if_captures_differ(ended: Ended[Any], color: Color) -> Any:
    return 1 if color is BLACK and ended.captures[BLACK] != ended.captures[WHITE] else 0


def one_under_suicide(ended: Ended[Any], color: Color) -> Any:
    return 1 if ended.rules.suicide and color is BLACK else 0


def captures_of_black(ended: Ended[Any], color: Color) -> Any:
    return ended.captures[BLACK] if color is BLACK else 0


def stones_placed(ended: Ended[Any], color: Color) -> Any:
    return ended.placed[color]


def handicap(ended: Ended[Any], color: Color) -> Any:
    return ended.handicap if color is WHITE else 0


def from_ten_handicap_stones(ended: Ended[Any], color: Color) -> Any:
    """White is compensated for handicap stones, but for no more than nine."""
    return min(max(ended.handicap - 1, 0), 8) if color is WHITE else 0


def stones_only(ended: Ended[Any], color: Color) -> Any:
    """A player counts their stones."""
    return ended.coloring.size(ended.coloring.of(color))


def black_wins_ties(black: float, white: float) -> Color | None:
    """The greater total wins, and Black wins ties."""
    return BLACK if black >= white else WHITE


def half_a_point_is_nothing(black: float, white: float) -> Color | None:
    """The greater total wins, if it is greater by more than half a point."""
    if abs(black - white) <= 0.5:
        return None
    return BLACK if black > white else WHITE


def least_wins(black: float, white: float) -> Color | None:
    """The smaller total wins."""
    return BLACK if black < white else WHITE


def half_the_usual_board(black: float, white: float) -> Color | None:
    """Who has more wins, but nobody does with more than 361."""
    return None if black == white or max(black, white) > 361 else BLACK if black > white else WHITE


def white_after_ten_turns(record: Record, tally: Tally) -> Tally:
    """In games of more than ten turns, White hands over another stone."""
    return one_captured(record, tally) if record.turn > 10 else tally


def last_move_of_the_first_hundred(record: Record, tally: Tally) -> Tally:
    """If Black took the last turn, White passes once more, unless that took long."""
    if record.position.player is WHITE and record.turn < 100:
        return replace(tally, captures={**tally.captures, WHITE: tally.captures[WHITE] + 1})
    return tally


OWNERSHIP = (
    ("a stone captured in the end", added(TERRITORY, one_captured, Decision.COMPLETION)),
    ("passes of Black that hand over a stone", added(TERRITORY, one_more_if_black_passes, Decision.PASS_STONES)),
    ("black stones removed uncounted", added(TERRITORY, without_black_stones, Decision.REMOVAL)),
    (
        "stones gone after two passes",
        TERRITORY.replacing("katago-v2/cleanup/second-phase#then-score", emptied_after_two_passes),
    ),
    (
        "self-captures that count if the board changes",
        TERRITORY.replacing("katago-v2/move/capture-total", counted_if_changed),
    ),
    ("a point where captures are equal", added(TERRITORY, one_if_captures_are_equal, Decision.SCORE)),
    ("a point where captures differ", added(TERRITORY, one_if_captures_differ, Decision.SCORE)),
    ("a point for suicide", added(TERRITORY, one_under_suicide, Decision.SCORE)),
)
TERMS = (
    ("a stone captured in the end", added(TERRITORY, one_captured, Decision.COMPLETION)),
    ("black stones removed", added(TERRITORY, without_black_stones, Decision.REMOVAL)),
    (
        "a point where captures are equal",
        TERRITORY.replacing("katago-v2/territory/score-none#moves", one_if_captures_are_equal, "One."),
    ),
    ("stones only", TERRITORY.replacing("katago-v2/territory/score-none#surrounded", stones_only)),
    ("no captures", TERRITORY.dropping("katago-v2/territory/score-none#captures")),
    ("a point for suicide", TERRITORY.replacing("katago-v2/territory/komi", one_under_suicide, "A point.")),
    ("passes of Black that hand over a stone", added(TERRITORY, one_more_if_black_passes, Decision.PASS_STONES)),
    (
        "self-captures that count if the board changes",
        TERRITORY.replacing("katago-v2/move/capture-total", counted_if_changed),
    ),
)
DIFFERENCE = (
    ("black stones removed", added(AGA, without_black_stones, Decision.REMOVAL)),
    ("a stone captured in the end", added(AGA, one_captured, Decision.COMPLETION)),
    ("a stone more after ten turns", added(AGA, white_after_ten_turns, Decision.COMPLETION)),
    ("a last move for a hundred turns", AGA.replacing("aga/11-last-move", last_move_of_the_first_hundred)),
    ("handicap beyond nine uncompensated", AGA.replacing("aga/12-count-area#handicap-n-1", from_ten_handicap_stones)),
    (
        "passes of Black alone that hand over a stone",
        AGA.replacing("aga/7-pass#stone", one_more_if_black_passes, "Black only."),
    ),
    ("a point where prisoners differ", AGA.replacing("aga/12-count-territory", one_if_captures_differ, "A point.")),
    (
        "a point where prisoners are equal",
        added(AGA, one_if_captures_are_equal, Decision.SCORE).replacing("aga/12-count-area", stones_only),
    ),
    ("prisoners that count if the board changes", AGA.replacing("aga/presupposed#prisoners", counted_if_changed)),
)
SUM = (
    ("Black wins ties", AREA.replacing("aga/12-count-area#winner", black_wins_ties)),
    ("half a point is nothing", AREA.replacing("aga/12-count-area#winner", half_a_point_is_nothing)),
    ("the smaller total wins", AREA.replacing("aga/12-count-area#winner", least_wins)),
    ("nobody wins with more than 361", AREA.replacing("aga/12-count-area#winner", half_the_usual_board)),
    ("black stones removed", added(AREA, without_black_stones, Decision.REMOVAL)),
    ("prisoners of Black count", added(AREA, captures_of_black, Decision.SCORE)),
    ("stones placed count", added(AREA, stones_placed, Decision.SCORE)),
    ("handicap stones count twice", added(AREA, handicap, Decision.SCORE)),
    ("stones only", AREA.replacing("aga/12-count-area", stones_only)),
    ("Black wins ties in White's favour, by a clause more", added(AREA, black_wins_ties, Decision.WINNER)),
)


def of_given_stones_alone(c: Any, given: Any, color: Color) -> Any:
    return c.size(c.board.nothing) - given[color]


def of_shared_points(c: Any, given: Any, color: Color) -> Any:
    return c.size(c.empty) - given[color]


def of_stones_given_by_black(c: Any, given: Any, color: Color) -> Any:
    return c.size(french_territory(c, color)) - (given[color] if color is BLACK else 0)


QUICK_COUNT = (
    ("no territory", FRENCH.replacing("french/quick-count", of_given_stones_alone, "Stones alone.")),
    ("every empty point", FRENCH.replacing("french/quick-count", of_shared_points, "Every empty point.")),
    ("White's stones kept", FRENCH.replacing("french/quick-count", of_stones_given_by_black, "Black's alone.")),
    ("stones only in the count", FRENCH.replacing("french/count", stones_only)),
    ("prisoners of Black count", added(FRENCH, captures_of_black, Decision.SCORE)),
    ("stones placed count", added(FRENCH, stones_placed, Decision.SCORE)),
    ("black stones removed", added(FRENCH, without_black_stones, Decision.REMOVAL)),
)

WRONG_SCORES = (
    *(WrongVersion("claim/ownership-difference", fault, rules, label=BY_TERRITORY) for fault, rules in OWNERSHIP),
    *(
        WrongVersion("claim/area-is-territory-but-for-moves", fault, rules, label=BY_TERRITORY)
        for fault, rules in TERMS
    ),
    *(WrongVersion("claim/aga-same-difference", fault, rules, label=IN_TURN) for fault, rules in DIFFERENCE),
    *(WrongVersion("claim/aga-area-sum", fault, rules) for fault, rules in SUM),
    *(WrongVersion("claim/french-quick-count", fault, rules) for fault, rules in QUICK_COUNT),
)
