"""How a position of Primer is drawn."""

from __future__ import annotations

from games.primer.positions import PRIMER, counter, position
from sandtable.board.scene import Counter, Scene
from sandtable.kernel import Table


def scene_of(table: Table, side: str) -> Scene:
    scene = PRIMER.scene(table.view(side).game, "en")  # type: ignore[attr-defined]
    assert isinstance(scene, Scene)
    return scene


def drawn(table: Table, name: str, side: str = "blue") -> Counter:
    return next(one for one in scene_of(table, side).counters if one.id == name)


def test_a_counter_shows_its_printed_figures() -> None:
    shown = drawn(position(counter("b1", "armour", "0505", steps=1)), "b1")
    assert (shown.at, shown.values, shown.steps, shown.full_steps) == ("0505", "6-4-6", 1, 2)


def test_a_counter_shows_what_has_become_of_it() -> None:
    shown = drawn(position(counter("b1", "armour", "0505", disrupted=True, supplied=False)), "b1")
    assert shown.states == ("disrupted", "out-of-supply")


def test_a_face_down_counter_shows_the_enemy_nothing() -> None:
    shown = drawn(position(counter("r1", "guns", "0505", hidden=True)), "r1")
    assert (shown.symbol.branch, shown.values, shown.states) == ("unknown", "", ("hidden",))


def test_a_face_down_counter_shows_its_owner_what_it_is() -> None:
    shown = drawn(position(counter("r1", "guns", "0505", hidden=True)), "r1", side="red")
    assert (shown.symbol.branch, shown.states) == ("anti-tank", ("face-down",))


def test_reinforcements_lie_beside_the_map() -> None:
    shown = drawn(position(counter("b8", "armour", ""), arrivals={"b8": 3}), "b8")
    assert shown.at in scene_of(position(), "blue").boxes


def test_lost_counters_are_not_drawn() -> None:
    assert scene_of(position(), "blue").counters == ()


def test_an_objective_flies_the_flag_of_its_holder() -> None:
    markers = {marker.at: marker for marker in scene_of(position(control={"0905": "blue"}), "red").markers}
    assert (markers["0905"].kind, markers["0905"].palette) == ("flag", "blue")
    assert markers["0906"].kind == "star"


def test_the_heading_tells_the_turn_and_the_points() -> None:
    heading = scene_of(position(points={"blue": 4}, turn=3), "blue").heading
    assert heading == "Turn 3 of 8 · Blue 4 points · Red 0 points"


def test_the_standing_tells_points_and_objectives_of_each_side() -> None:
    table = position(points={"blue": 4}, control={"0905": "blue"})
    lines = PRIMER.status(table.game, "en")  # type: ignore[attr-defined]
    assert [(line.side, line.value) for line in lines] == [
        ("blue", "4"),
        ("blue", "Holm 0905 (+2 a turn)"),
        ("red", "0"),
        ("red", "0"),
    ]
