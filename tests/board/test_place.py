"""The labels of places, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board import Place, parse_place
from sandtable.hexgrid import Grid, LabelError

FLAT = Grid()

LABELS = {
    "0405": Place("0405"),
    "C10": Place("C10"),
    "0405/N": Place("0405", facing=0),
    "0405/NNE": Place("0405", facing=1),
    "0405+1": Place("0405", level=1),
    "0405-2": Place("0405", level=-2),
    "0405~rail": Place("0405", way="rail"),
    "b2.0405": Place("0405", board="b2"),
    "b2.0405+1~roof/NW": Place("0405", board="b2", level=1, way="roof", facing=10),
    "box:reserve": Place(box="reserve"),
}


@pytest.mark.parametrize(("label", "place"), LABELS.items())
def test_a_label_names_a_place(label: str, place: Place) -> None:
    assert parse_place(label, FLAT) == place


@pytest.mark.parametrize(("label", "place"), LABELS.items())
def test_a_place_has_a_label(label: str, place: Place) -> None:
    assert place.label(FLAT) == label


@pytest.mark.parametrize(
    "label",
    ["", "0405+", "0405+0", "0405+01", "0405++1", "0405/", "0405~", "/N", "0405/N+1", "0405~rail+1", ".0405", "box:",
     "box:a b", "box:a/N", "b2.box:reserve", " 0405", "0405\n", "0405-0406-1"],
)  # fmt: skip
def test_what_is_no_place_is_refused_by_its_label(label: str) -> None:
    with pytest.raises(LabelError) as refused:
        parse_place(label, FLAT)
    assert str(refused.value).startswith(f"{label!r} is not a place")


def test_a_facing_has_a_name_of_the_grid() -> None:
    with pytest.raises(LabelError, match=r"'0405/ENE' is not a place: 'ENE' is not a facing: write one of N, NNE, NE"):
        parse_place("0405/ENE", FLAT)


def test_a_facing_is_named_as_the_hexes_lie() -> None:
    assert parse_place("0405/ENE", Grid(orientation="pointy")).facing == 3


def test_a_part_has_a_whole() -> None:
    assert Place("0405", "b2", 1, "roof", 3).whole == Place("0405", "b2")


names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,5}", fullmatch=True)
parts = st.builds(
    Place,
    hex=st.from_regex(r"[0-9]{4}|[A-Z]{1,2}[1-9][0-9]?", fullmatch=True),
    board=st.just("") | names,
    level=st.integers(-9, 20),
    way=st.just("") | names,
    facing=st.none() | st.integers(0, 11),
)


@given(parts | st.builds(Place, box=names), st.sampled_from(["flat", "pointy"]))
def test_labels_round_trip(place: Place, orientation: str) -> None:
    grid = Grid(orientation=orientation)  # type: ignore[arg-type]
    assert parse_place(place.label(grid), grid) == place
