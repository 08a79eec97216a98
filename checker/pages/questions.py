"""Questions that people ask about the rules of Go and that no table answers: what was found, and what is still open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..evidence.decided import Decided
from ..evidence.verdict import Outcome
from .book import Book
from .front import Untrue


@dataclass(frozen=True)
class OpenQuestion:
    """A question that somebody asks, and how far it is answered.

    Attributes:
        asks: the question.
        answer: what was found, in sentences without ids.
        left_open: what is not known, and how far it was looked for; "" where nothing is left.
        rests_on: checks, and the verdict that each came to; the answer is told only as long as they stand.
        pages: further pages of the site that show it, by what they are called.
    """

    asks: str
    answer: str
    left_open: str
    rests_on: Mapping[str, Outcome]
    pages: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question with the claims, and their verdicts, that its answer rests on."""

    question: OpenQuestion
    claims: tuple[Decided, ...]


H, W, R, U, P = Outcome.HOLDS, Outcome.WITNESSED, Outcome.REFUTED, Outcome.UNKNOWN, Outcome.PROVED
_MAP, _VALUES, _SEKIS = {"The map of rule sets": "map.html"}, {"Values": "values.html"}, {"Sekis": "sekis/index.html"}
QUESTIONS = (
    OpenQuestion(
        "Which clauses does it take for every game to end?",
        "Under superko four of them: the ban, the memory of what stood, the end by passes, and that a pass counts as "
        "one. Under simple ko it is the end by a repeated pass, the end without result, that it counts how often a "
        "position stood, and one of two: that a pass counts as one, or that positions after passes count. The end by "
        "two passes in a row can go. The map has a sentence for each document, and a game that goes on forever for "
        "each clause that is needed.",
        "One rule set of Spight's second text, 59 of the Japanese rules of 1989, and 18 million of the 53 billion that "
        "KataGo's document makes have neither a proof by z3 nor an endless game. What takes games, and not proofs, is "
        "asked of KataGo's presets.",
        {
            **{f"claim/game-terminates every size ko={ko} phase=main": P for ko in ("POSITIONAL", "SIMPLE")},
            "claim/chinese-2002-terminates every size reading/chinese-2002-repetition=article-6": P,
            "claim/japanese-1989-terminates every size reading/japanese-1989-no-result=in-any-case": P,
            "claim/french-terminates every size": P,
            "claim/ikeda-terminates every size": P,
            "claim/spight-two-ends every size": P,
        },
        _MAP,
    ),
    OpenQuestion(
        "What is an empty line worth to Black, by the number of its points?",
        "Solved to thirteen points, with no komi and no suicide: a line of eleven is worth 2, and one of thirteen "
        "nothing, under either superko and under simple ko. Twelve in a row are the smallest empty board on which "
        "the superkos differ: Black leads by 2 under positional superko and by 1 under situational superko, and by 1 "
        "or by 2 under simple ko, depending on what a game without result is worth. They differ by the sixteenth best "
        "move, if no sooner: White takes a ko, which brings back a board that stood after a move of Black. On two "
        "points with a stone on one of them, and suicide allowed, the superkos differ by two. A ban on captures alone "
        "changes a line of five points, and no other to eleven. By the New Zealand, the French and the Chinese rules "
        "and by Spight's ten points are worth 1 and eleven are worth 2, as they are by the others; by the French rules "
        "twelve are worth 1.",
        "A line of fourteen is worth 1 or more under positional superko; a quarter of an hour did not say how much. "
        "Longer ones were not searched. The values of ten points and more are from one program.",
        {
            **{
                f"fact/values {points}x1 ko={ko} suicide=no": H
                for points in (11, 12, 13)
                for ko in ("POSITIONAL", "SITUATIONAL", "SIMPLE")
            },
            **{f"fact/value-superko {board} suicide=no": H for board in ("11x1", "5x2", "3x3")},
            "fact/value-superko 12x1 suicide=no": R,
            "fact/value-superko-positions 2x1 suicide=yes": R,
            "claim/ikeda-empty-boards 5x1": R,
            "claim/ikeda-empty-boards 9x1": H,
            **{
                f"fact/values {points}x1 preset={preset}": H
                for points in (10, 11)
                for preset in ("ikeda", "new-zealand", "french", "chinese-2002", "spight", "spight-two")
            },
            "fact/values 12x1 preset=french": H,
        },
        _VALUES,
    ),
    OpenQuestion(
        "How many games are there, and how long can one be?",
        "On 2x2 there are 386,356,909,593 games under positional superko, the longest of 48 moves. Under situational "
        "superko there are 4,976,543,118,521 with suicide, the longest of 49 moves, and 1,391,718,029,753 without; in "
        "1999 that was given up as beyond reach. By the French rules there are 2,331,275,529,001. On a line of four "
        "there are 2,098,407,841 under positional superko with suicide, and 719,178,893 without. Three points in a "
        "row have 907 games under positional superko, 105,033 under the New Zealand rules, and 2,513,483,867 under "
        "simple ko.",
        "2x2 by the words of the New Zealand rules, where samples suggest about 6.3e14, and under simple ko: games "
        "were not counted.",
        {
            "fact/games 2x2 ko=POSITIONAL suicide=yes": H,
            **{f"fact/games 2x2 ko=SITUATIONAL suicide={suicide}": H for suicide in ("yes", "no")},
            "fact/games 2x2 rules=french": H,
            "fact/longest-games 2x2 ko=POSITIONAL suicide=yes": H,
            "fact/games 4x1 ko=POSITIONAL suicide=yes": H,
            "fact/games 4x1 ko=POSITIONAL suicide=no": H,
            **{f"fact/histories 3x1 {rules}": H for rules in ("ko=SIMPLE suicide=no", "rules=new-zealand")},
            "fact/games 3x1 ko=POSITIONAL suicide=no": H,
            "fact/longest-games 2x2 ko=SITUATIONAL suicide=yes": H,
        },
    ),
    OpenQuestion(
        "Is it enough to forbid captures that bring a board back?",
        "It forbids less: on three points a play that takes nothing can bring a board back. And it matters: on five "
        "points in a row Black then gets them all, where best play under superko is a draw. Of the empty boards to "
        "nine points this is the only one that it changes.",
        "",
        {
            "claim/ikeda-allows-more smallest": W,
            "claim/ikeda-value smallest": W,
            "claim/ikeda-empty-boards 5x1": R,
            "claim/ikeda-empty-boards 3x3": H,
        },
    ),
    OpenQuestion(
        "Can superko make a player win by stones that are dead?",
        "Yes, on 2x2: no stone there can live, and best play takes none off, as that would bring a board back. "
        "KataGo's self-play options, which end such a game early, change no winner in any settled position to six "
        "points by area, and to five by territory.",
        "Beside stones that live there is no such position to seven points; larger boards were not searched.",
        {
            **{f"claim/dead-stones-stay-for-superko smallest suicide={suicide}": W for suicide in ("no", "yes")},
            **{
                f"claim/dead-stones-stay-for-superko smallest suicide={suicide}, beside living stones": U
                for suicide in ("no", "yes")
            },
            "claim/self-play-opts-harmless 3x2 ko=POSITIONAL scoring=AREA suicide=no": H,
            "claim/self-play-opts-harmless 5x1 ko=SIMPLE scoring=TERRITORY suicide=no": H,
        },
    ),
    OpenQuestion(
        "Does it matter to best play that players may lie about dead stones?",
        "Not by the AGA rules with area scoring: in every position of 3x3, 3x2 and lines to seven points, both "
        "players get what they get where nobody names any stone.",
        "It is searched, not proved. What the future can distinguish in a game's past is counted to three points in "
        "a row under nearly every ban, in 362 classes under positional superko; larger boards were not counted, nor "
        "three points by Spight's first text, by the rule of the repeated pass, and under simple ko with suicide.",
        {
            "claim/aga-agreement-is-area 3x3": H,
            "claim/aga-agreement-is-area 7x1": H,
            "fact/histories 3x1 ko=POSITIONAL suicide=no": H,
        },
    ),
    OpenQuestion(
        "Do the bans on repetition give an empty board different values?",
        "Positional and situational superko do on twelve points in a row, and on no board with fewer. KataGo's New "
        "Zealand preset does not differ from the New Zealand text, to nine points, and by the text 4x3 is worth 4 and "
        "4x4 is worth 2, as under both superkos. The French ban on boards that plays have made does: on 3x3 Black "
        "leads by two, where all nine points are Black's by the others, and on nine points in a row by one, where the "
        "others give a draw. On 4x3 and 4x4 it does not, nor does a ban on captures alone. The ruling of the Chinese "
        "forum gives simple ko's values.",
        "Under the forum's ruling: all beyond five points in a row and 2x2, as its bans forget, and only a search that "
        "keeps nothing plays it.",
        {
            "fact/value-superko 12x1 suicide=no": R,
            "fact/value-superko 11x1 suicide=no": H,
            "claim/nz-empty-boards 3x3 preset=new-zealand-like": H,
            **{
                f"fact/values {board} {rules}": H
                for board in ("4x3", "4x4")
                for rules in (
                    *(f"preset={preset}" for preset in ("new-zealand", "french", "ikeda")),
                    *(f"ko={ko} suicide=no" for ko in ("POSITIONAL", "SITUATIONAL")),
                )
            },
            **{f"claim/french-empty-boards {board}": R for board in ("3x3", "9x1")},
            "claim/chinese-forum-value 5x1": H,
        },
        _VALUES,
    ),
    OpenQuestion(
        "What are boards worth by territory, and is a clause of cleanup idle?",
        "3x3 is worth 8, one point less than by area, whether or not seki is taxed, and 6 where every group is. 4x3 is "
        "worth 3, and 2 where seki or every group is taxed; by area it is worth 4. That each coloring allows a ko-move "
        "once, marks, and that a blocked ko must be unblocked, each change some value, on two or five points. By area "
        "with the button, boards to 4x3 are worth what they are by territory, give or take half a point; a line of "
        "four alone is not.",
        "4x4. No position to four points needs the end by a repeated pass; of 2,068 positions to six points, none is "
        "known to need the end without result in cleanup, and 74 were not decided. Figures for boards to 6x6 were "
        "published in 1992; we have not seen them.",
        {
            "fact/values 3x3 scoring=TERRITORY ko=SIMPLE tax=NONE suicide=no": H,
            "fact/values 3x3 scoring=TERRITORY ko=SIMPLE tax=ALL suicide=no": H,
            **{f"fact/values 4x3 scoring=TERRITORY ko=SIMPLE tax={tax} suicide=no": H for tax in ("SEKI", "ALL")},
            "fact/values 4x3 ko=SIMPLE suicide=no": H,
            "fact/value-clauses smallest scoring=TERRITORY without katago-v2/cleanup/legal-once": W,
            "fact/value-clauses smallest scoring=TERRITORY without katago-v2/cleanup/mark": W,
            "fact/value-clauses smallest scoring=TERRITORY without katago-v2/cleanup/legal-unblocked": W,
            "fact/value-clauses smallest scoring=TERRITORY without katago-v2/cleanup/no-result": U,
            **{f"fact/value-button {board} ko=SIMPLE tax=NONE suicide=no": H for board in ("3x3", "4x3")},
            "fact/value-button 4x1 ko=SIMPLE tax=NONE suicide=no": R,
        },
        _VALUES,
    ),
    OpenQuestion(
        "What are larger boards worth by area?",
        "4x3 is worth 4, and 4x4 is worth 2, under either superko, with suicide and without, simple ko, and by the "
        "AGA, New Zealand, French and Chinese rules, and that of the repeated pass. All points of 5x3 are Black's "
        "under positional superko. These are the published figures, where there are any. With the button 4x4 is "
        "worth half a point less, under every ko rule where suicide is allowed, and under positional superko and "
        "simple ko where it is not.",
        "5x5, for which 25 is published, and 5x4 were not searched here.",
        {
            **{f"fact/values 4x4 ko={ko} suicide=no": H for ko in ("POSITIONAL", "SITUATIONAL", "SIMPLE")},
            **{f"fact/values 4x4 ko={ko} button=yes suicide=no": H for ko in ("POSITIONAL", "SIMPLE")},
            **{f"fact/values 4x4 ko={ko} button=yes suicide=yes": H for ko in ("POSITIONAL", "SITUATIONAL", "SIMPLE")},
            **{f"fact/values 4x4 preset={preset}": H for preset in ("tromp-taylor", "new-zealand-like", "aga")},
            **{f"fact/values 4x4 preset={preset}": H for preset in ("new-zealand", "french", "chinese-2002")},
            "fact/values 4x4 preset=repeated-pass reading/repeated-pass-win=left-out": H,
            "fact/values 5x3 ko=POSITIONAL suicide=no": H,
        },
        _VALUES,
    ),
    OpenQuestion(
        "Is suicide ever the only best move?",
        "Under Tromp and Taylor's rules not on three points in a row, nor on fewer: every game there is worth the same "
        "if nobody may commit suicide any more. On four points in a row it is. There is a game of thirteen turns from "
        "which White ends alone on the board, and leads by 4, by committing suicide; if nobody may, Black leads "
        "by 1.",
        "Whether best play from an empty board ever needs it; and other rules on more than three points. The map has "
        "what every rule set says of boards as small as that.",
        {
            "fact/value-suicide 3x1 preset=tromp-taylor": H,
            "fact/value-suicide 4x1 preset=tromp-taylor": R,
        },
        _MAP,
    ),
    OpenQuestion(
        "How many sekis are there, and which is the smallest?",
        "The smallest stands on 2x2 by territory; by area on five points in a row under positional superko, and on "
        "3x2 under situational superko and under simple ko. There are positions that superko alone makes sekis. The "
        "page of sekis has every one on the boards that it names, by kind, and a question mark where not all was "
        "decided. On 4x4 there are nineteen thousand and more under Tromp and Taylor's rules, of nineteen kinds, and "
        "eighteen thousand and more under simple ko, of seventeen.",
        "Of the 24,318,165 positions of 4x4 22,066 were not decided under Tromp and Taylor's rules, in 100,000 to "
        "500,000 nodes each, nor 52,876 under simple ko, in 10,000 to 50,000; other rules were not asked "
        "there. Lines of eight and more by territory, and of ten and more; and 4x3 by territory.",
        {
            **{f"fact/seki-{name} smallest": W for name in ("superko", "territory")},
            **{
                f"fact/seki-smallest smallest scoring=AREA ko={ko}": W for ko in ("POSITIONAL", "SITUATIONAL", "SIMPLE")
            },
            "fact/seki-smallest smallest scoring=TERRITORY": W,
        },
        _SEKIS,
    ),
)


def shown_questions(book: Book) -> tuple[AnsweredQuestion, ...]:
    """The questions whose answers rest on what is in a book, each with its claims.

    Raises:
        Untrue: a check has come to another verdict.
    """
    of_checks = {finding.check.name: (decided, finding) for decided in book.decided for finding in decided.findings}
    answered = (question for question in QUESTIONS if question.rests_on.keys() <= of_checks.keys())
    for_checks = ((question, [of_checks[check] for check in question.rests_on]) for question in answered)
    shown = []
    for question, evidence in for_checks:
        for (_, finding), outcome in zip(evidence, question.rests_on.values(), strict=True):
            if finding.verdict.outcome is not outcome:
                raise Untrue(f"{question.asks!r} is answered, but {finding.check.name} is not {outcome.value}.")
        claims = {decided.claim.id: decided for decided, _ in evidence}
        shown.append(AnsweredQuestion(question, tuple(claims.values())))
    return tuple(shown)
