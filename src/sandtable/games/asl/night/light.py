"""E1.8, E1.9: what can be seen in the dark from afar: lit hexes and gunflashes."""

from __future__ import annotations

from typing import Literal

from sandtable.games.asl.events.night import LitUp, WentOut
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import TURNED, Light, Vehicle
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.tables.conditions import NightTable
from sandtable.games.asl.units import Game
from sandtable.kernel import derived, rule

LightKind = Literal["starshell", "round"]
DARK_PHASES = ("rout", "advance", "close-combat")
"""The phases after Advancing Fire, in which what has been fired shows no more, be it that a crew is still worn out."""


@rule("E1.9")
def place_light(game: Game, hex_: str, kind: LightKind, rule_id: str = "E1.9") -> None:
    """A starshell, or an illuminating round (C8.7), burns above a hex from now on.

    A starshell goes out at the end of this Player Turn, an illuminating round at the end of the next.
    """
    state, figures = game.state, game.content.table("night", NightTable)
    radius = figures.starshell_radius
    if kind == "round":
        radius = game.content.table("artillery", Artillery).illumination
    until = state.player_turn + (0 if kind == "starshell" else figures.round_turns)
    state.lights[hex_] = (*state.lights.get(hex_, ()), Light(radius, until))
    game.say(LitUp(rule=rule_id, hex=hex_, kind=kind, radius=radius))
    from sandtable.games.asl.night.cloaking import uncloak_in_light
    from sandtable.games.asl.night.no_move import wake

    uncloak_in_light(game)
    wake(game)


@rule("E1.9")
def put_out_lights(game: Game) -> None:
    """At the end of the Close Combat Phase the lights go out whose time it is."""
    state = game.state
    for hex_, lights in list(state.lights.items()):
        left = tuple(light for light in lights if light.until > state.player_turn)
        if left == lights:
            continue
        if left:
            state.lights[hex_] = left
        else:
            del state.lights[hex_]
        game.say(WentOut(rule="E1.9", hex=hex_))


@derived("lights", "blazes", "wrecks")
@rule("E1.9", "C7.6")
def lit_hexes(game: Game) -> frozenset[str]:
    """The hexes in the light of starshells, illuminating rounds, Blazes and burning wrecks."""
    state, content = game.state, game.content
    found: set[str] = set()
    for hex_, lights in state.lights.items():
        found.update(content.around(hex_, max(light.radius for light in lights)))
    fires = [hex_of(place) for place in state.blazes]
    fires += [hex_of(wreck.at) for wreck in state.wrecks.values() if wreck.burning and wreck.at]
    if fires:
        radius = content.table("night", NightTable).fire_radius
        for hex_ in fires:
            found.update(content.around(hex_, radius))
    return frozenset(found)


@rule("E1.9")
def is_illuminated(game: Game, hex_: str) -> bool:
    """Whether a hex lies in some light."""
    return hex_ in lit_hexes(game)


@rule("E1.8")
def show_gunflash(game: Game, location: str) -> None:
    """Machine guns, ordnance or flamethrowers have fired from a Location: at night that is seen from afar."""
    if game.state.nvr:
        game.state.gunflashes[location] = True


@rule("E1.8")
def take_gunflash_along(game: Game, here: str, there: str) -> None:
    """A vehicle goes from one Location to another: the Gunflash there was its own, unless men have fired there."""
    state = game.state
    silent = ("", "opportunity")
    if here in state.gunflashes and all(unit.at != here or unit.fire in silent for unit in state.units.values()):
        del state.gunflashes[here]
        state.gunflashes[there] = True


@derived("gunflashes", "melees", "vehicles", "phase")
@rule("E1.8")
def flashing(game: Game) -> frozenset[str]:
    """The Locations with a Gunflash: those that have fired, those in Melee, and vehicles that take theirs along."""
    state = game.state
    vehicles = [each.at for each in state.vehicles.values() if _flashes(each)] if state.phase not in DARK_PHASES else []
    return frozenset([*state.gunflashes, *state.melees, *vehicles])


def _flashes(vehicle: Vehicle) -> bool:
    """Whether what a vehicle has fired shows: not a Starshell, which it fires like a machine gun, nor what was only
    turned."""
    turned = tuple(f"{mark.removeprefix(TURNED)}:" for mark in vehicle.fired if mark.startswith(TURNED))
    dark = (TURNED, *turned)
    return any(not mark.endswith(":starshell") and not mark.startswith(dark) for mark in vehicle.fired)


@rule("E1.8")
def end_gunflashes(game: Game) -> None:
    """At the end of the Advancing Fire Phase no Gunflash is left but those of Melees."""
    game.state.gunflashes = {}
