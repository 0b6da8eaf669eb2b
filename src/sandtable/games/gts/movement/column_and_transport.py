"""What a unit can do on the move beside going from hex to hex: column, transport, entrenchments (14.6, 14.10, 22.3)."""

from __future__ import annotations

from sandtable.games.gts.arnhem import exits
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import works
from sandtable.games.gts.events.moving import (
    Dismounted,
    DroppedColumn,
    EnteredTrench,
    FormedColumn,
    LeftColumn,
    LeftTrench,
    Mounted,
)
from sandtable.games.gts.fire.combat_results import cohesion_hit
from sandtable.games.gts.movement.reach import can_march, could_leave_deployed
from sandtable.games.gts.movement.stacking import column_in, may_stay
from sandtable.games.gts.movement.terrain_chart import HALF, halves, movement_figures, terrain_chart
from sandtable.games.gts.units import Game, counter, side_of, unit_class
from sandtable.kernel import Option, Refusal, of_content, rule
from sandtable.mechanics.roster import change

COLUMN, UNCOLUMN, DROP = "column", "uncolumn", "drop-column"
MOUNT, MOUNT_COLUMN = "mount", "mount-column"
DISMOUNT, DISMOUNT_COLUMN = "dismount", "dismount-column"
ENTER, LEAVE = "enter-trench", "leave-trench"
EXIT = "exit"
TRIGGERS = {
    COLUMN: "change-column",
    UNCOLUMN: "change-column",
    MOUNT: "mount",
    MOUNT_COLUMN: "mount-column",
    DISMOUNT: "dismount",
    DISMOUNT_COLUMN: "dismount-column",
    ENTER: "entrenchment",
    LEAVE: "entrenchment",
    EXIT: "leave-hex",
}
"""The trigger of opportunity fire of each; breaking a column at the price of a cohesion hit has none (17.2/1)."""
ACTIVITIES = (*TRIGGERS, DROP)
GOES_ON = (COLUMN, UNCOLUMN, DROP)
"""The activities after which a unit may move on."""
RULES = {
    COLUMN: "14.6", UNCOLUMN: "14.6", DROP: "14.6", MOUNT: "14.10.2", MOUNT_COLUMN: "14.10.2", DISMOUNT: "14.10.3",
    DISMOUNT_COLUMN: "14.10.3", ENTER: "22.3.3", LEAVE: "22.3.3", EXIT: "13.2/7",
}  # fmt: skip


