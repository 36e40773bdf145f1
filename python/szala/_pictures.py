"""Pictures, for notebooks and files."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, TypeAlias

from szala import _options as options
from szala._ask import text
from szala._findings import Run
from szala._records import Records

if TYPE_CHECKING:
    from typing_extensions import Unpack

Kind: TypeAlias = Literal["outcomes", "margins", "stages", "reasons", "survival", "convergence", "clauses"]


class Picture(str):
    """A picture as the text of an SVG file, which shows itself in a notebook."""

    def __repr__(self) -> str:
        # A notebook keeps this beside the picture.
        return f"<Picture: {len(self)} letters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)


def chart(kind: Kind, *runs: Run | Records | str | os.PathLike[str], **options: Unpack[options.Chart]) -> Picture:
    """Draw a chart of recorded runs: of one, or of two beside each other where the kind can do that.

    >>> import szala
    >>> run = szala.load("two-gates").run(games=100, records=True)
    >>> szala.chart("margins", run).startswith("<svg")
    True
    """
    records = [run.records if isinstance(run, Run) else run for run in runs]
    folders = [run.folder if isinstance(run, Records) else run for run in records]
    with TemporaryDirectory(prefix="szala-") as folder:
        file = Path(folder) / "chart.svg"
        text("chart", kind, *folders, out=file, **options)
        return Picture(file.read_text(encoding="utf-8"))
