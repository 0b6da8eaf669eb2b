"""The staff fills carriers, brings men near to the goal, lets them off in time and sends carriers home."""

from __future__ import annotations

from typing import Any

import msgspec

from games.asl.fields import meadow
from games.asl.heavy import ca, de, pak, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.scenario import Controls, Entry, Group
from sandtable.games.asl.staff import heavy, transport
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import Battery, Weapon
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.driving import Drive


def march(at: str, *, aboard: tuple[str, ...] = ("a",), units: dict[str, Any] | None = None, **vehicle: Any) -> Game:
    """A Kangaroo v on a meadow whose goal is F15, looking there, with men aboard."""
    on = meadow()
    victory = msgspec.structs.replace(on.scenario.victory, side="canadian", controls=Controls(1, ("F15",)), points=None)
    groups = {"all": Group(enters=Entry(turn=1, hexes=("F1", "G1"), mounted=True))}
    force = msgspec.structs.replace(on.forces["canadian"], groups=groups)
    on.forces["canadian"] = force
    forces = {**on.scenario.forces, "canadian": force}
    on.scenario = msgspec.structs.replace(on.scenario, victory=victory, forces=forces)
    men = {"a": ca(at, aboard="v" if "a" in aboard else "")}
    return position(
        on=on,
        units={**men, **(units or {})},
        vehicles={"v": tank(at, "ca-kangaroo", 3, **vehicle)},
        to_place={} if at else {"a": "all", "v": "all"},
    )


def answer(game: Game) -> str:
    found = heavy.drive(Situation(game, "canadian"), game.decisions[0])
    assert found in offered(game)
    return str(found)


def test_the_staff_loads_a_carrier_before_it_comes() -> None:
    game = play(march("", aboard=()), Drive(vehicle="v"))
    assert answer(game) == "do:load"
    game.choose("do:load")
    assert transport.get_on(Situation(game, "canadian"), game.decisions[0]) == "unit:a"
    game.choose("unit:a")
    assert transport.get_on(Situation(game, "canadian"), game.decisions[0]) == "do:ready"
    game.choose("do:ready")
    assert answer(game).startswith("hex:")


def test_a_carrier_far_from_the_goal_drives_on_and_one_near_it_lets_men_off() -> None:
    assert answer(play(march("F3"), Drive(vehicle="v"))) in ("hex:F4", "hex:E4", "hex:G4", "do:start")
    assert answer(play(march("F13"), Drive(vehicle="v"))) == "do:unload"


def test_men_get_off_before_enemies_in_sight() -> None:
    assert answer(play(march("F5", units={"g": de("F9")}), Drive(vehicle="v"))) == "do:unload"


def test_an_empty_carrier_turns_round_and_goes_home() -> None:
    game = play(march("F5", aboard=(), recalled=True), Drive(vehicle="v"), "do:start")
    for _ in range(12):
        if not game.decisions or game.decisions[0].prompt != "drive":
            break
        game.choose(answer(game))
    assert "v" in game.state.exited


def test_a_carrier_that_nobody_waits_for_stays_off_the_map() -> None:
    game = march("", aboard=())
    del game.state.units["a"]
    assert transport.is_idle(Situation(game, "canadian"), "v")


def test_who_calls_a_battery_comes_in_a_carrier_and_not_on_a_tank() -> None:
    on = meadow()
    entry = Entry(turn=1, hexes=("F1", "G1"), mounted=True)
    groups = {"hq": Group(enters=entry), "all": Group(enters=entry)}
    force = msgspec.structs.replace(on.forces["canadian"], groups=groups)
    on.forces["canadian"] = force
    on.scenario = msgspec.structs.replace(on.scenario, forces={**on.scenario.forces, "canadian": force})
    game = position(
        on=on,
        units={"a": ca(""), "l": ca("", "ca-l103"), "b": ca(""), "c": ca("")},
        weapons={"r": Weapon("ca-radio", "canadian", "l")},
        vehicles={"t": tank("", facing=3), "v": tank("", "ca-kangaroo", 3)},
        batteries={"x": Battery(side="canadian", kind="ca-oba-mtr76", device="r")},
        to_place={"a": "hq", "l": "hq", "b": "all", "c": "all", "t": "all", "v": "all"},
    )

    def load(vehicle: str) -> list[str]:
        play(game, Drive(vehicle=vehicle), "do:load")
        while game.decisions[0].prompt == "get-on":
            game.choose(str(transport.get_on(Situation(game, "canadian"), game.decisions[0])))
        return [name for name, unit in game.state.units.items() if unit.aboard == vehicle]

    assert load("t") == ["b"]
    assert load("v") == ["a", "l"]


def test_a_vehicle_comes_where_no_known_gun_sees_it() -> None:
    def gate(guns: dict[str, Any]) -> str:
        on = meadow({"H4": "woods", "G4": "woods", "I5": "woods"})
        victory = msgspec.structs.replace(
            on.scenario.victory, side="canadian", controls=Controls(1, ("F15",)), points=None
        )
        groups = {"all": Group(enters=Entry(turn=1, hexes=("F1", "H1")))}
        force = msgspec.structs.replace(on.forces["canadian"], groups=groups)
        on.forces["canadian"] = force
        on.scenario = msgspec.structs.replace(
            on.scenario, victory=victory, forces={**on.scenario.forces, "canadian": force}
        )
        game = position(on=on, vehicles={"v": tank("", facing=3)}, to_place={"v": "all"}, **guns)
        return answer(play(game, Drive(vehicle="v")))

    assert gate({}) == "hex:F1"
    known = {"units": {"g": de("F12", "de-228")}, "weapons": {"w": pak(kind="de-pak43")}}
    assert gate(known) == "hex:H1"
