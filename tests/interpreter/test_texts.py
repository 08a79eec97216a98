"""Every text in random games, beside a naive twin that has a list of all turns and sets of places, and nothing else.

What single clauses do, and which of them forbids a turn, stands in `conversations/play-texts.txt`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given

from superko.interpreter.game import Game
from superko.interpreter.result import NoResult, Score
from superko.interpreter.rule_names import parse_rules
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.registry import clause_named
from superko.spec.tromp_taylor.rules import reaching
from superko.spec.vocabulary import PASS, Move, Turn
from tests.spec.boards import colorings, places, twin, twin_color
from tests.spec.naive import OTHER, Places, Stones, beside, make_move, naive_territory, resolve_captures, surrounded

MOST_TURNS = 60


@dataclass(frozen=True)
class Done:
    """A turn, as somebody beside the board writes it down."""

    player: str
    before: Stones
    after: Stones
    passed: bool


Past = list[Done]
Bans = Callable[[Done, Past], bool]
Ends = Callable[[Past], bool]


def stood(past: Past, done: Done) -> list[Stones]:
    """Every board that has stood before a turn was done."""
    return [*(earlier.before for earlier in past), done.before]


def superko(done: Done, past: Past) -> bool:
    return done.after in stood(past, done)


def superko_with_the_player(done: Done, past: Past) -> bool:
    return (OTHER[done.player], done.after) in [(earlier.player, earlier.before) for earlier in past]


def in_a_ko(done: Done, past: Past) -> bool:
    """Whether a board stands again by a stone that takes one and then could be taken alone."""
    taken = stones_lost(done, OTHER[done.player])
    placed = done.after.of(done.player) - done.before.of(done.player)
    alone = beside(done.after, placed) <= done.after.of(OTHER[done.player]) | taken
    return len(taken) == 1 and alone and superko(done, past)


def directly(done: Done, past: Past) -> bool:
    """Whether a play brings back what the turn before it has changed."""
    return bool(past) and done.after == past[-1].before


def by_the_cases(done: Done, past: Past) -> bool:
    """Article 20: no single ko at once, and no false life."""
    return done.after in [earlier.before for earlier in past[-2:]]


def own_boards(done: Done, past: Past, passes_count: bool) -> bool:
    own = [before for before in past if before.player == done.player and (passes_count or not before.passed)]
    return done.after in [earlier.after for earlier in own]


def captures_alone(done: Done, past: Past) -> bool:
    return bool(stones_lost(done, OTHER[done.player])) and superko(done, past)


def since_the_last_pass(done: Done, past: Past, left_counts: bool) -> bool:
    """Spight: a board that has stood since the last pass; whether the one that was left by it counts, is a reading."""
    last_pass = max((number for number, earlier in enumerate(past) if earlier.passed), default=-1)
    since = stood(past, done)[last_pass + 1 :]
    return done.after in (since if left_counts or last_pass < 0 else since[1:])


def since_the_last_pass_with_the_player(done: Done, past: Past) -> bool:
    last_pass = max((number for number, earlier in enumerate(past) if earlier.passed), default=-1)
    return superko_with_the_player(done, past[last_pass + 1 :])


def where_the_other_passed(done: Done, past: Past) -> bool:
    passes = [(earlier.player, earlier.before) for earlier in past if earlier.passed]
    return since_the_last_pass_with_the_player(done, past) or (OTHER[done.player], done.after) in passes


def two_passes(past: Past) -> bool:
    return [done.passed for done in past[-2:]] == [True, True]


def second_stop(past: Past) -> bool:
    """Two passes in a row, twice; a pass is of one stop alone."""
    stops = run = 0
    for done in past:
        run = run + 1 if done.passed else 0
        stops, run = (stops + 1, 0) if run == 2 else (stops, run)
    return stops == 2


def passed_again(past: Past) -> bool:
    """A player passes who has passed on this board already."""
    return past[-1].passed and past[-1] in past[:-1]


def first_stop(past: Past) -> int:
    """After how many turns somebody passed again; all of them where nobody has."""
    return next((number for number in range(1, len(past) + 1) if passed_again(past[:number])), len(past))


def both_stop(past: Past) -> bool:
    encore = past[first_stop(past) :]
    return bool(encore) and passed_again(encore)


def cycle(times: int, across_passes: bool = True) -> Ends:
    """Whether the last turn is a play that makes a board for the second time or the third; the start makes one too."""

    def goes_round(past: Past) -> bool:
        last_pass = max((number for number, done in enumerate(past) if done.passed and not across_passes), default=-1)
        made = [done.after for done in past[last_pass + 1 :] if not done.passed]
        return (
            not past[-1].passed
            and [*made, *([] if last_pass >= 0 else [past[0].before])].count(past[-1].after) >= times
        )

    return goes_round


def stones_lost(done: Done, color: str) -> Places:
    return done.before.of(color) - done.after.of(color)


def prisoners(past: Past, color: str) -> int:
    return sum(len(stones_lost(done, color)) for done in past)


def area(stones: Stones, color: str, past: Past) -> float:
    return len(stones.of(color)) + len(surrounded(stones, color))


def with_komi(komi: float) -> Callable[[Stones, str, Past], float]:
    return lambda stones, color, past: area(stones, color, past) + (komi if color == "white" else 0)


def area_and_first_pass(stones: Stones, color: str, past: Past) -> float:
    """WMSG: White has a komi of 6.5, and Black a point less where White is the first to pass."""
    first = next(done.player for done in past if done.passed)
    return with_komi(6.5)(stones, color, past) - (first == "white" and color == "black")


def grown(stones: Stones, color: str) -> Places:
    """Whatever can be reached from stones over empty points."""
    reached = stones.of(color)
    while more := beside(stones, reached) & stones.empty:
        reached |= more
    return reached


def reached(stones: Stones, color: str, past: Past) -> float:
    return len(grown(stones, color)) + (7 if color == "white" else 0)


def less_prisoners(stones: Stones, color: str, past: Past) -> float:
    """AGA: a pass hands over a stone, and White passes last."""
    passes = sum(done.passed for done in past if done.player == color) + (color == "white" == OTHER[past[-1].player])
    return len(surrounded(stones, color)) - prisoners(past, color) - passes


def territory_without_seki(stones: Stones, color: str, past: Past) -> float:
    """Japanese 1989, where no stones are dead."""
    return len(naive_territory(stones, frozenset(), color, together=False)) - prisoners(past, color)


def encore(stones: Stones, color: str, past: Past) -> float:
    """Spight by territory: in the encore a pass costs a point, and both must have taken as many turns in it."""
    turns = past[first_stop(past) :]
    passes = sum(done.passed for done in turns if done.player == color)
    obligatory = len(turns) % 2 and turns[0].player != color
    return len(surrounded(stones, color)) - prisoners(past, color) - passes - obligatory


def points(count: Callable[[Stones, str, Past], float]) -> Callable[[Stones, Past], object]:
    return lambda stones, past: (count(stones, "black", past), count(stones, "white", past))


AREAS = points(area)


def or_the_win(stones: Stones, past: Past) -> object:
    """Repeated pass: whoever passed more often since the first of the two passes has won, whatever the count."""
    passes = [done.player for done in past[past.index(past[-1]) + 1 :] if done.passed]
    more = passes.count("black") - passes.count("white")
    return AREAS(stones, past) if more == 0 else "black wins" if more > 0 else "white wins"


def unless(ended: Ends, outcome: str) -> Callable[[Stones, Past], object]:
    """An outcome without a count where something has ended the game; areas otherwise."""
    return lambda stones, past: outcome if ended(past) else AREAS(stones, past)


@dataclass(frozen=True)
class Text:
    """What a text says, as the twin has it.

    Attributes:
        bans: whether a play is forbidden for what it brings back.
        ends: whether the last turn ends the game.
        outcome: the points of both, or how the game ends otherwise.
        suicide: whether stones may be taken off by their own player.
        width, height: the board that it is played on.
    """

    bans: Bans
    ends: Ends = two_passes
    outcome: Callable[[Stones, Past], object] = AREAS
    suicide: bool = False
    width: int = 3
    height: int = 1


THIRD, AGAIN = cycle(3), cycle(2, across_passes=False)
CASES = "chinese-2002,reading/chinese-2002-repetition"
TEXTS = {
    "tromp-taylor-ten": Text(superko, suicide=True, height=2),
    "aga": Text(superko, outcome=points(less_prisoners), height=2),
    "aga,reading/aga-repetition=board-and-player": Text(superko_with_the_player, outcome=points(less_prisoners)),
    "aga-area,reading/aga-repeating-moves=ko-only": Text(in_a_ko, width=4),
    "wmsg": Text(superko, outcome=points(area_and_first_pass), height=2),
    "wmsg,reading/wmsg-first-stop=disagreed": Text(superko, second_stop, points(area_and_first_pass)),
    "chinese-2002": Text(superko, height=2),
    "chinese-2002,reading/chinese-2002-facing=same-player": Text(superko_with_the_player),
    f"{CASES}=article-20": Text(by_the_cases, lambda past: two_passes(past) or THIRD(past), unless(THIRD, "none")),
    f"{CASES}=article-20,reading/chinese-2002-rare=forbidden": Text(superko),
    f"{CASES}=forum": Text(by_the_cases, lambda past: two_passes(past) or THIRD(past), unless(THIRD, "draw")),
    "french": Text(lambda done, past: own_boards(done, past, False), outcome=points(with_komi(7.5)), height=2),
    "ikeda": Text(captures_alone),
    "ikeda,reading/ikeda-suicide=allowed": Text(captures_alone, suicide=True),
    "japanese-1989": Text(
        directly,
        lambda past: two_passes(past) or AGAIN(past),
        lambda stones, past: "none" if AGAIN(past) else points(territory_without_seki)(stones, past),
        width=4,
    ),
    "new-zealand": Text(
        lambda done, past: own_boards(done, past, True), outcome=points(reached), suicide=True, height=2
    ),
    "new-zealand,reading/new-zealand-passes=do-not-count": Text(
        lambda done, past: own_boards(done, past, False), outcome=points(reached), suicide=True
    ),
    "spight": Text(lambda done, past: since_the_last_pass(done, past, True), passed_again),
    "spight,reading/spight-board-at-the-pass=stood": Text(
        lambda done, past: since_the_last_pass(done, past, False), passed_again
    ),
    "spight-territory": Text(lambda done, past: since_the_last_pass(done, past, True), both_stop, points(encore)),
    "spight-two": Text(where_the_other_passed),
    "repeated-pass": Text(since_the_last_pass_with_the_player, passed_again, or_the_win),
    "repeated-pass,reading/repeated-pass-win=left-out": Text(since_the_last_pass_with_the_player, passed_again),
}


def tried(text: Text, player: str, now: Stones, past: Past, ban: bool = True) -> dict[Any, Stones]:
    """What each play that a player may make leads to."""
    boards = {}
    for place in now.empty:
        after, _, own = make_move(now, player, place)
        if (text.suicide or not own) and not (ban and text.bans(Done(player, now, after, False), past)):
            boards[place] = after
    return boards


def outcome(game: Game) -> object:
    """How a game has ended, as the twin says it."""
    if isinstance(game.result, NoResult):
        return "none"
    assert isinstance(game.result, Score)
    winner, lead = game.result.winner, game.result.lead
    if not any(game.result.terms.values()):
        return "draw" if winner is None else f"{twin_color(winner)} wins"
    assert winner is (None if lead == 0 else BLACK if lead > 0 else WHITE)
    return game.result.black, game.result.white


WITHOUT_LIBERTIES = """
    aga/presupposed#no-liberties chinese-2002/presupposed#breathless french/play#no-liberty ikeda/presupposed#removable
    japanese-1989/4-exist new-zealand/liberty repeated-pass/presupposed#no-liberties spight/presupposed#no-liberties
    spight-two/presupposed#no-liberties tromp-taylor/clear wmsg/capture
