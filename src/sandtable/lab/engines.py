"""Where games are played: in this process, or on many of them.

Each game is handed out and comes back by itself; those of players that are asked about many at once, many at a time.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait as wait_for_end
from typing import TypeAlias

from sandtable.kernel import SandtableError
from sandtable.lab.plan import Job
from sandtable.lab.playing import GameRecord
from sandtable.lab.together import TOGETHER, has_players_asked_together, play_together
from sandtable.lab.work import Work, play

Finished: TypeAlias = tuple[Job, GameRecord]
Engine: TypeAlias = Callable[[Work, Iterable[Job], int], Generator[Finished, None, None]]
"""Plays games with so many workers, and yields each as soon as it is over, in any order.

Jobs are taken as workers become free, so that what is to be played may depend on what has been.
"""

AHEAD = 2
"""How many games are handed out for each worker, so that none waits."""


class SimulationFailed(SandtableError):
    """A worker died, so that games are lost."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def local(work: Work, jobs: Iterable[Job], workers: int) -> Generator[Finished, None, None]:
    """On the processors of this machine."""
    return here(work, jobs) if workers == 1 else on_processes(work, jobs, workers)


def here(work: Work, jobs: Iterable[Job]) -> Generator[Finished, None, None]:
    """In this process: one after the other, or side by side for players that are asked about many at once."""
    if has_players_asked_together(work):
        yield from play_together(work, jobs)
        return
    for job in jobs:
        yield job, play(work, job)


def on_processes(work: Work, jobs: Iterable[Job], workers: int) -> Generator[Finished, None, None]:
    """On processes of their own, which end with this one however it ends. Raises SimulationFailed when one dies."""
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(work,))
    waiting = _handed_out(jobs, TOGETHER if has_players_asked_together(work) else 1)
    try:
        pending = {executor.submit(_play, each) for each in itertools.islice(waiting, workers * AHEAD)}
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            pending |= {executor.submit(_play, each) for each in itertools.islice(waiting, len(done))}
            for future in done:
                yield from future.result()
    except BrokenProcessPool as error:
        raise SimulationFailed(_DIED) from error
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        executor.shutdown()


def _handed_out(jobs: Iterable[Job], size: int) -> Iterator[tuple[Job, ...]]:
    """The games as processes are given them, so many at a time."""
    waiting = iter(jobs)
    while handed := tuple(itertools.islice(waiting, size)):
        yield handed


_DIED = "a process died, perhaps for lack of memory; run it again with fewer workers: games that were kept are kept"
_work: Work | None = None


def _begin(work: Work) -> None:
    """Make a new process ready: it leaves interrupts to its parent, and ends when that is gone."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for_end([parent.sentinel])
    os._exit(1)


def _play(jobs: tuple[Job, ...]) -> list[Finished]:
    assert _work is not None
    return list(here(_work, jobs))
