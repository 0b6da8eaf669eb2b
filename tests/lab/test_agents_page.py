"""The code on docs/agents.md runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from lab.agents_table import passes

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
PIECES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("piece", PIECES, ids=["pettingzoo", "vector", "together", "openspiel", "search", "words"])
def test_a_piece_of_code_runs(piece: str) -> None:
    names: dict[str, Any] = {}
    assert passes(exec, compile(piece, str(PAGE), "exec"), names)
