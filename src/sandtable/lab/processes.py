"""Work that is spread over processes: handed out piece by piece, and given back as each piece is done."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing.connection import wait as wait_for_end
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 2
"""How many pieces are handed out for each worker, so that none waits."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def spread(run: Callable[[Piece], Result], pieces: Iterable[Piece], workers: int) -> Generator[Result, None, None]:
    """What `run` makes of each piece, in the order in which they are done.

    The processes end with this one however it ends. Raises BrokenProcessPool when one of them dies.
    """
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(run,))
    waiting = iter(pieces)
    try:
        pending = {executor.submit(_run, each) for each in itertools.islice(waiting, workers * AHEAD)}
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            pending |= {executor.submit(_run, each) for each in itertools.islice(waiting, len(done))}
            for future in done:
                yield future.result()
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        executor.shutdown()


_work: Callable[[Any], Any] | None = None


def _begin(run: Callable[[Any], Any]) -> None:
    """Make a new process ready: it leaves interrupts to its parent, and ends when that is gone."""
    global _work
    _work = run
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for_end([parent.sentinel])
    os._exit(1)


def _run(piece: Any) -> Any:
    assert _work is not None
    return _work(piece)
