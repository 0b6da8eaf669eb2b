"""What hinders fire along a line of sight in Panzer: smoke, barrages and fires; and what is seen from the air."""

from __future__ import annotations

from typing import Literal

import pytest

from games.panzer.country import column, country, viewpoint
from sandtable.games.panzer.ground import Ground
from sandtable.games.panzer.spotting.changes import NOTHING, Changes, Cloud, changes_of
from sandtable.games.panzer.spotting.cover import Hider
from sandtable.games.panzer.spotting.from_the_air import is_seen_from_the_air, is_under_roof, needs_observer
from sandtable.games.panzer.spotting.hindrances import ap_hindrance, gp_hindrance, hindrances, hindrances_of_gp
from sandtable.games.panzer.spotting.line_of_sight import sees
from sandtable.games.panzer.state import Mission, Smoke, State, Work, Wreck

PLAIN = column("." * 10)


def smoke(*hexes: str, sheaf: Literal["open", "closed"] = "closed", source: str = "s1") -> Cloud:
    return Cloud(source, "smoke", sheaf, frozenset(hexes))


def barrage(*hexes: str, sheaf: Literal["open", "closed"] = "closed", source: str = "b1") -> Cloud:
    return Cloud(source, "barrage", sheaf, frozenset(hexes))


def modifiers(changes: Changes, a: str, b: str, content: Ground = PLAIN) -> tuple[int, int]:
    """What an AP and a GP shot from one hex to another suffer."""
    found = hindrances(content, changes, viewpoint(a), viewpoint(b))
    back = hindrances(content, changes, viewpoint(b), viewpoint(a))
    assert {(each.modifier, each.source) for each in found} == {(each.modifier, each.source) for each in back}
    on_gp = hindrances_of_gp(content, changes, viewpoint(a), viewpoint(b))
    return ap_hindrance(content, found).total, gp_hindrance(content, on_gp).total


# Brew-up smoke


@pytest.mark.rule("panzer:4.1.4.1.9")
@pytest.mark.rule("panzer:4.4.3.2.2/brew-up-smoke")
@pytest.mark.parametrize("where", ["A1", "A3", "A5"])
def test_brew_up_smoke_hinders_at_either_end_and_between_and_does_not_hide(where: str) -> None:
    burning = Changes(brew_ups=frozenset({where}))
    assert modifiers(burning, "A1", "A5") == (-2, -10)
    assert sees(PLAIN, burning, "A1", "A5")


@pytest.mark.rule("panzer:4.4.3.2.2/brew-up-smoke")
@pytest.mark.rule("panzer:6.5.4.3/brew-up-smoke")
def test_each_burning_wreck_counts() -> None:
    assert modifiers(Changes(brew_ups=frozenset({"A1", "A3", "A4"})), "A1", "A5") == (-6, -30)


def test_what_burns_beside_the_line_does_not_hinder() -> None:
    assert modifiers(Changes(brew_ups=frozenset({"A7"})), "A1", "A5") == (0, 0)


@pytest.mark.rule("panzer:4.1.4.1.9")
def test_a_line_passes_over_smoke_that_is_lower_than_both_ends() -> None:
    content = column("." * 5, "30003")
    assert modifiers(Changes(brew_ups=frozenset({"A3"})), "A1", "A5", content) == (0, 0)
    assert modifiers(Changes(clouds=(smoke("A3"),)), "A1", "A5", content) == (-5, -20)
    without_heights = column("." * 5, "30003", switches=("4.1.4.1.9",))
    assert modifiers(Changes(brew_ups=frozenset({"A3"})), "A1", "A5", without_heights) == (-2, -10)


def test_smoke_on_the_edge_of_which_a_line_runs_hinders() -> None:
    content = country("...\n...\n...\n...")
    assert modifiers(Changes(brew_ups=frozenset({"B2", "B3"})), "A2", "C2", content) == (-4, -20)


