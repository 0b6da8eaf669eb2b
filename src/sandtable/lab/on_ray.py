"""Games on a Ray cluster: each is a task of its own, so that a worker that dies costs no more than its own game."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import tempfile
from collections.abc import Generator, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from sandtable.kernel import SandtableError
from sandtable.lab.engines import Finished, SimulationFailed
from sandtable.lab.plan import Job
from sandtable.lab.processes import AHEAD
from sandtable.lab.work import Work, play

RETRIES = 3
"""How often a game is begun again whose worker died, before it counts as the cause."""


class RayMissing(SandtableError):
    """Ray is not installed."""


class _Parcel(msgspec.Struct, frozen=True):
    """Work with the text of its data packs, for machines that do not have them."""

    work: Work
    packs: dict[str, dict[str, str]]
    """The files of each pack by their place in it."""


def on_ray(work: Work, jobs: Iterable[Job], workers: int) -> Generator[Finished, None, None]:
    """On the cluster that RAY_ADDRESS names, or on one with so many workers that is started here and ended again.

    Raises RayMissing without Ray, and SimulationFailed for a game whose workers die again and again.
    """
    ray = _ray()
    with _cluster(ray, workers) as slots:
        task = ray.remote(_play).options(max_retries=RETRIES, num_cpus=1)
        parcel = ray.put(msgspec.msgpack.encode(_packed(work)))
        waiting = iter(jobs)
        pending = {task.remote(parcel, job): job for job in itertools.islice(waiting, slots * AHEAD)}
        while pending:
            done, _ = ray.wait(list(pending), num_returns=1)
            for job in itertools.islice(waiting, len(done)):
                pending[task.remote(parcel, job)] = job
            for reference in done:
                yield _result(ray, reference, pending.pop(reference))


def _ray() -> ModuleType:
    """Ray, told to send no reports on its use, and to listen to this machine alone where it runs on nothing else."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if not os.environ.get("RAY_ADDRESS"):
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray
    except ImportError as error:
        raise RayMissing("Ray is not installed; install it with: pip install 'sandtable[ray]'") from error
    return ray


@contextlib.contextmanager
def _cluster(ray: Any, workers: int) -> Generator[int, None, None]:
    """A connection to Ray, and how many games it can play at once; one that is open already stays open."""
    if ray.is_initialized():
        yield int(ray.cluster_resources()["CPU"])
        return
    _connect(ray, workers)
    try:
        yield int(ray.cluster_resources()["CPU"])
    finally:
        ray.shutdown()


def _connect(ray: Any, workers: int) -> None:
    address = os.environ.get("RAY_ADDRESS")
    own = {} if address else {"address": "local", "num_cpus": workers, "include_dashboard": False}
    try:
        ray.init(logging_level="ERROR", log_to_driver=False, **own)
    except (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        place = (
            f"the Ray cluster at {address} (RAY_ADDRESS) cannot be used" if address else "Ray cannot be started here"
        )
        raise SimulationFailed(f"{place}: {error}") from error


def _result(ray: Any, reference: Any, job: Job) -> Finished:
    try:
        return job, ray.get(reference)
    except ray.exceptions.RayError as error:
        raise SimulationFailed(
            f"Ray lost game {job.number} of seed {job.seed} after {RETRIES + 1} tries ({type(error).__name__}), "
            "perhaps for lack of memory; run it again: games that were kept are kept"
        ) from error


def _packed(work: Work) -> _Parcel:
    return _Parcel(work, {pack: _files(Path(pack)) for packs in work.packs for pack in packs})


def _files(pack: Path) -> dict[str, str]:
    return {path.relative_to(pack).as_posix(): path.read_text("utf8") for path in sorted(pack.rglob("*.yaml"))}


def _play(parcel: bytes, job: Job) -> Any:
    """On a worker: play one game."""
    return play(_unpacked(parcel), job)


@functools.lru_cache(maxsize=4)
def _unpacked(parcel: bytes) -> Work:
    """On a worker: the work, with its packs written where this machine can read them."""
    found = msgspec.msgpack.decode(parcel, type=_Parcel)
    folders = {pack: _written(Path(pack).name, files) for pack, files in found.packs.items()}
    packs = tuple(tuple(folders[pack] for pack in packs) for packs in found.work.packs)
    return msgspec.structs.replace(found.work, packs=packs)


def _written(name: str, files: dict[str, str]) -> str:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-")) / name
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, "utf8")
    return str(folder)
