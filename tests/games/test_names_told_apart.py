"""What a title names stands once: its events are told apart when a game is read again, and no text hides another."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable import datafile
from sandtable.kernel import LANGUAGES, title, titles


def twice(names: list[str]) -> list[str]:
    return sorted(name for name, count in Counter(names).items() if count > 1)


@pytest.mark.parametrize("title_id", titles())
def test_no_two_events_of_a_title_have_one_name(title_id: str) -> None:
    assert twice([event.__name__ for event in title(title_id).all_events]) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title_id", titles())
def test_no_text_stands_in_two_files_of_a_title(title_id: str, lang: str) -> None:
    files = [path for path in title(title_id).data_files("text") if path.stem == lang or path.stem.endswith(f"-{lang}")]
    assert twice([key for path in files for key in datafile.read(path, dict[str, str])]) == []