@pytest.mark.rule("panzer:4.1.4.1.8")
def test_a_wreck_that_does_not_burn_neither_hides_nor_hinders() -> None:
    wrecked = changes_of(State(scenario="any", wrecks={"A3": Wreck()}))
    assert modifiers(wrecked, "A1", "A5") == (0, 0)
    assert sees(PLAIN, wrecked, "A1", "A5")


# Smoke, barrages and fires


@pytest.mark.rule("panzer:6.5.2.4/smoke")
@pytest.mark.rule("panzer:6.5.4.3/smoke")
def test_a_source_of_smoke_counts_once_however_many_hexes_it_fills() -> None:
    assert modifiers(Changes(clouds=(smoke("A2", "A3", "A4"),)), "A1", "A5") == (-5, -20)
    assert modifiers(Changes(clouds=(smoke("A2", "A3", sheaf="open"),)), "A1", "A5") == (-3, -10)
    both = Changes(clouds=(smoke("A2"), smoke("A4", sheaf="open", source="s2")))
    assert modifiers(both, "A1", "A5") == (-8, -30)


@pytest.mark.rule("panzer:6.5.2.4/barrage")
@pytest.mark.rule("panzer:6.5.4.3/barrage")
def test_a_barrage_hinders_less_than_smoke() -> None:
    assert modifiers(Changes(clouds=(barrage("A3", "A4"),)), "A1", "A5") == (-3, -10)
    assert modifiers(Changes(clouds=(barrage("A3", sheaf="open"),)), "A1", "A5") == (-1, -5)


@pytest.mark.rule("panzer:6.5.2.4/smoke")
@pytest.mark.rule("panzer:5.11")
def test_two_tanks_in_one_open_sheaf_of_smoke_with_a_barrage_on_it() -> None:
    hexes = ("A1", "A2", "A3", "A4", "A5")
    assert modifiers(Changes(clouds=(smoke(*hexes, sheaf="open"), barrage(*hexes))), "A1", "A5") == (-3, -10)


@pytest.mark.rule("panzer:5.11")
@pytest.mark.rule("panzer:6.5.2.4/on-fire")
def test_of_fire_and_barrage_in_one_hex_only_the_fire_counts() -> None:
    changes = Changes(fires=frozenset({"A3"}), clouds=(barrage("A3"),))
    assert modifiers(changes, "A1", "A5") == (-5, -20)


@pytest.mark.rule("panzer:5.11")
def test_of_what_shares_a_hex_the_kind_counts_that_is_thickest_in_all() -> None:
    """Two open sheafs of smoke take 6 from an AP shot and a fire 5; two barrages take more than one closed smoke."""
    smokes = smoke("A3", sheaf="open"), smoke("A3", sheaf="open", source="s2")
    assert modifiers(Changes(fires=frozenset({"A3"}), clouds=smokes), "A1", "A5") == (-6, -20)
    barrages = barrage("A3"), barrage("A3", source="b2")
    assert modifiers(Changes(clouds=(smoke("A3"), *barrages)), "A1", "A5") == (-6, -20)
    thin = [barrage("A3", sheaf="open", source=f"b{n}") for n in range(3)]
    assert modifiers(Changes(clouds=(smoke("A3", sheaf="open"), *thin)), "A1", "A5") == (-3, -15)


@pytest.mark.rule("panzer:5.11")
def test_a_barrage_counts_where_it_lies_alone_on_the_line() -> None:
    changes = Changes(fires=frozenset({"A3"}), clouds=(barrage("A3", "A4"),))
    assert modifiers(changes, "A1", "A5") == (-8, -30)


@pytest.mark.rule("panzer:6.5.2.4/on-fire")
@pytest.mark.rule("panzer:6.5.4.3/on-fire")
@pytest.mark.rule("panzer:6.1.4.3.5")
def test_each_fire_counts_at_the_ends_too() -> None:
    assert modifiers(Changes(fires=frozenset({"A1", "A3", "A5"})), "A1", "A5") == (-15, -60)
    assert sees(PLAIN, Changes(fires=frozenset({"A3"})), "A1", "A5")


