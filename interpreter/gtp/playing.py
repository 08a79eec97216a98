"""The commands that take turns, look at the game, score it, and settle which stones are dead."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from ...spec.algebra import Color
from ...spec.algebra.integers import regions_of
from ...spec.documents import parameters_of
from ...spec.rules import Rules
from ...spec.vocabulary import AGREE, PASS, Move, Pass, Phase, Turn, Unblock
from ..game import Game, as_a_move, handed_to
from ..judgement import explain
from ..notation import diagram, parse_turn, parse_vertex, turn_text, vertices
from ..referee import state_report
from ..result import NoResult, after_removal, ended_game, outcome_text
from ..rule_names import changed, note_on, parse_rules, plain, rules_to_json
from ..sitting import NAMES, Sitting, usual_protocol
from ..wording import one_of, points_text, shown
from .protocol import GtpSession, action, answers, changes, color, color_name, count, question

changes(
    {
        "play COLOR VERTEX": lambda session, player, turn: session.taking(
            color(player), parse_turn(session.grid, turn)
        ),
        "undo": lambda session: session.taking_back(),
        "set_random_seed SEED": lambda session, seed: replace(session, seed=count(seed), drawn=0),
        "superko-unblock VERTEX": lambda session, stone: session.taking(
            session.game.position.player, Unblock(parse_vertex(session.grid, stone))
        ),
        "superko-agree": lambda session: session.taking(session.game.position.player, AGREE),
        "kata-set-rule KEY VALUE": lambda session, key, value: session.under(
            changed(session.game.rules, [f"{key}={value}"])
        ),
    }
)
answers(
    {
        "reg_genmove COLOR": lambda session, player: _in_words(
            session, color(player), random_turn(session, color(player))
        ),
        "get_random_seed": lambda session: str(session.seed),
        "list_stones COLOR": lambda session, named: " ".join(
            vertices(session.grid, session.game.position.coloring.of(color(named)))
        ),
        "captures COLOR": lambda session, player: str(session.game.record.tally.captures[color(player).opponent]),
        "superko-state": lambda session: json.dumps(state_report(session.game)),
        "kata-get-rules": lambda session: json.dumps(rules_to_json(session.game.rules)),
    }
)


@action("genmove COLOR")
def genmove(session: GtpSession, player: str) -> tuple[GtpSession, str]:
    """Take a random turn for a player (see `random_turn`), and answer with it; a point names an unblock action."""
    turn = random_turn(session, color(player))
    after = session.taking(color(player), turn)
    return replace(after, drawn=session.drawn + 1), _in_words(session, color(player), turn)


def random_turn(session: GtpSession, player: Color) -> Turn:
    """A turn drawn from a player's legal moves and the pass, each as likely; but a pass is answered by a pass.

    So a game ends as soon as the other player wishes, and soon after the board is full. Unblock actions are drawn too.
    """
    if session.game.over:
        raise ValueError(f"the game is over, by {session.ended_by}; undo a turn, or clear the board.")
    if isinstance(session.game.record.last, Pass):
        return PASS
    game = handed_to(session.game, player)
    turns: tuple[Turn, ...] = (PASS, *game.moves(), *game.unblocks())
    return Random(f"{session.seed} {session.drawn}").choice(turns)


def _in_words(session: GtpSession, player: Color, turn: Turn) -> str:
    """A turn as GTP has it: an unblock action is named by the move that stands for it."""
    spoken = as_a_move(handed_to(session.game, player), turn) if isinstance(turn, Unblock) else turn
    return turn_text(session.grid, spoken)


@question("showboard")
def showboard(session: GtpSession) -> str:
    """The board, with the last move and the marks; whose turn it is in which phase, and what ended the one before."""
    position, record = session.game.position, session.game.record
    captures = record.tally.captures
    last = record.last.point if isinstance(record.last, Move) else 0
    lines = [
        diagram(position.coloring, marked=position.marks, last=last),
        f"Player: {color_name(position.player)}. Phase: {position.phase.value}. Turns taken: {record.turn}.",
        f"Captured: {captures[Color.BLACK]} black, {captures[Color.WHITE]} white." + _komi(session),
    ]
    if session.ended_by is not None:
        lines.append(f"The last turn ended a phase, by {session.ended_by}.")
    return "\n".join(("", *lines))


def _komi(session: GtpSession) -> str:
    """The komi, where the rules have one."""
    rules = session.game.rules
    return f" Komi: {points_text(rules.komi)}." if "komi" in parameters_of(rules) else ""


@question("last_move")
def last_move(session: GtpSession) -> str:
    """The last turn, with the player who took it."""
    if not session.past:
        raise ValueError("no turn has been taken.")
    return _turns(session)[-1]


@question("move_history")
def move_history(session: GtpSession) -> str:
    """The turns, the last one first, each with the player who took it."""
    return "\n".join(reversed(_turns(session)))


def _turns(session: GtpSession) -> list[str]:
    return [f"{color_name(player)} {turn_text(session.grid, turn)}" for player, turn in session.turns_taken]


@question("is_legal COLOR VERTEX")
def is_legal(session: GtpSession, player: str, turn: str) -> str:
    """1 if a player may take a turn now, otherwise 0."""
    named, wanted = color(player), parse_turn(session.grid, turn)
    return str(int(not session.game.over and session.judge(named, wanted).legal))


@question("all_legal COLOR")
def all_legal(session: GtpSession, player: str) -> str:
    """A player's legal moves."""
    moves = handed_to(session.game, color(player)).moves()
    return " ".join(vertices(session.grid, sum(move.point for move in moves)))


