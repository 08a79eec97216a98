"""A game turn by turn: what stands after each turn, and which clause speaks there, for pages and terminals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from textwrap import wrap
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace, tostring

from ...interpreter.drawing import Picture, picture_of, svg
from ...interpreter.game import Game, intended_turn
from ...interpreter.judgement import Judgement, explain
from ...interpreter.notation import turn_text, vertices
from ...interpreter.result import Score, counted_points, ended_game, outcome_text
from ...interpreter.wording import PLAYERS
from ...spec.algebra import BLACK, WHITE, Color
from ...spec.registry import Clause, Decision
from ...spec.vocabulary import Agree, EarlierState, Move, Pass, Points, Turn, Unblock


@dataclass(frozen=True)
class Frame:
    """What is to be seen after a turn, or at the start, where there is none and nobody took it.

    Attributes:
        number: how many turns were taken until then; 0 at the start.
        clause: the clause that speaks there; what it says of the turn, and the points that it speaks of, stand below.
        illegal: whether it forbids the turn; the board is then the one before it, unless the game goes on all the same.
        refused: the point that a turn which was not taken names.
        earlier: after how many turns the state stood that the turn would repeat, if that is why.
    """

    number: int
    game: Game
    turn: str = ""
    player: Color | None = None
    clause: Clause | None = None
    says: str = ""
    spoken_of: int = 0
    illegal: bool = False
    refused: int = 0
    earlier: int | None = None

    @property
    def picture(self) -> Picture:
        """What is drawn of it; once the game is scored, the points that count as well."""
        counted = counted_points(ended_game(self.game.record)) if isinstance(self.game.result, Score) else {}
        return picture_of(self.game.record, spoken_of=self.spoken_of, crossed=self.refused, counted=counted)

    @property
    def heading(self) -> str:
        """The turn, with its number and who took it.

        >>> from superko.spec.rules import Rules
        >>> [frame.heading for frame in frames(Game(Rules(), 1), [Move(1)])]
        ['At the start', 'Turn 1: Black A1, illegal']
        """
        if self.player is None:
            return "At the start"
        who = "both" if self.turn == "agree" else PLAYERS[self.player]
        return f"Turn {self.number}: {who} {self.turn}{', illegal' if self.illegal else ''}"

    @property
    def speaks(self) -> str:
        """What the clause says, and which points it is about where any are drawn so."""
        return f"{self.says} Squares mark the points that it is about." if self.spoken_of else self.says

    @property
    def captured(self) -> str:
        """How many stones of each color were captured so far."""
        captures = self.game.record.tally.captures
        return f"{captures[BLACK]} black, {captures[WHITE]} white"

    @property
    def terms(self) -> tuple[tuple[str, float, float], ...]:
        """Once the game is scored: what each clause that scores gives to Black and to White, by its name."""
        result = self.game.result
        if not isinstance(result, Score):
            return ()
        return tuple((name, result.terms[BLACK][name], result.terms[WHITE][name]) for name in result.terms[BLACK])

    @property
    def outcome(self) -> str:
        """Once the game is counted: who wins, by the clause that says who does, with what it says if it is amended."""
        result = self.game.result
        if not isinstance(result, Score) or not result.counted:
            return ""
        rules = self.game.rules
        clause = rules.sole(Decision.WINNER)
        amended = clause.name in {amendment.name for amendment in rules.amendments}
        return f"{clause.name}: {clause.text} {outcome_text(result)}" if amended else outcome_text(result)

    @cached_property
    def legal(self) -> frozenset[Turn]:
        """The turns that are legal then."""
        return frozenset(self.game.turns())

    @property
    def marked(self) -> str:
        """The points that are marked as ko-recapture-blocked, or ""."""
        return ", ".join(vertices(self.game.grid, self.game.position.marks))


def frames(start: Game, turns: Iterable[Turn], *, intended: bool = False) -> Iterator[Frame]:
    """What is to be seen at the start of a game and after each of some turns, up to its end or one that is illegal.

    If intended, some moves stand for unblock actions, as in game records (see `intended_turn`).
    """
    game = start
    yield Frame(0, game)
    for number, turn in enumerate(turns, start=1):
        if game.over:
            return
        judgement = game.judge(intended_turn(game, turn) if intended else turn)
        following = game.taking(judgement.turn, judgement.play) if judgement.legal else game
        yield _frame(number, game, judgement, following)
        if not judgement.legal:
            return
        game = following


def frames_to(game: Game) -> list[Frame]:
    """What is to be seen at the start of a game and after each turn that led to it, legal or not."""
    first, *others = game.course
    seen = [Frame(0, first)]
    for number, following in enumerate(others, start=1):
        # A game before may have handed the turn over, so that the turn is judged in the one that it was taken in.
        before, turn = following.previous, following.record.last
        assert before is not None
        assert turn is not None
        seen.append(_frame(number, before, before.judge(turn), following))
    return seen


def _frame(number: int, before: Game, judgement: Judgement, following: Game) -> Frame:
    grid, turn = before.grid, judgement.turn
    taken = partial(Frame, number, following, turn_text(grid, turn), before.position.player)
    if judgement.legal:
        clause, points = speaking(before, judgement, following)
        return taken(clause, clause.text if clause else "", points)
    points = judgement.witness.points if isinstance(judgement.witness, Points) else 0
    earlier = judgement.witness.turn if isinstance(judgement.witness, EarlierState) else None
    named = turn.point if isinstance(turn, Move | Unblock) and following is before else 0
    return taken(judgement.clause, explain(judgement, grid), points, True, named, earlier)


def speaking(before: Game, judgement: Judgement, following: Game) -> tuple[Clause | None, int]:
    """The clause that has most to say of a legal turn, and the points that it speaks of.

    It is the clause by which the turn ended something; or else the one by which marks changed, or by which such a turn
    is taken, with the stones that a move captured. Of a move that only adds its stone there is nothing to say.
    """
    rules, phase = before.rules, before.position.phase
    if following.ended_by is not None:
        return next((clause for clause in rules.in_force if clause.name == following.ended_by), None), 0
    match judgement.turn:
        case Pass():
            return rules.deciding(Decision.PASS, phase)[0], 0
        case Agree():
            return rules.deciding(Decision.AGREEMENT, phase)[0], 0
        case Unblock(stone):
            return rules.deciding(Decision.UNBLOCK, phase)[0], stone
        case Move():
            play, marks = judgement.play, before.position.marks
            assert play is not None
            for clause in rules.deciding(Decision.MARKS, phase):
                changed = clause.function(before.record, play, marks)
                if changed & ~marks:
                    return clause, changed & ~marks
                marks = changed
            emptied = play.captured | play.self_captured
            return (rules.deciding(Decision.MOVE, phase)[0], emptied) if emptied else (None, 0)


NAMESPACE = "http://www.w3.org/2000/svg"
PAPER, _INK = "#fdfcf9", "#1d1b16"
GAP, _LINE, LETTER = 16, 18, 7.5
IN_A_ROW = 4
LEAST_WIDTH = 150


def strip(frames: Sequence[Frame], title: str) -> str:
    """A game as an SVG file: up to four boards in a row, and below each the turn, and the result below the last one.

    The title stands above them, unless it says the same as what is below the only board.

    >>> from superko.interpreter import Game
    >>> from superko.spec.rules import Rules
    >>> strip([Frame(0, Game(Rules(), (2, 1)))], "Nothing yet.").count("<svg")
    2
    """
    register_namespace("", NAMESPACE)
    boards = [fromstring(svg(frame.picture, frame.heading)) for frame in frames]
    board_width, board_height = (int(boards[0].get(side, "0")) for side in ("width", "height"))
    column = max(board_width, LEAST_WIDTH) + GAP
    width = GAP + column * min(IN_A_ROW, len(frames))
    captions = [frame.heading for frame in frames]
    heading = [] if captions == [title] else wrap(title, int((width - 2 * GAP) / LETTER))
    top = GAP + _LINE * len(heading)
    row = board_height + 2 * _LINE + GAP
    last = wrap(_says(frames[-1]), int((width - 2 * GAP) / LETTER))
    below = top + row * -(-len(frames) // IN_A_ROW)
    drawn = _page(width, below + _LINE * len(last) + GAP, title)
    _write(drawn, GAP, GAP, heading, "bold")
    for number, (caption, board) in enumerate(zip(captions, boards, strict=True)):
        x, y = GAP + column * (number % IN_A_ROW), top + row * (number // IN_A_ROW)
        board.set("x", str(x))
        board.set("y", str(y))
        drawn.append(board)
        _write(drawn, x, y + board_height + 2, [caption])
    _write(drawn, GAP, below, last)
    return tostring(drawn, encoding="unicode") + "\n"


def one_below_another(drawings: Sequence[str]) -> str:
    """SVG files as one.

    >>> first = strip([Frame(0, Game("tromp-taylor", 1))], "Nothing yet.")
    >>> one_below_another([first]) == first, one_below_another([first, first]).count("<svg")
    (True, 5)
    """
    if len(drawings) == 1:
        return drawings[0]
    parts = [fromstring(drawing) for drawing in drawings]
    heights = [int(part.get("height", "0")) for part in parts]
    titles = [part.get("aria-label", "") for part in parts]
    drawn = _page(max(int(part.get("width", "0")) for part in parts), sum(heights), " ".join(titles))
    for number, part in enumerate(parts):
        part.set("y", str(sum(heights[:number])))
        drawn.append(part)
    return tostring(drawn, encoding="unicode") + "\n"


def _says(frame: Frame) -> str:
    clause = f"{frame.clause.name}: {frame.speaks} " if frame.clause else ""
    return f"{clause}{frame.game.standing()}"


def _page(width: int, height: int, title: str) -> Element:
    attributes = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height), "role": "img"}
    drawn = Element(
        f"{{{NAMESPACE}}}svg", {**attributes, "aria-label": title, "font-family": "sans-serif", "font-size": "14"}
    )
    SubElement(drawn, f"{{{NAMESPACE}}}rect", {"width": str(width), "height": str(height), "rx": "6", "fill": PAPER})
    return drawn


def _write(drawn: Element, x: int, y: int, lines: Sequence[str], weight: str = "normal") -> None:
    for number, line in enumerate(lines):
        place = {"x": str(x), "y": str(y + _LINE * number + _LINE - 4), "fill": _INK, "font-weight": weight}
        SubElement(drawn, f"{{{NAMESPACE}}}text", place).text = line
