"""One thread that does all the writing: whatever is waiting when it is free goes into one transaction."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
_Job = tuple[Callable[[Connection], Any], Future[Any]]
_MOST = 200


class Writer:
    """A job is done when its future is: then its transaction is committed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="storage-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[Connection], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Finish what is waiting and stop."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            stopping = False
            while len(batch) < _MOST and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    stopping = True
                    break
                batch.append(job)
            self._do(batch)
            if stopping:
                return

    def _do(self, batch: list[_Job]) -> None:
        """Commit all together; if one of them fails, each on its own, so that only the culprit does."""
        try:
            with self._engine.begin() as connection:
                results = [job(connection) for job, _ in batch]
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
                return
            for single in batch:
                self._do([single])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)
