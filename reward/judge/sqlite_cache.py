"""Rulings in a SQLite file, which all processes of a machine may share."""

import asyncio
import logging
import os
import queue
import sqlite3
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path

from reward.jsonl import InputError
from reward.judge.cache import MAX_VALUE_CHARS, Cache, MemoryCache, decode, encode
from reward.judge.ruling import Ruling

LOCK_SECONDS = 5.0
"""How long a write waits for another process that writes."""
MAX_UNWRITTEN = 65_536
BATCH = 512
APPLICATION = 0x616B6A31
"""Marks a SQLite file as a cache of ours."""
Rows = queue.SimpleQueue[tuple[str, str, float] | None]
"""Key, value and Unix time; None ends the writing."""
logger = logging.getLogger("answerkey")


class SqliteCache(Cache):
    """Rulings in a file that several processes may use at once; those used last are in memory too.

    Reads run on the event loop, as they wait for nobody; a thread of its own writes. A process that is killed loses
    the rulings of its last moments. Raises InputError for a file that cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._memory = MemoryCache()
        self._faults = _Faults(path)
        self._start()

    def _start(self) -> None:
        self._unwritten: Rows = queue.SimpleQueue()
        writer = _open(self._path)
        self._reader = _open(self._path)
        self._reader.execute("PRAGMA busy_timeout = 0")  # the event loop waits for no lock
        writing = threading.Thread(target=_write, args=(writer, self._unwritten, self._faults), daemon=True)
        writing.start()
        # At the latest when the process ends: a daemon thread alone would lose what it has not written.
        self._finish = weakref.finalize(self, _finish, self._unwritten, writing, self._reader)

    @property
    def faults(self) -> int:
        return self._faults.count

    async def get(self, key: str) -> Ruling | None:
        if (ruling := self._memory.recall(key)) is not None:
            return ruling
        try:
            self._go_on()
            row = self._reader.execute("SELECT value FROM rulings WHERE key = ?", (key,)).fetchone()
        except (sqlite3.Error, InputError) as error:
            self._faults.add(1, error)
            return None
        ruling = decode(row[0]) if row else None
        if ruling is not None:
            self._memory.keep(key, ruling)
        return ruling

    async def put(self, key: str, ruling: Ruling) -> None:
        self._memory.keep(key, ruling)
        value = encode(ruling)
        try:
            self._go_on()
            if len(value) > MAX_VALUE_CHARS or self._unwritten.qsize() >= MAX_UNWRITTEN:
                raise OverflowError
            self._unwritten.put((key, value, time.time()))
        except (OverflowError, sqlite3.Error, InputError) as error:
            self._faults.add(1, error)

    def _go_on(self) -> None:
        """Open the file again if it was closed."""
        if not self._finish.alive:
            self._start()

    async def close(self) -> None:
        """Write everything that was put, and close the file until it is used again."""
        await asyncio.to_thread(self._finish)


class _Faults:
    """Counts what failed; the first is logged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self.count = 0

    def add(self, many: int, error: Exception) -> None:
        with self._lock:
            first = not self.count
            self.count += many
        if first:
            why = getattr(error, "sqlite_errorname", type(error).__name__)
            logger.warning("The judge's cache %s fails (%s): what it does not keep is asked again.", self._path, why)


def _open(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made where there is none. Raises InputError."""
    fault = f"{path}: cannot be the judge's cache"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            with suppress(FileExistsError):  # another process was faster
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if not path.is_file():
            raise InputError(f"{fault}: it is no regular file; name a file to make or to go on with")
        connection = sqlite3.connect(path.absolute(), timeout=LOCK_SECONDS, check_same_thread=False)
        try:
            _prepare(connection, fault)
        except BaseException:
            connection.close()
            raise
    except InputError:
        raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(f"{fault}: {why}; name a file in a folder that can be written") from None
    except sqlite3.Error as error:
        raise InputError(f"{fault}: {error}; delete it if nothing else needs it, or name another file") from None
    return connection


def _prepare(connection: sqlite3.Connection, fault: str) -> None:
    """Make the table, unless it is there. Raises InputError for another program's file."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MAX_VALUE_CHARS)  # of a row
    [tables] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    [application] = connection.execute("PRAGMA application_id").fetchone()
    if tables and application != APPLICATION:
        raise InputError(f"{fault}: it is another program's database; name another file")
    if _write_ahead(connection) != "wal":
        raise InputError(f"{fault}: its file system cannot share it between processes; name a file on a local disk")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")  # fails for a file that may only be read
    with connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS rulings"
            " (key TEXT PRIMARY KEY, value TEXT NOT NULL, created REAL NOT NULL) WITHOUT ROWID"
        )


def _write_ahead(connection: sqlite3.Connection) -> str:
    """Switch to write-ahead logging, for which SQLite does not wait by itself while another process does the same."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _write(connection: sqlite3.Connection, unwritten: Rows, faults: _Faults) -> None:
    """Write rows as they come, those that are there at once, until a None comes."""
    going = True
    while going:
        rows = [unwritten.get()]
        while len(rows) < BATCH and not unwritten.empty():
            rows.append(unwritten.get())
        batch = [row for row in rows if row is not None]
        going = len(batch) == len(rows)
        try:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO rulings VALUES (?, ?, ?)", batch)
        except Exception as error:  # whatever it is, the next rows may be better
            faults.add(len(batch), error)
    connection.close()


def _finish(unwritten: Rows, writing: threading.Thread, reader: sqlite3.Connection) -> None:
    unwritten.put(None)
    writing.join()
    reader.close()
