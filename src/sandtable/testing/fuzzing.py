"""The conformance suite over all scenarios and optional rules of a title."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sandtable.kernel import LANGUAGES, AnyTitle, Phase
from sandtable.kernel import title as title_of
from sandtable.lab.playing import seed_for
from sandtable.lab.processes import spread
from sandtable.testing.looks import names_differ
from sandtable.testing.orders import formalities_are_worded
from sandtable.testing.reports import Failure, FuzzReport, Report
from sandtable.testing.sources import faults_of_sources
from sandtable.testing.teaching import faults_of_lessons
from sandtable.testing.walking import FAMILIAR, check_game
from sandtable.testing.words import counts_have_a_singular

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


def conform(title: AnyTitle | str, games: int = 12, seed: int = 0, *, thorough: bool = False) -> None:
    """Check a title's words and play some games of every kind. Raises AssertionError with all that is amiss.

    Questions that a game asks again and again are looked at ever more rarely, unless all are to be looked at closely.
    """
    report = fuzz(title, games, seed, thorough=thorough, familiar=None if thorough else FAMILIAR)
    if report.failures:
        raise AssertionError("\n".join(map(str, report.failures)))


def fuzz(
    title: AnyTitle | str,
    games: int,
    seed: int = 0,
    progress: Progress | None = None,
    folder: Path | None = None,
    *,
    thorough: bool = False,
    familiar: int | None = None,
    workers: int = 1,
) -> FuzzReport:
    """Check many games: all scenarios in turn, first with no optional rule, then with all, then with some by lot.

    Given a folder, each failure is saved there as a game that shows it. An interrupt from the keyboard ends the search
    and keeps what was found. On more than one worker the title must be one that is installed.
    """
    found = title_of(title) if isinstance(title, str) else title
    search = _Search(seed, folder, thorough, familiar)
    failures: list[Failure] = []
    reports: dict[int, Report] = {}
    try:
        failures += check_data(found)
        with contextlib.closing(_searched(found, search, range(games), workers)) as ended:
            for number, report in ended:
                reports[number] = report
                if progress is not None:
                    progress(len(reports), games)
    except KeyboardInterrupt:
        pass
    in_order = [reports[number] for number in sorted(reports)]
    return FuzzReport(
        len(reports),
        sum(report.decisions for report in in_order),
        (*failures, *(failure for report in in_order for failure in report.failures)),
        sum(report.refused for report in in_order),
        sum(report.unreasoned for report in in_order),
    )


class _Search(NamedTuple):
    """How closely games are looked at, and where those that fail are saved."""

    seed: int
    folder: Path | None
    thorough: bool
    familiar: int | None


def _searched(
    title: AnyTitle, search: _Search, numbers: Sequence[int], workers: int
) -> Generator[tuple[int, Report], None, None]:
    """Games with their numbers, as they come to an end."""
    if workers == 1:
        yield from (_check(title, search, number) for number in numbers)
    else:
        yield from spread(partial(_check_installed, title.id, search), numbers, workers)


def _check(title: AnyTitle, search: _Search, number: int) -> tuple[int, Report]:
    scenario, switches = variant(title, number, search.seed)
    seed = seed_for(search.seed, number)
    report = check_game(
        title, scenario, switches, seed, thorough=search.thorough, familiar=search.familiar, folder=search.folder
    )
    return number, report


def _check_installed(title_id: str, search: _Search, number: int) -> tuple[int, Report]:
    return _check(title_of(title_id), search, number)


def variant(title: AnyTitle, number: int, seed: int) -> tuple[str, tuple[str, ...]]:
    """The scenario and the optional rules of a game by its number."""
    scenarios = list(title.scenarios().values())
    lap, index = divmod(number, len(scenarios))
    info = scenarios[index]
    switches = tuple(switch.id for switch in info.switches)
    if lap == 0:
        return info.id, ()
    if lap == 1:
        return info.id, switches
    rng = random.Random(f"{seed}/{number}/switches")
    return info.id, tuple(switch for switch in switches if rng.random() < 0.5)


def check_data(title: AnyTitle) -> list[Failure]:
    """What is amiss in the rule list, in names and words, in sources and in lessons."""
    problems: list[str] = []
    rules = title.rules()
    ids = [rule.id for rule in rules]
    problems += [f"the rule {ident} is listed twice" for ident in sorted({i for i in ids if ids.count(i) > 1})]
    named = {"the title": title.name}
    for info in title.scenarios().values():
        named[f"the scenario {info.id}"] = info.name
        if info.description:
            named[f"the description of {info.id}"] = info.description
        named |= {f"the switch {switch.id}": switch.name for switch in info.switches}
        problems += [f"the switch {s.id} is no rule of the rule list" for s in info.switches if s.id not in ids]
    for rule in rules:
        named[f"the rule {rule.id}"] = rule.title
        named[f"the summary of {rule.id}"] = rule.summary
    everything = [path for folder in title.folders() for path in sorted(folder.rglob("*.yaml"))]
    files = [path for path in everything if path.parent.name != "text"]
    problems += [str(fault) for path in files for fault in faults_of_sources(path, ids)]
    for thing, words in named.items():
        problems += [f"{thing} has no words in {lang}" for lang in LANGUAGES if not words.get(lang)]
    problems += formalities_are_worded(title)
    problems += names_differ(title)
    problems += counts_have_a_singular(title)
    problems += map(str, faults_of_lessons(title))
    if not any(issubclass(procedure, Phase) for procedure in title.procedures):
        problems.append("no procedure is a Phase: whatever was done can be taken back without the leave of the others")
    return [Failure("data", problem) for problem in dict.fromkeys(problems)]
