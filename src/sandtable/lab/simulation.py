"""Plans carried out: the same games whatever the engine and the number of workers, gone on with after a kill."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle
from sandtable.kernel import title as title_of
from sandtable.kernel.table import data_fingerprint, pack_fingerprint
from sandtable.lab.engines import Engine, local
from sandtable.lab.ledger import Ledger
from sandtable.lab.plan import Cell, Job, Plan, PlanFile, make_plan
from sandtable.lab.playing import GameRecord, Limits, save_after
from sandtable.lab.work import Work

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""

DRAW = "draw"


class Summary(msgspec.Struct, frozen=True):
    """What some games add up to. `winners` counts the games of each side, and the draws as `draw`."""

    games: int
    finished: int
    errors: int
    decisions: int
    winners: dict[str, int]


class Played(msgspec.Struct, frozen=True):
    """A game of a plan and what became of it."""

    job: Job
    game: GameRecord


class Simulation(msgspec.Struct, frozen=True):
    """A plan and its games, in their order; what was taken over from an earlier run is among them."""

    plan: Plan
    played: tuple[Played, ...]
    seconds: float
    resumed: frozenset[Job] = frozenset()
    """The games that an earlier run had finished."""
    interrupted: bool = False
    """Whether it was stopped before all games were played."""

    @property
    def records(self) -> tuple[GameRecord, ...]:
        return tuple(each.game for each in self.played)

    @property
    def summary(self) -> Summary:
        return summarise(self.records)

    def of_cell(self, cell: int) -> list[GameRecord]:
        """The games of one cell of the grid."""
        return [each.game for each in self.played if each.job.cell == cell]


class _Subject(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that the games of a ledger depend on."""

    title: str
    data: str
    packs: dict[str, str]
    cells: tuple[Cell, ...]
    seeds: tuple[int, ...]
    games: int
    decisions: int
    recorded: bool = False


def run(
    title: AnyTitle,
    plan: Plan,
    *,
    engine: Engine = local,
    workers: int = 1,
    limits: Limits = Limits(),  # noqa: B008
    folder: Path | None = None,
    recorded: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Carry out a plan. Given a folder, games are watched and kept there, and those that are there are not repeated.

    Of games that are `recorded`, every decision is noted.

    Games that fail are counted as errors. An interrupt from the keyboard ends the run and keeps what was played.
    Raises LedgerError where the folder holds games of another plan, and SimulationFailed when a worker dies.
    """
    packs = tuple(map(str, title.packs))
    work = Work(title.id, plan.cells, (packs,) * len(plan.cells), limits, folder is not None, recorded)
    started = time.perf_counter()
    with contextlib.ExitStack() as stack:
        ledger = None
        if folder is not None:
            ledger = stack.enter_context(Ledger(folder, _subject(title, plan, limits, recorded)))
        done: dict[Job, GameRecord] = {} if ledger is None else ledger.finished
        jobs = plan.jobs()
        resumed = frozenset(done)
        todo = [job for job in jobs if job not in done]
        busy = max(1, min(workers, len(todo)))
        interrupted = _play_all(engine, work, todo, busy, done, ledger, lambda n: _tell(progress, n, len(jobs)))
    played = tuple(Played(job, done[job]) for job in jobs if job in done)
    return Simulation(plan, played, time.perf_counter() - started, resumed, interrupted)


def _tell(progress: Progress | None, done: int, games: int) -> None:
    if progress is not None:
        progress(done, games)


def _play_all(
    engine: Engine,
    work: Work,
    todo: Sequence[Job],
    workers: int,
    done: dict[Job, GameRecord],
    ledger: Ledger | None,
    tell: Callable[[int], None],
) -> bool:
    """Play what is left; whether it was interrupted."""
    try:
        if done:
            tell(len(done))
        with contextlib.closing(engine(work, todo, workers)) as source:
            for job, record in source:
                if ledger is None:
                    done[job] = record
                else:
                    ledger.add(job, record)
                tell(len(done))
    except KeyboardInterrupt:
        return True
    return False


def _subject(title: AnyTitle, plan: Plan, limits: Limits, recorded: bool) -> _Subject:
    packs = {pack.name: pack_fingerprint(pack) for pack in title.packs}
    data = data_fingerprint(title)
    return _Subject(title.id, data, packs, plan.cells, plan.seeds, plan.games, limits.decisions, recorded)


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
) -> Simulation:
    """Play many games of one scenario. `players` names the bot of each side, random where none is given.

    Raises UnknownTitle, UnknownScenario, UnknownPlayer, and SimulationFailed when a process dies.
    """
    found = title_of(title) if isinstance(title, str) else title
    info = found.scenario(scenario)
    bots = tuple((players or {}).get(side, "random") for side in info.sides)
    plan = make_plan(found, PlanFile(found.id, (info.id,), (bots,), (tuple(switches),), (seed,), games))
    return run(found, plan, workers=workers, limits=limits, progress=progress)


def summarise(records: Iterable[GameRecord]) -> Summary:
    """The sums over some games."""
    listed = list(records)
    winners: dict[str, int] = {}
    for record in listed:
        if record.finished:
            winners[record.winner or DRAW] = winners.get(record.winner or DRAW, 0) + 1
    return Summary(
        games=len(listed),
        finished=sum(record.finished for record in listed),
        errors=sum(bool(record.problem) for record in listed),
        decisions=sum(record.decisions for record in listed),
        winners=dict(sorted(winners.items())),
    )


def save_failures(title: AnyTitle, simulation: Simulation, folder: Path) -> dict[Job, Path]:
    """Save the games that failed just before they did, each in a file of its own."""
    saved = {}
    for each in simulation.played:
        if each.game.problem:
            cell = simulation.plan.cells[each.job.cell]
            path = folder / f"{title.id}-{cell.scenario}-{each.job.cell}-{each.game.seed}.sandtable"
            save_after(title, cell.scenario, cell.options, each.game.seed, each.game.choices, path)
            saved[each.job] = path
    return saved
