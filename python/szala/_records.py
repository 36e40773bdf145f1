"""Recorded games, for whatever takes Arrow data."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from szala import _szala
from szala._errors import SzalaError


class Records:
    """The games of a recorded run: one row a game, in the order of their numbers.

    Anything that takes Arrow data through its stream interface takes them: `polars.DataFrame(records)`,
    `pyarrow.table(records)`, a DuckDB query that names the variable. Numbers go over without a copy. `docs/SCHEMA.md`
    says what the columns mean.
    """

    def __init__(self, folder: str | os.PathLike[str], *, keep: object = None) -> None:
        self._keep = keep
        try:
            self._games = _szala.Games(folder)
        except ValueError as error:
            raise SzalaError(str(error)) from None
        self._manifest: dict[str, Any] = json.loads(self._games.manifest())
        self._folder = Path(folder)

    @property
    def folder(self) -> Path:
        """Where they are; a folder that nobody named goes with the last object that holds its games."""
        return self._folder

    @property
    def manifest(self) -> dict[str, Any]:
        """What was played, with hashes of all that it depends on."""
        return self._manifest

    @property
    def columns(self) -> dict[str, str]:
        """The columns, and what each means."""
        return {column["name"]: column["about"] for column in self._manifest["columns"]}

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        return f"<Records: {len(self)} games, {len(self._manifest['columns'])} columns, in {self._folder}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._games.__arrow_c_stream__(requested_schema)
