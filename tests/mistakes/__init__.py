"""One catalogue of mistakes: those that `superko vectors` makes in clauses, and those that `mistakes.txt` writes out.

Who tries which, and why not the others:

- What reads rules (`model`, `search`, `solving`) tries those of the vectors that a game on 6 points shows, as it needs
  a game in which they show; two need 8 and 14 points. No committed game shows what is written out.
- Compiled clauses (`interpreter/compiled`) are tried with all, but what is outside of the language is never compiled.
- Proofs (`checker/proofs`) take what is written out under a check; of the others no proved claim is known to be false.
- Claims (`claims/noticed.txt`) take one or more each, as each must be able to fail, but not by each mistake.
- `judge` (`checker/oracle`) takes those of the vectors, the first of each decision at every change, and what is written
  out for it or for a suite; three of the vectors' no protocol asks about.
- Suites (`checker/vectors`) take the vectors' in the clauses in force, and what is written out for a suite.
"""
