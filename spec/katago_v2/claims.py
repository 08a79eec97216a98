"""What the document claims, in our words."""

from __future__ import annotations

from ..claim import Claim, Strength, register

DOCUMENT = "katago-v2"


def _documents_claims() -> tuple[Claim, ...]:
    asserted, hedged, best_play = Strength.ASSERTED, Strength.HEDGED, Strength.BEST_PLAY
    return (
        Claim(
            "claim/single-suicide-null",
            DOCUMENT,
            "params",
            "A suicide that kills only the stone just played is never allowed, under either suicide setting.",
            asserted,
        ),
        Claim(
            "claim/bent-four-dies",
            DOCUMENT,
            "intro",
            "Bent four in the corner is resolved as dead by best play, whatever ko threats stand elsewhere.",
            best_play,
        ),
        Claim(
            "claim/no-seki-territory",
            DOCUMENT,
            "intro",
            "Under tax Seki no territory is scored in seki, one-sided dame included.",
            best_play,
        ),
        Claim(
            "claim/double-ko-seki",
            DOCUMENT,
            "intro",
            "A double-ko seki comes out as a seki.",
            best_play,
        ),
        Claim(
            "claim/thousand-year-ko",
            DOCUMENT,
            "intro",
            "A thousand-year ko comes out as a seki.",
            best_play,
        ),
        Claim(
            "claim/double-ko-death",
            DOCUMENT,
            "intro",
            "A double-ko death comes out as a death.",
            best_play,
        ),
        Claim(
            "claim/finish-direct-ko",
            DOCUMENT,
            "intro",
            "A direct ko should be finished rather than left, even with enough threats; a multi-step ko need not be.",
            best_play,
        ),
        Claim(
            "claim/torazu-sanmoku",
            DOCUMENT,
            "cleanup",
            "Three points without capturing usually comes out as three points without capturing.",
            best_play,
        ),
        Claim(
            "claim/spight-terminates",
            DOCUMENT,
            "note 4",
            "Ending on a repeated pass makes positions like sending two, returning one terminate under simple ko.",
            asserted,
        ),
        Claim(
            "claim/no-result-not-s2r1",
            DOCUMENT,
            "note 5",
            "As passes reset the count, positions like sending two, returning one never end without result.",
            asserted,
        ),
        Claim(
            "claim/two-phases-no-pass-fight",
            DOCUMENT,
            "note 6",
            "Splitting the ko change from the point for each move removes the incentive to fight for the second pass.",
            best_play,
        ),
        Claim(
            "claim/unblock-exclusive",
            DOCUMENT,
            "note 7",
            "Unblocking at a ko-move location never coincides with a legal move there.",
            asserted,
        ),
        Claim(
            "claim/double-ko-seki-bounded",
            DOCUMENT,
            "note 8",
            "The rule of one ko-move for each coloring stops a double-ko seki from cycling forever in cleanup.",
            hedged,
        ),
        Claim(
            "claim/cleanup-terminates",
            DOCUMENT,
            "note 9",
            "Ending on a repeated pass makes the second cleanup phase terminate too.",
            asserted,
        ),
        Claim(
            "claim/one-sided-dame",
            DOCUMENT,
            "note 10",
            "Comparing with the start of the second cleanup phase keeps one-sided dame from giving points.",
            best_play,
        ),
        Claim(
            "claim/benson",
            DOCUMENT,
            "note 2",
            "Benson's algorithm finds the pass-alive-groups, with a small change when multi-stone suicide is allowed.",
            asserted,
        ),
        Claim(
            "claim/pass-alive-territory-flaw",
            DOCUMENT,
            "note 3",
            "A pass-alive-territory can stop being one when a single stone is added on its one interior point.",
            Strength.EXISTENTIAL,
        ),
        Claim(
            "claim/ilr-means-not-seki",
            DOCUMENT,
            "note 1",
            "Independent-life-regions are what is not in seki, once borders are finished and dame filled.",
            best_play,
        ),
        Claim(
            "claim/atari-settles-double-ko-seki",
            DOCUMENT,
            "note 1",
            "The condition on stones in atari makes what lives without dame or two eyes, as in double-ko seki, a seki.",
            asserted,
        ),
        Claim(
            "claim/ownership-equivalent",
            DOCUMENT,
            "training",
            "The ownership formula is equivalent to the territory score.",
            asserted,
        ),
        Claim(
            "claim/ownership-on-board",
            DOCUMENT,
            "training",
            "It factors over the board as +1, 0 or -1 a point, whatever is moved inside independent-life-regions.",
            hedged,
        ),
        Claim(
            "claim/self-play-opts-harmless",
            DOCUMENT,
            "params",
            "The self-play options could change correct play only in contrived superko histories.",
            best_play,
        ),
        Claim(
            "claim/self-play-end-score",
            DOCUMENT,
            "main",
            "The early end scores as repeated passing would.",
            asserted,
        ),
        Claim(
            "claim/button-reconciles",
            DOCUMENT,
            "params",
            "The button partly reconciles area and territory scoring.",
            best_play,
        ),
    )


register(*_documents_claims())
