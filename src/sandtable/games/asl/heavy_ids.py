"""What the options of Guns and vehicles can name, for those who number all options of a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.content import Content

VEILED = "veiled"
"""The kind of the options that name whatever vehicle is beneath a "?"."""
KINDS = (
    "vehicle",
    "leader",
    "spine",
    "turret",
    "area",
    "device",
    VEILED,
    "pf",
    "arm",
    "slow",
    "speed",
    "overrun",
    "motion",
    "mine",
    "board",
    "abandon",
    "dismount",
    "man",
    "hook",
    "unhook",
)
"""Kinds of options: vehicles and their leaders, hexspines of hulls, Guns and turrets, Area targets, smoke dispensers,
vehicles beneath a "?", Panzerfausts, weapons of vehicles, careful and fast driving, Overruns, going into Motion,
magnetic mines, getting onto vehicles, leaving and taking over vehicles, hooking up Guns and unhooking them."""
_ARMS = ("ma", "mg", "bmg", "cmg", "aamg", "ife", "ft", "piat")


def ids_of(content: Content, kind: str) -> Iterable[str]:
    """Everything that options of a kind can name."""
    if kind in ("vehicle", "motion", "mine", "board", "abandon", "dismount", "man"):
        return list(content.tanks)
    if kind == "leader":
        rolled = [name for name, leader in content.received.items() if leader.table == "armor"]
        return [*content.commanders, *rolled]
    if kind == "hook":
        return [name for name, placed in content.arms.items() if placed.kind in content.guns]
    if kind in ("spine", "turret", "unhook"):
        return [str(spine) for spine in range(6)]
    if kind in ("area", "device", VEILED, "slow", "overrun"):
        return content.board.labels
    if kind == "pf":
        return content.all_unit_ids()
    if kind == "arm":
        return _ARMS
    if kind == "speed":
        return [str(extra) for extra in range(1, max((card.mp for card in content.vehicles.values()), default=0) + 1)]
    return ()
