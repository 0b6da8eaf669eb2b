"""Recorded games replay, choice by choice, to the state in which they ended."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from games.recorded import recordings, unpacked
from sandtable.kernel import replay


@pytest.mark.parametrize("recording", recordings(), ids=lambda path: f"{path.parts[-3]}-{path.name.split('.')[0]}")
def test_a_recorded_game_replays_to_its_end(recording: Path, tmp_path: Path) -> None:
    (last,) = deque(replay(unpacked(recording, tmp_path)), maxlen=1)
    assert last.result is not None


def test_there_are_recordings() -> None:
    assert recordings()
