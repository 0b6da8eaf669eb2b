"""A12.1, A12.16: what others see of what is being done, and of what is being decided."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from sandtable.games.asl.concealment.seen import Seen
from sandtable.games.asl.fire.fire_phase import FirePhase, Shoot
from sandtable.games.asl.fire.first_fire import FirstFire, FirstFireAttack, GiveUpRate
from sandtable.games.asl.morale.rally import HandPrisoner, RallyPhase, Recombine, Recover, Transfer
from sandtable.games.asl.morale.sharing_out import ShareOut
from sandtable.games.asl.movement.advance import Advance, AdvancePhase, HandOn
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.night.starshells import FireStarshell, StarshellWindow
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.state import NOWHERE, State
from sandtable.games.asl.units import other
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.embarking import Boarding
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire
from sandtable.kernel import Procedure, rule

Mask: TypeAlias = Callable[[State, str, Seen], None]

AIMING = (Shoot, FirstFireAttack, GiveUpRate, Gunnery, VehicleFire)
"""The procedures that ask how an attack is made, or what becomes of the gun that has made it."""


def conceal(state: State, side: str, seen: Seen) -> None:
    """What is under way tells a side nothing of what it does not know, and calls nobody by name whom it does not."""
    for mask in _masks(frozenset(map(type, state.stack))):
        mask(state, side, seen)
    if seen.names:
        state.stack[:] = map(seen.renamed, state.stack)
        if state.moving is not None:
            state.moving = seen.renamed(state.moving)


@rule("A12.1", "scope/vehicle-concealment")
def _mask_driving(state: State, side: str, seen: Seen) -> None:
    """While a vehicle beneath a "?" is being driven the others see only that the side is asked who moves."""
    at = next((i for i, each in enumerate(state.stack) if isinstance(each, Drive) and each.vehicle in seen.names), 0)
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Drive):
            state.stack[i] = _seen_driving(state, frame, side, veiled=frame.vehicle in seen.names)
    fired_at = any(isinstance(frame, FirstFire) for frame in state.stack[at:])
    if at and not fired_at and isinstance(state.stack[-1], (Drive, VehicleFire, Gunnery)):
        state.stack[at:] = []
        state.moving = None
        state.stack[-1] = replace(state.stack[-1], step=ASKING[MovementPhase])


@rule("A4.2", "A8.1", "A12.1", "A12.16")
def _mask_ways(state: State, side: str, seen: Seen) -> None:
    """Others see where men have come, not where they are bound for, unless they dash across a road; nor what those
    beneath a "?" try and push on their way, or that they are tired."""
    if state.active == side:
        return
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move):
            shown = replace(frame, ahead=()) if frame.ahead and frame.manner != "dash" else frame
            if any(name in seen.names for name in frame.units):
                shown = replace(shown, tired=False, gained=0, loose=False, tried=(), weapon="", pushes="")
            state.stack[i] = shown


@rule("A12.1", "D2.1")
def _seen_driving(state: State, frame: Drive, side: str, *, veiled: bool) -> Drive:
    """What others see of a move: not where it leads before it gets there, and beneath a "?" the MP spent alone."""
    vehicle = state.vehicles.get(frame.vehicle)
    if vehicle is not None and vehicle.side == side:
        return frame
    ahead = frame.ahead if frame.overrun else ""
    if not veiled:
        return replace(frame, ahead=ahead)
    return replace(frame, ahead=ahead, extra=0, sped=False, rolling=False, reverse=False, over=False)


@rule("RR8")
def _mask_boarding(state: State, side: str, seen: Seen) -> None:
    """While men get onto a vehicle that has yet to come the others see only that it is asked about the vehicle."""
    for at, frame in enumerate(state.stack):
        vehicle = state.vehicles.get(frame.vehicle) if isinstance(frame, Boarding) else None
        if vehicle is not None and vehicle.at == NOWHERE and vehicle.side != side:
            state.stack[at:] = []
            return


@rule("A12.1", "A12.34")
def _mask_aiming(state: State, side: str, seen: Seen) -> None:
    """While somebody unseen does something the others see only that the side is asked what it does."""
    frames = enumerate(state.stack)
    at = next((i for i, each in frames if type(each) in SECRETIVE and _is_secret(each, seen.unseen, side)), 0)
    last = state.stack[-1] if state.stack else None
    if not at and isinstance(last, Move | Advance) and any(name in seen.unseen for name in last.units):
        at = len(state.stack) - 1
    if at:
        state.stack[at:] = []
        above = state.stack[-1]
        step = next((step for kind, step in ASKING.items() if isinstance(above, kind)), "")
        if step:
            state.stack[-1] = replace(above, step=step)


SECRETIVE = (Gunnery, VehicleFire, Recover, Transfer, HandPrisoner, Recombine, ShareOut, FireStarshell, HandOn)
"""The procedures that are seen only if those are who do it, or that only their own side sees."""


def _is_secret(frame: Procedure, unseen: Collection[str], side: str) -> bool:
    """Whether somebody whom others do not see takes aim, hands on a weapon or the like."""
    if isinstance(frame, Gunnery):
        return frame.firer in unseen
    if isinstance(frame, VehicleFire):
        return frame.vehicle in unseen
    if isinstance(frame, Recover):
        return frame.side != side
    if isinstance(frame, Transfer | HandPrisoner | Recombine):
        return frame.side != side
    if isinstance(frame, HandOn):
        return frame.weapon in unseen
    if isinstance(frame, ShareOut):
        return any(name in unseen for name in frame.halves)
    return isinstance(frame, FireStarshell) and frame.unit in unseen


ASKING: dict[type[Procedure], str] = {
    FirePhase: "pick",
    FirstFire: "begin",
    RallyPhase: "pick",
    MovementPhase: "choose",
    AdvancePhase: "begin",
    StarshellWindow: "ask",
}
"""Where the procedures that ask what a side does next do so."""


@rule("A12.1", "A12.16", "A12.34")
def _mask_attack(state: State, side: str, seen: Seen) -> None:
    """While a side puts an attack together the others see only that it is asked who fires.

    What an attack has come to they see, and who has made it, unless men whom they do not know have.
    """
    at = next((i for i, each in enumerate(state.stack) if isinstance(each, (FirePhase, FirstFire))), len(state.stack))
    last = state.stack[-1]
    if not state.stack[at + 1 :] or not isinstance(last, AIMING):
        return
    if isinstance(last, GiveUpRate) and last.firers.isdisjoint(seen.unseen):
        return
    asked = state.stack[at]
    if (asked.side if isinstance(asked, FirePhase) else other(state.active)) != side:
        state.stack[at:] = [replace(asked, step="pick" if isinstance(asked, FirePhase) else "begin")]


@rule("A12.1", "A3.1", "A4.51", "A4.431")
def _mask_progress(state: State, side: str, seen: Seen) -> None:
    """Others see neither which step of the Rally Phase a side has something to do in, nor who beneath a "?" was CX, or
    what weapons have changed hands there."""
    for i, frame in enumerate(state.stack):
        if isinstance(frame, RallyPhase) and (other(state.active) if frame.place % 2 else state.active) != side:
            state.stack[i] = replace(frame, place=frame.place % 2)
        elif isinstance(frame, MovementPhase) and frame.side != side and frame.tired:
            state.stack[i] = replace(frame, tired=tuple(name for name in frame.tired if name not in seen.names))
        elif isinstance(frame, AdvancePhase) and frame.side != side and frame.handed:
            state.stack[i] = replace(frame, handed=tuple(name for name in frame.handed if name not in seen.unseen))


MASKS: tuple[tuple[Mask, tuple[type[Procedure], ...]], ...] = (
    (_mask_ways, (Move,)),
    (_mask_driving, (Drive,)),
    (_mask_boarding, (Boarding,)),
    (_mask_aiming, (*SECRETIVE, Move, Advance)),
    (_mask_attack, AIMING),
    (_mask_progress, (RallyPhase, MovementPhase, AdvancePhase)),
)
"""What is masked, in order, each with the procedures that it is about."""


@cache
def _masks(kinds: frozenset[type[Procedure]]) -> tuple[Mask, ...]:
    """Those that have anything to do while such procedures are under way."""
    return tuple(mask for mask, about in MASKS if any(issubclass(kind, about) for kind in kinds))
