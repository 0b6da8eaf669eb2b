"""What a process or a machine needs to know to play any game of a plan, and how it plays one."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sandtable.kernel import title as title_of
from sandtable.lab.plan import Cell, Job
from sandtable.lab.playing import Course, GameRecord, Limits, PlayFailed, played_out, seed_for
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


class Match:
    """One game of a plan under way: the same on any machine. What a title or a bot does wrong is part of its record."""

    def __init__(self, work: Work, job: Job) -> None:
        title = title_of(work.title, [Path(pack) for pack in work.packs[job.cell]])
        cell = work.cells[job.cell]
        seed = seed_for(job.seed, job.number)
        seats = {side: player(name, seed_for(seed, side), title) for side, name in cell.bots.items()}
        self._watcher = Watcher(title, next(iter(cell.bots))) if work.watched else None
        self._recorder = Recorder(title, cell.scenario, cell.options, seats) if work.recorded else None
        witnesses = [witness for witness in (self._watcher, self._recorder) if witness is not None]
        self.course = Course(title, cell.scenario, cell.options, seats, seed, work.limits, witnesses)

    @property
    def record(self) -> GameRecord:
        """What has become of it, with what those noted who looked on."""
        return msgspec.structs.replace(
            self.course.record,
            account=None if self._watcher is None else self._watcher.account,
            decided=() if self._recorder is None else tuple(self._recorder.decided),
        )


def play(work: Work, job: Job) -> GameRecord:
    """Play one game."""
    try:
        match = Match(work, job)
        played_out(match.course)
    except PlayFailed as failed:
        return stopped(failed)
    return match.record


def stopped(failed: PlayFailed) -> GameRecord:
    """The record of a game that was brought to a stop."""
    return GameRecord(failed.seed, decisions=len(failed.choices), problem=str(failed), choices=failed.choices)
