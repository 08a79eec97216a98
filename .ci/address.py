"""Writes the project's address into the package: `python .ci/address.py https://… v0.2.0`, before a release is built.

A package index shows the README without the files beside it, so its links and its picture need whole addresses.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

README, SETTINGS = Path("README.md"), Path("pyproject.toml")
TO_A_FILE = r"\]\((?!https?:|#)([^)]+)\)"


def main(address: str, tag: str) -> None:
    """Write it into the README and `[project.urls]` of the current folder."""
    text = re.sub(rf"(!\[[^\]]*){TO_A_FILE}", rf"\1]({address}/raw/{tag}/\2)", README.read_text(encoding="utf-8"))
    README.write_text(re.sub(TO_A_FILE, rf"]({address}/blob/{tag}/\1)", text), encoding="utf-8")
    urls = {"Source": "", "Issues": "/issues", "Changelog": f"/blob/{tag}/.github/CHANGELOG.md"}
    lines = [f'{name} = "{address}{path}"' for name, path in urls.items()]
    with SETTINGS.open("a", encoding="utf-8") as settings:
        settings.write("\n".join(["", "[project.urls]", *lines, ""]))


if __name__ == "__main__":
    main(*sys.argv[1:])
