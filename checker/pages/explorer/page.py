"""The page of the explorer as files: the same, whether a server answers it or Python in a worker of the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template

BOOK = "book/"
HOME, RULES, QUESTIONS = "index.html", "rules/index.html", "questions.html"
VALUES, ENGINES = "values.html", "engines/index.html"
MENU = {"Findings": HOME, "Rules": RULES, "Questions": QUESTIONS, "Values": VALUES, "Engines": ENGINES}
"""The pages of the book that every page leads to, by what they are called there; the explorer is the last entry."""
_ASSETS = __package__.rpartition(".")[0]
POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
"""What the page may load and do: nothing but what comes from where it came from."""
POLICY_WITH_WORKER: Mapping[str, str] = {
    **POLICY,
    "script-src": "'self' 'wasm-unsafe-eval'",
    "worker-src": "'self'",
}
"""What it may besides, where Python runs in it: compiled code that comes from there as well."""
_MODULES = ("explorer", "elements", "exploring", "transport", "boards", "findings", "counting", "records", "controls")
_PAGE = "explorer/page.html"
_FILES: Mapping[str, str] = {
    "": _PAGE,
    "style.css": "style.css",
    "explorer.css": "explorer/explorer.css",
    **{f"{name}.js": f"explorer/{name}.js" for name in _MODULES},
}


def policy_text(policy: Mapping[str, str]) -> str:
    """A policy as browsers read it.

    >>> policy_text({"script-src": "'self'", "base-uri": "'none'"})
    "script-src 'self'; base-uri 'none'"
    """
    return "; ".join(f"{directive} {where}" for directive, where in policy.items())


@cache
def page_files(book: str = BOOK, worker: str = "") -> Mapping[str, str]:
    """The files of the page by the names that it asks for; the page itself is "".

    Args:
        book: where the book of verdicts is, seen from the page.
        worker: the script of the worker that answers; "" if a server does.
    """
    texts = {name: asset(path) for name, path in _FILES.items()}
    policy = policy_text(POLICY_WITH_WORKER if worker else POLICY)
    menu = "\n".join(f'<li><a href="{book}{page}">{name}</a></li>' for name, page in MENU.items())
    return texts | {"": Template(texts[""]).substitute(book=book, worker=worker, policy=policy, menu=menu)}


def asset(path: str) -> str:
    """The text of a file that the project's pages are made of."""
    return (files(_ASSETS) / "assets" / path).read_text(encoding="utf-8")
