"""A second reckoning of concealment: who loses his "?" by what he does or suffers, and who gains one when.

Written from the rules, without the engine's chapters; lines over the bare map are the engine's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.asl import second_opinion as ground
from games.asl.second_effects import Before, is_inexperienced, kind_of, type_of
from games.asl.second_opinion import SMC, US, Compared, apart, floor_of, hex_of, is_covered, is_lit, printed, smoke_in
from games.asl.second_routs import FAR, Enemy, field, in_sight, low_label
from sandtable.games.asl.state import State, Unit, Vehicle
from sandtable.kernel import Event, Resolved, Rolled
from sandtable.kernel.state import fork

GAINS = 5
"""The highest Final dr that gives a "?" (A12.12)."""


class Eye(NamedTuple):
    """Somebody who may see: where he is, how he is seen, how far he sees in the dark."""

    at: str
    label: str
    nvr: int


def sees_at_all(state: State, vehicle: Vehicle) -> bool:
    gone = vehicle.abandoned or vehicle.shock or vehicle.stun == "stunned" or vehicle.hidden
    return not gone and vehicle.at in field(state.scenario)


def eyes(state: State, side: str, *, steady: bool) -> list[Eye]:
    """The enemies of a side who see: those in Good Order (A12.14), or all who are unbroken (A12.12).

    Ruling (A12.12): a Dummy keeps others from hiding, as the men for whom it may pass.
    """
    found = []
    for unit in state.units.values():
        if unit.side == side or unit.broken or unit.guard or unit.aboard or (steady and type_of(unit) == "dummy"):
            continue
        if steady and (unit.berserk or unit.unarmed or unit.at in state.melees):
            continue
        if hex_of(unit.at) in field(state.scenario):
            found.append(Eye(unit.at, low_label(unit), state.nvr))
    for vehicle in state.vehicles.values():
        if vehicle.side != side and sees_at_all(state, vehicle):
            nvr = state.nvr if vehicle.exposed else max(state.nvr // 2, 1)
            found.append(Eye(vehicle.at, vehicle.at, nvr))
    return found


def is_seen_by(state: State, eye: Eye, at: str, label: str) -> bool:
    """Whether somebody sees a Location, in the dark too (E1.1)."""
    far = apart(hex_of(eye.at), hex_of(at))
    if state.nvr and far > eye.nvr and not is_lit(state, hex_of(at)):
        return False
    return in_sight(state, eye.label, Enemy(at, label, fights=True))


def watched(state: State, side: str, at: str, label: str, *, steady: bool = True, most: int = FAR) -> list[str]:
    """From where enemies within so many hexes see a Location."""
    return [
        eye.at
        for eye in eyes(state, side, steady=steady)
        if apart(hex_of(eye.at), hex_of(at)) <= most and is_seen_by(state, eye, at, label)
    ]


def is_clear(state: State) -> bool:
    """Whether nothing stands beside an obstacle, from where lines are not told here."""
    machines = (*state.vehicles.values(), *state.wrecks.values())
    return not any(each.bypass >= 0 for each in machines) and not any(
        unit.stance == "bypass" for unit in state.units.values()
    )


def hides(state: State, at: str, stance: str) -> bool:
    """Whether somebody is in Concealment Terrain (A12.11)."""
    hex_ = hex_of(at)
    if stance == "bypass":
        return bool(smoke_in(state, hex_)) or bool(state.nvr and not is_lit(state, hex_))
    if floor_of(at) or is_covered(state, hex_) or stance in ("foxhole", "trench", "shellholes"):
        return True
    return bool(smoke_in(state, hex_)) or bool(state.nvr and not is_lit(state, hex_))


def lost(events: Sequence[Event]) -> set[str]:
    """Who has come out from beneath his "?" or is not there any more."""
    return {
        str(event.unit)  # type: ignore[attr-defined]
        for event in events
        if event.rule != "D6.1"
        and type(event).__name__ in ("Revealed", "Broke", "Pinned", "Eliminated", "Reduced", "Surrendered")
    }


# Loss


def of_move(before: Before, state: State, event: Any, after: Sequence[Event]) -> Iterator[Compared]:
    """Men who move without Assault Movement in enemy sight are known; so are those who come out into the open."""
    moved = [name for name in event.units if name in before.units and before.units[name].concealed]
    moved = [name for name in moved if not before.units[name].cloak and type_of(before.units[name]) != "dummy"]
    frame: Any = before.state.stack[-1]
    if not moved or before.phase not in ("movement", "advance"):
        return
    manner = getattr(frame, "manner", "")
    if manner not in ("", "assault", "dash"):
        return
    unit = before.units[moved[0]]
    stance = state.units[moved[0]].stance if moved[0] in state.units else ""
    assault = manner == "assault" or before.phase == "advance"
    last = event.path[-1]
    if last not in (state.units[moved[0]].at if moved[0] in state.units else last,):
        return
    label = f"{last}~{stance}" if stance in ("foxhole", "trench") else last
    if before.state.nvr:
        if assault or any(is_lit(before.state, hex_of(at)) for at in event.path):
            return
        struck = any(isinstance(each, Resolved) for each in after) or any(
            type(each).__name__ in ("Stopped", "Uncloaked", "LitUp", "Pinned") for each in after
        )
        if not struck:
            yield "unlit men stay veiled", [], sorted(set(moved) & lost(after))
        return
    seen = any(watched(before.state, unit.side, at, label if at == last else at) for at in event.path)
    if assault:
        seen = bool(watched(before.state, unit.side, last, label)) and not hides(state, last, stance)
    told = lost(after)
    what = "advance shows" if before.phase == "advance" else "assault shows" if assault else "move shows"
    for name in moved:
        if name in told and not seen:
            struck = any(isinstance(each, Resolved) for each in after)
            if struck:
                continue
        yield what, seen, name in told


def of_fire(before: Before, event: Resolved, after: Sequence[Event]) -> Iterator[Compared]:
    """Who fires, or directs fire, in enemy sight is known."""
    state = before.state
    names = [str(line.args["piece"]) for line in event.lines if line.label.startswith("share.")]
    names = [before.weapons[name].holder if name in before.weapons else name for name in names]
    names += [str(line.args["unit"]) for line in event.lines if line.label == "leadership"]
    told = lost(after)
    for name in dict.fromkeys(names):
        unit = before.units.get(name)
        if unit is None or not unit.concealed or unit.cloak or unit.aboard:
            continue
        if state.nvr and (unit.at in state.gunflashes or any(hex_of(at) == hex_of(unit.at) for at in state.gunflashes)):
            continue
        if state.nvr:
            continue
        seen = bool(watched(state, unit.side, unit.at, low_label(unit)))
        yield "fire shows", seen, name in told


def of_struck(before: Before, event: Resolved, after: Sequence[Event]) -> Iterator[Compared]:
    """Who is struck with a PTC or more is known; who is not keeps his "?" (A12.14)."""
    if event.what not in ("fire", "vehicle-fire", "residual", "lane", "demolition"):
        return
    side = next((u.side for n, u in before.units.items() if n == event.subject), "")
    if event.subject in before.vehicles:
        side = before.vehicles[event.subject].side
    struck = before.moving if before.phase == "movement" else tuple(before.units)
    told = lost(after)
    shown = next((line.value for line in event.lines if line.label == "result"), "")
    if not shown or event.what in ("residual", "lane"):
        return
    for name in struck:
        unit = before.units.get(name)
        if unit is None or unit.at != event.target or unit.side == side or not unit.concealed or unit.aboard:
            continue
        if unit.cloak or type_of(unit) == "dummy" or unit.hidden or unit.stance == "bypass":
            continue
        if kind_of(shown) == "ift.none":
            yield "spared keeps", False, name in told


# Gain


def gains(state: State, name: str, unit: Unit) -> str:
    """How a unit may come under a "?" at the end of its Player Turn (A12.12): sure, by a die, or not at all."""
    if unit.broken or unit.berserk or unit.unarmed or unit.guard or unit.aboard or unit.at in state.melees:
        return ""
    if unit.concealed or unit.hidden or type_of(unit) == "dummy" or not unit.at:
        return ""
    if any(each.at == unit.at and each.side != unit.side for each in state.units.values()):
        return ""
    if any(each.at == hex_of(unit.at) and each.side != unit.side for each in state.vehicles.values()):
        return ""
    label, covered = low_label(unit), hides(state, unit.at, unit.stance)
    near = [eye for eye in eyes(state, unit.side, steady=False) if apart(hex_of(eye.at), hex_of(unit.at)) <= FAR]
    seen = watched(state, unit.side, unit.at, label, steady=False, most=99)
    close = [at for at in seen if apart(hex_of(at), hex_of(unit.at)) <= FAR]
    if not seen:
        return "sure" if covered or not near or state.nvr else "die"
    return "die" if covered and not close else ""


def drm_of(state: State, name: str, unit: Unit) -> int:
    """What the die for a "?" is modified by."""
    leads = [
        int(printed(each.kind)["leadership"]) + each.wounded
        for other, each in state.units.items()
        if other != name
        and type_of(each) == "leader"
        and each.at == unit.at
        and each.side == unit.side
        and not (each.broken or each.pinned or each.berserk or each.aboard)
    ]
    cover = ground.in_hex_cover(state, unit.at, "", unit) if not floor_of(unit.at) else 3
    drm = US[type_of(unit)] + min(leads, default=0) - cover - smoke_in(state, hex_of(unit.at))
    lax = type_of(unit) not in SMC and is_inexperienced(state.units, unit)
    stealthy = type_of(unit) == "hero" or unit.heroic
    return drm + lax - stealthy


def at_the_end(before: Before, now: State, hid: set[str]) -> State:
    """The position as a Player Turn ends, from what stood before it and after."""
    state = fork(before.state)
    state.units = {
        name: replace(unit, concealed=name not in hid and unit.concealed) for name, unit in now.units.items()
    }
    stunned = {name for name, vehicle in before.state.vehicles.items() if vehicle.stun == "stunned"}
    state.vehicles = {n: replace(v, stun="stunned") if n in stunned else v for n, v in now.vehicles.items()}
    state.melees = now.melees
    return state


def of_gain(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Who hides at the end of the Player Turn."""
    ends = [k for k, e in enumerate(events) if type(e).__name__ == "Began" and getattr(e, "what", "") == "player-turn"]
    if not ends or before.phase not in ("advance", "close-combat"):
        return
    events = events[: ends[0]]
    hid = {str(event.unit) for event in events if type(event).__name__ == "Hid"}  # type: ignore[attr-defined]
    rolls = [event.total for event in events if isinstance(event, Rolled) and event.why == "concealment"]
    state = at_the_end(before, now, hid)
    mine = {
        name: gains(state, name, unit)
        for name, unit in state.units.items()
        if unit.side == before.active and hex_of(unit.at) in field(state.scenario)
    }
    sure = {name for name, how in mine.items() if how == "sure"}
    diced = {name for name, how in mine.items() if how == "die"}
    yield "gain sure", sorted(sure), sorted(hid & (sure | (hid - diced)))
    yield "gain dice", len({state.units[name].at for name in diced}), len(rolls)
    if len({state.units[name].at for name in diced}) == len(rolls) == 1:
        luck = {name for name in diced if rolls[0] + drm_of(state, name, state.units[name]) <= GAINS}
        yield "gain by dice", sorted(luck), sorted(hid & diced)


def audited(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    if not is_clear(before.state) or not is_clear(now):
        return
    for place, event in enumerate(events):
        rest = events[place + 1 :]
        if type(event).__name__ == "Moved" and place == 0:
            yield from of_move(before, now, event, rest)
        elif isinstance(event, Resolved) and event.what == "fire":
            first = not any(isinstance(each, Resolved) and each.what == "fire" for each in events[:place])
            if first:
                yield from of_fire(before, event, [*events[:place], *rest])
                yield from of_struck(before, event, rest)
    yield from of_gain(before, now, events)
