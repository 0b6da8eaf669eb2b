"""The balance lab: turns a handle of a scenario until bots are even, with no more games than it takes to be sure."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle, Handle, SandtableError
from sandtable.kernel.table import data_fingerprint, pack_fingerprint
from sandtable.lab.engines import Engine, local
from sandtable.lab.ledger import Ledger
from sandtable.lab.plan import Job, PlanFile, make_plan
from sandtable.lab.playing import GameRecord, Limits
from sandtable.lab.search import Point, Rules, Search, between, even_at
from sandtable.lab.variants import write_variant
from sandtable.lab.work import Work


class Balance(msgspec.Struct, frozen=True):
    """What was found. `between` are settings at which different sides are ahead for sure: even lies between them."""

    handle: Handle
    sides: tuple[str, ...]
    points: tuple[Point, ...]
    """The settings tried, from the lowest to the highest."""
    games: int
    between: tuple[int, int] | None
    even_at: float | None
    """Where even is estimated to lie, perhaps between two settings; None where no setting makes it even."""
    best: Point
    """The setting tried that came nearest to even."""
    interrupted: bool = False


class BalanceFailed(SandtableError):
    """A game failed, so that nothing can be said."""


class _Subject(msgspec.Struct, frozen=True):
    """All that the games of a ledger depend on."""

    balance: str
    title: str
    scenario: str
    options: tuple[str, ...]
    handle: str
    bots: dict[str, str]
    seed: int
    decisions: int
    data: str
    packs: dict[str, str]


def balance(
    title: AnyTitle,
    scenario: str,
    handle: Handle,
    bots: tuple[str, ...],
    *,
    options: tuple[str, ...] = (),
    seed: int = 0,
    rules: Rules = Rules(),  # noqa: B008
    limits: Limits = Limits(),  # noqa: B008
    engine: Engine = local,
    workers: int = 1,
    folder: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Balance:
    """Find the setting of a handle that makes bots even. Given a folder, games are kept there and not repeated.

    `progress` is told the setting that is being tried and how many of its games are over. Raises UnknownPlayer,
    PlanError, LedgerError, BalanceFailed where a game fails, and SimulationFailed when a worker dies.
    """
    plan = make_plan(title, PlanFile(title.id, (scenario,), (bots,), (options,), (seed,), rules.most))
    cell, values = plan.cells[0], handle.values
    first = next(iter(cell.bots))
    search = Search(values, rules)
    with contextlib.ExitStack() as stack:
        variants = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        packs = tuple(_packs(title, scenario, handle, value, variants) for value in values)
        work = Work(title.id, (cell,) * len(values), packs, limits, watched=False)
        done: dict[Job, GameRecord] = {}
        ledger = None
        if folder is not None:
            subject = _subject(title, scenario, options, handle, cell.bots, seed, limits)
            ledger = stack.enter_context(Ledger(folder, subject))
            done = ledger.finished
        source = stack.enter_context(contextlib.closing(engine(work, _jobs(search, seed, done, first), workers)))
        interrupted = False
        try:
            for job, record in source:
                if ledger is not None:
                    ledger.add(job, record)
                search.take(job.cell, job.number, _result(record, first))
                if search.place is None:
                    break
                if progress is not None:
                    progress(values[search.place], search.trials[search.place].games)
        except KeyboardInterrupt:
            interrupted = True
    return _found(handle, tuple(cell.bots), search, interrupted)


def _jobs(search: Search, seed: int, done: dict[Job, GameRecord], first: str) -> Iterator[Job]:
    """The games to be played, one after the other, as the search wants them; those known are not played."""
    while (wanted := search.next()) is not None:
        job = Job(wanted[0], seed, wanted[1])
        if job in done:
            search.take(job.cell, job.number, _result(done[job], first))
        else:
            yield job


def _packs(title: AnyTitle, scenario: str, handle: Handle, value: int, folder: Path) -> tuple[str, ...]:
    pack = folder / f"{handle.id}-{value}"
    write_variant(title, scenario, handle.settings[value], pack, pack.name)
    return (*map(str, title.packs), str(pack))


def _subject(
    title: AnyTitle,
    scenario: str,
    options: tuple[str, ...],
    handle: Handle,
    bots: dict[str, str],
    seed: int,
    limits: Limits,
) -> _Subject:
    return _Subject(
        "of settings " + ", ".join(map(str, handle.values)),
        title.id,
        scenario,
        options,
        handle.id,
        bots,
        seed,
        limits.decisions,
        data_fingerprint(title),
        {pack.name: pack_fingerprint(pack) for pack in title.packs},
    )


def _result(record: GameRecord, first: str) -> float:
    if record.problem:
        raise BalanceFailed(f"a game failed: {record.problem}; `sandtable simulate` keeps such games")
    if record.winner is None:
        return 0.5
    return 1.0 if record.winner == first else 0.0


def _found(handle: Handle, sides: tuple[str, ...], search: Search, interrupted: bool) -> Balance:
    points = search.points
    return Balance(
        handle=handle,
        sides=sides,
        points=points,
        games=sum(point.games for point in points),
        between=between(points),
        even_at=even_at(points),
        best=min(points, key=lambda point: (abs(point.score.value - 0.5), -point.games)),
        interrupted=interrupted,
    )
