"""What a user relies on: the file is shared, survives a kill, and whatever happens to it costs no verdict."""

import asyncio
import json
import logging
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from reward.jsonl import InputError
from reward.judge import sqlite_cache
from reward.judge.cache import encode
from reward.judge.ruling import Ruling
from reward.judge.sqlite_cache import MAX_UNWRITTEN, SqliteCache

RULING = Ruling("the red cup", "a-model", 312, 9)


def key(number: int) -> str:
    return f"{number:064x}"


def keep(path: Path, numbers: range) -> None:
    async def run() -> None:
        cache = SqliteCache(path)
        for number in numbers:
            await cache.put(key(number), Ruling(f"option {number}", "a-model", number, 1))
        await cache.close()
        assert cache.faults == 0

    asyncio.run(run())


def found(path: Path, numbers: range) -> list[int]:
    """The numbers whose rulings a fresh cache finds, each checked to be the right one."""

    async def run() -> list[int]:
        cache = SqliteCache(path)
        rulings = {number: await cache.get(key(number)) for number in numbers}
        await cache.close()
        kept = {number: ruling for number, ruling in rulings.items() if ruling is not None}
        assert all(ruling == Ruling(f"option {number}", "a-model", number, 1) for number, ruling in kept.items())
        return list(kept)

    return asyncio.run(run())


