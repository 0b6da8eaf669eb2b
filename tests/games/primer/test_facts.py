"""What a player is told of a counter of Primer."""

from sandtable.kernel import Table
from sandtable.mechanics.title import HexTitle


def told(table: Table, unit: str, side: str, lang: str = "en") -> dict[str, str]:
    assert isinstance(table.title, HexTitle)
    return {fact.label: fact.value for fact in table.title.facts_of_unit(table.view(side).game, unit, lang)}


def test_the_figures_of_a_counter_are_told_with_their_meaning() -> None:
    table = Table.new("primer", "meeting", seed=1)
    unit = next(name for name, unit in table.state.units.items() if unit.kind == "armour" and unit.side == "blue")
    found = told(table, unit, "blue")
    assert found["Kind"] == "armour"
    assert (found["Attack strength"], found["Defence strength"], found["Movement points"]) == ("6", "4", "6")
    assert found["Moves"] == "as a vehicle"
    assert found["Steps"] == "2 of 2"
    assert told(table, unit, "blue", "ja")["種類"] == "戦車"


def test_of_a_counter_face_down_the_other_side_is_told_nothing() -> None:
    table = Table.new("primer", "bridge", seed=1)
    hidden = next(name for name, unit in table.state.units.items() if unit.hidden and unit.side == "red")
    assert told(table, hidden, "blue") == {"Kind": "not known"}
    assert told(table, hidden, "red")["State"] == "face down"


def test_there_is_nothing_to_tell_of_what_is_not_in_play() -> None:
    assert told(Table.new("primer", "meeting", seed=1), "b99", "blue") == {}
