"""The compiled graph of situations is the one on arrays: node by node, edge by edge, whatever the rules are."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superko.checker.graph import compiled_graph
from superko.checker.graph import graph as coded_graph
from superko.checker.graph.compiled_graph import NumberedNodes, compiled_steps, components, number_of, put_in
from superko.checker.graph.graph import CodedGraph, ExploredSoFar, explore
from superko.checker.phase import steps_text
from superko.checker.phase.steps_text import StepPrograms
from superko.checker.phase.turns import turns_of
from superko.checker.vectors.mutants import Mutant, mutants_in
from superko.interpreter.program.clauses import NotCompiled
from superko.interpreter.program.machine_code import Kernel, is_available
from superko.spec.algebra import Grid
from superko.spec.parameters import Ko, Scoring
from superko.spec.registry import Decision
from superko.spec.rules import Rules
from superko.spec.vocabulary import Phase, Play, Record

from ...sampling import one_in
from ..model.test_situations_of_mistakes import REFUSED
from .steps_in_python import steps_in_python, unlike

SIMPLE = Rules(ko=Ko.SIMPLE)
CLEANUP = Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY)
KO_BAN = "katago-v2/main/legal-simple-ko"
SMALL = [(Grid(1, 1), True), (Grid(1, 3), False), (Grid(2, 2), True), (Grid(4, 1), True)]
RULES = {
    "simple ko": (SIMPLE, Phase.MAIN),
    "without suicide": (Rules(ko=Ko.SIMPLE, suicide=False), Phase.MAIN),
    "by the text alone": (SIMPLE.literally(), Phase.MAIN),
    "first cleanup": (CLEANUP, Phase.FIRST_CLEANUP),
    "second cleanup, without suicide": (
        Rules(ko=Ko.SIMPLE, scoring=Scoring.TERRITORY, suicide=False),
        Phase.SECOND_CLEANUP,
    ),
    "no ban at all": (SIMPLE.dropping(KO_BAN), Phase.MAIN),
    "moves that change nothing": (SIMPLE.dropping("katago-v2/move/no-null-change"), Phase.MAIN),
    "no marks": (CLEANUP.dropping("katago-v2/cleanup/mark"), Phase.FIRST_CLEANUP),
    "ko-moves that take marked stones": (CLEANUP.dropping("katago-v2/cleanup/legal-unblocked"), Phase.FIRST_CLEANUP),
}
RULES_WITH_MISTAKES = {Phase.MAIN: SIMPLE, Phase.FIRST_CLEANUP: CLEANUP}
FOLLOWED = {
    Decision.MOVE,
    Decision.PSEUDOLEGAL,
    Decision.STATE,
    Decision.LEGAL,
    Decision.MARKS,
    Decision.PASS,
    Decision.UNBLOCK,
    Decision.UNBLOCK_ACTION,
}
LEFT_TO_PYTHON = {
    (Phase.FIRST_CLEANUP, "katago-v2/move/no-null-change/allows-several"),
    (Phase.FIRST_CLEANUP, "katago-v2/cleanup/mark/marks-no-other-captures"),
}
with_numba = pytest.mark.skipif(not is_available(), reason="numba is not installed")


def mistakes_to_follow() -> list[tuple[Phase, Mutant]]:
    """The mistakes in clauses that decide which turns there are and what they lead to, if they are not refused."""
    return [
        (phase, mistake)
        for phase, rules in RULES_WITH_MISTAKES.items()
        for mistake in mutants_in(rules)
        if phase in mistake.clause.during and mistake.clause.decides in FOLLOWED and str(mistake) not in REFUSED
    ]


@pytest.fixture(autouse=True)
def on_small_boards_too(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "compiled"))
    monkeypatch.setattr(compiled_graph, "POINTS_WORTH_COMPILING", 1)


def on_arrays(rules: Rules, grid: Grid, symmetry: bool, phase: Phase) -> CodedGraph:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(coded_graph, "compiled_steps", lambda turns: None)
        return explore(rules, grid, symmetry, phase=phase)


def by_python(rules: Rules, grid: Grid, symmetry: bool, phase: Phase) -> CodedGraph:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(coded_graph, "compiled_steps", steps_in_python)
        return explore(rules, grid, symmetry, phase=phase)


def assert_same(compiled: CodedGraph, expected: CodedGraph) -> None:
    """Every node, size and edge is the same, and all that is told of a graph."""
    assert unlike(compiled.turns.codes, compiled.nodes.tolist(), expected.nodes.tolist()) == []
    assert np.array_equal(compiled.nodes, expected.nodes)
    assert np.array_equal(compiled.sizes, expected.sizes)
    for name in ("moves", "passes", "unblocks", "without_passing"):
        assert (getattr(compiled, name) != getattr(expected, name)).nnz == 0, name
    for name in ("number_of_situations", "number_of_moves", "number_of_unblocks"):
        assert getattr(compiled, name) == getattr(expected, name), name
    assert np.array_equal(compiled.on_cycles, expected.on_cycles)


@pytest.mark.parametrize(("grid", "symmetry"), SMALL, ids=str)
@pytest.mark.parametrize(("rules", "phase"), one_in(3, RULES.values()), ids=RULES)
def test_the_text_of_the_programs_comes_to_the_graph_on_arrays(
    rules: Rules, phase: Phase, grid: Grid, symmetry: bool
) -> None:
    assert_same(by_python(rules, grid, symmetry, phase), on_arrays(rules, grid, symmetry, phase))


@pytest.mark.thorough
@pytest.mark.exhaustive
@with_numba
def test_what_is_compiled_comes_to_the_graph_on_arrays_on_3x3() -> None:
    for symmetry in (True, False):
        compiled = explore(SIMPLE, Grid(3, 3), symmetry)
        assert compiled.steps is not None
        assert_same(compiled, on_arrays(SIMPLE, Grid(3, 3), symmetry, Phase.MAIN))


def test_programs_of_other_clauses_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def may_be_taken_back(record: Record, play: Play) -> bool:
        """Every ko may be taken back at once."""
        return True

    careless = turns_of(SIMPLE.dropping(KO_BAN), Grid(4, 1))
    careless.rules = SIMPLE.replacing(KO_BAN, may_be_taken_back)
    monkeypatch.setattr(coded_graph, "compiled_steps", lambda turns: steps_in_python(careless))
    with pytest.raises(AssertionError):
        assert_same(explore(SIMPLE, Grid(4, 1)), on_arrays(SIMPLE, Grid(4, 1), True, Phase.MAIN))


def test_the_same_is_told_of_every_turn_on_the_way() -> None:
    def reports_with(steps: object) -> list[ExploredSoFar]:
        reports: list[ExploredSoFar] = []
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(coded_graph, "compiled_steps", steps)
            explore(SIMPLE, Grid(2, 2), watch=reports.append)
        return reports

    assert reports_with(steps_in_python) == reports_with(lambda turns: None)
    assert len(reports_with(steps_in_python)) > 5


class TestTheTable:
    def test_makes_room_as_often_as_it_must(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled_graph, "FEWEST_PLACES", 10)
        monkeypatch.setattr(compiled_graph, "AT_ONCE", 3)
        grown = by_python(SIMPLE, Grid(4, 1), False, Phase.MAIN)
        assert_same(grown, on_arrays(SIMPLE, Grid(4, 1), False, Phase.MAIN))

    def test_tells_all_codes_apart_however_full_it_is(self) -> None:
        numbered = NumberedNodes(np.arange(5, dtype=np.uint64), np.zeros(6, dtype=np.uint32))
        put_in(numbered, 5)
        assert sorted(int(entry) & 7 for entry in numbered.table) == [0, 1, 2, 3, 4, 5]
        assert [number_of(numbered, code) for code in range(5)] == [0, 1, 2, 3, 4]

    def test_takes_no_more_than_16_bytes_for_a_situation_with_the_codes(self) -> None:
        entry, code = np.dtype(np.uint32).itemsize, np.dtype(np.uint64).itemsize
        emptiest = compiled_graph.FULLEST / compiled_graph.GROWTH
        assert code + entry / emptiest <= 16


TARGETS_AS_GIVEN = """
def numbers_reached(node, kinds, found, images, room):
    room.targets[:] = found[node]
    return len(found[node])