@pytest.mark.rule("panzer:4.1.4.1.9")
@pytest.mark.rule("panzer:6.1.4.3.10")
@pytest.mark.rule("panzer:6.5.1.5")
def test_a_state_tells_what_hinders_once_its_step_is_over() -> None:
    state = State(
        scenario="any",
        wrecks={"A2": Wreck(burning=True), "A3": Wreck(burning=True, since="direct"), "A4": Wreck()},
        smoke={"1": Smoke(("A5",), "map"), "2": Smoke(("A6",), "open", since="direct")},
        missions={"m": Mission(side="german", sources=("x",), at="A7", hexes=("A7",), sheaf="open")},
        works={"w1": Work("A8", "on-fire"), "w2": Work("A9", "rubble"), "w3": Work("A1", "ditch")},
    )
    found = changes_of(state)
    assert found == Changes(
        rubble=frozenset({"A9"}),
        ditches=frozenset({"A1"}),
        brew_ups=frozenset({"A2"}),
        fires=frozenset({"A8"}),
        clouds=(
            Cloud("smoke:1", "smoke", "closed", frozenset({"A5"})),
            Cloud("barrage:m", "barrage", "open", frozenset({"A7"})),
        ),
    )


# From the air


@pytest.mark.rule("panzer:6.7.3.1")
@pytest.mark.rule("panzer:6.7.3.1.3")
@pytest.mark.parametrize(
    ("obstacle", "altitude", "blind"),
    [("w", "low", 2), ("h", "low", 3), ("h", "medium", 1), ("w", "medium", 0), ("h", "high", 0), ("b", "low", 0)],
)
def test_woods_hide_from_aircraft_so_many_hexes_behind_them(
    obstacle: str, altitude: Literal["low", "medium", "high"], blind: int
) -> None:
    content = column(f"...{obstacle}....")
    hidden = [n for n in range(5, 9) if not is_seen_from_the_air(content, NOTHING, "A1", altitude, f"A{n}")]
    assert hidden == list(range(5, 5 + blind))


@pytest.mark.rule("panzer:6.7.3.1.3")
def test_woods_not_on_the_line_and_woods_below_a_unit_do_not_hide_it() -> None:
    assert is_seen_from_the_air(column("....w"), NOTHING, "A1", "low", "A4")
    assert is_seen_from_the_air(column("..w..", "00033"), NOTHING, "A1", "low", "A4")
    assert not is_seen_from_the_air(column("..w..", "33333"), NOTHING, "A1", "low", "A4")


@pytest.mark.rule("panzer:6.7.3.1.3")
def test_a_steep_hill_hides_from_the_air_as_well() -> None:
    assert not is_seen_from_the_air(column("..." * 2, "000300"), NOTHING, "A1", "low", "A5")
    assert is_seen_from_the_air(column("..." * 2, "000100"), NOTHING, "A1", "low", "A5")


@pytest.mark.rule("panzer:6.7.3.1.2")
@pytest.mark.rule("panzer:6.7.4.1.1")
def test_units_in_woods_houses_and_positions_are_acquired_only_with_an_observer() -> None:
    content = column(".wlhb")
    assert [needs_observer(content, NOTHING, Hider(f"A{n}", "vehicle")) for n in range(1, 6)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert needs_observer(content, NOTHING, Hider("A1", "towed", dug_in=True))
    assert is_under_roof(content, NOTHING, Hider("A5", "leg"))
    assert is_under_roof(content, NOTHING, Hider("A5", "vehicle", indoors=True))
    assert not is_under_roof(content, Changes(rubble=frozenset({"A5"})), Hider("A5", "leg"))
    assert not is_under_roof(content, NOTHING, Hider("A2", "leg"))
