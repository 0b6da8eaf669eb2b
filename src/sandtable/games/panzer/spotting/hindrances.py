"""What hinders fire along a line of sight without blocking it: brew-up smoke, smoke, barrages and fires."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, get_args

from sandtable.games.panzer.ground import Ground, terrain_table
from sandtable.games.panzer.spotting.changes import Changes
from sandtable.games.panzer.spotting.line_of_sight import Lines, Look, Viewpoint, lines
from sandtable.games.panzer.tables.basic import ApModifiersFile
from sandtable.games.panzer.tables.fire import GpModifiersFile
from sandtable.kernel import of_content, rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

Screen = Literal["on-fire", "smoke-open", "smoke-closed", "barrage-open", "barrage-closed"]
_ROWS: dict[tuple[str, str], Screen] = {
    ("smoke", "open"): "smoke-open",
    ("smoke", "closed"): "smoke-closed",
    ("barrage", "open"): "barrage-open",
    ("barrage", "closed"): "barrage-closed",
}
_ORDER = ("on-fire", "smoke", "barrage")
"""Which of those in one hex counts where two help the defender alike (5.11): smoke goes before barrage."""


class Hindrance(NamedTuple):
    """One source that hinders fire along a line: a row of the AP and of the GP modifiers, and where it stands."""

    modifier: Literal["brew-up-smoke"] | Screen
    source: str
    hexes: tuple[str, ...]
    """The hexes of the line on which it counts, from the viewer on."""


class _Screening(NamedTuple):
    """A source of fire, smoke or barrage in a hex."""

    modifier: Screen
    source: str

    @property
    def kind(self) -> str:
        return self.modifier.removesuffix("-open").removesuffix("-closed")


_Counting = Callable[[Ground, list[_Screening]], list[_Screening]]
"""Which of the fires, smoke and barrages in a hex count."""


def hindrances(content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint) -> tuple[Hindrance, ...]:
    """All sources that hinder AP fire between two viewpoints, each once (4.4.3.2.2/brew-up-smoke, 6.5.2.4)."""
    return _on_line(content, changes, viewer, target, _best_against_ap)


def hindrances_of_gp(content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint) -> tuple[Hindrance, ...]:
    """The same for direct GP fire, which other kinds may hinder most where several lie in one hex (6.5.4.3)."""
    return _on_line(content, changes, viewer, target, _best_against_gp)


def every_hindrance(content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint) -> tuple[Hindrance, ...]:
    """The same, where all kinds count that lie in one hex."""
    return _on_line(content, changes, viewer, target, _all_of_them)


def _on_line(
    content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint, counting: _Counting
) -> tuple[Hindrance, ...]:
    if not (changes.brew_ups or changes.fires or changes.clouds):
        return ()
    known = lines(content, changes)
    if not _touch(changes, known.crossed(viewer.at, target.at)):
        return ()
    look = known.look(viewer, target)
    burning = _in_way(known, look, changes.brew_ups, "brew-up-smoke")
    return (
        *(Hindrance("brew-up-smoke", f"brew-up:{label}", (label,)) for label in burning),
        *_screens(content, known, look, changes, counting),
    )


def _touch(changes: Changes, crossed: tuple[str, ...]) -> bool:
    """Whether anything that might hinder is on a line at all."""
    if not changes.brew_ups.isdisjoint(crossed) or not changes.fires.isdisjoint(crossed):
        return True
    return any(not cloud.hexes.isdisjoint(crossed) for cloud in changes.clouds)


@rule("4.1.4.1.9", "4.4.3.2.2/brew-up-smoke", "6.1.4.3.5", "6.1.4.3.10")
def _in_way(
    known: Lines, look: Look, where: frozenset[str], counter: Literal["brew-up-smoke", "smoke", "barrage", "on-fire"]
) -> list[str]:
    """The hexes of a line in which something hinders: at its ends, and between where its height would block."""
    height = terrain_table(known.content).counters[counter].height
    has_height = is_on(known.content, "screens-have-height")
    index, level = known.whole.index, known.level
    return [
        label
        for label in known.crossed(look.viewer.at, look.target.at)
        if label in where
        and (
            not has_height
            or label in (look.viewer.at, look.target.at)
            or known.judge(look, index[label], level[index[label]] + height).blocks
        )
    ]


@rule("5.11", "6.5.2.4/smoke", "6.5.2.4/barrage", "6.5.2.4/on-fire", "6.5.4.3/smoke", "6.5.4.3/barrage")
def _screens(content: Ground, known: Lines, look: Look, changes: Changes, counting: _Counting) -> list[Hindrance]:
    """Fires, smoke and barrages on a line: in each hex only the kind that helps the defender most, each source once."""
    here: dict[str, list[_Screening]] = {}
    for label in _in_way(known, look, changes.fires, "on-fire"):
        here.setdefault(label, []).append(_Screening("on-fire", f"fire:{label}"))
    for cloud in changes.clouds:
        row = _ROWS[cloud.kind, cloud.sheaf]
        for label in _in_way(known, look, cloud.hexes, cloud.kind):
            here.setdefault(label, []).append(_Screening(row, cloud.source))
    counted: dict[_Screening, list[str]] = {}
    for label in known.crossed(look.viewer.at, look.target.at):
        for screening in counting(content, here.get(label, [])):
            counted.setdefault(screening, []).append(label)
    return [Hindrance(each.modifier, each.source, tuple(hexes)) for each, hexes in counted.items()]


@of_content
def _ap_worth(content: Ground) -> dict[str, int]:
    rows = content.table("ap-modifiers", ApModifiersFile).modifiers
    return {name: rows[name].number for name in get_args(Screen)}


@of_content
def _gp_worth(content: Ground) -> dict[str, int]:
    rows = content.table("gp-modifiers", GpModifiersFile).modifiers
    return {name: rows[name].direct or 0 for name in get_args(Screen)}


def _best_against_ap(content: Ground, screenings: list[_Screening]) -> list[_Screening]:
    return _most_favourable(screenings, _ap_worth(content))


def _best_against_gp(content: Ground, screenings: list[_Screening]) -> list[_Screening]:
    return _most_favourable(screenings, _gp_worth(content))


@rule("5.11")
def _most_favourable(screenings: list[_Screening], worth: dict[str, int]) -> list[_Screening]:
    """Of the fires, smoke and barrages in one hex those of the kind that helps the defender most in all."""
    if len(screenings) < 2:
        return screenings
    kinds = [[each for each in screenings if each.kind == kind] for kind in _ORDER]
    return min(kinds, key=lambda of_kind: sum(worth[each.modifier] for each in of_kind))


def _all_of_them(content: Ground, screenings: list[_Screening]) -> list[_Screening]:
    return screenings


@rule("4.4.3.2.2/brew-up-smoke", "6.5.2.4/smoke", "6.5.2.4/barrage", "6.5.2.4/on-fire")
def ap_hindrance(content: Ground, found: Iterable[Hindrance]) -> Sum:
    """What hindrances take from an AP hit number, source by source."""
    rows = content.table("ap-modifiers", ApModifiersFile).modifiers
    total = Sum()
    for hindrance in found:
        row = rows[hindrance.modifier]
        total.add("hindrance", row.number, row.rule, modifier=hindrance.modifier, hex=hindrance.hexes[0])
    return total


@rule("6.5.4.3/brew-up-smoke", "6.5.4.3/smoke", "6.5.4.3/barrage", "6.5.4.3/on-fire")
def gp_hindrance(content: Ground, found: Iterable[Hindrance]) -> Sum:
    """What hindrances take from the roll of direct GP fire, source by source; other attacks ignore them."""
    rows = content.table("gp-modifiers", GpModifiersFile).modifiers
    total = Sum()
    for hindrance in found:
        row = rows[hindrance.modifier]
        total.add("hindrance", row.direct or 0, row.rule, modifier=hindrance.modifier, hex=hindrance.hexes[0])
    return total
