"""Wrong versions of the lemmas about moves, of what superko forbids, and of which clause decides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from superko.spec import usual
from superko.spec.algebra import BLACK, WHITE, Color, Coloring
from superko.spec.composition import resulting_state
from superko.spec.guard import given
from superko.spec.katago_v2.life import pass_alive
from superko.spec.katago_v2.moves import make_move, resolve_captures
from superko.spec.lemma import reading
from superko.spec.parameters import Ko, Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.vocabulary import PASS, Phase, Play, Position, Record

from .wrong_version import WrongVersion

ANY, TERRITORY, TAXED = Rules(), Rules(scoring=Scoring.TERRITORY), Rules(tax=Tax.ALL)
AGA, TEN = PRESETS["aga"], PRESETS["tromp-taylor-ten"]
ARTICLE_6 = PRESETS["chinese-2002"]
CHINESE_PLAY, BREATH = "chinese-2002/presupposed#play", "chinese-2002/presupposed#no-suicide"
MOVE, EMPTY = "katago-v2/move/pseudolegal", "katago-v2/move/pseudolegal#empty"
COUNTED = "katago-v2/move/capture-total"
SUPERKO = "katago-v2/main/legal-superko"


def single_stones(c: Coloring[Any], color: Color) -> Any:
    return c.regions(c.of(color), where=lambda region: c.is_single(region) & c.is_empty(c.border(region) & c.empty))


def all_but_single_stones(c: Coloring[Any], color: Color) -> Any:
    return resolve_captures(c, color) & ~single_stones(c, color)


def blacks_alone(c: Coloring[Any], color: Color) -> Any:
    return resolve_captures(c, color) if color is BLACK else c.board.nothing


def capturing(resolver: Any) -> Any:
    """A move whose captures are found otherwise."""
    return reading(make_move, resolve_captures=resolver)


def both_at_once(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stones of both colors at once."""
    colored = c.colored(point, player)
    captured, own = resolve_captures(colored, player.opponent), resolve_captures(colored, player)
    return Play(player, point, c, colored.emptied(captured | own), captured, own)


def changed_points(play: Play[Any]) -> Any:
    return (play.before.black ^ play.after.black) | (play.before.white ^ play.after.white)


def black_changes_something(play: Play[Any]) -> Any:
    return True if play.player is WHITE else play.before.meets(changed_points(play), play.before.board.everything)


def white_changes_something(play: Play[Any]) -> Any:
    return True if play.player is BLACK else play.before.meets(changed_points(play), play.before.board.everything)


def changes_or_captures_its_own(play: Play[Any]) -> Any:
    return play.before.meets(changed_points(play) | play.self_captured, play.before.board.everything)


def captures_one_of_its_own_at_most(play: Play[Any]) -> Any:
    return play.before.is_empty(play.self_captured) | play.before.is_single(play.self_captured)


