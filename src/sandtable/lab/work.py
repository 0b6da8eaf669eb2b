"""What a process or a machine needs to know to play any game of a plan, and how it plays one."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sandtable.kernel import title as title_of
from sandtable.lab.plan import Cell, Job
from sandtable.lab.playing import GameRecord, Limits, PlayFailed, play_out, seed_for
from sandtable.lab.recording import Recorder
from sandtable.lab.watching import Watcher
from sandtable.players import player


class Work(msgspec.Struct, frozen=True):
    """A plan as it is handed out: plain data that can be sent anywhere."""

    title: str
    cells: tuple[Cell, ...]
    packs: tuple[tuple[str, ...], ...]
    """The folders of data packs that are laid over the title's own data, for each cell."""
    limits: Limits
    watched: bool
    """Whether games are watched, for their accounts."""
    recorded: bool = False
    """Whether every decision is noted."""


def play(work: Work, job: Job) -> GameRecord:
    """Play one game: the same on any machine. What a title or a bot does wrong is part of the record."""
    title = title_of(work.title, [Path(pack) for pack in work.packs[job.cell]])
    cell = work.cells[job.cell]
    seed = seed_for(job.seed, job.number)
    seats = {side: player(name, seed_for(seed, side), title) for side, name in cell.bots.items()}
    watcher = Watcher(title, next(iter(cell.bots))) if work.watched else None
    recorder = Recorder(title, cell.scenario, cell.options, seats) if work.recorded else None
    witnesses = [witness for witness in (watcher, recorder) if witness is not None]
    try:
        record = play_out(title, cell.scenario, cell.options, seats, seed, work.limits, witnesses)
    except PlayFailed as failed:
        return GameRecord(seed, decisions=len(failed.choices), problem=str(failed), choices=failed.choices)
    return msgspec.structs.replace(
        record,
        account=None if watcher is None else watcher.account,
        decided=() if recorder is None else tuple(recorder.decided),
    )
