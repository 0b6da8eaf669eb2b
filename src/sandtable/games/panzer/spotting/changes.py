"""What has come onto the map and changes sight: rubble, ditches, fires, burning wrecks, smoke and barrages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from sandtable.games.panzer.state import Mission, State
from sandtable.kernel import rule

Thickness = Literal["open", "closed"]
"""How the modifiers of a sheaf are read (6.5.2.4/smoke): all that is not an Open SHEAF counts as Closed."""


class Cloud(msgspec.Struct, frozen=True):
    """Smoke or a barrage: one source, however many hexes it lies on."""

    source: str
    kind: Literal["smoke", "barrage"]
    sheaf: Thickness
    hexes: frozenset[str]


class Changes(msgspec.Struct, frozen=True):
    """Everything on the map that is not printed on it and bears on sight; the map as printed has none of it."""

    rubble: frozenset[str] = frozenset()
    """Hexes in which what stood there has been destroyed."""
    ditches: frozenset[str] = frozenset()
    blocks: frozenset[str] = frozenset()
    brew_ups: frozenset[str] = frozenset()
    """Hexes with a BU wreck whose smoke already hinders."""
    fires: frozenset[str] = frozenset()
    clouds: tuple[Cloud, ...] = ()


NOTHING = Changes()


def by_mission(key: str, mission: Mission) -> list[Cloud]:
    """The barrage of a mission as one source, however many batteries and units fire it."""
    return [Cloud(f"barrage:{key}", "barrage", _thickness(mission.sheaf), frozenset(mission.hexes))]


def by_battery(key: str, mission: Mission) -> list[Cloud]:
    """The barrage of a mission as a source for each of those who fire it."""
    return [
        Cloud(f"barrage:{key}:{source}", "barrage", _thickness(mission.sheaf), frozenset(mission.hexes))
        for source in mission.sources
    ]


@rule("4.1.4.1.9", "6.1.4.3.5", "6.1.4.3.10", "6.5.1.5")
def changes_of(state: State, clouds_of: Callable[[str, Mission], list[Cloud]] = by_mission) -> Changes:
    """What a state has put on the map; smoke and barrages of a step that is not over yet are left out."""
    works: dict[str, set[str]] = {}
    for work in state.works.values():
        works.setdefault(work.kind, set()).add(work.at)
    smoke = [
        Cloud(f"smoke:{key}", "smoke", _thickness(screen.sheaf), frozenset(screen.hexes))
        for key, screen in state.smoke.items()
        if not screen.since
    ]
    barrages = [
        cloud
        for key, mission in state.missions.items()
        if mission.shell == "gp" and mission.hexes and not mission.since
        for cloud in clouds_of(key, mission)
    ]
    return Changes(
        rubble=frozenset(works.get("rubble", ())),
        ditches=frozenset(works.get("ditch", ())),
        blocks=frozenset(works.get("block", ())),
        brew_ups=frozenset(at for at, wreck in state.wrecks.items() if wreck.burning and not wreck.since),
        fires=frozenset(works.get("on-fire", ())),
        clouds=(*smoke, *barrages),
    )


def _thickness(sheaf: str) -> Thickness:
    return "open" if sheaf == "open" else "closed"