def own_stay(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures none of the player's own stones."""
    colored = c.colored(point, player)
    captured = resolve_captures(colored, player.opponent)
    return Play(player, point, c, colored.emptied(captured), captured, c.board.nothing)


def opponents_stay(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures only the player's own stones."""
    colored = c.colored(point, player)
    own = resolve_captures(colored, player)
    return Play(player, point, c, colored.emptied(own), c.board.nothing, own)


def beside_too(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move colors the empty points beside it too."""
    return make_move(c, player, point | c.board.border(point) & c.empty)


def untold(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures stones, and does not tell which."""
    made = make_move(c, player, point)
    return replace(made, captured=c.board.nothing)


def own_taken_off(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A play takes off the player's own stones without breath, and none of the opponent's."""
    colored = c.colored(point, player)
    own = usual.without_liberties(colored, player)
    return Play(player, point, c, colored.emptied(own), c.board.nothing, c.board.nothing)


def sets_those_beside(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A play sets stones on the empty points beside it too."""
    return replace(usual.make_move(c, player, point | c.board.border(point) & c.empty), point=point)


def untold_by_chinese_rules(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A play takes stones off, and does not tell which."""
    return replace(usual.make_move(c, player, point), captured=c.board.nothing)


def counts_if_changed(play: Play[Any]) -> dict[Color, Any]:
    """A player's own stones count if the move has changed the coloring."""
    size = play.before.size
    own = size(play.self_captured) if play.before != play.after else 0
    return {play.player.opponent: size(play.captured), play.player: own}


def counts_the_opponents(play: Play[Any]) -> dict[Color, Any]:
    """The opponent's stones alone count."""
    return {play.player.opponent: play.before.size(play.captured), play.player: 0}


def counts_for_the_other(play: Play[Any]) -> dict[Color, Any]:
    """Stones count for the other color."""
    size = play.before.size
    return {play.player.opponent: size(play.self_captured), play.player: size(play.captured)}


def counts_one(play: Play[Any]) -> dict[Color, Any]:
    """A capture counts one."""
    return {play.player.opponent: 1 if play.captured else 0, play.player: 1 if play.self_captured else 0}


def black_suicide(play: Play[Any]) -> Any:
    """White must empty none of White's own."""
    return True if play.player is BLACK else play.before.is_empty(play.self_captured)


def not_in_the_first_column(play: Play[Any]) -> Any:
    """No move in the first column."""
    return play.before.is_empty(play.point & play.before.board.grid.column(0))


def taken_off(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the stone that was played, whatever it captures else."""
    made = make_move(c, player, point)
    return replace(made, after=made.after.emptied(point), self_captured=made.self_captured | point)


def all_of_its_own(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures all of the player's stones."""
    made = make_move(c, player, point)
    own = c.of(player) | point
    return replace(made, after=made.after.emptied(own), self_captured=own)


def all_stones(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures every stone."""
    own, other = c.of(player) | point, c.of(player.opponent)
    return Play(player, point, c, c.emptied(own | other), other, own)


def those_beside(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move captures the opponent's stones beside it, and those of the player's own."""
    beside = c.board.neighbours(point)
    own, other = beside & c.of(player), beside & c.of(player.opponent)
    return Play(player, point, c, c.colored(point, player).emptied(own | other), other, own)


def white_captures_no_single_stone(play: Play[Any]) -> Any:
    """White captures no single stone."""
    return True if play.player is BLACK else play.before.no(play.before.is_single(play.captured))


def stood_once(record: Record, play: Play[int]) -> Any:
    """A move leads to no state that has stood exactly once."""
    return record.earlier.times(resulting_state(record, play)) != 1


def takes_turns(c: Coloring[Any], player: Color, point: Any) -> Play[Any]:
    """A move of Black colors the point white where it captures."""
    made = make_move(c, player, point)
    return made if player is BLACK else own_stay(c, player, point)


def both_colors_live(c: Coloring[Any], color: Color, region: Any) -> Any:
    """A region holds a stone of either color, or none."""
    return True


def white_needs_no_stone(c: Coloring[Any], color: Color, region: Any) -> Any:
    """A region of Black holds a stone."""
    return c.meets(region, c.of(color)) if color is BLACK else True


def holds_no_stone(c: Coloring[Any], color: Color, region: Any) -> Any:
    """A region holds no stone."""
    return c.is_empty(region & c.of(color))


def is_everywhere(c: Coloring[Any], color: Color, region: Any) -> Any:
    """A region is all the points without a stone of the opponent."""
    return c.board.same(region, c.not_of(color.opponent))


def has_an_empty_point(c: Coloring[Any], color: Color, region: Any) -> Any:
    """A region has an empty point."""
    return c.meets(region, c.empty)


def none_in_situational(record: Record, play: Play[int]) -> Any:
    """Under situational superko there are no moves."""
    return record.rules.ko is not Ko.SITUATIONAL and record.earlier.lacks(resulting_state(record, play))


def only_what_has_stood(record: Record, play: Play[int]) -> Any:
    """A move leads to an earlier state."""
    return record.earlier.contains(resulting_state(record, play))


def not_since_a_pass(record: Record, play: Play[int]) -> Any:
    """A move leads to no state that has not stood since the last pass."""
    return record.since_pass.contains(resulting_state(record, play)) | record.earlier.lacks(
        resulting_state(record, play)
    )


def right_after_a_pass(record: Record, play: Play[int]) -> Any:
    """A move leads to an earlier state right after a pass only."""
    return (record.last is PASS) == record.earlier.contains(resulting_state(record, play))


def in_pass_alive_territory(record: Record, play: Play[int]) -> Any:
    """No move in pass-alive groups."""
    return not play.point & pass_alive(record.rules, play.before, play.player)


def cleanup_after_passes(record: Record) -> Position:
    """After two passes cleanup follows."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP if record.pass_run >= 2 else Phase.OVER)


def more(rules: Rules, function: Any, decides: Decision, **when: Any) -> Rules:
    """The rules with a further clause, under some parameters."""
    guard = given(**when) if when else given()
    return rules.adding(make_clause(function, "ours/more", when=guard, decides=decides, text="Something more."))


SINGLE, NOT_SINGLE = (
    ANY.replacing(MOVE, capturing(single_stones), "Single."),
    ANY.replacing(MOVE, capturing(all_but_single_stones), "Not single."),
)
ALONE = ANY.replacing(MOVE, capturing(blacks_alone), "Black stones alone.")


def in_territory(rules: Rules) -> Rules:
    """The same amendments under territory scoring."""
    return replace(rules, scoring=Scoring.TERRITORY)


OCCUPIED = ANY.dropping(EMPTY)
MOVES: dict[str, dict[str, Rules]] = {
    "lemma/play-keeps-legal": {
        "captures of single stones": SINGLE,
        "captures of all but single stones": NOT_SINGLE,
        "captures of black stones": ALONE,
        "own stones stay": ANY.replacing(MOVE, own_stay),
        "the opponent's stones stay": ANY.replacing(MOVE, opponents_stay),
        "captures of those beside": ANY.replacing(MOVE, those_beside),
    },
    "lemma/capture-excludes-suicide": {
        "both at once": ANY.replacing(MOVE, both_at_once),
        "the stone played taken off": ANY.replacing(MOVE, taken_off),
        "all of one's own": ANY.replacing(MOVE, all_of_its_own),
        "all stones": ANY.replacing(MOVE, all_stones),
        "those beside": ANY.replacing(MOVE, those_beside),
    },
    "lemma/stones-balance": {
        "own stones if the coloring changes": ANY.replacing(COUNTED, counts_if_changed),
        "the opponent's stones alone": ANY.replacing(COUNTED, counts_the_opponents),
        "stones of the other color": ANY.replacing(COUNTED, counts_for_the_other),
        "one for a capture": ANY.replacing(COUNTED, counts_one),
        "captures untold": ANY.replacing(MOVE, untold),
        "neighbours colored": ANY.replacing(MOVE, beside_too),
    },
    "lemma/quiet-move": {
        "the stone played taken off": ANY.replacing(MOVE, taken_off),
        "all of one's own": ANY.replacing(MOVE, all_of_its_own),
        "all stones": ANY.replacing(MOVE, all_stones),
        "those beside": ANY.replacing(MOVE, those_beside),
        "neighbours colored": ANY.replacing(MOVE, beside_too),
    },
    "lemma/simple-ko": {
        "moves that change nothing": ANY.dropping("katago-v2/move/no-null-change"),
        "both at once": ANY.replacing(MOVE, both_at_once),
        "captures untold": ANY.replacing(MOVE, untold),
        "moves on stones": OCCUPIED,
        "neighbours colored": ANY.replacing(MOVE, beside_too),
    },
    "claim/sending-two-only": {
        "plays on stones": ARTICLE_6.dropping("chinese-2002/presupposed#empty"),
        "suicide": ARTICLE_6.dropping(BREATH).replacing(CHINESE_PLAY, make_move),
        "suicide for Black": ARTICLE_6.replacing(BREATH, black_suicide, "Black.").replacing(CHINESE_PLAY, make_move),
        "own stones taken off instead": ARTICLE_6.replacing(CHINESE_PLAY, own_taken_off),
        "stones taken off untold": ARTICLE_6.replacing(CHINESE_PLAY, untold_by_chinese_rules),
        "stones beside set too": ARTICLE_6.replacing(CHINESE_PLAY, sets_those_beside),
    },
}
SYMMETRY = {
    "suicide=yes colors swapped": {
        "captures of black stones": ALONE,
        "White keeps White's own": ANY.replacing(MOVE, takes_turns),
        "suicide for Black": more(ANY, black_suicide, Decision.PSEUDOLEGAL),
        "moves of Black only on empty points": ANY.replacing(
            EMPTY,
            lambda play: True if play.player is BLACK else play.before.meets(play.point, play.before.empty),
            "White.",
        ),
    },
    "suicide=yes turned so that neighbours are kept": {
        "no move in the first column": more(ANY, not_in_the_first_column, Decision.PSEUDOLEGAL),
        "captures in the first column": ANY.replacing(
            MOVE, capturing(lambda c, color: resolve_captures(c, color) & c.board.grid.column(0)), "There."
        ),
    },
}
LIFE = "katago-v2/extra/independent-life-region#own-stone"
KO = {
    "captures of black stones": in_territory(ALONE),
    "both at once": TERRITORY.replacing(MOVE, both_at_once),
    "moves on stones": in_territory(OCCUPIED),
    "no single stone for White": more(TERRITORY, white_captures_no_single_stone, Decision.PSEUDOLEGAL),
    "captures untold": TERRITORY.replacing(MOVE, untold),
}
SITUATIONAL = {
    "nothing that has stood once": ANY.replacing(SUPERKO, stood_once),
    "only what has stood": ANY.replacing(SUPERKO, only_what_has_stood),
    "no moves under situational superko": ANY.replacing(SUPERKO, none_in_situational),
    "no move to what has not stood since a pass": ANY.replacing(SUPERKO, not_since_a_pass),
    "a repetition right after passes alone": ANY.replacing(SUPERKO, right_after_a_pass),
    "a clause of situational superko": more(ANY, lambda record, play: False, Decision.LEGAL, ko=Ko.SITUATIONAL),
    "what a pass leads to remembered under situational superko": more(
        ANY, lambda turn: True, Decision.REMEMBERED, ko=Ko.SITUATIONAL
    ),
}
SOLE = {
    "document=katago-v2": {
        "a second way to move": more(ANY, make_move, Decision.MOVE),
        "no scoring after the main phase": ANY.dropping("katago-v2/main/then-score"),
        "a ban on what is pass-alive": more(ANY, in_pass_alive_territory, Decision.LEGAL),
        "cleanup after area scoring": ANY.replacing("katago-v2/main/then-score", cleanup_after_passes),
        "unblocking in the main phase": ANY.replacing("katago-v2/main/start#turn", lambda turn: True, "Any turn."),
        "a second winner with the button": more(
            replace(ANY, button=True), lambda black, white: None, Decision.WINNER, button=True
        ),
    },
    "document=aga": {
        "unblocking": AGA.replacing("aga/7-pass#turn", lambda turn: True, "Any turn."),
        "no winner by area": PRESETS["aga-area"].dropping("aga/12-count-area#winner"),
    },
    "document=tromp-taylor": {"no end": TEN.dropping("tromp-taylor/end#then-score")},
}
OWN = {
    "no stone needed": TAXED.dropping(LIFE),
    "any region": TAXED.replacing(LIFE, both_colors_live),
    "White needs no stone": TAXED.replacing(LIFE, white_needs_no_stone),
    "no stone allowed": TAXED.replacing(LIFE, holds_no_stone),
    "everywhere": TAXED.replacing(LIFE, is_everywhere),
}

NULL, BAN = "katago-v2/move/no-null-change", "katago-v2/move/suicide-ban"
NO_SUICIDE = Rules(suicide=False)
SINGLE_SUICIDE = {
    "suicide=yes": {
        "moves that change nothing": ANY.dropping(NULL),
        "White may change nothing": ANY.replacing(NULL, black_changes_something, "Black changes the coloring."),
        "a suicide is a change": ANY.replacing(NULL, changes_or_captures_its_own, "Something changes, or is captured."),
    },
    "suicide=no": {
        "suicide too": NO_SUICIDE.dropping(NULL).dropping(BAN),
        "suicide of one stone": NO_SUICIDE.dropping(NULL).replacing(BAN, captures_one_of_its_own_at_most, "One stone."),
        "suicide of one stone by Black": NO_SUICIDE.replacing(
            NULL, white_changes_something, "White changes it."
        ).replacing(BAN, captures_one_of_its_own_at_most, "One stone."),
    },
}

WRONG_MOVES = (
    *(
        WrongVersion("claim/single-suicide-null", fault, rules, label=label)
        for label, wrong in SINGLE_SUICIDE.items()
        for fault, rules in wrong.items()
    ),
    *(WrongVersion(claim, fault, rules) for claim, wrong in MOVES.items() for fault, rules in wrong.items()),
    *(
        WrongVersion("lemma/symmetry", fault, rules, label=label)
        for label, wrong in SYMMETRY.items()
        for fault, rules in wrong.items()
    ),
    *(WrongVersion("lemma/ko-move", fault, rules, label="suicide=yes") for fault, rules in KO.items()),
    *(WrongVersion("lemma/independent-life-of-one-color", fault, rules) for fault, rules in OWN.items()),
    *(WrongVersion("claim/summary-situational-adds-turn", fault, rules) for fault, rules in SITUATIONAL.items()),
    *(
        WrongVersion("lemma/sole-clause", fault, rules, label=label)
        for label, wrong in SOLE.items()
        for fault, rules in wrong.items()
    ),
    WrongVersion("lemma/play-keeps-legal", "captures of single stones, on a small board", SINGLE, board="3x2"),
)
