"""The order of a run: each process begins with its share of the long tests."""

from __future__ import annotations

import pytest

from order import dealt


class Item:
    """A test as far as its order is concerned; the long ones are written in capitals."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_closest_marker(self, marker: str) -> str | None:
        return marker if marker == "long" and self.name.isupper() else None


@pytest.mark.parametrize(
    ("names", "processes", "order"),
    [
        ("abCdEfGhi", 1, "CEGabdfhi"),
        ("abCdEfGhi", 3, "CabEdfGhi"),
        ("abCdEfGhij", 3, "CabEdfGhij"),
        ("ABCd", 3, "ABCd"),
        ("ABCDEf", 2, "ACEBDf"),
        ("", 3, ""),
    ],
)
def test_the_long_ones_come_first_in_every_process(names: str, processes: int, order: str) -> None:
    items = [Item(name) for name in names]
    assert "".join(item.name for item in dealt(items, processes)) == order  # type: ignore[arg-type, attr-defined]
