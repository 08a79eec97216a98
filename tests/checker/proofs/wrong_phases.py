"""Wrong versions of the claims that phases and disputes end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from superko.checker.evidence.checks import checks
from superko.spec.algebra import BLACK, WHITE
from superko.spec.claim import claims
from superko.spec.composition import resulting_state
from superko.spec.documents import DOCUMENTS
from superko.spec.ikeda.rules import make_play_or_suicide
from superko.spec.japanese_1989.ending import AGREEMENT
from superko.spec.parameters import Scoring, Tax
from superko.spec.presets import PRESETS
from superko.spec.registry import Decision, make_clause
from superko.spec.rules import Rules
from superko.spec.usual import make_move, what_stood_before_a_pass
from superko.spec.vocabulary import PASS, Move, Phase, Play, Position, Record, Turn

from .wrong_version import Endless, WrongVersion

ANY = Rules()
MAIN, CLEANUP = "katago-v2/main", "katago-v2/cleanup"
SUPERKO, TWO_PASSES = f"{MAIN}/legal-superko", f"{MAIN}/end-two-passes"
REPEATED_PASS, NO_RESULT = f"{MAIN}/end-repeated-pass", f"{MAIN}/no-result"
TERRITORY = Rules(scoring=Scoring.TERRITORY)
POSITIONAL_MAIN, SIMPLE_MAIN = "ko=POSITIONAL phase=main", "ko=SIMPLE phase=main"
FIRST, SECOND = "scoring=TERRITORY phase=cleanup1", "scoring=TERRITORY phase=cleanup2"
TAKING_TURNS = Endless(2, "A1", "pass B1 pass A1")
TAKING = Endless(2, "A1", "B1 A1")
PASSING = Endless(1, "pass pass pass", "pass")


def new(record: Record, play: Play[int]) -> Any:
    return record.earlier.lacks(resulting_state(record, play))


def is_a_move(turn: Turn) -> bool:
    """A turn is a move."""
    return isinstance(turn, Move)


def unless_captures_differ(record: Record, play: Play[int]) -> Any:
    """A move repeats no state, as long as both colors have lost as many stones."""
    return record.tally.captures[BLACK] != record.tally.captures[WHITE] or new(record, play)


def unless_taxed(record: Record, play: Play[int]) -> Any:
    """A move repeats no state, but where groups are taxed."""
    return record.rules.tax is Tax.ALL or new(record, play)


def unless_just_passed(record: Record, play: Play[int]) -> Any:
    """A move repeats no state, but right after a pass."""
    return record.last is PASS or new(record, play)


def unless_white_passed_first(record: Record, play: Play[int]) -> Any:
    """A move repeats no state, until White is the first to pass."""
    return record.tally.first_passer is WHITE or new(record, play)


def for_a_while(record: Record, play: Play[int]) -> Any:
    """A move repeats no state in the first ten turns."""
    return record.turn > 9 or new(record, play)


def until_a_pass(record: Record, play: Play[int]) -> Any:
    """A move repeats no state until somebody passes."""
    return record.passes or new(record, play)


def if_moves_are_equal(record: Record) -> Any:
    """Two passes end the phase if both players have made as many moves."""
    moves = record.tally.moves
    return record.pass_run >= 2 and moves.get((BLACK, Phase.MAIN), 0) == moves.get((WHITE, Phase.MAIN), 0)


def back_after_two_passes(record: Record) -> Position:
    """After two passes the main phase follows again, and otherwise the game is scored."""
    return replace(record.position, phase=Phase.MAIN if record.pass_run >= 2 else Phase.OVER)


def cleanup_follows(record: Record) -> Position:
    """After two passes a phase follows of which the text says nothing."""
    return replace(record.position, phase=Phase.FIRST_CLEANUP)


def passing_to_cleanup(position: Position) -> Position:
    """A pass leads to a phase of which the text says nothing."""
    return replace(position, player=position.player.opponent, phase=Phase.FIRST_CLEANUP)


def playing_to_cleanup(position: Position, play: Play[int]) -> Position:
    """A move leads to a phase of which the text says nothing."""
    return replace(position, coloring=play.after, player=position.player.opponent, phase=Phase.FIRST_CLEANUP)


def starting_in_cleanup(c: Any) -> Position:
    """A game starts in a phase of which the text says nothing."""
    return Position(c, BLACK, Phase.FIRST_CLEANUP)


def a_pass_leads_back(position: Position) -> Position:
    """A pass in cleanup leads back to the main phase."""
    return replace(position, player=position.player.opponent, phase=Phase.MAIN)


def marks_count_turns(record: Record, play: Play[int], marks: int) -> int:
    """Every move adds one to the marks."""
    return marks + 1


def pass_run_of_turn(record: Record) -> Any:
    """The phase ends when passes are as many as the turns of the phase."""
    return record.pass_run >= 2 and record.turn - record.phase_turn == record.pass_run


def white_passes_again(record: Record) -> Any:
    """The phase ends when White passes from a state from which White has passed already."""
    before = record.previous
    if before is None or before.position.player is BLACK:
        return False
    return record.pass_run > 0 and before.passed_from.contains((before.position.player, before.state))


def twice_before_in_time(record: Record) -> Any:
    """The game ends without result if a state stands the third time within the first twenty turns."""
    return record.turn < 20 and record.since_pass.times(record.state) >= 3


def twice_before_if_equal(record: Record) -> Any:
    """The game ends without result if a state stands the third time while both colors have lost as many stones."""
    captures = record.tally.captures
    return captures[BLACK] == captures[WHITE] and record.since_pass.times(record.state) >= 3


def superko_in_cleanup(rules: Rules) -> Rules:
    """Cleanup ended by a ban on states, which looks at the marks before a move is made."""
    ban = make_clause(
        new, "ours/ban", decides=Decision.LEGAL, during=(Phase.FIRST_CLEANUP, Phase.SECOND_CLEANUP), text="None again."
    )
    dropped = ("no-result", "end-repeated-pass", "legal-unblocked", "legal-once")
    for name in dropped:
        rules = rules.dropping(f"{CLEANUP}/{name}")
    return rules.adding(ban)


PHASES = (
    ("superko while captures are equal", ANY.replacing(SUPERKO, unless_captures_differ), POSITIONAL_MAIN, None),
    ("superko but under a tax", ANY.replacing(SUPERKO, unless_taxed), POSITIONAL_MAIN, None),
    (
        "superko but after a pass",
        ANY.replacing(SUPERKO, unless_just_passed),
        POSITIONAL_MAIN,
        Endless(2, "A1 B1 pass A1 pass B1", "pass A1 pass B1"),
    ),
    (
        "superko until White passes first",
        replace(ANY, button=True).replacing(SUPERKO, unless_white_passed_first),
        POSITIONAL_MAIN,
        Endless(2, "A1 pass B1", "A1 B1"),
    ),
    ("superko for ten turns", ANY.replacing(SUPERKO, for_a_while), POSITIONAL_MAIN, None),
    ("superko until a pass", ANY.replacing(SUPERKO, until_a_pass), POSITIONAL_MAIN, Endless(2, "A1 pass B1", "A1 B1")),
    (
        "nothing remembered",
        ANY.replacing(f"{MAIN}/state#occurrences", lambda turn: False, "None.").dropping(
            f"{MAIN}/state#occurrences-after-passes"
        ),
        POSITIONAL_MAIN,
        TAKING,
    ),
    ("passes end it while moves are equal", ANY.replacing(TWO_PASSES, if_moves_are_equal), POSITIONAL_MAIN, None),
    (
        "the main phase follows itself",
        ANY.replacing(f"{MAIN}/then-score", back_after_two_passes),
        POSITIONAL_MAIN,
        Endless(1, "", "pass pass"),
    ),
    (
        "passes end it if nothing else was done",
        ANY.replacing(TWO_PASSES, pass_run_of_turn),
        POSITIONAL_MAIN,
        Endless(2, "A1", "pass"),
    ),
    ("nobody may pass", ANY.replacing(f"{MAIN}/start#turn", is_a_move), POSITIONAL_MAIN, None),
    ("only White's repeated pass ends it", ANY.replacing(REPEATED_PASS, white_passes_again), SIMPLE_MAIN, None),
    ("no result for twenty turns", ANY.replacing(NO_RESULT, twice_before_in_time), SIMPLE_MAIN, None),
    (
        "a third cleanup phase",
        TERRITORY.replacing(f"{CLEANUP}/second-phase#then-score", back_after_two_passes),
        SECOND,
        Endless(1, "", "pass pass"),
    ),
    ("a pass that leads back", TERRITORY.replacing(f"{CLEANUP}/pass", a_pass_leads_back), FIRST, None),
    ("marks that grow", TERRITORY.replacing(f"{CLEANUP}/mark", marks_count_turns), FIRST, None),
    ("superko that overlooks marks", superko_in_cleanup(TERRITORY), FIRST, None),
    (
        "cleanup passes counted by nobody",
        TERRITORY.replacing(f"{CLEANUP}/end-repeated-pass", white_passes_again).dropping(f"{CLEANUP}/end-two-passes"),
        SECOND,
        None,
    ),
)
AGA, TEN = PRESETS["aga"], PRESETS["tromp-taylor-ten"]
SPIGHT = (
    ("repeated passes that end nothing", ANY.dropping(REPEATED_PASS)),
    ("no result dropped", ANY.dropping(NO_RESULT)),
    ("no result where captures are equal", ANY.replacing(NO_RESULT, twice_before_if_equal)),
    ("a main phase that follows itself", ANY.replacing(f"{MAIN}/then-score", back_after_two_passes)),
)
SECOND_CLEANUP = (
    ("repeated passes that end nothing", TERRITORY.dropping(f"{CLEANUP}/end-repeated-pass")),
    ("no result dropped", TERRITORY.dropping(f"{CLEANUP}/no-result")),
    ("no result where captures are equal", TERRITORY.replacing(f"{CLEANUP}/no-result", twice_before_if_equal)),
    ("marks that grow", TERRITORY.replacing(f"{CLEANUP}/mark", marks_count_turns)),
)


def banning(rules: Rules, ban: str, remembered: str) -> tuple[tuple[str, Rules], ...]:
    """Rules whose ban on repetition is weaker, or forgets."""
    return (
        ("no ban", rules.dropping(ban)),
        ("a ban while captures are equal", rules.replacing(ban, unless_captures_differ)),
        ("a ban but after a pass", rules.replacing(ban, unless_just_passed)),
        ("a ban for ten turns", rules.replacing(ban, for_a_while)),
        ("a ban until a pass", rules.replacing(ban, until_a_pass)),
        ("nothing remembered", rules.replacing(remembered, lambda turn: False, "None.")),
    )


OF_TEN = (
    ("a main phase that follows itself", TEN.replacing("tromp-taylor/end#then-score", back_after_two_passes)),
    ("a phase follows in which nothing is decided", TEN.replacing("tromp-taylor/end#then-score", cleanup_follows)),
    ("a pass leads to another phase", TEN.replacing("tromp-taylor/turn#pass", passing_to_cleanup)),
    ("a move leads to another phase", TEN.replacing("tromp-taylor/start#alternation", playing_to_cleanup)),
    ("the game starts in another phase", TEN.replacing("tromp-taylor/start", starting_in_cleanup)),
    ("nobody may pass", TEN.replacing("tromp-taylor/turn", is_a_move)),
    *banning(TEN, "tromp-taylor/turn#no-repetition", "tromp-taylor/turn#earlier"),
)
OF_AGA = (
    ("nobody may pass", AGA.replacing("aga/7-pass#turn", is_a_move)),
    *banning(AGA, "aga/8-illegal-kinds#repetition", "aga/8-illegal-kinds#earlier"),
)
OTHERWISE = {"katago-v2", "aga", "tromp-taylor", "spight", "repeated-pass", "japanese-1989"}
SETTINGS = {"wmsg": "phase=main", "chinese-2002": "reading/chinese-2002-repetition=article-6"}
PROTOCOLS_THAT_END = ("chinese", "kgs", "japanese")


def _phases() -> list[WrongVersion]:
    versions = []
    for fault, rules, label, endless in PHASES:
        versions.append(WrongVersion("claim/game-terminates", fault, rules, label=label, endless=endless))
        if label == SECOND:
            versions.append(WrongVersion("claim/cleanup-terminates", fault, rules, label=label, endless=endless))
        if label == SIMPLE_MAIN:
            versions.append(WrongVersion("claim/spight-terminates", fault, rules, label=label, endless=endless))
    return versions


SPIGHT_TEXTS = (
    ("claim/spight-first-terminates", "spight", "spight/no-repeat", "#previous", "spight/stop"),
    ("claim/repeated-pass-terminates", "repeated-pass", "repeated-pass/no-repeat", "#once", "repeated-pass/end"),
)
END_OF_GAME_KO = "spight-two/end-of-game-ko"


def for_ten_turns_since_a_pass(record: Record, play: Play[int]) -> Any:
    """A move repeats no state since the last pass in the first ten turns."""
    return record.turn > 9 or record.since_pass.lacks(resulting_state(record, play))


def since_a_pass_unless_captures_differ(record: Record, play: Play[int]) -> Any:
    """A move repeats no state since the last pass, as long as both colors have lost as many stones."""
    captures = record.tally.captures
    return captures[BLACK] != captures[WHITE] or record.since_pass.lacks(resulting_state(record, play))


def own_passes(record: Record, play: Play[int]) -> Any:
    """No board play repeats a position in which the player has passed."""
    return record.passed_from.lacks((record.position.player, resulting_state(record, play)))


def position_before(record: Record, play: Play[int]) -> Any:
    """No board play is made in a position in which the opponent has passed."""
    return record.passed_from.lacks((record.position.player.opponent, record.state))


def for_black_alone(record: Record, play: Play[int]) -> Any:
    """White may repeat a position in which Black has passed."""
    lacks = record.passed_from.lacks((record.position.player.opponent, resulting_state(record, play)))
    return lacks if record.position.player is BLACK else True


def at_first(record: Record, play: Play[int]) -> Any:
    """The ban is lifted after nine turns."""
    return record.passed_from.lacks((record.position.player.opponent, resulting_state(record, play))) | (
        record.turn > 9
    )


WRONG_WAYS_BACK = (own_passes, position_before, for_black_alone, at_first)


def _led_back() -> Iterator[WrongVersion]:
    """Wrong versions of the text by which no move leads the opponent back to where they have passed."""
    rules, superko = PRESETS["spight-two"], "spight-two/superko"
    for fault, wrong in (
        ("no ban", rules.dropping(superko)),
        ("a ban for ten turns", rules.replacing(superko, for_ten_turns_since_a_pass)),
        ("a ban while captures are equal", rules.replacing(superko, since_a_pass_unless_captures_differ)),
        ("nothing occurs", rules.replacing(f"{superko}#faced", lambda turn: False, "None.")),
        ("passes that end nothing", rules.dropping("spight-two/end")),
        ("no ban at the end of the game", rules.dropping(END_OF_GAME_KO)),
        *((ban.__name__.replace("_", " "), rules.replacing(END_OF_GAME_KO, ban)) for ban in WRONG_WAYS_BACK),
    ):
        yield WrongVersion("claim/spight-two-ends", fault, wrong)


CAPTURES = "ikeda/captures-do-not-repeat"


def no_lone_capture_repeats(record: Record, play: Play[int]) -> Any:
    """A move repeats no state if it captures a single stone."""
    c = play.before
    return c.implies(c.is_single(play.captured), new(record, play))


def no_other_move_repeats(record: Record, play: Play[int]) -> Any:
    """A move repeats no state if it captures nothing."""
    c = play.before
    return c.implies(c.is_empty(play.captured), new(record, play))


def no_suicide_repeats(record: Record, play: Play[int]) -> Any:
    """A move repeats no state if it captures stones of its own color."""
    c = play.before
    return c.implies(c.no(c.is_empty(play.self_captured)), new(record, play))


def captures_in_secret(c: Any, player: Any, point: Any) -> Play[Any]:
    """A move captures, and nothing is said to be captured."""
    play = make_move(c, player, point)
    return replace(play, captured=c.board.nothing)


def captures_one_more(c: Any, player: Any, point: Any) -> Play[Any]:
    """A move also takes away the stones next to it."""
    play = make_move(c, player, point)
    return replace(play, after=play.after.emptied(c.border(point)))


def stone_goes_off(position: Position, play: Play[int]) -> Position:
    """After a move the point that was played is empty."""
    return position.taken_on(play.after.emptied(play.point), position.player.opponent)


def board_is_cleared(position: Position) -> Position:
    """A pass clears the board."""
    c = position.coloring
    return replace(position, coloring=c.emptied(c.black | c.white), player=position.player.opponent)


def _captures_alone() -> Iterator[WrongVersion]:
    """Wrong versions of the text by which captures alone must not bring back a board."""
    rules, moves = PRESETS["ikeda"], "ikeda/presupposed#play"
    bans = (no_lone_capture_repeats, no_other_move_repeats, no_suicide_repeats)
    for fault, wrong in (
        *((ban.__name__.replace("_", " "), rules.replacing(CAPTURES, ban)) for ban in bans),
        ("stones that are played on", rules.dropping("ikeda/presupposed#empty")),
        ("suicide", rules.replacing(moves, make_play_or_suicide).dropping("ikeda/presupposed#no-suicide")),
        ("captures in secret", rules.replacing(moves, captures_in_secret)),
        ("captures of one more", rules.replacing(moves, captures_one_more)),
        ("a stone that goes off", rules.replacing("ikeda/presupposed#alternation", stone_goes_off)),
        ("a board that is cleared", rules.replacing("ikeda/presupposed#pass", board_is_cleared)),
        ("passes that end nothing", rules.dropping("ikeda/presupposed#end")),
        ("passes that do not count", rules.dropping("ikeda/presupposed#counts-as-pass")),
    ):
        yield WrongVersion("claim/ikeda-terminates", fault, wrong)


ARTICLE_12 = "japanese-1989/12-no-result"


def again_before_any_pass(record: Record) -> Any:
    """The game ends without result if a board stands again and nobody has passed."""
    return record.passes == 0 and record.since_pass.times(record.state) >= 2


def _without_result() -> Iterator[WrongVersion]:
    """Wrong versions of the articles by which a board that stands again ends a game in any case."""
    rules = PRESETS["japanese-1989"].reading({AGREEMENT: "in-any-case"})
    cut = make_clause(what_stood_before_a_pass, "ours/cut", decides=Decision.FORGETS, during=(Phase.MAIN,))
    ends = (twice_before_in_time, twice_before_if_equal, again_before_any_pass)
    for fault, wrong in (
        ("no result dropped", rules.dropping(ARTICLE_12)),
        *((end.__name__.replace("_", " "), rules.replacing(ARTICLE_12, end)) for end in ends),
        ("a pass between", rules.adding(cut)),
        ("nothing occurs", rules.replacing(f"{ARTICLE_12}#made", lambda turn: False, "None.")),
        ("passes that end nothing", rules.dropping("japanese-1989/9-stop")),
        ("passes that do not count", rules.dropping("japanese-1989/9-stop#pass")),
    ):
        yield WrongVersion("claim/japanese-1989-terminates", fault, wrong, label=f"{AGREEMENT}=in-any-case")


def _lifted_by_passes() -> Iterator[WrongVersion]:
    """Wrong versions of the texts whose bans a pass lifts."""
    for claim, name, ban, occurs, stop in SPIGHT_TEXTS:
        rules = PRESETS[name]
        for fault, wrong in (
            ("no ban", rules.dropping(ban)),
            ("a ban for ten turns", rules.replacing(ban, for_ten_turns_since_a_pass)),
            ("a ban while captures are equal", rules.replacing(ban, since_a_pass_unless_captures_differ)),
            ("nothing occurs", rules.replacing(ban + occurs, lambda turn: False, "None.")),
            ("passes that end nothing", rules.dropping(stop)),
            ("only White's passes end it", rules.replacing(stop, white_passes_again)),
        ):
            yield WrongVersion(claim, fault, wrong)


def _with_one_ban() -> Iterator[WrongVersion]:
    """Wrong versions of every document whose games end because of a ban, and that is not among the above."""
    for claim in claims():
        setting = SETTINGS.get(claim.document, "")
        is_proved = " ".join(filter(None, (claim.id, "every size", setting))) in checks()
        if claim.id.endswith("-terminates") and is_proved and claim.document in DOCUMENTS.keys() - OTHERWISE:
            rules = DOCUMENTS[claim.document].usual
            ban, remembered = rules.sole(Decision.LEGAL), rules.deciding(Decision.REMEMBERED)[0]
            for fault, wrong in banning(rules, ban.name, remembered.name):
                yield WrongVersion(claim.id, fault, wrong, label=setting)


WRONG_PHASES = (
    *_phases(),
    *(WrongVersion("claim/spight-terminates", fault, rules, label=SIMPLE_MAIN) for fault, rules in SPIGHT),
    *(WrongVersion("claim/cleanup-terminates", fault, rules, label=SECOND) for fault, rules in SECOND_CLEANUP),
    *(
        WrongVersion(f"claim/{name}-protocol-terminates", fault, rules, label="document=tromp-taylor")
        for name in PROTOCOLS_THAT_END
        for fault, rules in OF_TEN
    ),
    *(
        WrongVersion("claim/aga-dispute-terminates", fault, rules, label="reading/aga-repetition=board")
        for fault, rules in OF_AGA
    ),
    *(WrongVersion("claim/tromp-taylor-terminates", fault, rules) for fault, rules in OF_TEN),
    *_with_one_ban(),
    *_lifted_by_passes(),
    *_led_back(),
    *_captures_alone(),
    *_without_result(),
)
