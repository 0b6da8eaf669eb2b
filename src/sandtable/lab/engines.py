"""Where games are played: in this process, or on many of them.

Each game is handed out and comes back by itself; those of players that are asked about many at once, many at a time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeAlias

from sandtable.kernel import SandtableError
from sandtable.lab.plan import Job
from sandtable.lab.playing import GameRecord
from sandtable.lab.processes import spread
from sandtable.lab.together import TOGETHER, has_players_asked_together, play_together
from sandtable.lab.work import Work, play

Finished: TypeAlias = tuple[Job, GameRecord]
Engine: TypeAlias = Callable[[Work, Iterable[Job], int], Generator[Finished, None, None]]
"""Plays games with so many workers, and yields each as soon as it is over, in any order.

Jobs are taken as workers become free, so that what is to be played may depend on what has been.
"""


class SimulationFailed(SandtableError):
    """A worker died, so that games are lost."""


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
    handed = _handed_out(jobs, TOGETHER if has_players_asked_together(work) else 1)
    try:
        for finished in spread(partial(_played, work), handed, workers):
            yield from finished
    except BrokenProcessPool as error:
        raise SimulationFailed(_DIED) from error


def _handed_out(jobs: Iterable[Job], size: int) -> Iterator[tuple[Job, ...]]:
    """The games as processes are given them, so many at a time."""
    waiting = iter(jobs)
    while handed := tuple(itertools.islice(waiting, size)):
        yield handed


_DIED = "a process died, perhaps for lack of memory; run it again with fewer workers: games that were kept are kept"


def _played(work: Work, jobs: tuple[Job, ...]) -> list[Finished]:
    return list(here(work, jobs))
