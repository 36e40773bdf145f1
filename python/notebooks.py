"""Runs the notebooks of `docs/notebooks`, each in an empty folder; with `--write` their outputs are kept.

    notebooks.py [--write] [NAME...]

Run it with the interpreter of the environment that holds the wheel.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "docs" / "notebooks"


def execute(path: Path, is_written: bool) -> str:
    """Runs one; an error in a cell is an error here."""
    started = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        NotebookClient(
            notebook, timeout=120, resources={"metadata": {"path": folder}}, record_timing=False
        ).execute()
    if is_written:
        nbformat.write(notebook, path)
    return f"{path.name}: {time.monotonic() - started:.1f} s"


def main(words: list[str]) -> None:
    """Runs those that are named, or all, two at a time: most of the time is that of kernels which start."""
    named = [word for word in words if word != "--write"]
    paths = [path for path in sorted(NOTEBOOKS.glob("*.ipynb")) if not named or path.stem in named]
    with ThreadPoolExecutor(2) as pool:
        for told in pool.map(lambda path: execute(path, "--write" in words), paths):
            print(told, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
