"""Games of East Front Series are the same wherever they are played: saves and replays rest on that."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PLAYED = """
import random, sys
from sandtable.kernel import title
game, lot = title("efs").new_game(sys.argv[1], (), 4), random.Random(4)
for _ in range(450):
    if game.decisions:
        asked = game.decisions[0]
        print(asked.prompt, asked.ids)
        game.choose(lot.choice(asked.ids), asked.side)
"""


@pytest.mark.parametrize("scenario", ["luga-line", "perekop"])
def test_options_come_in_the_same_order_in_every_process(scenario: str) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAYED, scenario],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in ("0", "3")
    ]
    assert "move-to" in told[0]
    assert told[0] == told[1]
