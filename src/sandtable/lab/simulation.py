"""Batches of games on all cores, with the same results whatever the number of processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle, SandtableError
from sandtable.kernel import title as title_of
from sandtable.lab.playing import GameRecord, Limits, PlayFailed, play_out, save_after, seed_for
from sandtable.players import player

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

DRAW = "draw"


class Summary(msgspec.Struct, frozen=True):
    """What a batch adds up to. `winners` counts the games of each side, and the draws as `draw`."""

    games: int
    finished: int
    errors: int
    decisions: int
    seconds: float
    decisions_per_second: float
    winners: dict[str, int]


class Simulation(msgspec.Struct, frozen=True):
    """A batch of games: one record each, in the order of their numbers."""

    records: tuple[GameRecord, ...]
    summary: Summary
    interrupted: bool = False
    """Whether it was stopped before all games were played."""


class _Batch(msgspec.Struct, frozen=True):
    """All that a process needs to know to play any of the games."""

    title: str
    packs: tuple[str, ...]
    scenario: str
    switches: tuple[str, ...]
    players: dict[str, str]
    seed: int
    limits: Limits
    folder: str


class SimulationFailed(SandtableError):
    """A process of a simulation died, so that games are lost."""


def simulate(
    title: AnyTitle | str,
    scenario: str | None = None,
    switches: Sequence[str] = (),
    players: Mapping[str, str] | None = None,
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    limits: Limits = Limits(),  # noqa: B008
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Simulation:
    """Play many games; game number n has the same seed and result on any number of processes.

    `players` names the computer player of each side, random where none is given. Games that fail are counted as
    errors and, given a folder, saved there. An interrupt from the keyboard ends the batch and keeps what was played.
    Raises UnknownTitle, UnknownScenario, UnknownPlayer, and SimulationFailed when a process dies.
    """
    title = title_of(title) if isinstance(title, str) else title
    info = title.scenario(scenario)
    title.content(info.id, tuple(sorted(set(switches))))
    names = {side: (players or {}).get(side, "random") for side in info.sides}
    for name in names.values():
        player(name, 0, title)
    batch = _Batch(
        title=title.id,
        packs=tuple(map(str, title.packs)),
        scenario=info.id,
        switches=tuple(switches),
        players=names,
        seed=seed,
        limits=limits,
        folder="" if folder is None else str(folder),
    )
    started = time.perf_counter()
    played: dict[int, GameRecord] = {}
    interrupted = False
    try:
        source = _on_processes(batch, games, workers) if workers > 1 else _here(title, batch, games)
        with contextlib.closing(source):
            for number, record in source:
                played[number] = record
                if progress is not None:
                    progress(len(played), games)
    except KeyboardInterrupt:
        interrupted = True
    records = tuple(played[number] for number in sorted(played))
    return Simulation(records, summarise(records, time.perf_counter() - started), interrupted)


def summarise(records: Iterable[GameRecord], seconds: float) -> Summary:
    """The sums over some games that took some seconds on the clock."""
    listed = list(records)
    winners: dict[str, int] = {}
    for record in listed:
        if record.finished:
            winners[record.winner or DRAW] = winners.get(record.winner or DRAW, 0) + 1
    decisions = sum(record.decisions for record in listed)
    return Summary(
        games=len(listed),
        finished=sum(record.finished for record in listed),
        errors=sum(bool(record.problem) for record in listed),
        decisions=decisions,
        seconds=seconds,
        decisions_per_second=decisions / seconds if seconds > 0 else 0.0,
        winners=dict(sorted(winners.items())),
    )


def _here(title: AnyTitle, batch: _Batch, games: int) -> Generator[tuple[int, GameRecord], None, None]:
    for number in range(games):
        yield number, _play(title, batch, number)


def _play(title: AnyTitle, batch: _Batch, number: int) -> GameRecord:
    seed = seed_for(batch.seed, number)
    seats = {side: player(name, seed_for(seed, side), title) for side, name in batch.players.items()}
    try:
        return play_out(title, batch.scenario, batch.switches, seats, seed, batch.limits)
    except PlayFailed as failed:
        save = ""
        if batch.folder:
            path = Path(batch.folder) / f"{batch.title}-{seed}.sandtable"
            save_after(title, batch.scenario, batch.switches, failed.seed, failed.choices, path)
            save = str(path)
        return GameRecord(seed, decisions=len(failed.choices), problem=str(failed), save=save)


def _on_processes(batch: _Batch, games: int, workers: int) -> Generator[tuple[int, GameRecord], None, None]:
    size = max(1, min(32, games // (workers * 8)))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(min(workers, len(chunks) or 1), context, initializer=_leave_interrupts_to_parent)
    futures = [executor.submit(_play_chunk, batch, chunk) for chunk in chunks]
    try:
        for future in as_completed(futures):
            yield from _result(future)
        executor.shutdown()
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        executor.shutdown()


def _result(future: Future[list[tuple[int, GameRecord]]]) -> list[tuple[int, GameRecord]]:
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise SimulationFailed(
            f"a process died, perhaps for lack of memory; try again with fewer than {os.cpu_count()} workers"
        ) from error


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(batch: _Batch, numbers: range) -> list[tuple[int, GameRecord]]:
    title = title_of(batch.title, [Path(pack) for pack in batch.packs])
    return [(number, _play(title, batch, number)) for number in numbers]
