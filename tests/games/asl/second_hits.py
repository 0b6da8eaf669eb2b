"""A second reckoning of what the dice of shells come to: hits, where they strike, what they kill, the rate of fire,
breakdown and who gets out of a wreck.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.asl.second_effects import Before
from games.asl.second_opinion import Compared, figures
from games.asl.second_shots import KINDS, Piece, is_rolling, piece_of, wrong_hands
from sandtable.games.asl.state import State
from sandtable.kernel import Event, Line, Resolved, Rolled

SHOTS = ("at-vehicle", "shot")
SOLID = ("ap", "apcr", "apds")
NO_BLAST = ("smoke", "wp", "ir")
LEAST, MOST = 2, 12


def sum_of(lines: tuple[Line, ...]) -> int:
    """What is added to a To Hit DR."""
    told = [line for line in lines if not line.label.startswith("th.") and line.value[:1] in "+-"]
    return sum(int(line.value) for line in told if line.label not in ("roll", "column"))


def number_in(lines: tuple[Line, ...], label: str) -> int | None:
    return next((int(line.value) for line in lines if line.label == label), None)


def judged(kind: str, ammunition: str, total: int, final: int, number: int) -> str:
    """Whether a To Hit DR hits (C3.1, C3.7); nothing where another die decides."""
    if total == MOST:
        return "th.miss"
    if final > number:
        return "" if total == LEAST else "th.miss"
    if ammunition in NO_BLAST or (kind != "vehicle" and ammunition in SOLID):
        return "th.hit"
    if kind == "infantry":
        return "th.critical" if 2 * final < number else "th.hit"
    if total == LEAST:
        return "" if final == number else "th.critical"
    return "th.hit"


def of_hit(before: Before, kind: str, roll: Rolled, event: Resolved, ammunition: str) -> Iterator[Compared]:
    lines = event.lines
    number = number_in(lines, "th.number")
    veiled = event.target in before.vehicles and before.vehicles[event.target].concealed
    men = [u for u in before.units.values() if u.at == event.target]
    if (
        number is None
        or veiled
        or any(unit.concealed or unit.hidden for unit in men)
        or (kind == "area" and ammunition not in NO_BLAST)
    ):
        return
    moved = [each for name, each in before.units.items() if {name, each.guard} & set(before.moving)]
    ways = {(unit.stance, unit.at, unit.pinned, unit.broken) for unit in moved or men}
    if len(ways) > 1 or any(line.label == "unseen-firers" for line in lines):
        return
    doubled = min(roll.faces) if any(line.label == "th.lower-die" for line in lines) else 0
    mine = judged(kind, ammunition, roll.total, roll.total + doubled + sum_of(lines), number)
    if not ammunition:
        mine, told = mine.replace("critical", "hit"), event.result.replace("critical", "hit")
    else:
        told = event.result
    if mine:
        yield f"hits {kind}", mine, told


def of_kill(before: Before, hit: Rolled, roll: Rolled, event: Resolved, ammunition: str) -> Iterator[Compared]:
    """Where a hit strikes (C3.9), and what it does (C7.7)."""
    part = event.what.partition("-")[2]
    if hit.total > LEAST:
        yield "strikes", "turret" if hit.faces[0] < hit.faces[1] else "hull", part
    number, vehicle = number_in(event.lines, "tk.number"), before.vehicles.get(event.target)
    if number is None or vehicle is None:
        return
    burns = bool(figures("vehicles", "vehicles")[vehicle.kind].get("burns"))
    yield "kills", fate_of(roll.total, number, burns, part, ammunition), event.result


def fate_of(total: int, number: int, burns: bool, part: str, ammunition: str) -> str:
    if total == MOST:
        return "tk.none"
    if total < number:
        return "tk.burning" if total - burns <= number // 2 else "tk.eliminated"
    if total == number or (total == number + 1 and ammunition == "he"):
        return "tk.immobilized" if part == "hull" else "tk.shocked"
    return "tk.possible-shock" if total == number + 1 else "tk.none"


def rate_of(state: State, piece: Piece, spotted: bool) -> int:
    """The rate of fire that counts (C2.24)."""
    rate = int(piece.figures.get("rof", 0))
    if piece.marked or piece.is_latw or (piece.vehicle is not None and is_rolling(state, piece.name)):
        return 0
    if piece.unit is not None and (piece.unit.pinned or (piece.is_mortar and is_single(piece))):
        return 0
    return max(rate - spotted - bool(wrong_hands(state, piece)), 0)


def is_single(piece: Piece) -> bool:
    assert piece.unit is not None
    return figures("personnel", "personnel")[piece.unit.kind]["type"] in ("leader", "hero")


def of_rate(before: Before, now: State, name: str, roll: Rolled, spotted: bool) -> Iterator[Compared]:
    """Whether the weapon may fire again (C2.24), and whether it breaks down (C2.28)."""
    state, piece = before.state, piece_of(before.state, name)
    if piece is not None and piece.is_latw and "to_hit" not in piece.figures:
        return
    if piece is None or name in state.units or state.phase not in ("prep-fire", "defensive-fire", "movement"):
        return
    if piece.vehicle is not None:
        vehicle = now.vehicles.get(name)
        if vehicle is None or "ma" in (*vehicle.broken, *vehicle.disabled):
            return
        marked = any(each.startswith("ma:") for each in vehicle.fired)
    else:
        weapon = now.weapons.get(name)
        if weapon is None or weapon.broken or weapon.holder not in now.units:
            return
        marked = weapon.fire not in ("", "opportunity")
    yield "rate", roll.faces[0] <= rate_of(state, piece, spotted), not marked


def of_breakdown(before: Before, now: State, name: str, roll: Rolled) -> Iterator[Compared]:
    state, piece = before.state, piece_of(before.state, name)
    if piece is None or name in state.units:
        return
    printed = piece.figures.get("breakdown")
    removed = piece.figures.get("removed")
    number = int(printed or removed or MOST)
    short = piece.vehicle.shortage if piece.vehicle is not None else bool(piece.unit and piece.unit.shortage)
    low = piece.name in state.weapons and state.weapons[piece.name].low
    number -= 2 * piece.marked + (short or low) + 2 * bool(wrong_hands(state, piece))
    if piece.vehicle is not None:
        vehicle = now.vehicles.get(name)
        if vehicle is None:
            return
        broken = "ma" in (*vehicle.broken, *vehicle.disabled)
    else:
        weapon = now.weapons.get(name)
        broken = weapon is None or weapon.broken
    yield "shell breakdown", roll.total >= number, broken


def of_acquisition(
    before: Before, now: State, name: str, kind: str, target: str, events: Sequence[Event]
) -> Iterator[Compared]:
    """What a weapon has acquired after a shot: -1 by the first at a target, -2 by the next (C6.5)."""
    state, piece = before.state, piece_of(before.state, name)
    if piece is None or piece.is_latw or before.phase != now.phase:
        return
    was = state.vehicles.get(name) or state.weapons[name]
    has = now.vehicles.get(name) or now.weapons.get(name)
    if has is None or (target not in (*now.vehicles, *now.units) and kind == "vehicle"):
        return
    broken = has.broken if name in now.weapons else "ma" in (*has.broken, *has.disabled)  # type: ignore[union-attr]
    place = before.vehicles[target].at if kind == "vehicle" else target
    veiled = any(unit.concealed or unit.hidden for unit in now.units.values() if unit.at == place)
    if veiled or (kind == "vehicle" and now.vehicles[target].concealed):
        return
    marker = f"area:{place}" if kind == "area" else target
    gained = not (piece.vehicle is not None and is_rolling(state, name))
    kept = was.acquisition if was.acquired == marker else 0
    number = 0 if broken else min(kept + gained, 2)
    mine = (marker, number) if number else ("", 0)
    yield "acquired", mine, (has.acquired, has.acquisition)


def of_survival(before: Before, roll: Rolled, event: Event, after: Sequence[Event]) -> Iterator[Compared]:
    """Who gets out of a wreck (D5.6)."""
    name = event.vehicle  # type: ignore[attr-defined]
    vehicle = before.vehicles.get(name)
    if vehicle is None:
        return
    survival = figures("vehicles", "vehicles")[vehicle.kind]["survival"]
    worse = int(bool(vehicle.stun or vehicle.shock or vehicle.recalled))
    if roll.rule == "D3.4":
        worse += int(figures("vehicles", "armor_leaders")[vehicle.leader]["leadership"])
    escaped = {each.rule for each in after if type(each).__name__ == "CrewEscaped" and each.vehicle == name}  # type: ignore[attr-defined]
    if "crew" in figures("vehicles", "vehicles")[vehicle.kind]:
        yield "crew survives", roll.total + worse <= survival, roll.rule in escaped


def audited(before: Before, now: State, events: Sequence[Event], choice: str) -> Iterator[Compared]:
    frame: Any = before.state.stack[-1]
    shot = type(frame).__name__ == "Gunnery"
    if not shot:
        kind = ammunition = ""
    elif frame.target:
        kind, ammunition = frame.kind, choice.partition(":")[2].partition("-")[0]
    else:
        kind = KINDS.get(choice.partition(":")[0], "area") if not frame.kind else "area"
        ammunition = frame.kind
    roll = hit = None
    wrecked: Event | None = None
    for place, event in enumerate(events):
        if isinstance(event, Rolled):
            roll = event
            if event.why == "to-hit" and hit is None:
                hit = event
                none = any(type(each).__name__ == "Depleted" and not each.fired for each in events)  # type: ignore[attr-defined]
                if shot and not none:
                    told = next((each for each in events[place:] if isinstance(each, Resolved)), None)
                    kind_, at = (frame.kind, frame.target) if frame.target else (kind, choice.partition(":")[2])
                    yield from of_acquisition(before, now, frame.firer, kind_, at, events)
                    labels = {line.label for line in told.lines} if told is not None else set()
                    if told is not None and "unseen-firers" not in labels and before.phase == now.phase:
                        yield from of_rate(before, now, frame.firer, event, "case.spotted" in labels)
                    yield from of_breakdown(before, now, frame.firer, event)
            if event.why == "crew-survival" and wrecked is not None:
                yield from of_survival(before, event, wrecked, events[place + 1 :])
        elif type(event).__name__ == "Wrecked":
            wrecked = event
        elif isinstance(event, Resolved) and roll is not None and shot:
            if event.what in SHOTS and roll.why == "to-hit":
                yield from of_hit(before, kind, roll, event, ammunition)
            elif event.what in ("kill-hull", "kill-turret") and hit is not None and roll.why == "to-kill":
                named = "heat" if ammunition in ("fire", "desperate") else ammunition
                yield from of_kill(before, hit, roll, event, named)
