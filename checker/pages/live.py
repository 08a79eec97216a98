"""The page of the explorer as files, and what answers it on a site that any web server can carry: Python in the page.

No rule is written anew for that: the clauses and the interpreter go along as they are, in an archive. Pyodide, which is
Python compiled for browsers, runs them in a worker of the page; it is no part of superko. Where Node.js is installed,
Pyodide compiles them and its own library once, when the site is written, rather than at every first visit.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

FOLDER, PAGE = "explorer/", "index.html"
WORKER, ARCHIVE = "worker.js", "superko.zip"
LIBRARY, COMPILER = "python_stdlib.zip", "assets/explorer/compile.mjs"
LONGEST_COMPILING = 120.0
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY, "pyodide-lock.json")
VERSION = "314.0.7"
"""The version of Pyodide that the site was tried with."""
HOW_TO_GET = f"`npm pack pyodide@{VERSION}` and `tar xzf pyodide-{VERSION}.tgz` get it, into the folder `package`."
WHOLE = ("superko.spec", "superko.interpreter", "superko.checker.pages.explorer", "pyrsistent")
_ALONE = (
    *("superko", "superko.checker", "superko.checker.pages", "superko.checker.pages.frames"),
    *("superko.checker.play", "superko.checker.play.outcomes"),
)


def live_files(pyodide: Path) -> dict[str, bytes]:
    """The files of the explorer by their paths on the site, with Pyodide from a folder as npm unpacks it.

    Raises:
        ValueError: a file of Pyodide is not there; the message says how to get them.
    """
    missing = [name for name in PYODIDE if not (pyodide / name).is_file()]
    if missing:
        raise ValueError(f"{pyodide} has no {', '.join(missing)} of Pyodide. {HOW_TO_GET}")
    texts = {name or PAGE: text for name, text in page_files("../", WORKER).items()}
    written = {name: text.encode() for name, text in {**texts, WORKER: asset(f"explorer/{WORKER}")}.items()}
    written |= {f"pyodide/{name}": (pyodide / name).read_bytes() for name in PYODIDE}
    library = f"pyodide/{LIBRARY}"
    written |= compiled(pyodide, {ARCHIVE: archive(), library: written[library]})
    return {FOLDER + name: content for name, content in written.items()}


def compiled(pyodide: Path, archives: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Archives with their Python compiled for Pyodide; as they are, where Node.js is missing or can't run Pyodide."""
    node = shutil.which("node")
    if node is None:
        return archives
    with TemporaryDirectory() as folder, as_file(files(__package__) / COMPILER) as compiler:
        places = {name: Path(folder) / f"{number}.zip" for number, name in enumerate(archives)}
        for name, place in places.items():
            place.write_bytes(archives[name])
        asked = [node, str(compiler), str(pyodide.resolve()), *map(str, places.values())]
        try:
            subprocess.run(asked, check=True, capture_output=True, timeout=LONGEST_COMPILING)
        except (OSError, subprocess.SubprocessError):
            return archives
        return {name: place.read_bytes() for name, place in places.items()}


def archive() -> bytes:
    """What answers in the page, as a ZIP archive; the same bytes whenever the sources are the same.

    >>> with ZipFile(BytesIO(archive())) as sources:
    ...     "superko/spec/tromp_taylor/rules.py" in sources.namelist(), "numpy" in str(sources.namelist())
    (True, False)
    """
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED, compresslevel=9) as sources:
        for path, file in sorted(_sources()):
            sources.writestr(ZipInfo(path), file.read_bytes(), ZIP_DEFLATED)
    return written.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    """Every file that goes along, Python and tables, by its path in the archive."""
    for name in (*WHOLE, *_ALONE):
        module_spec = find_spec(name)
        assert module_spec is not None
        assert module_spec.origin is not None
        file, folder = Path(module_spec.origin), name.replace(".", "/")
        if name in WHOLE:
            sources = (source for ending in ("py", "toml") for source in file.parent.rglob(f"*.{ending}"))
            yield from ((f"{folder}/{source.relative_to(file.parent)}", source) for source in sources)
        else:
            yield (f"{folder}/__init__.py" if file.name == "__init__.py" else f"{folder}.py"), file


BOOK = "book/"
HOME, RULES, QUESTIONS = "index.html", "rules/index.html", "questions.html"
VALUES, ENGINES = "values.html", "engines/index.html"
MENU = {"Findings": HOME, "Rules": RULES, "Questions": QUESTIONS, "Values": VALUES, "Engines": ENGINES}
"""The pages of the book that every page leads to, by what they are called there; the explorer is the last entry."""
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
_FILES: Mapping[str, str] = {
    "": "explorer/page.html",
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
    """The files of the page, itself "", by the names that it asks for; a server answers it where there is no worker."""
    texts = {name: asset(path) for name, path in _FILES.items()}
    policy = policy_text(POLICY_WITH_WORKER if worker else POLICY)
    menu = "\n".join(f'<li><a href="{book}{page}">{name}</a></li>' for name, page in MENU.items())
    return texts | {"": Template(texts[""]).substitute(book=book, worker=worker, policy=policy, menu=menu)}


def asset(path: str) -> str:
    """The text of a file that the project's pages are made of."""
    return (files(__package__) / "assets" / path).read_text(encoding="utf-8")
