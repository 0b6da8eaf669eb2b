"""Complete games between bots, kept so that a change that alters play is noticed.

Record them anew after a change that is meant to alter play:

    cd tests && python -m games.recorded gsfg campaign 10
    cd tests && python -m games.recorded panzer causeway 1 4       both agree to a draw once turn 4 is over

After a change that alters only how a state is laid out, make the same choices again; every decision must be the one
that was answered then:

    cd tests && python -m games.recorded --again gts
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections import deque
from itertools import islice
from pathlib import Path

from sandtable.kernel import Table, journal, replay
from sandtable.kernel.game import DRAW
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


def play(title_id: str, scenario: str, options: tuple[str, ...], seed: int, turns: int | None = None) -> Table:
    """A game between the title's bots: a whole one, or so many turns of it and a draw."""
    table = Table.new(title_id, scenario, options, seed)
    players = {side: player(BOT, seed + i, table.title) for i, side in enumerate(table.title.scenario(scenario).sides)}
    while table.decision is not None:
        side = table.decision.side
        is_late = turns is not None and table.title.turn(table.state) > turns
        table.choose(DRAW if is_late else players[side].choose(table.view(side), table.decision), side)
    return table


def record(title_id: str, scenario: str, games: int, turns: int | None = None) -> None:
    """Play and keep some games; every other one is played with all optional rules."""
    folder = HERE / title_id / "recorded"
    folder.mkdir(exist_ok=True)
    for seed in range(1, games + 1):
        probe = Table.new(title_id, scenario, (), seed)
        switches = tuple(switch.id for switch in probe.title.scenario(scenario).switches) if seed % 2 == 0 else ()
        keep(play(title_id, scenario, switches, seed, turns), folder / f"{scenario}-{seed}.save.gz")


def record_again(title_id: str) -> None:
    """Make the choices of recorded games again, and keep the states that they lead to now.

    Raises ReplayMismatch where a decision is another than the one that was answered: then play itself has changed.
    """
    for recording in sorted((HERE / title_id / "recorded").glob("*.save.gz")):
        with tempfile.TemporaryDirectory() as scratch:
            save = unpacked(recording, Path(scratch))
            choices = len(journal.read(save).entries)
            (table,) = deque(islice(replay(save), choices + 1), maxlen=1)
        keep(table, recording)


def keep(table: Table, recording: Path) -> None:
    """Write a game to a recording."""
    with tempfile.TemporaryDirectory() as scratch:
        save = Path(scratch) / "game.save"
        table.save(save)
        recording.write_bytes(gzip.compress(save.read_bytes(), 9, mtime=0))
    print(recording.name, len(table.entries), table.result)


if __name__ == "__main__":
    if sys.argv[1] == "--again":
        record_again(sys.argv[2])
    else:
        record(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:5]))
