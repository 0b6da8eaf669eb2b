"""The board in text cells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.board import board_from_text
from sandtable.board.board import Board
from sandtable.board.legend import Name
from sandtable.board.scene import Counter, Marker, Palette, Scene, Symbol
from sandtable.cli.terminal.canvas import HEIGHT, WIDTH, Canvas, Look
from sandtable.cli.terminal.colours import blend, channels, ink_on
from sandtable.cli.terminal.finder import find
from sandtable.cli.terminal.places import Places
from sandtable.hexgrid import Grid
from sandtable.kernel import Began, Decision, Event, Option, Resolved, Texts

PALETTES = {"blue": Palette("#0000ff", "#ffffff", "#ffffff")}


class Walked(Event, frozen=True, kw_only=True):
    """A counter walked."""

    unit: str
    path: tuple[str, ...]


def board(grid: Grid | None = None, **drawn: object) -> Board:
    return board_from_text(". . .\n. . .\n. . .", {".": "clear"}, grid=grid, **drawn)  # type: ignore[arg-type]


def named(label: str, en: str, ja: str = "") -> Board:
    """The board with a name for one of its hexes."""
    plain = board()
    hexes = [replace(info, name=Name(en, ja)) if info.label == label else info for info in plain.hexes]
    return Board(plain.grid, hexes, plain.legend)


def counter(name: str, at: str, *states: str) -> Counter:
    return Counter(name.lower(), at, "blue", "blue", Symbol("infantry"), name, states=states)


def drawn(scene: Scene, looks: dict[str, Look] | None = None, lang: str = "en") -> list[str]:
    canvas = Canvas(scene.board, lang)
    canvas.show(scene)
    by_index = {scene.board.index[label]: look for label, look in (looks or {}).items()}
    return ["".join(part.text for part in canvas.line(y, by_index, Look())) for y in range(canvas.height)]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_every_cell_of_a_hex_leads_back_to_it(orientation: str) -> None:
    canvas = Canvas(board(Grid(orientation=orientation)), "en")  # type: ignore[arg-type]
    for index in range(canvas.board.size):
        x, y = canvas.origin(index)
        cells = {canvas.hex_at(x + dx, y + dy) for dx in range(WIDTH) for dy in range(HEIGHT)}
        assert cells == {index}


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_neighbours_touch_in_text_as_on_the_map(orientation: str) -> None:
    canvas = Canvas(board(Grid(orientation=orientation)), "en")  # type: ignore[arg-type]
    for index in range(canvas.board.size):
        x, y = canvas.origin(index)
        around = [(x - 1, y + dy) for dy in range(HEIGHT)] + [(x + WIDTH, y + dy) for dy in range(HEIGHT)]
        around += [(x + dx, y + dy) for dx in range(WIDTH) for dy in (-1, HEIGHT)]
        touched = {canvas.hex_at(*place) for place in around} - {None}
        assert touched == set(canvas.board.adjacent(index))


def test_labels_counters_and_stacks() -> None:
    stack = (counter("OLD", "0102"), counter("1GDS", "0102"), counter("SPY", "0303", "hidden"))
    lines = drawn(Scene(board(), PALETTES, stack))
    assert lines[2].startswith("  1GDS+1")
    assert lines[3].startswith(" 0102")
    assert "?SPY" in lines[4]


def test_a_name_comes_before_a_code_and_fills_the_cell() -> None:
    dutch = replace(counter("41 NL", "0101"), corner="F")
    nameless = replace(counter("", "0102"), corner="F")
    lines = drawn(Scene(board(), PALETTES, (dutch, nameless)))
    assert lines[0].startswith(" 41 NL ")
    assert lines[2].startswith("  F ")


def test_another_position_is_drawn_anew() -> None:
    canvas = Canvas(board(), "en")
    canvas.show(Scene(canvas.board, PALETTES, (counter("B1", "0101"),)))
    before = "".join(part.text for part in canvas.line(0, {}, Look()))
    canvas.show(Scene(canvas.board, PALETTES, (counter("B2", "0101"),)))
    after = "".join(part.text for part in canvas.line(0, {}, Look()))
    assert ("B1" in before, "B2" in after) == (True, True)


def test_counters_turned_over_show_their_values() -> None:
    canvas = Canvas(board(), "en")
    canvas.show(Scene(canvas.board, PALETTES, (replace(counter("1GDS", "0101"), values="5-3-8"),)))
    canvas.values = True
    assert canvas.line(0, {}, Look())[1].text == "5-3-8  "


def test_a_captured_hex_has_its_label_in_the_colour_of_the_holder() -> None:
    canvas = Canvas(board(), "en")
    canvas.show(Scene(canvas.board, PALETTES, control={"0101": "blue"}))
    colours = [part.style.color.triplet for part in canvas.line(1, {}, Look()) if part.text in ("0101", "0301")]  # type: ignore[union-attr]
    assert colours[0] == (0, 0, 255)
    assert colours[1] != (0, 0, 255)


def test_a_place_is_named_in_the_language_of_the_player() -> None:
    scene = Scene(named("0101", "Celle", "ツェレ"), PALETTES)
    assert drawn(scene, lang="ja")[0].startswith(" ツェレ")
    assert drawn(scene)[0].startswith(" Celle")


def test_costs_and_markers() -> None:
    scene = Scene(board(), PALETTES, markers=(Marker("0101", "VP"),))
    lines = drawn(scene, {"0101": Look("option", "16"), "0301": Look("path", "12345")})
    assert lines[0].startswith(" VP")
    assert lines[1][:8] == " 0101 16"
    assert lines[1][16:24] == " 0312345"


def test_a_marker_under_a_counter_stands_beside_the_label() -> None:
    scene = Scene(board(), PALETTES, (counter("B1", "0101"),), markers=(Marker("0101", "SF"),))
    assert drawn(scene)[1][:8] == " 0101 SF"
    assert drawn(scene, {"0101": Look("option", "3")})[1][:8] == " 0101  3"


def test_rivers_run_along_edges_and_roads_across() -> None:
    scene = Scene(
        board(sides={"river": ["0101-0102", "0101-0201"]}, networks={"road": [["0103", "0203", "0303"]]}), PALETTES
    )
    lines = drawn(scene)
    assert lines[1][:8] == "▂0101▂▂▂"
    assert lines[1][8] == "▌"
    assert "───" in lines[4][:8]


def test_a_tint_changes_the_ground_and_nothing_else() -> None:
    canvas = Canvas(board(), "en")
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


def test_what_a_question_names_is_found_on_the_map() -> None:
    decision = Decision("blue", "battle", "1.1", (Option("do:pass"),), {"hex": "0202", "unit": "b1", "left": 3})
    assert Places(Scene(board(), PALETTES, (counter("B1", "0101"),)), decision).subjects == ["0202", "0101"]


def test_an_option_comes_with_what_a_player_would_look_up() -> None:
    stack = (replace(counter("B1", "0101"), values="3-4-4", steps=1, full_steps=2), counter("B2", "0101"))
    places = Places(Scene(board(), PALETTES, (*stack, counter("B3", "reserve"))), None)
    notes = [places.note(f"{name}") for name in ("unit:b1", "hex:0101", "unit:b3", "hex:0202", "do:pass")]
    assert notes == ["3-4-4 1/2 0101", "B2, B1 3-4-4", "", "", ""]


def test_what_happened_is_found_on_the_map() -> None:
    places = Places(Scene(board(), PALETTES, (counter("B1", "0101"),)), None)
    at_hex = Resolved(rule="1.1", what="combat", result="hit", subject="0303")
    assert places.of_event(at_hex) == "0303"
    assert places.of_event(Walked(rule="1.1", unit="b1", path=("0101", "0102"))) == "0102"
    assert places.of_event(Walked(rule="1.1", unit="b1", path=())) == "0101"
    assert places.of_event(Began(rule="1.1", what="turn", turn=1)) == ""


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("0202", "0202"),
        ("b1", "0101"),
        ("celle", "0303"),
        ("CEL", "0303"),
        ("llE", "0303"),
        ("no", None),
        ("", None),
    ],
)
def test_a_name_leads_to_its_hex(typed: str, found: str | None) -> None:
    scene = Scene(named("0303", "Celle"), PALETTES, (counter("B1", "0101"), counter("B9", "reserve")))
    assert find(scene, Texts("en", (), lambda kind, ident, lang: None), typed) == found


def test_the_least_cost_is_shown(places: Places) -> None:
    assert (places.cost("0203"), places.cost("0101")) == ("1", "")


@pytest.mark.parametrize(("cost", "written"), [(0, "0"), (0.5, "½"), (2, "2"), (2.5, "2½"), (0.25, "0.25")])
def test_a_cost_is_written_shortly(cost: float, written: str) -> None:
    decision = Decision("blue", "move", "1.1", (Option("hex:0101", cost),))
    assert Places(Scene(board(), PALETTES), decision).cost("0101") == written


def test_pointing_at_a_hex_means_the_hex_or_what_is_in_it(places: Places) -> None:
    assert {"hex:0101", "unit:b1", "fire:0101"} <= set(places.candidates("0101"))
