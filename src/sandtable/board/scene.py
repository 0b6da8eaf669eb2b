"""A position ready to be drawn: a board and what lies on it, in words every front end understands."""

from __future__ import annotations

import msgspec

from sandtable.board.board import Board


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """What a NATO symbol shows: the branch inside the frame and the size above it."""

    branch: str
    """infantry, armour, mechanised, motorised, reconnaissance, cavalry, artillery, rocket, self-propelled-artillery,
    anti-tank, anti-air, airborne, air-assault, airmobile, marine, mountain, engineer, signals, headquarters, supply,
    helicopter, aircraft, bomber, special-forces, partisan, unknown; leader and hero for single men"""
    size: str = ""
    """team, squad, section, platoon, company, battalion, regiment, brigade, division, corps, army, army-group"""


class Counter(msgspec.Struct, frozen=True, gc=False):
    """One counter as it lies on the map, or in a box beside it."""

    id: str
    at: str
    """The label of a hex, or the name of an off-map box."""
    side: str
    palette: str
    """Names a colour scheme of the scene: a side's or a nationality's."""
    symbol: Symbol
    name: str = ""
    values: str = ""
    """The figures printed along the bottom, such as 6-4-8."""
    corner: str = ""
    """A short code in the upper left corner."""
    states: tuple[str, ...] = ()
    """What has happened to it: moved, fired, out-of-supply, suppressed, disrupted, hidden, selected..."""
    steps: int = 1
    full_steps: int = 1
    facing: int | None = None
    mount: str = ""
    """How its weapons are mounted, shown with the facing: turret (they fire all round), fixed (only before it), or
    nothing to show."""
    edge: int | None = None
    """The hexside of its hex along which it stands, by its direction; None for one in the middle."""
    tints: tuple[str, ...] = ()
    """The colours of the values, figure by figure, where a colour tells something; an empty one is the ink's."""


class Marker(msgspec.Struct, frozen=True, gc=False):
    """A marker in a hex: a label on a coloured disc, lozenge, flag or star."""

    at: str
    label: str
    kind: str = "disc"
    palette: str = ""
    edge: int | None = None
    """The hexside of its hex along which it lies, by its direction; None for one in the middle."""


class Palette(msgspec.Struct, frozen=True):
    """The colours of a counter: its card, its ink, and the field of its symbol."""

    fill: str
    ink: str
    symbol: str


class Scene(msgspec.Struct, frozen=True):
    """Everything that a picture of a position needs."""

    board: Board
    palettes: dict[str, Palette]
    counters: tuple[Counter, ...] = ()
    markers: tuple[Marker, ...] = ()
    control: dict[str, str] = {}
    """Hex label to palette name: who controls what."""
    boxes: dict[str, str] = {}
    """Off-map boxes: name to the heading shown above it."""
    heading: str = ""
    lit: tuple[str, ...] | None = None
    """At night the hexes that lie in some light, all others in the dark; None by day."""
    highlights: dict[str, str] = {}
    """Hex label to a colour: selected units, reach, targets."""