@rule("14.6", "14.10.3", "29.12")
def price(game: Game, unit_id: str, activity: str) -> int:
    """What a activity costs, in half points: one to change column, half the allowance of the vehicles to dismount."""
    if activity in (DISMOUNT, DISMOUNT_COLUMN):
        vehicles = counter(game, unit_id).transport
        assert vehicles is not None
        return halves((vehicles.move or 0) // movement_figures(game.content).dismount_divisor)
    return exits.price(game, unit_id) if activity == EXIT else prices(game.content)[activity]


@of_content
def prices(content: Content) -> dict[str, int]:
    """What each activity costs whose price is the same for all units, in half points."""
    figures = movement_figures(content)
    own = {COLUMN: halves(figures.start_column), UNCOLUMN: halves(figures.end_column)}
    return dict.fromkeys(ACTIVITIES, 0) | own


@rule("14.6", "29.33")
def on_the_move(game: Game, unit_id: str, left: int, *, columned: bool) -> list[Option]:
    """What a unit may do in the course of a move, with half points left."""
    unit = game.state.units[unit_id]
    found = []
    for activity in (UNCOLUMN, DROP) if unit.column else (COLUMN,):
        if why_not(game, unit_id, activity, left, columned) is None:
            found.append(_option(game, unit_id, activity))
    others: list[str] = [DISMOUNT, DISMOUNT_COLUMN] if unit.mounted else []
    if unit.at in exits.exit_hexes(game.content):
        others.append(EXIT)
    return found + [
        _option(game, unit_id, activity)
        for activity in others
        if why_not(game, unit_id, activity, left, columned) is None
    ]


@rule("14.6", "29.12")
def breaks(game: Game, units: tuple[str, ...]) -> list[Option]:
    """A unit in column may break it at any time at the price of a cohesion hit; this is no action."""
    if not game.state.units[units[0]].column or why_no_break(game, units[0]) is not None:
        return []
    return [_option(game, units[0], DROP)]


def why_no_break(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot break its column; None if it can."""
    if game.state.units[unit_id].suppressed:
        return Refusal("refused.suppressed", "19.2.2/effects", {"unit": unit_id})
    return why_not(game, unit_id, DROP, 0, columned=False)


def _option(game: Game, unit_id: str, activity: str) -> Option:
    return priced(game.content, activity, price(game, unit_id, activity))


@of_content
def priced(content: Content, activity: str, cost: int) -> Option:
    """A activity as an option, with its price in half points."""
    return Option(f"do:{activity}", cost / HALF if cost else None, RULES[activity], grave=activity == EXIT)


@rule("14.4", "14.10.2", "22.3.3", "22.3.4", "29.33")
def whole_actions(game: Game, unit_id: str) -> list[Option]:
    """What a unit may do in place of a move: mount, or enter or leave an entrenchment."""
    unit, activities = game.state.units[unit_id], []
    if not unit.mounted and counter(game, unit_id).transport is not None:
        activities += [MOUNT, MOUNT_COLUMN]
    if game.state.trenches:
        activities.append(ENTER)
    if unit.works == works.ENTRENCHED:
        activities.append(LEAVE)
    return [
        _option(game, unit_id, activity)
        for activity in activities
        if why_not(game, unit_id, activity, 0, columned=False) is None
    ]


@rule("8.0")
def why_not(game: Game, unit_id: str, activity: str, left: int, columned: bool) -> Refusal | None:
    """Why a unit cannot do something now; None if it can."""
    if activity in (COLUMN, MOUNT_COLUMN, DISMOUNT_COLUMN) and game.state.units[unit_id].landing:
        return Refusal("refused.landed-column", "8.0", {"unit": unit_id})
    if activity in (COLUMN, UNCOLUMN, DROP):
        return _why_not_column(game, unit_id, activity, left, columned=columned)
    if activity in (MOUNT, MOUNT_COLUMN):
        return _why_not_mount(game, unit_id, activity)
    if activity in (DISMOUNT, DISMOUNT_COLUMN):
        return _why_not_dismount(game, unit_id, activity, left)
    if activity == EXIT:
        return exits.why_not_leave(game, unit_id, left)
    return _why_not_trench(game, unit_id, activity)


@rule("14.6", "14.6.1", "14.6.2", "29.12")
def _why_not_column(game: Game, unit_id: str, activity: str, left: int, *, columned: bool) -> Refusal | None:
    """A column is begun and ended for a point, but not both in one action; or ended at any time by a cohesion hit."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if unit.column != (activity != COLUMN):
        return Refusal("refused.in-column" if unit.column else "refused.not-in-column", "14.6", args)
    if unit.works == works.ENTRENCHED:
        return Refusal("refused.entrenched", "22.3.3", args)
    if left < prices(game.content)[activity]:
        return Refusal("refused.no-movement-left", "14.6", args)
    if activity == COLUMN and _column_here(game, unit_id):
        return Refusal("refused.second-column", "14.6.1", {"hex": unit.at})
    if activity == UNCOLUMN and columned:
        return Refusal("refused.column-just-formed", "14.6", args)
    if activity == UNCOLUMN and not _has_room_deployed(game, unit_id, left - prices(game.content)[activity]):
        return Refusal("refused.full", "14.7/limits", {"hex": unit.at})
    if activity != COLUMN and not fits_ground(game, unit_id, unit_class(game, unit_id)):
        return Refusal("refused.column-only", "14.5", {"unit": unit_id, "hex": unit.at})
    return None


@rule("14.7/limits")
def _has_room_deployed(game: Game, unit_id: str, left: int) -> bool:
    """Whether a unit that ends its column may be where it is in combat formation, or can go on from there."""
    unit = game.state.units[unit_id]
    return bool(unit.entry) or may_stay(game, unit.at, (unit_id,)) or could_leave_deployed(game, unit_id, left)


def _column_here(game: Game, unit_id: str) -> bool:
    """Whether another column is in the unit's hex; entry hexes have no limit."""
    unit = game.state.units[unit_id]
    return not unit.entry and column_in(game, unit.at, (unit_id,))


@rule("14.5", "14.10.2")
def fits_ground(game: Game, unit_id: str, as_class: str) -> bool:
    """Whether a unit of a class may be in combat formation where it is: vehicles not in towns, cities and woods."""
    unit = game.state.units[unit_id]
    if unit.entry or as_class != "vehicle":
        return True
    return game.content.terrain[unit.at] not in terrain_chart(game.content).column_only.vehicles


@rule("14.10.1", "14.10.2", "29.37")
def _why_not_mount(game: Game, unit_id: str, activity: str) -> Refusal | None:
    """Only units with vehicles on the other side mount; one in column stays so, any other may go into column."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if counter(game, unit_id).transport is None:
        return Refusal("refused.no-transport", "14.10.1", args)
    if unit.mounted:
        return Refusal("refused.is-mounted", "14.10.2", args)
    if unit.works == works.ENTRENCHED:
        return Refusal("refused.entrenched", "22.3.3", args)
    if activity == MOUNT_COLUMN and (unit.column or _column_here(game, unit_id)):
        return Refusal(
            "refused.in-column" if unit.column else "refused.second-column", "14.6.1", args | {"hex": unit.at}
        )
    if activity == MOUNT and not unit.column and not fits_ground(game, unit_id, "vehicle"):
        return Refusal("refused.column-only", "14.5", {"unit": unit_id, "hex": unit.at})
    return None


@rule("14.7/limits", "14.10.3", "14.10.4")
def _why_not_dismount(game: Game, unit_id: str, activity: str, left: int) -> Refusal | None:
    """Dismounting takes half the allowance, and room in the hex for the formation chosen."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if not unit.mounted:
        return Refusal("refused.not-mounted", "14.10.3", args)
    if left < price(game, unit_id, activity):
        return Refusal("refused.no-movement-left", "14.10.3", args)
    if activity == DISMOUNT_COLUMN:
        return Refusal("refused.second-column", "14.6.1", {"hex": unit.at}) if _column_here(game, unit_id) else None
    if not unit.entry and not may_stay(game, unit.at, (unit_id,)):
        return Refusal("refused.full", "14.7/limits", {"hex": unit.at})
    return None


@rule("14.4", "22.3.3", "22.3.4", "22.3.5")
def _why_not_trench(game: Game, unit_id: str, activity: str) -> Refusal | None:
    """An empty entrenchment of its own side takes in a unit in combat formation."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if not can_march(game, unit_id) and not counter(game, unit_id).front.star:
        return Refusal("refused.immobile", "14.4", args)
    if activity == LEAVE:
        return None if unit.works == works.ENTRENCHED else Refusal("refused.not-entrenched", "22.3.3", args)
    if unit.works == works.ENTRENCHED:
        return Refusal("refused.entrenched", "22.3.3", args)
    if unit.column:
        return Refusal("refused.trench-column", "22.3.3", args)
    if not empty_trench(game, unit_id):
        return Refusal("refused.no-trench", "22.3.4", {"unit": unit_id, "hex": unit.at})
    return None


@rule("22.3.4", "22.3.5")
def empty_trench(game: Game, unit_id: str) -> str:
    """An entrenchment that stands empty in a unit's hex and was built by its side."""
    unit = game.state.units[unit_id]
    if unit.entry:
        return ""
    side, prefix = side_of(game, unit_id), f"{unit.at}/"
    return next((key for key, owner in game.state.trenches.items() if owner == side and key.startswith(prefix)), "")


@rule("14.6", "14.10.2", "14.10.3", "14.10.4", "22.2.5", "22.3.3", "29.45")
def carry_out(game: Game, unit_id: str, activity: str) -> None:
    """Do what opportunity fire has not prevented. All markers stay on the unit but those of works that it leaves."""
    unit, by = game.state.units[unit_id], RULES[activity]
    if activity == COLUMN:
        works.leave_works(game, unit_id)
        change(game, unit_id, column=True)
        game.say(FormedColumn(rule=by, unit=unit_id))
    elif activity == UNCOLUMN:
        change(game, unit_id, column=False)
        game.say(LeftColumn(rule=by, unit=unit_id))
    elif activity in (MOUNT, MOUNT_COLUMN):
        works.leave_works(game, unit_id)
        change(game, unit_id, mounted=True, column=unit.column or activity == MOUNT_COLUMN)
        game.say(Mounted(rule=by, unit=unit_id))
    elif activity in (DISMOUNT, DISMOUNT_COLUMN):
        if activity == DISMOUNT_COLUMN:
            works.leave_works(game, unit_id)
        change(game, unit_id, mounted=False, column=activity == DISMOUNT_COLUMN)
        game.say(Dismounted(rule=by, unit=unit_id))
    elif activity == EXIT:
        exits.leave(game, unit_id)
    else:
        _trench(game, unit_id, activity)


@rule("22.3.3", "22.3.5")
def _trench(game: Game, unit_id: str, activity: str) -> None:
    at = game.state.units[unit_id].at
    if activity == LEAVE:
        works.leave_works(game, unit_id)
        game.say(LeftTrench(rule="22.3.3", unit=unit_id, at=at))
        return
    del game.state.trenches[empty_trench(game, unit_id)]
    change(game, unit_id, works=works.ENTRENCHED)
    game.say(EnteredTrench(rule="22.3.3", unit=unit_id, at=at))


@rule("14.6", "29.12")
def drop_column(game: Game, unit_id: str) -> None:
    """Break a column at the price of a cohesion hit, which nobody can fire at."""
    change(game, unit_id, column=False)
    game.say(DroppedColumn(rule="14.6", unit=unit_id))
    for _ in range(movement_figures(game.content).end_column_hits):
        if unit_id in game.state.units:
            cohesion_hit(game, unit_id, "14.6")
