"""How soon the explorer answers that runs in the page, drawing included: `python -m tests.benchmarks.live PYODIDE`."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from superko.checker.pages.live import FOLDER, live_files
from superko.checker.pages.site import write
from tests.checker.explorer.test_live import serving

SIDES = {9: 40, 19: 40}
RULES = "japanese-like"
PLAY = """async (vertex) => {
  const point = document.querySelector(`[data-vertex="${vertex}"]`);
  const drawn = new Promise((done) => new MutationObserver((_, seen) => { seen.disconnect(); done(); })
    .observe(document.querySelector("#boards"), { childList: true, subtree: true }));
  const before = performance.now();
  point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await drawn;
  await new Promise(requestAnimationFrame);
  return performance.now() - before;
}"""
LEGAL = '.goban [aria-label*=", legal"]'
FINDINGS = "#findings[aria-busy=false]"
MEGABYTE_IN_KILOBYTES = 1024
MILLISECONDS_TO_KEEP = 3000


def turn_times(page: Any, turns: int, seed: int) -> Iterator[float]:
    """The milliseconds from a click to the next picture, for each turn of a random game, taken when all is told."""
    chance = Random(seed)
    for _ in range(turns):
        page.locator(FINDINGS).wait_for(state="attached")
        legal = page.locator(LEGAL).evaluate_all("all => all.map((one) => one.dataset.vertex)")
        if not legal:
            return
        yield page.evaluate(PLAY, chance.choice(legal))


def opened(context: Any, address: str) -> float:
    """The seconds until the first board is there, in a page of its own."""
    began = time.perf_counter()
    page = context.new_page()
    page.goto(address)
    page.locator(".goban").first.wait_for(timeout=60_000)
    taken = time.perf_counter() - began
    page.wait_for_timeout(MILLISECONDS_TO_KEEP)
    return taken


def renderer_megabytes() -> int:
    """How much memory the largest process takes that draws pages."""
    sizes = [0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                status = (process / "status").read_text(encoding="ascii")
                sizes.append(int(status.partition("VmRSS:")[2].split()[0]))
        except (OSError, IndexError):
            continue
    return max(sizes) // MEGABYTE_IN_KILOBYTES


def main() -> None:
    """Print how soon the first board and each turn are there, the memory that it takes, and how busy the machine is."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pyodide", type=Path, help="the folder of Pyodide, as npm unpacks it")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write(live_files(asked.pyodide), Path(folder))
        with serving(Path(folder)) as home:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            for side, turns in SIDES.items():
                context = browser.new_context()
                first, again = (opened(context, f"{home}{FOLDER}#/{RULES}/{side}x{side}/") for _ in range(2))
                page = context.pages[-1]
                times = sorted(turn_times(page, turns, asked.seed))
                print(f"{side}x{side}: first answer {first:.1f} s, at the next visit {again:.1f} s")
                print(f"  a turn: {median(times):.0f} ms in the median, {times[-1]:.0f} ms at most, of {len(times)}")
                print(f"  memory: {renderer_megabytes()} MB")
                context.close()
            browser.close()


if __name__ == "__main__":
    main()
