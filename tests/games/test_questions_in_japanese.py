"""What a player is asked in Japanese is asked politely throughout, as in the pages of the rules."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.title import title

PLAIN = re.compile(r"(?<!です)(?<!ます)か？|[うくぐすつぬぶむる]？")
"""A question in the plain form: one that ends in a bare verb, or in a verb and "ka"."""


@pytest.mark.parametrize("title_id", ["efs", "gsfg", "gts", "panzer", "primer", "rileys_road"])
def test_no_question_is_blunt(title_id: str) -> None:
    words = title(title_id).texts("ja").templates
    blunt = {key: text for key, text in words.items() if key.startswith("prompt.") and PLAIN.search(text)}
    assert blunt == {}
