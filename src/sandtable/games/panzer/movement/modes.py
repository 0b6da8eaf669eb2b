"""Chapters 4.5.1.1.1, 6.6.4 and 6.6.5: the ways in which units move, by wheels, tracks, feet and hooves."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.counters import PrintedUnit
from sandtable.kernel import of_content, rule

Mode = Literal[
    "T", "H", "W", "T-towing", "H-towing", "W-towing", "leg", "leg-with-weapon", "cavalry", "quickmarch",
    "cavalry-quickmarch", "crawl", "towed",
]  # fmt: skip
"""How a unit moves: on tracks, half-tracks or wheels, towing a gun or not; on foot, mounted; pushed by its crew."""
Column = Literal["T", "H", "W", "leg", "towed"]
"""A column of the Terrain Effects Table."""


class Manner(NamedTuple):
    """What holds for a mode."""

    column: Column
    climbs: str
    """The row of the table of changes of level."""
    turns: bool = False
    """Whether it faces where it goes, and pays for turning."""
    forward_only: bool = False
    hurries: bool = False
    """Whether it keeps to easy ground and gentle slopes."""
    keeps_level: bool = False
    barred_by: tuple[str, ...] = ()
    """The hexsides that it does not cross, whatever they cost others in its column."""


ENCLOSURES = ("wall", "hedgerow")
MANNERS: dict[Mode, Manner] = {
    "T": Manner("T", "T", turns=True),
    "H": Manner("H", "H", turns=True),
    "W": Manner("W", "W", turns=True),
    "T-towing": Manner("T", "T", turns=True, forward_only=True),
    "H-towing": Manner("H", "H", turns=True, forward_only=True),
    "W-towing": Manner("W", "W", turns=True, forward_only=True),
    "leg": Manner("leg", "leg"),
    "leg-with-weapon": Manner("leg", "leg-with-weapon"),
    "cavalry": Manner("leg", "cavalry", barred_by=ENCLOSURES),
    "quickmarch": Manner("leg", "leg", hurries=True),
    "cavalry-quickmarch": Manner("leg", "cavalry", hurries=True, barred_by=ENCLOSURES),
    "crawl": Manner("leg", "leg", keeps_level=True),
    "towed": Manner("towed", "towed"),
}
HURRIED: dict[Mode, Mode] = {"leg": "quickmarch", "cavalry": "cavalry-quickmarch"}
TOWING: dict[Mode, Mode] = {"T": "T-towing", "H": "H-towing", "W": "W-towing"}


@of_content
@rule("4.5.1.1.1", "6.6.4", "6.6.4.1", "6.6.4.4", "6.6.4.5", "6.6.5")
def modes(content: Content) -> dict[str, Mode]:
    """How every unit of a scenario moves by itself and unhurried; men on motorcycles and bicycles are wheeled."""
    return {unit_id: _mode(content, unit) for unit_id, unit in content.counters.items()}


def _mode(content: Content, unit: PrintedUnit) -> Mode:
    card = content.card(unit.card)
    if isinstance(card, Vehicle):
        return card.movement.mode
    if isinstance(card, Towed):
        return "towed"
    assert isinstance(card, Leg)
    if card.mounted:
        return "cavalry" if card.mounted == "cavalry" else "W"
    return "leg-with-weapon" if is_weapon_section(content, unit) else "leg"


@rule("5.1.2", "6.6.4.1")
def is_weapon_section(content: Content, unit: PrintedUnit) -> bool:
    """Whether a unit is a section with an attached weapon, which is slow; squads carry theirs without trouble."""
    card = content.card(unit.card)
    return isinstance(card, Leg) and card.kind == "section" and (card.carries_weapon or bool(unit.attached))
