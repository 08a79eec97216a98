"""The rules of Go as a formal specification, with a reference interpreter and a model checker.

`superko.spec` says what the rules documents say, `superko.interpreter` plays by it, and `superko.checker` decides claims
about it. The three folders lie at the top of the project; this one makes a package of them.
"""

__version__ = "0.1.0"
