"""Recorded games as a data set: Parquet shards of decisions with a schema, and a reader that plays them again.

A row is a decision. An observation takes no room in it: it follows from the game's seed and the choices before, and the
reader makes it by playing on. Needs the extra `lab`, and for observations NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sandtable.kernel import AnyTitle, Game, SandtableError
from sandtable.kernel import title as title_of
from sandtable.kernel.table import data_fingerprint, pack_fingerprint
from sandtable.lab.parquet import ParquetMissing
from sandtable.lab.plan import Cell
from sandtable.lab.playing import save_after
from sandtable.lab.simulation import Played, Simulation

if TYPE_CHECKING:
    from sandtable.lab.agents.observations import Observation

FOLDER = "records"
FORMAT = 1
"""Raised whenever the schema changes."""
SHARD = 50_000
"""After how many decisions the next shard begins, with the next game."""


class RecordsError(SandtableError):
    """A folder that holds no records, or records that cannot be played again here."""


class Meta(msgspec.Struct, frozen=True):
    """What the shards of a folder have in common; it stands in the metadata of each, under `sandtable`."""

    format: int
    title: str
    data: str
    """The fingerprint of the title's data."""
    packs: dict[str, str]
    cells: tuple[Cell, ...]


class Recorded(NamedTuple):
    """One decision of a recorded game."""

    game: int
    """The number of the game in the data set."""
    number: int
    """The number of the decision in its game, from 0."""
    cell: int
    seed: int
    side: str
    option: str
    action: int
    legal: tuple[int, ...]
    visits: tuple[int, ...]
    result: float | None
    """What the game came to for the side: 1 won, -1 lost, 0 drawn; None where it was not finished."""


class Seen(NamedTuple):
    """A decision with what the side saw and might do."""

    recorded: Recorded
    observation: Observation
    mask: Any


def _schema(arrow: Any) -> list[tuple[str, Any]]:
    number, text = arrow.int32(), arrow.string()
    return [
        ("game", number), ("number", number), ("cell", number), ("seed", arrow.int64()), ("side", text),
        ("option", text), ("action", number), ("legal", arrow.list_(number)), ("visits", arrow.list_(number)),
        ("result", arrow.float32()),
    ]  # fmt: skip


def write_records(title: AnyTitle, simulation: Simulation, folder: Path) -> list[Path]:
    """Write the games that were recorded, in shards of whole games. Raises ParquetMissing without pyarrow."""
    arrow, parquet = _libraries()
    packs = {pack.name: pack_fingerprint(pack) for pack in title.packs}
    meta = Meta(FORMAT, title.id, data_fingerprint(title), packs, simulation.plan.cells)
    schema = arrow.schema(_schema(arrow), metadata={"sandtable": msgspec.json.encode(meta)})
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.parquet"):
        old.unlink()
    written = []
    for number, rows in enumerate(_shards(simulation)):
        path = folder / f"decisions-{number:05}.parquet"
        columns = zip(*rows, strict=True)
        arrays = [arrow.array(column, type_) for column, (_, type_) in zip(columns, _schema(arrow), strict=True)]
        parquet.write_table(arrow.Table.from_arrays(arrays, schema=schema), path, compression="zstd")
        written.append(path)
    return written


def _shards(simulation: Simulation) -> Iterator[list[Recorded]]:
    rows: list[Recorded] = []
    for game, played in enumerate(simulation.played):
        if len(rows) >= SHARD:
            yield rows
            rows = []
        rows += _rows(game, played, len(simulation.plan.cells[played.job.cell].bots))
    if rows:
        yield rows


def _rows(game: int, played: Played, sides: int) -> Iterator[Recorded]:
    record = played.game
    for number, each in enumerate(record.decided):
        result = None
        if record.finished:
            result = 0.0 if record.winner is None else 1.0 if record.winner == each.side else -1.0 / (sides - 1)
        place = (game, number, played.job.cell, record.seed)
        yield Recorded(*place, each.side, each.option, each.action, each.legal, each.visits, result)


class Records:
    """Reads the records of a folder. Raises RecordsError where there are none, and ParquetMissing without pyarrow."""

    def __init__(self, folder: Path, packs: tuple[Path, ...] = ()) -> None:
        _, self._parquet = _libraries()
        self._shards = sorted(folder.glob("decisions-*.parquet"))
        if not self._shards:
            raise RecordsError(f"{folder} holds no records; write some with: sandtable simulate --record --output")
        self.meta = msgspec.json.decode(self._parquet.read_schema(self._shards[0]).metadata[b"sandtable"], type=Meta)
        if self.meta.format != FORMAT:
            raise RecordsError(f"{folder} is of format {self.meta.format}, and this reads {FORMAT}")
        self.title = title_of(self.meta.title, packs)
        if {pack.name: pack_fingerprint(pack) for pack in packs} != self.meta.packs:
            raise RecordsError(f"{folder} was played with the packs {', '.join(self.meta.packs) or 'none'}")
        if data_fingerprint(self.title) != self.meta.data:
            raise RecordsError(f"{folder} was played with other data of {self.meta.title} than is installed")

    def decisions(self) -> Iterator[Recorded]:
        """Every decision, game by game."""
        for shard in self._shards:
            for row in self._parquet.read_table(shard).to_pylist():
                yield Recorded(**row | {"legal": tuple(row["legal"]), "visits": tuple(row["visits"])})

    def seen(self) -> Iterator[Seen]:
        """Every decision with the observation and the mask, which are made by playing the games again."""
        from sandtable.lab.agents.observations import Observations

        made: dict[int, Observations] = {}
        game: Game[Any, Any] | None = None
        for each in self.decisions():
            cell = self.meta.cells[each.cell]
            if each.cell not in made:
                made[each.cell] = Observations(self.title, cell.scenario, cell.options)
            if each.number == 0 or game is None:
                game = self.title.new_game(cell.scenario, cell.options, each.seed)
            observations = made[each.cell]
            decision = game.decision_of(each.side)
            yield Seen(each, observations.look(game, each.side).copy(), observations.actions.mask(decision))
            game.choose(each.option, each.side)
            game.events.clear()

    def save(self, game: int, path: Path) -> None:
        """Write a game as a saved game, which every command opens. Raises RecordsError for one that there is not."""
        found = [each for each in self.decisions() if each.game == game]
        if not found:
            raise RecordsError(f"there is no game {game} in these records")
        cell = self.meta.cells[found[0].cell]
        choices = [(each.side, each.option) for each in found]
        save_after(self.title, cell.scenario, cell.options, found[0].seed, choices, path)


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise ParquetMissing("pyarrow is not installed; install it with: pip install 'sandtable[lab]'") from error
    return arrow, parquet
