"""The games of a simulation as a Parquet file: one row for each, in the order of the plan."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.kernel import SandtableError
from sandtable.lab.plan import Cell
from sandtable.lab.playing import GameRecord
from sandtable.lab.simulation import Played, Simulation
from sandtable.lab.watching import Account

NAME = "games.parquet"
_NOTHING = Account()


class ParquetMissing(SandtableError):
    """The library that writes Parquet is not installed."""


def write_parquet(simulation: Simulation, path: Path) -> None:
    """Write the games; the same games make the same bytes. Raises ParquetMissing without pyarrow."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise ParquetMissing("pyarrow is not installed; install it with: pip install 'sandtable[lab]'") from error
    columns = _columns(arrow, simulation)
    rows = [(each, simulation.plan.cells[each.job.cell]) for each in simulation.played]
    arrays = [arrow.array([value(each, cell) for each, cell in rows], type_) for type_, value in columns.values()]
    draft = path.with_name(f".{path.name}.part")
    parquet.write_table(arrow.table(arrays, names=list(columns)), draft, compression="zstd")
    draft.replace(path)


Value = Callable[[Played, Cell], object]


def _columns(arrow: Any, simulation: Simulation) -> dict[str, tuple[Any, Value]]:
    """The columns, each with its type and where its values come from; docs/lab.md describes them."""
    text, number = arrow.string(), arrow.int32()
    by_turn = arrow.list_(arrow.struct([("side", text), ("turn", number), ("steps", number)]))
    by_hex = arrow.list_(arrow.struct([("hex", text), ("fights", number), ("steps", number)]))
    sides = list(dict.fromkeys(side for cell in simulation.plan.cells for side in cell.bots))
    return {
        "title": (text, lambda each, cell: simulation.plan.title),
        "cell": (number, lambda each, cell: each.job.cell),
        "scenario": (text, lambda each, cell: cell.scenario),
        "options": (arrow.list_(text), lambda each, cell: list(cell.options)),
        **{f"bot_{side}": (text, _bot(side)) for side in sides},
        "batch_seed": (arrow.int64(), lambda each, cell: each.job.seed),
        "number": (number, lambda each, cell: each.job.number),
        "seed": (arrow.int64(), lambda each, cell: each.game.seed),
        "finished": (arrow.bool_(), lambda each, cell: each.game.finished),
        "winner": (text, lambda each, cell: each.game.winner),
        "level": (text, lambda each, cell: each.game.level or None),
        "decisions": (number, lambda each, cell: each.game.decisions),
        "turns": (number, lambda each, cell: each.game.turns),
        "problem": (text, lambda each, cell: each.game.problem or None),
        **{f"losses_{side}": (number, _losses(side)) for side in sides},
        "luck": (arrow.float64(), lambda each, cell: _account(each.game).luck),
        "rolls": (number, lambda each, cell: _account(each.game).rolls),
        "unjudged_rolls": (number, lambda each, cell: _account(each.game).unjudged),
        "losses_by_turn": (by_turn, lambda each, cell: _by_turn(_account(each.game))),
        "fighting": (by_hex, lambda each, cell: _by_hex(_account(each.game))),
    }


def _account(game: GameRecord) -> Account:
    return game.account or _NOTHING


def _bot(side: str) -> Value:
    return lambda each, cell: cell.bots.get(side)


def _losses(side: str) -> Value:
    return lambda each, cell: sum(_account(each.game).losses.get(side, {}).values()) if side in cell.bots else None


def _by_turn(account: Account) -> list[dict[str, object]]:
    return [
        {"side": side, "turn": turn, "steps": steps}
        for side, turns in account.losses.items()
        for turn, steps in turns.items()
    ]


def _by_hex(account: Account) -> list[dict[str, object]]:
    return [
        {"hex": label, "fights": account.fights.get(label, 0), "steps": account.lost.get(label, 0)}
        for label in sorted({*account.fights, *account.lost})
    ]
