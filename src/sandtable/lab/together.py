"""Many games advanced side by side in one process, for players whose class answers the questions of all in one call."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sandtable.kernel import SandtableError
from sandtable.kernel import title as title_of
from sandtable.kernel.player import AskedTogether, Player, Question
from sandtable.lab.plan import Job
from sandtable.lab.playing import GameRecord, PlayFailed, collecting_seldom
from sandtable.lab.work import Match, Work, stopped
from sandtable.players import player

TOGETHER = 32
"""How many games are under way side by side."""


class WrongAnswers(SandtableError):
    """A class of players gave more or fewer answers than it was asked questions."""


def asked_together(asked: Player) -> type[AskedTogether] | None:
    """The class of a player, if it answers the questions of many games at once."""
    made: type = type(asked)
    return made if callable(getattr(made, "choose_many", None)) else None


def has_players_asked_together(work: Work) -> bool:
    """Whether any bot of a plan answers the questions of many games at once."""
    return any(
        asked_together(player(bot, 0, title_of(work.title, [Path(pack) for pack in packs]))) is not None
        for cell, packs in zip(work.cells, work.packs, strict=True)
        for bot in cell.bots.values()
    )


class _Open(NamedTuple):
    """A game that waits for the answer to a question."""

    job: Job
    match: Match
    question: Question


def play_together(work: Work, jobs: Iterable[Job]) -> Generator[tuple[Job, GameRecord], None, None]:
    """Play games side by side; as soon as one is over the next is begun in its place."""
    waiting = iter(jobs)
    under_way: dict[Job, Match] = {}
    while True:
        for job in itertools.islice(waiting, TOGETHER - len(under_way)):
            try:
                under_way[job] = Match(work, job)
            except PlayFailed as failed:
                yield job, stopped(failed)
        if not under_way:
            return
        with collecting_seldom():
            over = _advanced(under_way)
        for job, record in over.items():
            del under_way[job]
            yield job, record


def _advanced(under_way: dict[Job, Match]) -> dict[Job, GameRecord]:
    """Bring every game to the next question that is put together with others, and have those answered; what is over."""
    over: dict[Job, GameRecord] = {}
    asked: dict[type[AskedTogether], list[_Open]] = {}
    for job, match in under_way.items():
        try:
            found = _next_together(match)
            if found is None:
                over[job] = match.record
            else:
                asked.setdefault(found[0], []).append(_Open(job, match, found[1]))
        except Exception as error:
            over[job] = stopped(match.course.failed(error))
    for made, games in asked.items():
        over |= _answered(made, games)
    return over


def _next_together(match: Match) -> tuple[type[AskedTogether], Question] | None:
    """The next question of a game to a player that is asked about many at once; others answer theirs on the way."""
    course = match.course
    while (question := course.question) is not None:
        made = asked_together(question.player)
        if made is not None:
            return made, question
        course.go_on(question.player.choose(question.view, question.decision))
    return None


def _answered(made: type[AskedTogether], games: Sequence[_Open]) -> dict[Job, GameRecord]:
    """Put the questions of some games to a class of players, and carry its answers out; the games that fail by it."""
    try:
        options = made.choose_many([each.question for each in games])
        if len(options) != len(games):
            raise WrongAnswers(f"{made.__name__}.choose_many: {len(options)} answers to {len(games)} questions")
    except Exception as error:
        return {each.job: stopped(each.match.course.failed(error)) for each in games}
    over = {}
    for each, option in zip(games, options, strict=True):
        try:
            each.match.course.go_on(option)
        except Exception as error:
            over[each.job] = stopped(each.match.course.failed(error))
    return over
