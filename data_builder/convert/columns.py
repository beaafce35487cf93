"""Rows of tables that are kept by columns: Parquet files, and the Arrow files that `datasets` writes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from data_builder.sources.rows import check_regular
from reward.jsonl import InputError, printable

MAX_BATCH = 2 * 1024**3
"""Bytes of the rows that are in memory together."""
BATCH_ROWS = 64
"""Rows may hold images."""


def column_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Every row by the names of the columns, nulls left out. Raises InputError for a file that cannot be read."""
    check_regular(path)
    try:
        batches = _parquet(path) if path.suffix.lower() == ".parquet" else _arrow(path)
        for batch in batches:
            if batch.nbytes > MAX_BATCH:
                raise InputError(f"{path}: {batch.num_rows} rows take more than {MAX_BATCH} bytes; split it")
            for row in batch.to_pylist():
                yield {name: value for name, value in row.items() if value is not None}
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise InputError(f"{path}: cannot be read: {printable(str(error))}") from None


def _parquet(path: Path) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(path) as file:
        yield from file.iter_batches(batch_size=BATCH_ROWS)


def _arrow(path: Path) -> Iterator[pa.RecordBatch]:
    """A stream, as `datasets` writes it, or an Arrow file. Each batch is checked: its offsets come from the file."""
    with pa.memory_map(str(path)) as source:
        if source.read(6) == b"ARROW1":
            with pa.ipc.open_file(source) as file:
                for number in range(file.num_record_batches):
                    yield from _checked(file.get_batch(number))
            return
        source.seek(0)
        with pa.ipc.open_stream(source) as stream:
            for batch in stream:
                yield from _checked(batch)


def _checked(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    batch.validate(full=True)
    for start in range(0, batch.num_rows, BATCH_ROWS):
        yield batch.slice(start, BATCH_ROWS)
