"""Chapters 18.13 and 18.55: fortifications are destroyed."""

from __future__ import annotations

from sandtable.games.efs.events.fortifications import FortificationDestroyed, StrongpointRemoved
from sandtable.games.efs.fortifications.works import is_belt, is_citadel, line_crossed, line_id, strongpoint_of
from sandtable.games.efs.state import AXIS, SIDES, Strongpoint, enemy_of
from sandtable.games.efs.units import Game
from sandtable.kernel import derived, rule
from sandtable.mechanics.roster import change, hexes_of, occupier
from sandtable.mechanics.switches import is_on


@rule("18.13b")
def remove_strongpoint(game: Game, label: str, why: str, rule_id: str) -> None:
    """Take a strongpoint off the map; who built it is free again."""
    strongpoint = game.state.strongpoints.pop(label)
    if strongpoint.builder in game.state.units and game.state.units[strongpoint.builder].building:
        change(game, strongpoint.builder, building=False)
    game.say(StrongpointRemoved(rule=rule_id, at=label, side=strongpoint.side, why=why))


@rule("18.13b", "18.45b")
def abandon_sites(game: Game) -> None:
    """Strongpoints under construction are removed as soon as an enemy combat unit is in their hex; a builder that was
    driven away builds no longer, and does what others do.
    """
    for label, site in sites(game):
        if occupier(game, label) == enemy_of(site.side):
            remove_strongpoint(game, label, "entered", "18.13b")
        elif site.builder and game.state.units[site.builder].building and game.state.units[site.builder].at != label:
            change(game, site.builder, building=False)


@derived("strongpoints")
def sites(game: Game) -> list[tuple[str, Strongpoint]]:
    """The strongpoints under construction."""
    found = game.state.strongpoints.items()
    return [(label, each) for label, each in found if each.status == "under-construction"]


@rule("18.13a", "18.13b", "18.55")
def destroy_under_enemies(game: Game, side: str) -> None:
    """In its Engineering Phase a side destroys the enemy's fortifications on which its units stand.

    The ruling on 18.13a: in the phase of the side that stands there, as 18.55 says of citadels; a switch has either
    side's phase do it, whichever comes next.
    """
    for each in SIDES if is_on(game.content, "works-fall-in-the-next-phase") else (side,):
        for label in sorted(hexes_of(game, each)):
            if strongpoint_of(game, label, enemy_of(each)) is not None:
                remove_strongpoint(game, label, "destroyed", "18.13b")
            if each == AXIS:
                destroy_printed(game, label)


@rule("18.13a", "18.24", "18.35", "18.55")
def destroy_printed(game: Game, label: str) -> None:
    """Destroy what is printed in a hex, for good: a belt or citadel, and the lines along its sides."""
    found = [kind for kind, stands in (("belt", is_belt), ("citadel", is_citadel)) if stands(game, label)]
    if found:
        game.state.ruined[label] = game.state.turn
    lines = [faced for faced in sorted(game.content.faces[label]) if line_crossed(game, (faced, label))]
    for faced in lines:
        game.state.ruined[line_id((faced, label))] = game.state.turn
    for kind in (*found, *(["line"] if lines else [])):
        game.say(FortificationDestroyed(rule="18.13a", at=label, kind=kind))
