"""The output: a directory with one Parquet file for each batch.

A file is written to a temporary name and then renamed. A repeated batch replaces its own file, and
every file with a final name is complete.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from rows import SCHEMA, Row


@dataclass(frozen=True)
class Output:
    """The directory, which all nodes share. Hidden files are not part of a Parquet dataset."""

    directory: Path

    def batches(self) -> set[str]:
        """Returns the names of the written batches."""
        return {file.stem for file in self.directory.glob("[!.]*.parquet")}

    def write(self, batch: str, rows: Sequence[Row]) -> None:
        """Writes the rows of a batch."""
        temporary = self.directory / f".{batch}.{uuid.uuid4().hex}"
        with temporary.open("wb") as file:
            pq.write_table(pa.Table.from_pylist(list(rows), SCHEMA), file, compression="zstd")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._file(batch))

    def remove(self, batch: str) -> None:
        """Removes the rows of a batch."""
        self._file(batch).unlink(missing_ok=True)

    def remove_temporary(self) -> None:
        """Removes the remains of killed workers, while no batch is being written."""
        for file in self.directory.glob(".*.*"):
            file.unlink(missing_ok=True)

    def _file(self, batch: str) -> Path:
        return self.directory / f"{batch}.parquet"
