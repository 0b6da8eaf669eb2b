"""Who finds a place of his own, where each would have one of several and nobody shares."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def paired(wishes: Mapping[str, Sequence[Place]]) -> dict[str, Place]:
    """A place for as many as possible; who comes early gives way to a later one only if he finds another."""
    holder: dict[Place, str] = {}

    def finds(each: str, asked: set[Place]) -> bool:
        for place in wishes[each]:
            if place not in asked:
                asked.add(place)
                if place not in holder or finds(holder[place], asked):
                    holder[place] = each
                    return True
        return False

    for each in wishes:
        finds(each, set())
    return {each: place for place, each in holder.items()}
