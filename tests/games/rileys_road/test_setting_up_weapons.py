"""CG20: in which state support weapons and Guns set up."""

from __future__ import annotations

import pytest

from sandtable.kernel import Table


def begun(scenario: str) -> Table:
    """A scenario whose first side is about to set up."""
    table = Table.new("rileys_road", scenario, seed=1)
    while table.decision is not None and table.decision.prompt != "set-up":
        table.choose("do:done" if table.decision.find("do:done") else table.decision.options[0].id)
    return table


def offered(table: Table) -> set[str]:
    assert table.decision is not None
    return {option.id for option in table.decision.options}


@pytest.mark.rule("rileys_road:CG20", "rileys_road:A9.8")
def test_a_machine_gun_sets_up_dismantled_or_assembled() -> None:
    table = begun("farm")
    for choice in ("unit:g7", "hex:U17", "weapon:gw3", "dismantle:gw3"):
        table.choose(choice)
    assert table.state.weapons["gw3"].dismantled
    table.choose("dismantle:gw3")
    assert not table.state.weapons["gw3"].dismantled
    table.choose("dismantle:gw3")
    table.choose("unit:g7")
    assert (table.state.weapons["gw3"].holder, table.state.weapons["gw3"].dismantled) == ("g7", True)
    table.choose("do:lift")
    table.choose("unit:g7")
    assert not table.state.weapons["gw3"].dismantled


@pytest.mark.rule("rileys_road:CG20")
def test_a_light_machine_gun_has_one_state_only() -> None:
    table = begun("farm")
    for choice in ("unit:g1", "hex:U17", "weapon:gw1"):
        table.choose(choice)
    assert offered(table) == {"unit:g1"}


@pytest.mark.rule("rileys_road:CG20", "rileys_road:C10.2", "rileys_road:C2.8")
def test_a_gun_that_is_not_quick_sets_up_limbered_or_ready() -> None:
    table = begun("initial")
    for choice in ("unit:g15", "hex:M10", "weapon:gg1"):
        table.choose(choice)
    assert offered(table) == {"unit:g15", "do:limber"}
    table.choose("do:limber")
    assert offered(table) == {"unit:g15", "do:unlimber"}
    table.choose("unit:g15")
    table.choose("spine:0")
    gun = table.state.weapons["gg1"]
    assert (gun.limbered, gun.emplaced, gun.arc) == (True, True, 0)


@pytest.mark.rule("rileys_road:CG20")
def test_a_quick_gun_is_always_ready() -> None:
    table = begun("pak-front")
    crew = next(name for name, unit in table.state.units.items() if unit.kind == "de-228")
    gun = next(name for name, weapon in table.state.weapons.items() if weapon.kind == "de-pak40")
    for choice in (f"unit:{crew}", "hex:NN8", f"weapon:{gun}"):
        table.choose(choice)
    assert offered(table) == {f"unit:{crew}"}
