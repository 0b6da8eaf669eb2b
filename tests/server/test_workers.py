"""Worker processes that die, hang or fail."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.kernel import IllegalChoice, Refusal
from sandtable.server.turns import Whom
from sandtable.server.workers import AWAITED, LATER, WorkerFailed, Workers


def die_once(mark: str) -> str:
    """Kills its process the first time, and does well the second."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stumble() -> None:
    raise IllegalChoice("unit:x", Refusal("refused.unknown"), "no reason")


@pytest.fixture
def workers() -> Iterator[Workers]:
    made = Workers(1, patience=30)
    yield made
    made.close()


async def test_a_worker_that_dies_is_replaced_and_its_job_done_again(workers: Workers, tmp_path: Path) -> None:
    assert await workers.run(die_once, str(tmp_path / "mark")) == "done"


async def test_a_job_that_kills_every_worker_is_given_up(workers: Workers) -> None:
    with pytest.raises(WorkerFailed):
        await workers.run(die)
    assert await workers.run(os.getpid) != os.getpid()


async def test_a_job_that_hangs_is_given_up_and_the_next_one_done() -> None:
    workers = Workers(1, patience=2)
    first = await workers.run(os.getpid)
    with pytest.raises(WorkerFailed):
        await workers.run(time.sleep, 60)
    assert await workers.run(os.getpid) != first
    workers.close()


async def test_time_in_which_others_have_the_processor_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = time.monotonic()
    monkeypatch.setattr("sandtable.server.workers.waited", lambda _: 0.8 * (time.monotonic() - begun))
    workers = Workers(1, patience=0.5)
    await workers.run(abs, 1)
    await workers.run(time.sleep, 1)
    with pytest.raises(WorkerFailed):
        await workers.run(time.sleep, 60)
    workers.close()


async def test_workers_whose_work_people_wait_for_give_way_to_others_least() -> None:
    workers = Workers(2, patience=30, niceness=LATER)
    here = os.nice(0)
    later = Whom("x", is_awaited=False)
    assert await workers.run_for(later, os.nice, 0) == here + LATER
    wanted, until = {here + AWAITED, here + LATER}, time.monotonic() + 30
    while {os.getpriority(os.PRIO_PROCESS, pid) for pid in workers.processes} != wanted:
        assert time.monotonic() < until
        await asyncio.sleep(0.05)
    workers.close()


async def test_an_error_comes_back_whatever_it_is_made_of(workers: Workers) -> None:
    with pytest.raises(Exception, match="IllegalChoice"):
        await workers.run(stumble)
    assert await workers.run(abs, -1) == 1


async def test_a_slow_job_does_not_delay_the_other_worker() -> None:
    workers = Workers(2, patience=30)
    await asyncio.gather(workers.run(abs, 1), workers.run(abs, 2))
    slow = asyncio.create_task(workers.run(time.sleep, 20))
    await asyncio.sleep(0)
    await workers.run(abs, 3)
    assert not slow.done()
    slow.cancel()
    workers.close()