def sql(path: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """What another program sees in the file, or does to it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(statement, values).fetchall()


def run_python(code: str, *arguments: str) -> subprocess.Popen[str]:
    setup = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom reward.judge.ruling import Ruling\n"
        "from reward.judge.sqlite_cache import SqliteCache\n"
    )
    return subprocess.Popen([sys.executable, "-c", setup + code, *arguments], stdout=subprocess.PIPE, text=True)


def test_rulings_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "cache.sqlite"
    keep(path, range(2000))
    assert found(path, range(2100)) == list(range(2000))


def test_a_ruling_can_be_read_before_it_is_written(tmp_path: Path) -> None:
    async def run() -> None:
        cache = SqliteCache(tmp_path / "c")
        await cache.put(key(1), RULING)
        assert await cache.get(key(1)) == RULING
        assert await cache.get(key(2)) is None
        await cache.close()

    asyncio.run(run())


def test_one_cache_serves_one_event_loop_after_another(tmp_path: Path) -> None:
    cache = SqliteCache(tmp_path / "c")
    asyncio.run(cache.put(key(1), RULING))
    assert asyncio.run(cache.get(key(1))) == RULING
    asyncio.run(cache.close())
    asyncio.run(cache.close())


def test_only_its_owner_may_read_the_file_and_only_option_model_and_tokens_are_in_it(tmp_path: Path) -> None:
    path = tmp_path / "c"
    keep(path, range(3))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    cache = SqliteCache(path)
    asyncio.run(cache.put(key(9), RULING))
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    asyncio.run(cache.close())
    [(value, created)] = sql(path, "SELECT value, created FROM rulings WHERE key = ?", key(1))
    assert set(json.loads(value)) == {"format", "chosen", "model", "prompt_tokens", "completion_tokens"}
    assert created == pytest.approx(time.time(), abs=60)


def test_what_was_put_is_written_when_a_program_ends_without_closing(tmp_path: Path) -> None:
    code = (
        "async def run():\n"
        "    cache = SqliteCache(Path(sys.argv[1]))\n"
        "    for i in range(3000): await cache.put(f'{i:064x}', Ruling(f'option {i}', 'a-model', i, 1))\n"
        "    return cache\n"
        "cache = asyncio.run(run())\n"
    )
    assert run_python(code, str(tmp_path / "c")).communicate(timeout=20)[0] == ""
    assert found(tmp_path / "c", range(3000)) == list(range(3000))


def test_several_processes_share_one_file(tmp_path: Path) -> None:
    code = (
        "async def run():\n"
        "    cache = SqliteCache(Path(sys.argv[1]))\n"
        "    first = int(sys.argv[2])\n"
        "    for i in range(first, first + 500):\n"
        "        await cache.put(f'{i:064x}', Ruling(f'option {i}', 'a-model', i, 1))\n"
        "        await cache.get(f'{i * 7 % 2000:064x}')\n"
        "        if i % 50 == 0: await asyncio.sleep(0.001)\n"
        "    await cache.close()\n"
        "    print(cache.faults)\n"
        "asyncio.run(run())\n"
    )
    # They overlap, so that some write the same keys; none of the file is there yet.
    writers = [run_python(code, str(tmp_path / "c"), str(250 * i)) for i in range(3)]
    assert [writer.communicate(timeout=30)[0] for writer in writers] == ["0\n"] * 3
    assert found(tmp_path / "c", range(2000)) == list(range(1000))


def test_a_running_process_finds_what_another_one_wrote(tmp_path: Path) -> None:
    async def run() -> None:
        one, other = SqliteCache(tmp_path / "c"), SqliteCache(tmp_path / "c")
        assert await other.get(key(1)) is None
        await one.put(key(1), RULING)
        await one.close()
        assert await other.get(key(1)) == RULING
        await other.close()

    asyncio.run(run())


def test_a_process_killed_while_it_writes_loses_its_last_moments_at_most(tmp_path: Path) -> None:
    code = (
        "async def run():\n"
        "    cache = SqliteCache(Path(sys.argv[1]))\n"
        "    for i in range(10**7):\n"
        "        await cache.put(f'{i:064x}', Ruling(f'option {i}', 'a-model', i, 1))\n"
        "        if i % 100 == 99:\n"
        "            print(i, flush=True)\n"
        "            await asyncio.sleep(0.01)\n"
        "asyncio.run(run())\n"
    )
    path = tmp_path / "c"
    writer = run_python(code, str(path))
    assert writer.stdout is not None
    said = [int(writer.stdout.readline()) for _ in range(20)][-1]
    writer.send_signal(signal.SIGKILL)
    writer.communicate(timeout=10)
    # What it said last may have been on its way; all that it said a moment before is there.
    assert found(path, range(said - 500)) == list(range(1999 - 500))
    assert sql(path, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize(
    "value",
    [
        "no JSON",
        "{}",
        encode(RULING).replace('"format": 1', '"format": 2'),
        encode(Ruling("a", "m", -5, 1)),
        encode(RULING)[:-5],
        b"\xff\xfe",
        7,
        "x" * 1_000_000,
    ],
    ids=["text", "empty", "newer", "negative", "cut", "bytes", "number", "huge"],
)
def test_a_row_that_is_no_ruling_is_a_miss_and_can_be_replaced(value: object, tmp_path: Path) -> None:
    path = tmp_path / "c"
    keep(path, range(1))
    sql(path, "INSERT INTO rulings VALUES (?, ?, 0)", key(1), value)

    async def run() -> None:
        cache = SqliteCache(path)
        assert await cache.get(key(1)) is None
        assert await cache.get(key(0)) is not None
        await cache.put(key(1), RULING)
        await cache.close()
        again = SqliteCache(path)
        assert await again.get(key(1)) == RULING
        await again.close()

    asyncio.run(run())


def test_text_that_is_no_unicode_is_a_miss(tmp_path: Path) -> None:
    keep(tmp_path / "c", range(1))
    sql(tmp_path / "c", "UPDATE rulings SET value = CAST(X'FFFE7B' AS TEXT)")
    assert found(tmp_path / "c", range(1)) == []


def _text_file(path: Path) -> None:
    path.write_text("id,reply\n1,a cup\n" * 200)


def _tiny_file(path: Path) -> None:
    path.write_text("cache")


def _cut_database(path: Path) -> None:
    keep(path, range(500))
    path.write_bytes(path.read_bytes()[:5000])


def _database_of_another_program(path: Path) -> None:
    sql(path, "CREATE TABLE rulings (name TEXT)")


def _below_a_file(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("a file where a folder should be")


def _loop_of_links(path: Path) -> None:
    path.symlink_to(path)


SPOILT = [_text_file, _tiny_file, _cut_database, _database_of_another_program, _below_a_file, _loop_of_links]


@pytest.mark.parametrize("spoil", [*SPOILT, Path.mkdir, os.mkfifo])
def test_a_file_that_cannot_be_a_cache_is_refused_in_one_line(spoil: object, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "cache.sqlite"
    spoil(path)  # type: ignore[operator]
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(InputError) as refused:
        SqliteCache(path)
    assert str(refused.value).startswith(f"{path}: cannot be the judge's cache: ")
    assert "; " in str(refused.value)
    assert "\n" not in str(refused.value)
    assert before is None or path.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_place_that_may_not_be_written_is_refused(what: str, tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    if what == "file":
        keep(path, range(1))
        path.chmod(0o400)
    else:
        tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot be the judge's cache"):
        SqliteCache(path)
    tmp_path.chmod(0o700)


def test_a_name_with_a_null_byte_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be the judge's cache"):
        SqliteCache(Path("a\0b"))


def test_damage_while_it_runs_is_a_miss_counted_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "c"
    keep(path, range(2000))

    async def run() -> None:
        cache = SqliteCache(path)
        size = path.stat().st_size
        with path.open("r+b") as file:  # all but the page of the schema
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        for number in range(200):
            assert await cache.get(key(number)) is None
            await cache.put(key(5000 + number), RULING)
            assert await cache.get(key(5000 + number)) == RULING  # from memory
        await cache.close()
        assert cache.faults >= 200

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    [message] = caplog.messages
    assert str(path) in message
    assert "SQLITE_CORRUPT" in message
    assert "red cup" not in message


def test_a_locked_file_costs_no_time_and_no_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_cache, "LOCK_SECONDS", 0.1)
    path = tmp_path / "c"
    keep(path, range(10))

    async def run() -> None:
        cache = SqliteCache(path)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        started = time.perf_counter()
        for number in range(10, 500):
            await cache.put(key(number), RULING)
            assert await cache.get(key(number % 10)) is not None  # who writes does not keep others from reading
        assert time.perf_counter() - started < 1.0
        while not cache.faults:
            await asyncio.sleep(0.05)
        other.execute("COMMIT")
        other.close()
        await cache.put(key(999), RULING)
        await cache.close()

    asyncio.run(run())
    again = SqliteCache(path)
    assert asyncio.run(again.get(key(999))) == RULING
    asyncio.run(again.close())


def test_a_full_disk_loses_rulings_and_nothing_else(tmp_path: Path) -> None:
    code = (
        "import resource, signal\n"
        "async def run():\n"
        "    cache = SqliteCache(Path(sys.argv[1]))\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
        "    for i in range(5000):\n"
        "        await cache.put(f'{i:064x}', Ruling(f'option {i}', 'a-model', i, 1))\n"
        "        if i % 100 == 0: await asyncio.sleep(0.001)\n"
        "    await cache.close()\n"
        "    print(cache.faults)\n"
        "asyncio.run(run())\n"
    )
    said, _ = run_python(code, str(tmp_path / "c")).communicate(timeout=20)
    assert 0 < int(said) <= 5000
    assert found(tmp_path / "c", range(5000))


def test_what_cannot_be_written_fast_enough_is_counted_and_not_piled_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_UNWRITTEN == 65_536
    monkeypatch.setattr(sqlite_cache, "MAX_UNWRITTEN", 0)

    async def run() -> int:
        cache = SqliteCache(tmp_path / "c")
        await cache.put(key(1), RULING)
        assert await cache.get(key(1)) == RULING
        await cache.close()
        return cache.faults

    assert asyncio.run(run()) == 1


def test_a_ruling_too_long_to_keep_does_not_take_others_along(tmp_path: Path) -> None:
    async def run() -> int:
        cache = SqliteCache(tmp_path / "c")
        await cache.put(key(1), Ruling("x" * 10**6, "a-model", 1, 1))
        await cache.put(key(2), RULING)
        await cache.close()
        return cache.faults

    assert asyncio.run(run()) == 1
    again = SqliteCache(tmp_path / "c")
    assert asyncio.run(again.get(key(2))) == RULING
    asyncio.run(again.close())


def test_a_cache_that_was_closed_can_be_used_again(tmp_path: Path) -> None:
    path = tmp_path / "c"

    async def run() -> int:
        cache = SqliteCache(path)
        await cache.close()
        await cache.put(key(1), RULING)
        await cache.close()
        await asyncio.to_thread(keep, path, range(2, 3))
        assert await cache.get(key(2)) is not None
        await cache.close()
        return cache.faults

    assert asyncio.run(run()) == 0
    assert sql(path, "SELECT count(*) FROM rulings") == [(2,)]


def test_a_closed_cache_whose_file_was_spoilt_raises_nothing(tmp_path: Path) -> None:
    path = tmp_path / "c"

    async def run() -> int:
        cache = SqliteCache(path)
        await cache.close()
        path.write_text("no database")
        await cache.put(key(1), RULING)
        assert await cache.get(key(1)) == RULING
        assert await cache.get(key(2)) is None
        await cache.close()
        return cache.faults

    assert asyncio.run(run()) == 2


def test_readers_leave_the_log_free_to_be_taken_into_the_file(tmp_path: Path) -> None:
    keep(tmp_path / "c", range(50))

    async def run() -> None:
        cache = SqliteCache(tmp_path / "c")
        assert await cache.get(key(1)) is not None
        await cache.put(key(60), RULING)
        await asyncio.sleep(0.1)  # for the thread that writes
        [(busy, _, _)] = sql(tmp_path / "c", "PRAGMA wal_checkpoint(TRUNCATE)")
        assert busy == 0
        await cache.close()

    asyncio.run(run())


def test_the_event_loop_pays_little_for_a_read_and_a_write(tmp_path: Path) -> None:
    async def run() -> float:
        cache = SqliteCache(tmp_path / "c")
        taken = []
        for number in range(4096):
            started = time.thread_time()
            await cache.get(key(number))
            await cache.put(key(number), RULING)
            taken.append(time.thread_time() - started)
        await cache.close()
        return sorted(taken)[len(taken) // 2]

    assert asyncio.run(run()) < 100e-6
