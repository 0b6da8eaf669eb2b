"""What the games of a cell add up to: who wins and how surely, how long they take, their cost, place and luck."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from sandtable.lab.plan import Cell
from sandtable.lab.playing import GameRecord
from sandtable.lab.simulation import Simulation
from sandtable.lab.statistics import Estimate, Spread, WithoutLuck, spread, wilson, without_luck
from sandtable.lab.watching import Account

LUCK_GROUPS = 5
FEWEST = 5
"""How many games a group must have to be shown."""
_NOTHING = Account()


class SideDigest(msgspec.Struct, frozen=True):
    """How a side fared: its wins, their share of the finished games, and that share with the luck taken out."""

    side: str
    bot: str
    wins: int
    share: Estimate
    fair: WithoutLuck | None
    losses: tuple[tuple[int, float], ...]
    """The steps lost by the end of each turn, on average."""


class Digest(msgspec.Struct, frozen=True):
    """The games of one cell. Averages are over the finished ones."""

    cell: Cell
    games: int
    finished: int
    problems: int
    draws: int
    sides: tuple[SideDigest, ...]
    turns: dict[int, int]
    """How many games ended in which turn."""
    decisions: Spread
    fights: dict[str, float]
    """How often it was fought in each hex, on average."""
    lost: dict[str, float]
    """The steps lost in each hex, on average."""
    rolls: float
    """Choices with dice that count as luck, on average."""
    unjudged: float
    """Choices with dice that do not, on average."""
    by_luck: tuple[Estimate, ...]
    """The wins of the first side in the games in which it was unluckiest, and so on to the luckiest."""


def digest(simulation: Simulation) -> list[Digest]:
    """Each cell of a simulation."""
    return [_digest(cell, simulation.of_cell(number)) for number, cell in enumerate(simulation.plan.cells)]


def _digest(cell: Cell, records: Sequence[GameRecord]) -> Digest:
    games = [record for record in records if record.finished]
    accounts = [record.account or _NOTHING for record in games]
    return Digest(
        cell=cell,
        games=len(records),
        finished=len(games),
        problems=sum(bool(record.problem) for record in records),
        draws=sum(record.winner is None for record in games),
        sides=tuple(_side(side, bot, games, accounts) for side, bot in cell.bots.items()),
        turns=dict(sorted(Counter(record.turns for record in games).items())),
        decisions=spread([record.decisions for record in games]),
        fights=_by_hex(accounts, lambda account: account.fights),
        lost=_by_hex(accounts, lambda account: account.lost),
        rolls=spread([account.rolls for account in accounts]).mean,
        unjudged=spread([account.unjudged for account in accounts]).mean,
        by_luck=_by_luck(next(iter(cell.bots)), games),
    )


def _side(side: str, bot: str, games: Sequence[GameRecord], accounts: Sequence[Account]) -> SideDigest:
    results = [float(record.winner == side) for record in games]
    wins = round(sum(results))
    luck = [account.luck for account in accounts]
    fair = without_luck(results, luck) if any(luck) else None
    last = max((record.turns for record in games), default=0)
    return SideDigest(side, bot, wins, wilson(wins, len(games)), fair, _losses(side, accounts, last))


def _losses(side: str, accounts: Sequence[Account], last: int) -> tuple[tuple[int, float], ...]:
    by_turn: Counter[int] = Counter()
    for account in accounts:
        by_turn.update(account.losses.get(side, {}))
    total, curve = 0, [(0, 0.0)]
    for turn in range(1, last + 1):
        total += by_turn[turn]
        curve.append((turn, total / len(accounts)))
    return tuple(curve)


def _by_hex(accounts: Sequence[Account], of: Callable[[Account], Mapping[str, int]]) -> dict[str, float]:
    total: Counter[str] = Counter()
    for account in accounts:
        total.update(of(account))
    return {label: count / len(accounts) for label, count in sorted(total.items())}


def _by_luck(side: str, games: Iterable[GameRecord]) -> tuple[Estimate, ...]:
    ordered = sorted((record for record in games if record.account), key=lambda record: _luck(record))
    if len(ordered) < LUCK_GROUPS * FEWEST or _luck(ordered[0]) == _luck(ordered[-1]):
        return ()
    bounds = [round(place * len(ordered) / LUCK_GROUPS) for place in range(LUCK_GROUPS + 1)]
    groups = [ordered[low:high] for low, high in itertools.pairwise(bounds)]
    return tuple(wilson(sum(record.winner == side for record in group), len(group)) for group in groups)


def _luck(record: GameRecord) -> float:
    return record.account.luck if record.account else 0.0
