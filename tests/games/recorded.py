"""Complete games between bots, kept so that a change that alters play is noticed.

Record them anew after a change that is meant to alter play:

    cd tests && python -m games.recorded gsfg campaign 10
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path

from sandtable.kernel import Table
from sandtable.players import player

HERE = Path(__file__).parent
BOT = "greedy"


def recordings() -> list[Path]:
    """All recorded games, of every title."""
    return sorted(HERE.glob("*/recorded/*.save.gz"))


def unpacked(recording: Path, folder: Path) -> Path:
    """A recording as the saved game that it is."""
    save = folder / recording.name.removesuffix(".gz")
    save.write_bytes(gzip.decompress(recording.read_bytes()))
    return save


def play(title_id: str, scenario: str, options: tuple[str, ...], seed: int) -> Table:
    """A whole game between the title's bots."""
    table = Table.new(title_id, scenario, options, seed)
    players = {side: player(BOT, seed + i, table.title) for i, side in enumerate(table.title.scenario(scenario).sides)}
    while table.decision is not None:
        side = table.decision.side
        table.choose(players[side].choose(table.view(side), table.decision), side)
    return table


def record(title_id: str, scenario: str, games: int) -> None:
    """Play and keep some games; every other one is played with all optional rules."""
    folder = HERE / title_id / "recorded"
    folder.mkdir(exist_ok=True)
    for seed in range(1, games + 1):
        probe = Table.new(title_id, scenario, (), seed)
        switches = tuple(switch.id for switch in probe.title.scenario(scenario).switches) if seed % 2 == 0 else ()
        table = play(title_id, scenario, switches, seed)
        with tempfile.TemporaryDirectory() as scratch:
            save = Path(scratch) / "game.save"
            table.save(save)
            kept = folder / f"{scenario}-{seed}.save.gz"
            kept.write_bytes(gzip.compress(save.read_bytes(), 9, mtime=0))
        print(kept.name, len(table.entries), table.result)


if __name__ == "__main__":
    record(sys.argv[1], sys.argv[2], int(sys.argv[3]))