"""
SURROUNDED = "aga/12-territory french/territory spight/presupposed#enclosed"


@given(colorings(longest_side=4))
def test_stones_without_liberties_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for name, color in product(WITHOUT_LIBERTIES.split(), Color):
        captured = resolve_captures(twin(c), twin_color(color))[1]
        assert places(c.board, clause_named(name).function(c, color)) == captured, name


@given(colorings(longest_side=4))
def test_empty_points_that_one_color_surrounds_are_those_that_a_search_finds(c: Coloring[int]) -> None:
    for name, color in product(SURROUNDED.split(), Color):
        enclosed = surrounded(twin(c), twin_color(color))
        assert places(c.board, clause_named(name).function(c, color)) == enclosed, name


@pytest.mark.clauses("tromp-taylor/reach")
@given(colorings(longest_side=4))
def test_empty_points_reach_the_colors_that_a_search_finds_beside_them(c: Coloring[int]) -> None:
    for color in Color:
        own, other = (reaching(c, c.empty, c.of(of_color)) for of_color in (color, color.opponent))
        assert places(c.board, own & ~other) == surrounded(twin(c), twin_color(color))


@pytest.mark.clauses("new-zealand/territory", "claim/nz-counts-dame-twice")
@given(colorings(longest_side=4))
def test_territory_grows_from_the_stones_over_all_that_is_unoccupied(c: Coloring[int]) -> None:
    for color in Color:
        assert places(c.board, clause_named("new-zealand/territory").function(c, color)) == grown(
            twin(c), twin_color(color)
        )


def test_random_games_are_as_a_list_of_all_turns_has_it(thorough: bool) -> None:
    for name, text in TEXTS.items():
        banned, outcomes = 0, set[object]()
        for number in range(60 if thorough else 20):
            banned += compared(text, Game(parse_rules(name), (text.width, text.height)), Random(number), outcomes)
        assert banned > 0, name
        assert len(outcomes) > 1, name


def compared(text: Text, game: Game, chance: Random, outcomes: set[object]) -> int:
    """Play a random game beside the twin, note how it came out, and say how many plays were forbidden by a ban."""
    player, past, banned, rules = "black", Past(), 0, game.rules
    while not game.over and len(past) < MOST_TURNS:
        board, after = game.position.coloring.board, (now := twin(game.position.coloring))
        plays = tried(text, player, now, past)
        assert twin_color(game.position.player) == player, rules
        legal = {place for turn in game.moves() for place in places(board, turn.point)}
        assert legal == plays.keys(), (rules, game)
        banned += len(tried(text, player, now, past, ban=False)) - len(plays)
        turns: list[Turn] = [PASS, *game.moves(), *game.moves()]
        turn = chance.choice(turns)
        if isinstance(turn, Move):
            (place,) = places(board, turn.point)
            after = plays[place]
        past.append(Done(player, now, after, turn == PASS))
        game, player = game.play(turn), OTHER[player]
        assert twin(game.position.coloring) == after, rules
        assert game.over == text.ends(past), (rules, game)
    if game.over:
        outcomes.add(outcome(game))
        assert outcome(game) == text.outcome(twin(game.position.coloring), past), (rules, game)
    return banned
