"""Coverage: which rules an engine is judged by, which clauses acted in what it agreed in, and what was not tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from ...interpreter.game import Game
from ...interpreter.notation import parse_grid
from ...interpreter.result import Score
from ...interpreter.rule_names import parse_rules
from ...interpreter.story import Start
from ...spec.algebra import WHITE, Grid
from ...spec.algebra.grid import points_of
from ...spec.composition import move
from ...spec.guard import word
from ...spec.parameters import CHOICES, PARAMETERS, READINGS
from ...spec.presets import PRESETS
from ...spec.registry import Decision, clauses
from ...spec.rules import Rules
from ...spec.vocabulary import Move, Turn, Unblock
from ...spec.written import written_rules
from .engine import Aspect, Introduction, Setting
from .plan import MOST_BREAKDOWNS, MOST_HANGS


@dataclass(frozen=True)
class SmallGamesCovered:
    """All games of up to some number of turns on a board, or one of each class that the rules do not distinguish.

    Each length of a game counts as a game; these may be all games there are, and each was played, or one of each class.
    """

    board: str
    turns: int = 0
    games: int = 0
    everything: bool = False
    played: int = 0
    each: bool = False


@dataclass
class Judged:
    """A rule set that an engine is judged by, and what it was tried with under it up to now.

    Attributes:
        name: the text that names it.
        rules_told: the rules that the engine gets.
        rules: those that it is judged by: amended, and as its declared deviations change them.
        set_aside: the ids of the clauses that the deviations set aside.
        skipped: why the engine could not be tried, or "".
        games: how many games were played to it, `handicap_games` of them with two handicap stones or more.
        turns: how many turns were compared, `taken_back` of them once those that followed were taken back.
        compared: in how many turns each aspect was compared.
        small_games: on which boards all games were tried, or one of each class of them; the last for each of the two.
        boards: on which boards random games were played, and how many.
        said: how often each clause had a say in what it agreed in.
        agreed: some of the games in which each clause had one.
        breakdowns: how often the engine broke while games were tried, `hangs` of them as it did not answer in time.
    """

    name: str
    rules_told: Rules
    rules: Rules
    set_aside: tuple[str, ...] = ()
    skipped: str = ""
    games: int = 0
    handicap_games: int = 0
    turns: int = 0
    taken_back: int = 0
    compared: Counter[Aspect] = field(default_factory=Counter)
    small_games: dict[tuple[str, bool], SmallGamesCovered] = field(default_factory=dict)
    boards: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    agreed: dict[str, list[Game]] = field(default_factory=dict, compare=False, repr=False)
    breakdowns: int = 0
    hangs: int = 0

    def setting(self, grid: Grid) -> Setting:
        """The empty board, under the rules that the engine gets."""
        return Setting(grid.width, grid.height, rules=self.rules_told)

    @property
    def coverage(self) -> list[SmallGamesCovered]:
        """The small games, the smallest boards first; of a board, classes only where they are of longer games."""
        covered = [
            games
            for (board, each), games in self.small_games.items()
            if each or (board, True) not in self.small_games or games.turns > self.small_games[board, True].turns
        ]
        return sorted(covered, key=lambda games: (parse_grid(games.board).size, not games.each))

    @property
    def acted(self) -> dict[str, int]:
        """How often each clause had a say, of those that are counted."""
        return {name: self.said[name] for name in clauses_counted(self.rules)}

    @property
    def never_acted(self) -> list[str]:
        """The clauses that had no say in anything that it agreed in."""
        return [name for name, times in self.acted.items() if not times]

    @property
    def given_up(self) -> bool:
        """Whether the engine broke so often that it was not tried further."""
        return self.breakdowns > MOST_BREAKDOWNS or self.hangs >= MOST_HANGS

    def note(self, game: Game, names: Iterable[str]) -> None:
        """Count clauses that had a say in an agreed game; of each, keep the first such game, the second, the fourth."""
        for name in names:
            self.said[name] += 1
            if self.said[name].bit_count() == 1:
                self.agreed.setdefault(name, []).append(game)


_Choice = tuple[str, str]
_Pair = frozenset[_Choice]

KEYS_OF_EVERY_GAME = tuple(
    parameter.key for parameter in PARAMETERS.values() if parameter.is_of_every_game and parameter.values
)
"""The keys of the parameters that may matter in any game, and of which all values can be tried."""

READINGS_TOLD = tuple(
    dict.fromkeys(
        name
        for clause in clauses(Rules().document)
        for alternative in clause.guard.alternatives
        for name, _ in alternative
        if name in READINGS
    )
)
"""The readings that the clauses of these rules ask about."""

_BY_KEY = {choice.key: choice for choice in CHOICES.values()}

CAN_BE_TOLD = (*(parameter.key for parameter in PARAMETERS.values()), *READINGS_TOLD)
"""The keys of rules that an engine may say it accepts."""

_KOMI_TRIED = (0, 6.5)
"""The komi that is tried where an engine says that it accepts any."""


def covering(rule_sets: Sequence[Rules], keys: Sequence[str] = KEYS_OF_EVERY_GAME) -> list[str]:
    """The texts of further rule sets, so that with those given every two choices are met together.

    Each is put together choice by choice, so that it brings as many new pairs as it can.

    >>> covering([Rules()], ["suicide", "hasButton"])[0]
    'tromp-taylor,hasButton=yes'
    """
    choices = {key: values_of(key) for key in keys}
    of_keys = ([(key, value) for value in values] for key, values in choices.items())
    missing = {frozenset(pair) for both in combinations(of_keys, 2) for pair in product(*both)}
    for rules in rule_sets:
        if rules.document == Rules().document:
            missing -= set(_pairs([(key, word(rules.parameter(field_of(key)))) for key in keys]))
    texts = []
    while missing:
        chosen = _put_together(choices, missing)
        missing -= set(_pairs(chosen))
        texts.append(written_rules(parse_rules(",".join(f"{key}={value}" for key, value in chosen))))
    return texts


def field_of(key: str) -> str:
    """How rules call what a key of theirs is for: a parameter, or a reading by its id.

    >>> field_of("hasButton")
    'button'
    """
    return _BY_KEY[key].name


def values_of(key: str) -> tuple[str, ...]:
    """The values of a parameter or a reading, that of the usual rules first."""
    usual = Rules().parameter(field_of(key))
    values = _BY_KEY[key].values or _KOMI_TRIED
    return tuple(word(value) for value in sorted(values, key=lambda value: bool(value != usual)))


def _pairs(chosen: Sequence[_Choice]) -> Iterator[_Pair]:
    yield from (frozenset(pair) for pair in combinations(chosen, 2))


def _put_together(choices: Mapping[str, tuple[str, ...]], missing: set[_Pair]) -> list[_Choice]:
    """One choice for each key: first the pair that is missing and comes first, then whatever brings most pairs."""
    order = [(key, value) for key, values in choices.items() for value in values]
    first = min(missing, key=lambda pair: sorted(map(order.index, pair)))
    chosen = {key: value for key, value in order if (key, value) in first}
    for key in (key for key in choices if key not in chosen):
        so_far = list(chosen.items())
        new = {value: sum(frozenset({(key, value), other}) in missing for other in so_far) for value in choices[key]}
        chosen[key] = max(new, key=new.__getitem__)
    return [(key, chosen[key]) for key in choices]


_RULES_OF_WHO_HEARS_NONE = ("tromp-taylor",)


def rules_offered(introduction: Introduction) -> tuple[str, ...]:
    """The rule sets that an engine is judged by, unless a user says others.

    Those that it names, with further ones where it plays by parameters; all of them, where it says nothing: what it
    then refuses is skipped. An engine that hears no rules is taken to play by those of Tromp and Taylor.
    """
    if introduction.rules:
        rule_sets = [parse_rules(name) for name in introduction.rules]
        further = covering(rule_sets, introduction.parameters) if introduction.parameters else []
        return tuple(dict.fromkeys((*introduction.rules, *further)))
    if not introduction.hears_rules:
        return _RULES_OF_WHO_HEARS_NONE
    return (*PRESETS, *covering(list(PRESETS.values()), introduction.parameters or KEYS_OF_EVERY_GAME))


_COUNTED = frozenset(
    {
        Decision.PSEUDOLEGAL,
        Decision.LEGAL,
        Decision.GAME_ENDS,
        Decision.PHASE_ENDS,
        Decision.NO_RESULT,
        Decision.SCORE,
        Decision.MARKS,
        Decision.UNBLOCK,
        Decision.CAPTURES,
    }
)
"""What it shows in a game that a clause decides: of these alone it is said how often they acted."""


def clauses_counted(rules: Rules) -> tuple[str, ...]:
    """The names of the clauses in force of which it is said how often they acted; where komi is 0, none can give it.

    >>> "katago-v2/main/legal-superko" in clauses_counted(Rules())
    True
    >>> [name for name in clauses_counted(Rules(komi=7)) if name not in clauses_counted(Rules())]
    ['katago-v2/area/komi']
    """
    counted = [clause.name for clause in rules.in_force if clause.decides in _COUNTED]
    silent = set() if rules.komi else _giving_komi(rules)
    return tuple(name for name in counted if name not in silent)


def _giving_komi(rules: Rules) -> set[str]:
    """The clauses that give other points in a game of passes alone once komi is another one."""
    results = [Game(replace(rules, komi=komi), 1).passed_out().result for komi in (rules.komi, rules.komi + 1)]
    first, second = ([*result.terms.values()] if isinstance(result, Score) else [] for result in results)
    return {name for before, after in zip(first, second, strict=True) for name in after if before[name] != after[name]}


def gives_for_handicap(rules: Rules) -> bool:
    """Whether handicap stones change what the players score.

    >>> gives_for_handicap(Rules()), gives_for_handicap(parse_rules("aga-like"))
    (False, True)
    """
    results = [Start.at("XX./X..", WHITE, handicap=stones).game(rules).passed_out().result for stones in (0, 3)]
    return results[0] != results[1]


def acting(game: Game, turns: Sequence[Turn], aspects: Collection[Aspect]) -> Iterator[str]:
    """The names of the clauses that had a say in a game as it stands, each once for all that it decided.

    A clause acts where it forbids a move, ends a phase or the game, gives or takes points, changes the marks, allows to
    unblock a stone, or counts what was captured.
    """
    if Aspect.LEGAL in aspects and not game.over:
        yield from _forbidding(game, turns)
    if game.ended_by is not None and {Aspect.OVER, Aspect.PHASE} & set(aspects):
        yield game.ended_by
    if isinstance(game.result, Score) and {Aspect.SCORES, Aspect.MARGIN} & set(aspects):
        terms = game.result.terms.values()
        yield from dict.fromkeys(name for by_name in terms for name, points in by_name.items() if points)
    if {Aspect.BLOCKED, Aspect.UNBLOCK} & set(aspects):
        yield from _marking(game)
    if Aspect.UNBLOCK in aspects and any(isinstance(turn, Unblock) for turn in turns):
        yield from _names(game, Decision.UNBLOCK)
    if game.previous is not None and game.previous.record.tally.captures != game.record.tally.captures:
        yield from _names(game.previous, Decision.CAPTURES)


def _forbidding(game: Game, turns: Sequence[Turn]) -> Iterator[str]:
    """The clauses that forbid a move; of the points that are taken, one of each color stands for all."""
    legal, c = sum(turn.point for turn in turns if isinstance(turn, Move)), game.position.coloring
    stones = (c.black & -c.black) | (c.white & -c.white)
    judgements = (game.judge(Move(point)) for point in points_of((c.empty | stones) & ~legal))
    yield from dict.fromkeys(judgement.clause.name for judgement in judgements if judgement.clause is not None)


def _marking(game: Game) -> Iterator[str]:
    """The clauses by which the last turn, a move, changed what was marked."""
    before, last = game.previous, game.record.last
    if before is None or not isinstance(last, Move):
        return
    marks = before.position.marks
    for clause in before.rules.deciding(Decision.MARKS, before.position.phase):
        play = move(before.rules, before.position.coloring, before.position.player, last.point)
        if (changed := clause.function(before.record, play, marks)) != marks:
            yield clause.name
        marks = changed


def _names(game: Game, decision: Decision) -> Iterator[str]:
    yield from (clause.name for clause in game.rules.deciding(decision, game.position.phase))


def not_tried(introduction: Introduction, rule_sets: Sequence[Judged]) -> tuple[str, ...]:
    """What an engine was not tried with, in words: rule sets that it claims, values that no rule set had, and handicap.

    >>> not_tried(Introduction("some", "", frozenset()), [Judged("mine", Rules(), Rules(), turns=1)])[0]
    'ko=SIMPLE'
    """
    tried = [rule_set.rules_told for rule_set in rule_sets if rule_set.turns]
    claimed = dict.fromkeys(map(parse_rules, introduction.rules))
    lacking = any(
        rule_set.turns and not rule_set.handicap_games and gives_for_handicap(rule_set.rules_told)
        for rule_set in rule_sets
    )
    return (
        *(written_rules(rules) for rules in claimed if rules not in tried),
        *_values_not_tried(tried),
        *(["games with handicap stones"] if lacking else []),
    )


def _values_not_tried(tried: Sequence[Rules]) -> Iterator[str]:
    """The values of parameters that none of some rule sets had."""
    document = [rules for rules in tried if rules.document == Rules().document]
    for key in KEYS_OF_EVERY_GAME if document else ():
        had = {word(rules.parameter(field_of(key))) for rules in document}
        yield from (f"{key}={value}" for value in values_of(key) if value not in had)
