"""Seconds that each lemma of one step takes, proved of every board at once: `python -m tests.benchmarks.lemmas`."""

from __future__ import annotations

import time

from superko.checker.claims.lemmas.one_step import BY_INDUCTION, IN_STEPS, SYMMETRIES, decided_on_every_board


def main() -> None:
    """Print the verdict on each lemma and how long it took, and at last how long all took."""
    proofs = [(proof, rules, "") for proof, rules in BY_INDUCTION] + [*IN_STEPS, *SYMMETRIES]
    start = time.perf_counter()
    for proof, rules, label in proofs:
        began = time.perf_counter()
        outcome = decided_on_every_board(proof, rules).outcome.value
        print(f"{proof.lemma.claim} {label}: {outcome} in {time.perf_counter() - began:.1f} s")
    print(f"all: {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
