"""A ladder of computer players: what each is worth in points of Elo, and how surely, from games between all of them.

Every two players meet in every scenario, each at either side. The chance of the first side is taken to rise with the
difference in strength and with what the scenario itself gives that side (Bradley and Terry's model). Where the luck of
the dice is known it is taken out of the scores first, so that fewer games tell as much.
"""

from __future__ import annotations

import itertools
import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle
from sandtable.lab.engines import Engine, local
from sandtable.lab.plan import Plan, PlanError, PlanFile, make_plan
from sandtable.lab.playing import GameRecord, Limits
from sandtable.lab.simulation import Progress, Simulation, run
from sandtable.lab.statistics import Z, telling

MEAN = 1500.0
"""The rating that the players of a ladder have on average."""
_PER_ELO = math.log(10) / 400
_DOUBT = 1 / (800 * _PER_ELO) ** 2
"""What is thought of strengths before any game: hardly ever more than 1,600 points from the average."""
_ENOUGH = 1e-9
_ROUNDS = 100


class Rating(msgspec.Struct, frozen=True):
    """What a player is worth, with its interval, and of how many games that is known."""

    elo: float
    low: float
    high: float
    games: int


class Pairing(msgspec.Struct, frozen=True):
    """The games of two players in a scenario, with the first player at its first side."""

    scenario: str
    first: str
    second: str
    games: int
    score: float
    """The first player's share, draws counting half, with the luck taken out where it is known."""
    weight: float
    """As many games tell so much with the luck left in."""


class Ladder(msgspec.Struct, frozen=True):
    """The ratings from the highest down, the games they rest on, and what each scenario gives its first side."""

    ratings: dict[str, Rating]
    pairings: tuple[Pairing, ...]
    advantage: dict[str, float]
    interrupted: bool = False


def ladder(
    title: AnyTitle,
    bots: Sequence[str],
    *,
    scenarios: Sequence[str] = (),
    options: tuple[str, ...] = (),
    games: int = 100,
    seed: int = 0,
    engine: Engine = local,
    workers: int = 1,
    limits: Limits = Limits(),  # noqa: B008
    folder: Path | None = None,
    progress: Progress | None = None,
) -> Ladder:
    """Play so many games between every two players in each scenario, and rate them.

    Given a folder, games are kept there and not repeated. Raises PlanError, UnknownPlayer, UnknownScenario, LedgerError
    and SimulationFailed.
    """
    plan = ladder_plan(title, bots, scenarios, options, games, seed)
    with tempfile.TemporaryDirectory() as passing:
        kept = folder or Path(passing) / "games"
        played = run(title, plan, engine=engine, workers=workers, limits=limits, folder=kept, progress=progress)
    return rated(pairings(played), bots, interrupted=played.interrupted)


def ladder_plan(
    title: AnyTitle, bots: Sequence[str], scenarios: Sequence[str], options: tuple[str, ...], games: int, seed: int
) -> Plan:
    """Every two players at either side. Raises PlanError where that cannot be."""
    if len(set(bots)) < 2 or len(set(bots)) < len(bots):
        raise PlanError("a ladder needs two players or more, each named once")
    for scenario in scenarios or (None,):
        if len(title.scenario(scenario).sides) != 2:
            raise PlanError("a ladder needs scenarios of two sides")
    seatings = tuple(itertools.permutations(bots, 2))
    return make_plan(title, PlanFile(title.id, tuple(scenarios), seatings, (options,), (seed,), math.ceil(games / 2)))


def pairings(simulation: Simulation) -> list[Pairing]:
    """What the games of a plan add up to, cell by cell."""
    found = []
    for number, cell in enumerate(simulation.plan.cells):
        records = [record for record in simulation.of_cell(number) if record.finished]
        (side, first), (_, second) = cell.bots.items()
        if records:
            score, weight = _score(records, side)
            found.append(Pairing(cell.scenario, first, second, len(records), score, weight))
    return found


def _score(records: Sequence[GameRecord], side: str) -> tuple[float, float]:
    results = [0.5 if record.winner is None else float(record.winner == side) for record in records]
    luck = [record.account.luck if record.account else 0.0 for record in records]
    return telling(results, luck)


def rated(found: Sequence[Pairing], bots: Sequence[str], *, interrupted: bool = False) -> Ladder:
    """The ratings under which the games are likeliest, and how far they may be off."""
    scenarios = list(dict.fromkeys(each.scenario for each in found))
    names = [*bots, *scenarios]
    strengths, covariance = _fitted(found, {name: i for i, name in enumerate(names)}, len(names))
    middle = sum(strengths[: len(bots)]) / len(bots)
    ratings = {}
    for i, bot in enumerate(bots):
        weights = [(n == i) - 1 / len(bots) for n in range(len(bots))]
        variance = sum(
            a * b * covariance[n][m] for (n, a), (m, b) in itertools.product(enumerate(weights), enumerate(weights))
        )
        elo, off = MEAN + (strengths[i] - middle) / _PER_ELO, Z * math.sqrt(variance) / _PER_ELO
        games = sum(each.games for each in found if bot in (each.first, each.second))
        ratings[bot] = Rating(elo, elo - off, elo + off, games)
    best = dict(sorted(ratings.items(), key=lambda rating: -rating[1].elo))
    advantage = {name: strengths[len(bots) + i] / _PER_ELO for i, name in enumerate(scenarios)}
    return Ladder(best, tuple(found), advantage, interrupted)


def _fitted(found: Sequence[Pairing], place: Mapping[str, int], size: int) -> tuple[list[float], list[list[float]]]:
    """The strengths by Newton's method, and how they vary: the inverse of the curvature."""
    strengths = [0.0] * size
    for _ in range(_ROUNDS):
        slope, curve = _likelihood(found, place, strengths)
        inverse = _inverted(curve)
        steps = [sum(inverse[i][j] * slope[j] for j in range(size)) for i in range(size)]
        strengths = [strength + step for strength, step in zip(strengths, steps, strict=True)]
        if max(map(abs, steps), default=0.0) < _ENOUGH:
            break
    return strengths, _inverted(_likelihood(found, place, strengths)[1])


def _likelihood(
    found: Sequence[Pairing], place: Mapping[str, int], strengths: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """How the likelihood of the games rises with each strength, and how that bends."""
    size = len(strengths)
    slope = [-_DOUBT * strength for strength in strengths]
    curve = [[_DOUBT * (i == j) for j in range(size)] for i in range(size)]
    for each in found:
        signs = {place[each.first]: 1.0, place[each.second]: -1.0, place[each.scenario]: 1.0}
        chance = 1 / (1 + math.exp(-sum(sign * strengths[i] for i, sign in signs.items())))
        for i, sign in signs.items():
            slope[i] += sign * each.weight * (each.score - chance)
            for j, other in signs.items():
                curve[i][j] += sign * other * each.weight * chance * (1 - chance)
    return slope, curve


def _inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix that is positive definite, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [value - factor * other for value, other in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]
