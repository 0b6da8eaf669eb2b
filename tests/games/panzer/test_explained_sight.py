"""Lines of sight on Panzer's maps alone, in words of both languages."""

from __future__ import annotations

import pytest

from games.panzer.shipped import DATA, MAPS, data_file
from sandtable.datafile import read
from sandtable.games.panzer.spotting.explained import sight_on_map
from sandtable.hexgrid import LabelError
from sandtable.kernel import Texts, title
from sandtable.mechanics.sightline import Sight, UnknownMap
from sandtable.mechanics.title import HexTitle


def explained(name: str, viewer: str, target: str) -> Sight:
    return sight_on_map(data_file, MAPS, name, viewer, target)


def words(lang: str) -> Texts:
    shared = [read(folder / f"{lang}.yaml", dict[str, str]) for folder in HexTitle.text_folders]
    own = [read(path, dict[str, str]) for path in sorted((DATA / "text").glob(f"*{lang}.yaml"))]
    return Texts(lang, [*shared, *own], lambda kind, ident, lang: ident if kind == "hex" else None)


def test_the_title_explains_lines_on_all_its_maps() -> None:
    panzer = title("panzer")
    assert isinstance(panzer, HexTitle)
    assert panzer.sight_maps() == MAPS
    assert panzer.sight_on("board1", "V2", "W1") == explained("board1", "V2", "W1")


def test_on_a_single_board_the_number_of_the_board_may_be_left_out() -> None:
    assert explained("board1", "V2", "W1") == explained("board1", "1V2", "1W1")


def test_boards_are_joined_in_rows_and_turned() -> None:
    found = explained("board1 board3t / board2 board4", "1C10", "3C10")
    assert (found.viewer.at, found.target.at) == ("1C10", "3C10")
    assert found.distance > 25


def test_a_level_above_the_ground_is_looked_from() -> None:
    assert explained("krasny-brod", "3714+2", "3712").viewer.level == 2


@pytest.mark.parametrize(
    ("name", "viewer", "target", "error", "complaint"),
    [
        ("board9", "A1", "A2", UnknownMap, "there is no map 'board9'; there are board1"),
        ("board1 krasny-brod", "A1", "A2", UnknownMap, "cannot be joined"),
        ("board1", "Q99", "A2", LabelError, "the map has no hex '1Q99'"),
        ("board1", "A1", "A2/N", LabelError, "is not a place to look from"),
        ("board1", "A1", "somewhere", LabelError, "is not a place"),
    ],
)
def test_what_is_not_on_a_map_is_refused_with_what_is(
    name: str, viewer: str, target: str, error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        explained(name, viewer, target)


LINES = (
    ("board1", "V2", "W1"), ("board1", "N6", "T13"), ("board1", "W7", "P13"), ("board1", "X7", "Q3"),
    ("board1", "E12", "O11"), ("board2", "H4", "Q9"), ("board2", "H4+9", "Q9"), ("board2", "H4+9", "L6"),
    ("krasny-brod", "3116", "3415"), ("krasny-brod", "0510", "3020"), ("board4", "C3", "V14"),
)  # fmt: skip
"""Lines that are clear, or blocked in every way there is."""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_on_a_line_has_words_and_every_word_is_used(lang: str) -> None:
    texts = words(lang)
    reasons = {"sight.not-highest"}
    for name, viewer, target in LINES:
        found = explained(name, viewer, target)
        for told in (*found.steps, *filter(None, [found.blocked_by])):
            texts.phrase(told.reason, told.args)
            texts.name("option", told.kind)
            reasons.add(told.reason)
    assert texts.missing == set()
    assert reasons == {key for key in read(DATA / "text" / f"sight-{lang}.yaml", dict[str, str]) if key[:6] == "sight."}
