"""What the options of aircraft can name, for those who number all options of a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.air.attacks import BOMB, ROCKETS, STRAFE
from sandtable.games.asl.air.groups import LOADS, aircraft_ids
from sandtable.games.asl.content import Content

KINDS = ("aircraft", "strike", "load", "flight")
"""Kinds of options: aircraft, how they attack, what they carry, and in which direction they fly."""


def ids_of(content: Content, kind: str) -> Iterable[str]:
    """Everything that options of a kind can name."""
    if kind == "aircraft":
        return aircraft_ids(content)
    if kind == "strike":
        return (STRAFE, ROCKETS, BOMB)
    return LOADS if kind == "load" else [str(direction) for direction in range(6)]
