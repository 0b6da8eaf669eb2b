"""How a game stands, in words."""

from __future__ import annotations

from sandtable.kernel import Table


def test_points_and_objectives_of_both_sides() -> None:
    table = Table.new("primer", "bridge", seed=1)
    status = table.title.status(table.game, "en")  # type: ignore[attr-defined]
    lines = [(line.side, line.label, line.value) for line in status]
    assert lines == [
        ("blue", "Points", "6"),
        ("blue", "Objectives held", "0"),
        ("red", "Points", "0"),
        ("red", "Objectives held", "Holm 0905, 0906, 0805, Lark Ridge 1007 (+6 a turn)"),
    ]
