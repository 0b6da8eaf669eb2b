"""The pages that lead from the chapters of a rulebook to the code are what the citations say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.chapters import PAGES, page
from sandtable.kernel import titles

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("title_id", titles())
def test_the_page_of_a_title_is_as_the_citations_make_it(title_id: str) -> None:
    written = (ROOT / PAGES / f"{title_id}.md").read_text(encoding="utf8")
    assert written == page(title_id), f"renew it: sandtable rules {title_id} --map > docs/titles/{title_id}.md"
