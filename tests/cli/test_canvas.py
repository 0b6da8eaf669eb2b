"""The board in text cells."""

from __future__ import annotations

import pytest

from sandtable.board import board_from_text
from sandtable.board.board import Board
from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.cli.terminal.canvas import HEIGHT, Canvas, Look
from sandtable.cli.terminal.colours import blend, channels, ink_on
from sandtable.cli.terminal.places import Places
from sandtable.hexgrid import Grid
from sandtable.kernel import Decision, Option

PALETTES = {"blue": Palette("#0000ff", "#ffffff", "#ffffff")}


def board(grid: Grid | None = None, **drawn: object) -> Board:
    return board_from_text(". . .\n. . .\n. . .", {".": "clear"}, grid=grid, **drawn)  # type: ignore[arg-type]


def counter(name: str, at: str, *states: str) -> Counter:
    return Counter(name.lower(), at, "blue", "blue", Symbol("infantry"), name, states=states)


def drawn(scene: Scene, looks: dict[str, Look] | None = None) -> list[str]:
    canvas = Canvas(scene.board)
    canvas.show(scene)
    by_index = {scene.board.index[label]: look for label, look in (looks or {}).items()}
    return ["".join(part.text for part in canvas.line(y, by_index, Look())) for y in range(canvas.height)]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_cell_of_a_hex_leads_back_to_it(orientation: str) -> None:
    canvas = Canvas(board(Grid(orientation=orientation)))  # type: ignore[arg-type]
    for index in range(canvas.board.size):
        x, y = canvas.origin(index)
        cells = {canvas.hex_at(x + dx, y + dy) for dx in range(canvas.cell_width) for dy in range(HEIGHT)}
        assert cells == {index}


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_neighbours_touch_in_text_as_on_the_map(orientation: str) -> None:
    canvas = Canvas(board(Grid(orientation=orientation)))  # type: ignore[arg-type]
    for index in range(canvas.board.size):
        x, y = canvas.origin(index)
        around = [(x - 1, y + dy) for dy in range(HEIGHT)] + [(x + canvas.cell_width, y + dy) for dy in range(HEIGHT)]
        around += [(x + dx, y + dy) for dx in range(canvas.cell_width) for dy in (-1, HEIGHT)]
        touched = {canvas.hex_at(*place) for place in around} - {None}
        assert touched == set(canvas.board.adjacent(index))


def test_labels_counters_and_stacks() -> None:
    stack = (counter("OLD", "0102"), counter("1GDS", "0102"), counter("SPY", "0303", "hidden"))
    lines = drawn(Scene(board(), PALETTES, stack))
    assert lines[2].startswith(" 1GDS+1")
    assert lines[3].startswith(" 0102")
    assert "?SPY" in lines[4]


def test_costs_and_markers() -> None:
    scene = Scene(board(), PALETTES, markers=(Marker("0101", "VP"),))
    lines = drawn(scene, {"0101": Look("option", "1½"), "0301": Look("path", "12345")})
    assert lines[0].startswith(" VP")
    assert lines[1][:7] == " 01011½"
    assert lines[1][14:21] == " 012345"


def test_rivers_run_along_edges_and_roads_across() -> None:
    scene = Scene(
        board(sides={"river": ["0101-0102", "0101-0201"]}, networks={"road": [["0103", "0203", "0303"]]}), PALETTES
    )
    lines = drawn(scene)
    assert lines[1][:7] == "▂0101▂▂"
    assert lines[1][7] == "▌"
    assert "───" in lines[4][:7]


def test_a_tint_changes_the_ground_and_nothing_else() -> None:
    canvas = Canvas(board())
    canvas.show(Scene(canvas.board, PALETTES))
    plain, tinted = (canvas.line(0, {0: look}, Look())[0] for look in (Look(), Look("option")))
    assert plain.text == tinted.text
    assert plain.style != tinted.style


def test_colours() -> None:
    assert channels("#fff") == channels("#ffffff") == (255, 255, 255)
    assert blend("#000000", "#ffffff", 0.5) == "#808080"
    assert (ink_on("#ffffe0"), ink_on("#102030")) == ("#000000", "#ffffff")


@pytest.fixture
def places() -> Places:
    options = (
        Option("unit:b1"),
        Option("hex:0203", 2),
        Option("fire:0203", 1),
        Option("side:0101-0102"),
        Option("do:pass"),
    )
    return Places(Scene(board(), PALETTES, (counter("B1", "0101"),)), Decision("blue", "pick", "1.1", options))


def test_options_lie_where_their_ids_say(places: Places) -> None:
    assert {label: [option.id for option in found] for label, found in places.options.items()} == {
        "0101": ["unit:b1", "side:0101-0102"],
        "0102": ["side:0101-0102"],
        "0203": ["hex:0203", "fire:0203"],
    }


def test_the_least_cost_is_shown(places: Places) -> None:
    assert (places.cost("0203"), places.cost("0101")) == ("1", "")


@pytest.mark.parametrize(("cost", "written"), [(0, "0"), (0.5, "½"), (2, "2"), (2.5, "2½"), (0.25, "0.25")])
def test_a_cost_is_written_shortly(cost: float, written: str) -> None:
    decision = Decision("blue", "move", "1.1", (Option("hex:0101", cost),))
    assert Places(Scene(board(), PALETTES), decision).cost("0101") == written


def test_pointing_at_a_hex_means_the_hex_or_what_is_in_it(places: Places) -> None:
    assert {"hex:0101", "unit:b1", "fire:0101"} <= set(places.candidates("0101"))