@question("superko-explain VERTEX")
def explanation(session: GtpSession, turn: str) -> str:
    """Whether the player may take a turn now, and otherwise the clause that forbids it, and how the turn breaks it."""
    judgement = session.judge(session.game.position.player, parse_turn(session.grid, turn))
    reason = explain(judgement, session.grid)
    return reason if judgement.clause is None else f"{judgement.clause.id}: {reason}"


@question("final_score")
def final_score(session: GtpSession) -> str:
    """The score, such as W+6.5, or 0 for a draw; of an unfinished game, as if both players only passed from here.

    Once the players have settled which stones are dead (`superko-dead`), it is the score without those.
    """
    settled = session.sitting and session.sitting.result
    result = settled or _ended(session).result
    if result is None or isinstance(result, NoResult):
        raise ValueError("cannot score: the game ended without result.")
    if result.winner is None:
        return "0"
    if not result.lead:
        raise ValueError(f"cannot score: {outcome_text(result)}")
    return f"{result.winner.value}+{points_text(abs(result.lead))}"


@question("final_status_list STATUS")
def final_status_list(session: GtpSession, status: str) -> str:
    """The stones of a status, a line for each string; of an unfinished game, as if both players only passed from here.

    Dead are those that the players have settled to be (`superko-dead`), and those that the rules remove before the
    score. The rules call none a seki.
    """
    sitting = session.sitting
    if sitting is not None and sitting.result is not None:
        stones, left = sitting.game.position.coloring, sitting.coloring.emptied(sitting.dead)
    else:
        ended = ended_game(_ended(session).record)
        stones, left = ended.coloring, after_removal(ended).coloring
    points = {"alive": left.black | left.white, "dead": left.empty, "seki": 0}.get(status.lower())
    if points is None:
        raise ValueError("syntax error: the status is alive, dead or seki.")
    strings = (string for color in Color for string in regions_of(stones.board, stones.of(color) & points))
    return "\n".join(" ".join(vertices(session.grid, string)) for string in strings)


def _ended(session: GtpSession) -> Game:
    ended = session.game.passed_out()
    if not ended.over:
        raise ValueError("cannot score: passing does not end this game.")
    return ended


KGS_NAMES = {
    "japanese": "japanese-like",
    "chinese": "chinese-ogs-kgs",
    "aga": "aga-like",
    "new-zealand": "new-zealand-like",
}


@action("kata-set-rules RULES ...")
def set_rules(session: GtpSession, *words: str) -> tuple[GtpSession, str]:
    """Let other rules hold, also for the turns already taken: named as everywhere, with changes, or as JSON.

    The komi stays, unless the rules have another. Where a name means two things, the answer says which was taken.
    """
    text = " ".join(words)
    return session.under(keeping_komi(text, session.game.rules)), note_on(text)


@action("kgs-rules NAME")
def set_kgs_rules(session: GtpSession, name: str) -> tuple[GtpSession, str]:
    """Let rules hold that KGS has a name for; the answer says which they are."""
    if plain(name) not in KGS_NAMES:
        raise ValueError(f"unknown rules; the names are {', '.join(KGS_NAMES)}.")
    taken_for = KGS_NAMES[plain(name)]
    return session.under(keeping_komi(taken_for, session.game.rules)), f"taken for {taken_for}"


def keeping_komi(text: str, before: Rules) -> Rules:
    """The rules that a text names, with the komi of those before, unless it has another."""
    chosen = parse_rules(text)
    if "komi" in text.casefold() or "komi" not in parameters_of(chosen):
        return chosen
    return replace(chosen, komi=before.komi)


_NO_LIST = "?"


@action("superko-protocol [NAME]")
def protocol(session: GtpSession, name: str = "") -> tuple[GtpSession, str]:
    """Choose the protocol by which dead stones are settled, or tell which holds."""
    if name and name.lower() not in NAMES:
        raise ValueError(f"unknown protocol {shown(name)}; the protocols are {one_of(NAMES)}.")
    if name and session.sitting is not None:
        raise ValueError("the players have begun to settle the game; undo a turn, or clear the board.")
    session = replace(session, protocol=name.lower() or session.protocol)
    return session, session.protocol or usual_protocol(session.game)


@action("superko-dead COLOR [VERTEX] ...")
def dead(session: GtpSession, player: str, *words: str) -> tuple[GtpSession, str]:
    """Let a player say which stones are dead, of either color; none if no vertex is named, and no list for a `?`.

    The answer tells what follows: that the other player is asked, that play goes on, or that the game is settled.
    """
    points = None if words == (_NO_LIST,) else _points(session, words)
    later = session.seated(_sitting(session).say(color(player), points))
    return later, _what_follows(later)


@action("superko-ruling [VERTEX] ...")
def ruling(session: GtpSession, *words: str) -> tuple[GtpSession, str]:
    """Let a third party say which of the stones in dispute are dead."""
    later = session.seated(_sitting(session).rule(_points(session, words)))
    return later, _what_follows(later)


def _sitting(session: GtpSession) -> Sitting:
    if session.sitting is not None:
        return session.sitting
    if session.game.position.phase is Phase.MAIN:
        raise ValueError("the players have not stopped to count; both pass first.")
    return Sitting.over(session.game, session.protocol)


def _points(session: GtpSession, words: tuple[str, ...]) -> int:
    return sum({parse_vertex(session.grid, word) for word in words})


def _what_follows(session: GtpSession) -> str:
    sitting = session.sitting
    assert sitting is not None, "somebody has just said something"
    if sitting.result is not None:
        return "settled"
    if sitting.resumed:
        return f"play goes on, with {sitting.game.position.player.name.lower()} to play"
    waiting = [player.name.lower() for player in sitting.awaiting]
    return f"{one_of(waiting)} is asked" if waiting else "a third party is asked"
