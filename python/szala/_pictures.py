"""Pictures, for notebooks and files."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, TypeAlias

from szala import _options as options
from szala._ask import Option, text
from szala._findings import Run
from szala._records import Records

if TYPE_CHECKING:
    from typing_extensions import Unpack

Kind: TypeAlias = Literal["outcomes", "margins", "stages", "reasons", "survival", "convergence", "clauses"]


_FITS = r'\1 style="width:100%;max-width:\2px;height:auto"'


class Picture(str):
    """A picture as the text of an SVG file, which shows itself in a notebook."""

    def __repr__(self) -> str:
        # A notebook keeps this beside the picture.
        return f"<Picture: {len(self)} letters of SVG>"

    def _repr_svg_(self) -> str:
        # As wide as the cell at most: a large map would be cut off there.
        return re.sub(r'(<svg [^>]*?) width="([0-9.]+)" height="[0-9.]+"', _FITS, self, count=1)


class Page(str):
    """A page as the text of an HTML file, which shows itself in a notebook. It needs no other file and no network."""

    def __repr__(self) -> str:
        return f"<Page: {len(self)} letters of HTML>"

    def _repr_html_(self) -> str:
        # A frame of its own: neither the page nor the notebook sees the other's styles and scripts.
        frame = "width: 100%; height: 720px; border: 1px solid #8884"
        return f'<iframe sandbox="allow-scripts" style="{frame}" srcdoc="{html.escape(self)}"></iframe>'


def page(command: str, *arguments: str, **options: Option) -> Page:
    """The page that a command writes."""
    with TemporaryDirectory(prefix="szala-") as folder:
        file = Path(folder) / "page.html"
        text(command, *arguments, **{**options, "html": file})
        return Page(file.read_text(encoding="utf-8"))


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
