"""A3: the eight phases of a Player Turn, and in which of them a game stands."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.tables.sequence import Phases
from sandtable.kernel import Texts
from sandtable.mechanics.reference import PrintedPhase


def track(content: Content, texts: Texts) -> tuple[PrintedPhase, ...]:
    """The phases of both Player Turns of a Game Turn; the side that moves first has the first."""
    first = content.scenario.moves_first
    sides = (first, *(side for side in content.forces if side != first))
    rows = content.table("phases", Phases).phases
    return tuple(
        PrintedPhase(f"{side}/{row.phase}", texts.name("phase", row.phase), row.rule, side)
        for side in sides
        for row in rows
    )


def phase(active: str, now: str) -> str:
    """The phase in which a game stands; none during the set-up."""
    return f"{active}/{now}" if now else ""
