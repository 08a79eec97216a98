"""Naming: the clause that an engine goes against, and the small changes of the rules under which it would be right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from ...interpreter.game import Game
from ...interpreter.notation import parse_turn
from ...interpreter.result import Score
from ...interpreter.rule_names import parse_rules
from ...interpreter.story import Start
from ...spec.algebra import BLACK, WHITE
from ...spec.composition import move
from ...spec.parameters import CHOICES
from ...spec.registry import Clause, Decision
from ...spec.rules import Rules
from ...spec.vocabulary import EarlierState, Move, Pass, Points
from .changes import RulesChange, changes
from .engine import Aspect, Introduction, Observation, observation
from .trial import ALLOWED, REFUSED, Disagreement

_ENDINGS = (Aspect.OVER, Aspect.PHASE, Aspect.ENDING)
_LONGEST_GAME_TO_RETRACE = 60


def naming(
    disagreement: Disagreement, leave_out: Callable[[str], bool] = lambda words: False
) -> tuple[tuple[str, ...], dict[str, int]]:
    """The ids of the clauses that an engine goes against, and changes of the rules, but for some, that would settle it.

    Each change is in words, with 0: it was not tried in any game.
    """
    if disagreement.aspect is Aspect.ANSWER:
        return (), {}
    # An engine that is right until it takes a turn back plays by no other rules.
    tried = () if disagreement.undone else changes(disagreement.rules).values()
    settling = [change for change in tried if _would_settle(disagreement, change.rules)]
    settling = _closest(disagreement, [change for change in settling if not leave_out(change.words)])
    mistakes = () if settling or disagreement.undone else tuple(_mistaken_terms(disagreement))
    as_if = dict.fromkeys([change.words for change in settling] or [words for words, _ in mistakes], 0)
    if ALLOWED in disagreement.kind and disagreement.aspect is Aspect.LEGAL:
        return (_id(disagreement.kind[-1]),), as_if
    if settling and not _stands_again(disagreement):
        # The first that concerns a clause under suspicion, not what that rests on.
        suspected = set(_suspects(disagreement))
        direct = next((change for change in settling if suspected.intersection(change.clauses)), settling[0])
        return _concerned(direct, disagreement), as_if
    return tuple(_id(name) for _, name in mistakes[:1]) or _suspects(disagreement), as_if


def _concerned(change: RulesChange, disagreement: Disagreement) -> tuple[str, ...]:
    """Of the clauses that a change concerns, those under suspicion anyway, or else those that decide such things."""
    suspected = tuple(clause for clause in _suspects(disagreement) if clause in change.clauses)
    decisions = _SUSPECTED.get(disagreement.aspect, frozenset())
    in_force = [*disagreement.rules.in_force, *change.rules.in_force]
    deciding = [clause.id for clause in in_force if clause.decides in decisions and clause.id in change.clauses]
    return suspected or tuple(dict.fromkeys(deciding)) or change.clauses


def _id(name: str) -> str:
    return name.partition("#")[0]


def _would_settle(disagreement: Disagreement, rules: Rules) -> bool:
    """Whether other rules say, at the end of the game, what the engine says."""
    try:
        game = _played(disagreement, rules)
        if game is None:
            # The engine went on where these rules would have ended it.
            return False
        observed = observation(game, (disagreement.aspect, Aspect.LEGAL, Aspect.PHASE))
    except (ValueError, KeyError):
        return False
    if disagreement.aspect in _ENDINGS and disagreement.phase not in (None, observed.get(Aspect.PHASE)):
        # The engine says that the game goes on in another phase.
        return False
    said = observed.get(disagreement.aspect)
    if isinstance(disagreement.spec_says, frozenset) and isinstance(said, frozenset):
        return all((name in said) is (ALLOWED in disagreement.kind) for name in disagreement.about)
    if disagreement.engine_said is not None and disagreement.spec_says is None:
        turns = (parse_turn(game.grid, turn) for turn in disagreement.about)
        return (
            disagreement.aspect is Aspect.LEGAL and not game.over and not any(game.judge(turn).legal for turn in turns)
        )
    return said == disagreement.engine_said


def _played(disagreement: Disagreement, rules: Rules) -> Game | None:
    """The same turns by other rules; None if the game is over before."""
    game = disagreement.setting.game(rules)
    for turn in disagreement.turns:
        if game.over:
            return None
        game = game.taking(parse_turn(disagreement.setting.grid, turn))
    return game


def _closest(disagreement: Disagreement, settling: list[RulesChange]) -> list[RulesChange]:
    """Those that decide what is differed in and change nothing else that was agreed on; of these, the least changes."""
    decisions = _SUSPECTED.get(disagreement.aspect, frozenset())
    settling = [change for change in settling if change.decisions & decisions]
    if not settling or len(disagreement.turns) > _LONGEST_GAME_TO_RETRACE:
        return settling
    agreed = _course(disagreement, disagreement.rules)
    effects = [_effects(disagreement.aspect, agreed, _course(disagreement, change.rules)) for change in settling]
    least = min((effect for effect in effects if effect is not None), default=None)
    return [change for change, effect in zip(settling, effects, strict=True) if effect is not None and effect == least]


def _course(disagreement: Disagreement, rules: Rules) -> list[Observation]:
    """What the rules say at the start of every turn, the last one first, of all that the engine said."""
    game: Game | None = _played(disagreement, rules)
    course: list[Observation] = []
    while game is not None:
        course.append(observation(game, {*disagreement.compared, disagreement.aspect}))
        game = game.previous
    return course


def _effects(disputed: Aspect, agreed: list[Observation], course: list[Observation]) -> int | None:
    """How much else two courses say otherwise at the end; None if they differ in what was agreed on."""
    goes_with_it = {disputed, Aspect.PASS_ENDS_PHASE} if disputed in _ENDINGS else {disputed}
    order = list(Aspect)
    for number, (observed, changed) in enumerate(zip(agreed, course, strict=False)):
        differing = {
            aspect for aspect in observed.keys() & changed.keys() if observed[aspect] != changed[aspect]
        } - goes_with_it
        if number == 0:
            following = {aspect for aspect in differing if order.index(aspect) > order.index(disputed)}
            if differing - following:
                return None
            effects = len(following)
        elif differing:
            return None
    return effects


_ENDS = frozenset({Decision.GAME_ENDS, Decision.PHASE_ENDS, Decision.NO_RESULT})
_SCORING = frozenset({Decision.COMPLETION, Decision.REMOVAL, Decision.SCORE, Decision.COUNTS_AS_MOVE, Decision.LIFE})
_STARTS = frozenset({Decision.NEXT_PHASE})
_PASSES = frozenset({Decision.COUNTS_AS_PASS})
_SUSPECTED: Mapping[Aspect, frozenset[Decision]] = {
    Aspect.OVER: _ENDS | _STARTS | _PASSES,
    Aspect.PHASE: _ENDS | _STARTS | _PASSES,
    Aspect.CAPTURES: frozenset({Decision.CAPTURES, Decision.PASS_STONES, Decision.COMPLETION}),
    Aspect.BLOCKED: frozenset({Decision.MARKS}),
    Aspect.LEGAL: frozenset({Decision.PSEUDOLEGAL, Decision.LEGAL, Decision.STATE, Decision.REMEMBERED}),
    Aspect.UNBLOCK: frozenset({Decision.UNBLOCK}),
    Aspect.PASS_ENDS_PHASE: _PASSES | {Decision.PHASE_ENDS},
    Aspect.ENDING: frozenset({Decision.NO_RESULT}),
    Aspect.SCORES: _SCORING,
    Aspect.MARGIN: _SCORING,
    Aspect.WINNER: _SCORING | {Decision.WINNER},
}
"""What may decide an aspect."""

_Terms = tuple[float, float]
_MISTAKES: Mapping[str, Callable[[_Terms], _Terms]] = {
    "with {} given to the other player": lambda term: (term[1], term[0]),
    "with {} counted the other way round": lambda term: (-term[0], -term[1]),
    "with {} counted twice": lambda term: (2 * term[0], 2 * term[1]),
    "with half of {}": lambda term: (term[0] / 2, term[1] / 2),
}
"""How a term of the scores may be mistaken, in words, and what then becomes of it for Black and White."""


def _mistaken_scores(game: Game) -> Iterator[tuple[str, str, _Terms]]:
    """Each mistake in a term of the scores of a game, its clause, and the scores that it makes."""
    result = game.result
    for name, black in result.terms[BLACK].items() if isinstance(result, Score) else ():
        assert isinstance(result, Score)
        term = (black, result.terms[WHITE][name])
        for words, mistaken in _MISTAKES.items():
            instead = mistaken(term)
            yield words.format(name), name, (result.black - term[0] + instead[0], result.white - term[1] + instead[1])


def _mistaken_terms(disagreement: Disagreement) -> Iterator[tuple[str, str]]:
    """The mistakes in a term of the scores that would make what the engine says of them, each with its clause."""
    aspect = disagreement.aspect
    for words, name, said in _mistaken_scores(disagreement.game()) if aspect in (Aspect.SCORES, Aspect.MARGIN) else ():
        if disagreement.engine_said == (said if aspect is Aspect.SCORES else said[0] - said[1]):
            yield words, name


def makes_mistake(words: str, game: Game, aspect: Aspect) -> bool:
    """Whether a mistake in a term of the scores, as some words say, would change them, or the margin alone."""
    result = game.result
    return isinstance(result, Score) and any(
        mistake == words and (said[0] - said[1] != result.lead or (aspect is Aspect.SCORES and said[0] != result.black))
        for mistake, _, said in _mistaken_scores(game)
    )


def _suspects(disagreement: Disagreement) -> tuple[str, ...]:
    """The ids of the clauses that decide what is differed in, as far as they come into question in this game."""
    game = disagreement.game()
    if disagreement.aspect is Aspect.LEGAL:
        clauses = _forbidding(disagreement, game)
    elif isinstance(game.result, Score) and disagreement.aspect in (Aspect.SCORES, Aspect.MARGIN):
        clauses = _scoring(disagreement, game.result)
    elif disagreement.aspect is Aspect.WINNER:
        clauses = list(disagreement.rules.deciding(Decision.WINNER))
    elif disagreement.aspect is Aspect.PASS_ENDS_PHASE:
        ending = disagreement.rules.deciding(Decision.PHASE_ENDS, game.position.phase)
        ended_by = game.play(Pass()).ended_by if disagreement.spec_says is True else None
        clauses = [clause for clause in ending if ended_by in (None, clause.name)]
    else:
        clauses = _leading_here(disagreement, game)
    return tuple(dict.fromkeys(clause.id for clause in clauses))


def _forbidding(disagreement: Disagreement, game: Game) -> list[Clause]:
    """Of clauses on repetition, those that point at something here, or all if the coloring stood before."""
    rules, record, phase = disagreement.rules, game.record, game.position.phase
    turns = [parse_turn(disagreement.setting.grid, name) for name in sorted(disagreement.about)]
    moves = [turn for turn in turns if isinstance(turn, Move)]
    if not moves:
        return list(rules.deciding(Decision.TURN, phase))
    play = move(rules, game.position.coloring, game.position.player, moves[0].point)
    legal = rules.deciding(Decision.LEGAL, phase)
    if legal and disagreement.undone and game.judge(moves[0]).legal:
        # It was legal before something was taken back, so that it is taken to repeat what that made.
        return list(legal)
    pointing = [clause for clause in legal if clause.witness and _points(clause.witness(record, play))]
    if pointing:
        return pointing
    if legal and any(before.position.coloring == play.after for before in game.course[:-1]):
        return list(legal)
    return [rules.sole(Decision.MOVE, phase)]


def _points(witness: object) -> bool:
    return isinstance(witness, EarlierState) or (isinstance(witness, Points) and witness.points != 0)


def _scoring(disagreement: Disagreement, result: Score) -> list[Clause]:
    """The terms that are not nothing; all of them where everything is, first those that count where a stone stands."""
    terms = disagreement.rules.deciding(Decision.SCORE)
    usual = Start.at("X.").game(disagreement.rules).passed_out().result
    where_a_stone_stands = _counting(terms, usual) if isinstance(usual, Score) else []
    return _counting(terms, result) or sorted(terms, key=lambda clause: clause not in where_a_stone_stands)


def _counting(terms: Iterable[Clause], result: Score) -> list[Clause]:
    return [clause for clause in terms if any(result.terms[color].get(clause.name) for color in (BLACK, WHITE))]


def _leading_here(disagreement: Disagreement, game: Game) -> list[Clause]:
    """The clauses that decide what the last turn leads to."""
    rules, before = disagreement.rules, game.previous
    if before is None:
        return [rules.sole(Decision.START)]
    phase = before.position.phase
    if game.ended_by is not None and REFUSED not in disagreement.kind:
        ending = [clause for clause in rules.in_force if clause.name == game.ended_by]
        starting = [] if disagreement.aspect is Aspect.ENDING else list(rules.deciding(Decision.NEXT_PHASE, phase))
        goes_on = (disagreement.aspect, disagreement.engine_said) == (Aspect.OVER, False)
        return ending if goes_on or disagreement.engine_said == phase.value or not starting else starting
    if disagreement.aspect in (Aspect.OVER, Aspect.PHASE):
        decisions = [Decision.PHASE_ENDS] if isinstance(game.record.last, Pass) else [Decision.NO_RESULT]
        return [clause for decision in (*decisions, Decision.GAME_ENDS) for clause in rules.deciding(decision, phase)]
    made = {Pass: Decision.PASS, Move: Decision.MOVE}.get(type(game.record.last), Decision.UNBLOCK_ACTION)
    by_a_move = (
        _SUSPECTED.get(disagreement.aspect, frozenset()) - {Decision.PASS_STONES} if made is Decision.MOVE else ()
    )
    decisions = sorted(by_a_move, key=lambda decision: decision.name)
    deciding = [clause for decision in decisions for clause in rules.deciding(decision, phase)]
    return deciding or list(rules.deciding(made, phase))


def _stands_again(disagreement: Disagreement) -> bool:
    """Whether the engine ends the game where a state stands again, which points at the clause on repetition."""
    if disagreement.aspect is not Aspect.OVER or disagreement.engine_said is not True:
        return False
    record = disagreement.game().record
    first = record.earlier.turn_of(record.state)
    repeated = first is not None and first < record.turn
    return repeated and not isinstance(record.last, Pass) and bool(_leading_here(disagreement, disagreement.game()))


def explains(words: str, disagreement: Disagreement) -> bool:
    """Whether the rules, changed as some words say, would say what the engine says.

    >>> from superko.checker.oracle.engine import Aspect
    >>> from superko.checker.oracle.engine import Setting
    >>> rules = Rules()
    >>> disagreement = Disagreement(Setting(1, 1, rules=rules), rules, (), Aspect.PLAYER, "W", "B", ("player",))
    >>> explains("ko=SIMPLE", disagreement)
    False
    """
    change = changes(disagreement.rules).get(words)
    if change is None:
        return any(mistake == words for mistake, _ in _mistaken_terms(disagreement))
    return _would_settle(disagreement, change.rules)


_WHAT_REPEATS = frozenset({Decision.STATE, Decision.REMEMBERED})


def can_be_played(words: str, disagreement: Disagreement, plays: Introduction) -> bool:
    """Whether an engine may play by a change that would explain it: no value that it has no name for, but by the way.

    Who never heard of a button does not play with it, though games with a button remember otherwise what stood.
    """
    key, change = words.partition("=")[0], changes(disagreement.rules).get(words)
    name = next((name for name, choice in CHOICES.items() if choice.key == key), None)
    if name is None or change is None:
        return True
    named = [parse_rules(rules).parameter(name) for rules in plays.rules]
    if key in plays.parameters or change.rules.parameter(name) in named or (plays.hears_rules and not plays.rules):
        return True
    decisions = _SUSPECTED.get(disagreement.aspect, frozenset())
    return change.decisions <= decisions or bool(change.decisions & (decisions - _WHAT_REPEATS))


def refuted(words: str, rules: Rules, agreed: Iterable[Game], asked: Collection[Aspect]) -> bool:
    """Whether rules, changed as some words say, would say otherwise in games that an engine agreed in."""
    change = changes(rules).get(words)
    return change is not None and any(_says_otherwise(change.rules, game, asked) for game in agreed)


def _says_otherwise(changed: Rules, game: Game, asked: Collection[Aspect]) -> bool:
    """Whether other rules say otherwise of a game, or end it before, or can't be played by."""
    try:
        other = Start.of(game).game(changed)
        for turn in game.turns_taken:
            if other.over:
                return True
            other = other.taking(turn)
        return observation(other, asked) != observation(game, asked)
    except (ValueError, KeyError):
        return True


def tells_apart(rules: Rules, game: Game, asked: Collection[Aspect]) -> bool:
    """Whether rules say otherwise, at some turn of a game by other rules, in what an engine is asked."""
    return any(_says_otherwise(rules, standing, asked) for standing in game.course)
