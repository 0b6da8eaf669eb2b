"""The page that teaches how to add a title is true: its code runs, and its title conforms."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable.games
from sandtable.kernel.title import _title

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"
BLOCK = re.compile(
    r"^```(?:python|yaml)\n(?:# (?P<file>\S+\.(?:py|yaml))\n)?(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)


@pytest.fixture
def pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The title of the page, installed from the files that the page shows."""
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf8")):
        if block["file"]:
            path = tmp_path / "pebbles" / block["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf8")
    monkeypatch.setattr(sandtable.games, "__path__", [*sandtable.games.__path__, str(tmp_path)])
    yield
    _title.cache_clear()
    for name in [name for name in sys.modules if name.startswith("sandtable.games.pebbles")]:
        del sys.modules[name]


@pytest.mark.usefixtures("pebbles")
def test_the_code_of_the_page_runs() -> None:
    snippets = [block["text"] for block in BLOCK.finditer(PAGE.read_text(encoding="utf8")) if not block["file"]]
    for snippet in snippets:
        exec(compile(snippet, PAGE.name, "exec"), {})
    assert len(snippets) == 3
