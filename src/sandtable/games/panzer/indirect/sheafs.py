"""Chapters 6.5.1.5 and 6.5.1.6: the hexes that a SHEAF covers, and which patterns there are."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.batteries import battery_card, figures
from sandtable.games.panzer.state import Sheaf, Shell
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on

ON_MAP: Sheaf = "on-map"
OPEN: Sheaf = "open"
CLOSED: Sheaf = "closed"
LINEAR: Sheaf = "closed-linear"
PATTERNS: tuple[Sheaf, ...] = (CLOSED, OPEN, LINEAR)
"""Those of off-map batteries."""
GP: Shell = "gp"
SMOKE: Shell = "smoke"


@rule("6.5.1.5")
def sheaf_hexes(content: Content, sheaf: Sheaf, at: str, direction: int) -> tuple[str, ...]:
    """The hexes of a SHEAF from its target point outwards, as far as the map goes."""
    row = figures(content).sheafs[sheaf]
    if row.row:
        return _row(content, at, direction, row.row)
    return tuple(sorted(content.around(at, row.radius), key=lambda label: (content.distance(at, label), label)))


@rule("6.5.1.5")
def _row(content: Content, at: str, direction: int, length: int) -> tuple[str, ...]:
    """The target point and so many hexes in a straight row from it (ruling); the map's edge cuts it off."""
    board = content.board
    found, i = [at], board.index[at]
    for _ in range(length - is_on(content, "linear-sheaf-of-six")):
        i = board.neighbour(i, direction)
        if i < 0:
            break
        found.append(board.labels[i])
    return tuple(found)


@rule("6.5.1.5", "6.5.1.6", "6.5.1.6.1")
def patterns(content: Content, sources: tuple[str, ...]) -> tuple[Sheaf, ...]:
    """The patterns among which a call may choose: what all its batteries can fire; units on the map have their own."""
    called = [battery_card(content, source) for source in sources if source in content.batteries]
    if not called:
        return (ON_MAP,)
    return tuple(sheaf for sheaf in PATTERNS if sheaf != LINEAR or all(card.linear for card in called))
