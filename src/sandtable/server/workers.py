"""Worker processes: each does one job after another; one that dies is replaced and its job tried again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sandtable.server.turns import Turns, Whom

P = ParamSpec("P")
T = TypeVar("T")

_SPAWN = multiprocessing.get_context("spawn")
_STARTING = 60.0
"""How long a process may take to start; that does not count as work on a job."""
AWAITED, LATER = 1, 5
"""How far workers give way to the server: those whose work people wait for hardly, lest they starve beside others."""
_TIMES = 5
"""So many times as long as it may work a job may take in all, if others have the processor meanwhile."""
_log = logging.getLogger(__name__)


class WorkerFailed(Exception):
    """A job was given up: it took too long, or its worker died again and again."""


class _Job:
    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.function = function
        self.args = args
        self.future: Future[Any] = Future()
        self.tries = 0


class Workers:
    """A few processes behind one queue. They are started when the first job comes.

    Where there are several, the first works only on what a person waits for, and gives way to others least.
    """

    def __init__(self, count: int, patience: float, tries: int = 2, niceness: int = AWAITED) -> None:
        """`patience` is how long a job may take, in seconds; `tries` how often it is begun if its worker dies.

        Time in which others have the processor does not count. `niceness` is how far its processes give way to others.
        """
        self._niceness = niceness
        self._patience = patience
        self._tries = tries
        self._jobs: Turns[_Job] = Turns()
        kept = [count > 1 and number == 0 for number in range(count)]
        self._threads = [threading.Thread(target=self._tend, args=(each,), daemon=True) for each in kept]
        self._started = False
        self._closing = False
        self._lock = threading.Lock()
        self.processes: dict[int, SpawnProcess] = {}

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job in a worker, for nobody in particular. Raises what the job raises, TooMany or WorkerFailed."""
        return await self.run_for(Whom(), function, *args, **kwargs)

    async def run_for(self, whom: Whom, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a job in a worker when it is somebody's turn. Raises what the job raises, TooMany or WorkerFailed."""
        assert not kwargs
        job = _Job(function, args)
        self.start()
        self._jobs.put(whom, job)
        result: T = await asyncio.wrap_future(job.future)
        return result

    def start(self) -> None:
        with self._lock:
            if not self._started:
                self._started = True
                for thread in self._threads:
                    thread.start()

    def close(self) -> None:
        """Stop at once; what was under way is lost."""
        if self._started:
            self._closing = True
            for job in self._jobs.close():
                job.future.cancel()
            for process in list(self.processes.values()):
                process.kill()
            for thread in self._threads:
                thread.join()

    def _tend(self, awaited_only: bool) -> None:
        """The life of one worker and its successors."""
        worker = _Worker(self.processes, AWAITED if awaited_only else self._niceness)
        while (job := self._jobs.take(awaited_only=awaited_only)) is not None:
            if self._closing or not job.future.set_running_or_notify_cancel():
                job.future.cancel()
                continue
            while not self._done(worker, job):
                worker.replace()
        worker.end()

    def _done(self, worker: _Worker, job: _Job) -> bool:
        """Whether a job is settled, for better or worse; False asks for another worker."""
        job.tries += 1
        try:
            succeeded, result = worker.ask(job, self._patience)
        except TimeoutError:
            worker.replace()
            job.future.set_exception(WorkerFailed(f"gave up after {self._patience:g} seconds"))
            return True
        except (EOFError, OSError):
            if not self._closing:
                _log.warning("a worker died; it is replaced")
                if job.tries < self._tries:
                    return False
                worker.replace()
            job.future.set_exception(WorkerFailed("the worker died"))
            return True
        if succeeded:
            job.future.set_result(result)
        else:
            job.future.set_exception(result)
        return True


def waited(pid: int | None) -> float:
    """How long a process has been ready to work while others had the processor, in seconds; 0 where nobody knows."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


class _Worker:
    """One process at the other end of a pipe."""

    def __init__(self, processes: dict[int, SpawnProcess], niceness: int) -> None:
        self._processes = processes
        self._niceness = niceness
        self._begin()

    def _begin(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs, self._niceness), daemon=True)
        self._process.start()
        theirs.close()
        assert self._process.pid is not None
        self._processes[self._process.pid] = self._process
        self._is_ready = False

    def ask(self, job: _Job, patience: float) -> tuple[bool, Any]:
        if not self._is_ready:
            if not self._pipe.poll(_STARTING):
                raise TimeoutError
            self._is_ready = self._pipe.recv()
        self._pipe.send((job.function, job.args))
        begun, before, left = time.monotonic(), waited(self._process.pid), patience
        while not self._pipe.poll(left):
            spent = time.monotonic() - begun
            left = patience - spent + waited(self._process.pid) - before
            if left <= 0 or spent >= _TIMES * patience:
                raise TimeoutError
        answer: tuple[bool, Any] = self._pipe.recv()
        return answer

    def replace(self) -> None:
        self.end()
        self._begin()

    def end(self) -> None:
        self._pipe.close()
        self._process.kill()
        self._process.join()
        assert self._process.pid is not None
        self._processes.pop(self._process.pid, None)


def _serve(pipe: Connection, niceness: int) -> None:
    """The main loop of a worker process, which ends when the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    with contextlib.suppress(EOFError, OSError):
        pipe.send(True)
        while True:
            function, args = pipe.recv()
            pipe.send(_done(function, args))


def _done(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*args)
    except Exception as error:
        return False, _portable(error)


def _portable(error: Exception) -> Exception:
    """An error that survives the way through the pipe."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
