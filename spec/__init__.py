"""What the rules documents say: each clause a small pure function, tagged with its permanent id.

`algebra` is the language in which board clauses are written; `vocabulary` holds the values of a game (turns,
positions, records); `registry` holds the clause tag; `rules` the parameters. Every other folder has a document, or
several, as its `document.toml` says.
"""

from importlib import import_module
from pkgutil import iter_modules

FOLDERS = tuple(folder.name for folder in iter_modules(__path__) if folder.ispkg and folder.name != "algebra")
for _folder in FOLDERS:
    import_module(f"{__name__}.document").load(_folder)
import_module(f"{__name__}.registry").close_documents()