"""


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9).flatmap(lambda n: st.lists(st.sets(st.integers(0, n - 1)), min_size=n, max_size=n)))
def test_what_is_on_cycles_of_any_graph_is_found(graph: list[set[int]]) -> None:
    """Given the targets of each node, when its components are searched, then nodes on cycles are those that reach
    themselves."""
    kernel = Kernel("graphs", (steps_text.__name__, compiled_graph.__name__), TARGETS_AS_GIVEN)
    targets, search = [sorted(reached) for reached in graph], components(len(graph), len(graph))
    room = SimpleNamespace(reached=[0] * len(graph), targets=[])
    while not kernel.in_python["find_cycles"](3, [], targets, None, room, search):
        search.waiting.resize(len(search.waiting) + len(graph), refcheck=False)
    edges = nx.DiGraph((node, target) for node, reached in enumerate(targets) for target in reached)
    edges.add_nodes_from(range(len(graph)))
    cyclic = [any(nx.has_path(edges, target, node) for target in targets[node]) for node in range(len(graph))]
    assert search.cyclic.tolist() == cyclic


class TestWhatIsCompiled:
    def test_names_the_clauses_that_it_was_made_of(self) -> None:
        [move, *_] = StepPrograms(SIMPLE, Grid(4, 4), Phase.MAIN).all()
        remarks = "\n".join(str(statement) for statement in move.body)
        assert KO_BAN in remarks
        assert "katago-v2/move/no-null-change" in remarks

    def test_moves_on_stones_are_refused_as_they_are_on_arrays(self) -> None:
        careless = SIMPLE.dropping("katago-v2/move/pseudolegal#empty")
        for engine in (by_python, on_arrays):
            with pytest.raises(ValueError, match="No clause forbids moves at points that are not empty"):
                engine(careless, Grid(2, 1), True, Phase.MAIN)


class TestMistakes:
    """Rules with a wrong clause are compiled too, and come to what one situation after the other comes to."""

    @pytest.mark.parametrize(("phase", "mistake"), one_in(4, mistakes_to_follow()), ids=str)
    def test_each_comes_to_the_graph_of_situations_one_by_one(self, phase: Phase, mistake: Mutant) -> None:
        rules = mistake.made_in(RULES_WITH_MISTAKES[phase])
        try:
            compiled = by_python(rules, Grid(3, 1), True, phase)
        except NotCompiled:
            assert (phase, str(mistake)) in LEFT_TO_PYTHON
        else:
            assert (phase, str(mistake)) not in LEFT_TO_PYTHON
            assert_same(compiled, on_arrays(rules, Grid(3, 1), True, phase))

    def test_a_move_that_only_the_turn_before_makes_legal_is_refused_as_one_by_one(self) -> None:
        def after_any_turn(record: Record, play: Play) -> bool:
            """A move is legal only after another turn."""
            return record.previous is not None

        careless = SIMPLE.replacing(KO_BAN, after_any_turn)
        for engine in (by_python, on_arrays):
            with pytest.raises(ValueError, match="A turn makes a move legal by katago-v2/main/legal-simple-ko"):
                engine(careless, Grid(2, 1), True, Phase.MAIN)


class TestWhereThereIsNothingCompiled:
    def test_small_boards_are_read_on_arrays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled_graph, "POINTS_WORTH_COMPILING", 13)
        assert compiled_steps(turns_of(SIMPLE, Grid(4, 3))) is None

    def test_without_numba_all_boards_are(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compiled_graph, "is_available", lambda: False)
        assert explore(SIMPLE, Grid(3, 1)).steps is None

    def test_what_only_python_can_ask_is_left_to_arrays(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unreadable(programs: StepPrograms) -> Iterator[None]:
            raise NotCompiled("a clause asks what only Python can do")
            yield

        monkeypatch.setattr(StepPrograms, "all", unreadable)
        assert explore(SIMPLE, Grid(3, 1)).number_of_situations == 30
