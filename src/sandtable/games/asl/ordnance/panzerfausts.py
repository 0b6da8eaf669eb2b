"""C13.31: who may look for a Panzerfaust, and whether he has one."""

from __future__ import annotations

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.vehicles import FoundPanzerfaust
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.fire.pieces import (
    INHERENT,
    weapon_way,
)
from sandtable.games.asl.morale.casualties import Aftermath, break_unit, pin
from sandtable.games.asl.ordnance.at_movers import count_shot
from sandtable.games.asl.ordnance.shots import (
    Shot,
    Way,
)
from sandtable.games.asl.tables.ordnance import Panzerfaust
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.units import Game, change, is_smc, is_squad
from sandtable.kernel import of_content, rule

PF = "pf"


@of_content
def has_panzerfausts(content: Content, side: str) -> bool:
    return any(card.type == "pf" and card.side == side for card in content.weapons.values())


@rule("C13.31", "CG15")
def panzerfaust_way(game: Game, unit_id: str) -> Way | None:
    """In which way a unit may look for a Panzerfaust and fire it now: one that may still use a support weapon."""
    state, unit = game.state, game.state.units[unit_id]
    if not state.shots.get(unit.side):
        return None
    if not has_panzerfausts(game.content, unit.side):
        return None
    if unit.unarmed or unit.guard or (unit_id in crews(game) and state.weapons[crews(game)[unit_id]].used):
        return None
    first = PF not in unit.spent
    if not first and (INHERENT in unit.spent or not is_squad(game.content, unit) or "pf2" in unit.spent):
        return None
    mode = weapon_way(game, unit_id, PF if first else "pf2", unit.fire, berserk=True)
    return None if mode is None else mode  # type: ignore[return-value]


@rule("C13.31", "A12.16")
def find_panzerfaust(game: Game, unit_id: str, shot: Shot, aftermath: Aftermath) -> bool:
    """A unit looks for a Panzerfaust; whether it has one. An Original 6 pins it, or breaks one that is pinned."""
    figures, unit = game.content.table("panzerfaust", Panzerfaust), game.state.units[unit_id]
    gives_away(game, unit_id, "checks-panzerfaust")
    more = figures.year
    if is_smc(game.content, unit):
        more += figures.smc
    elif not is_squad(game.content, unit):
        more += figures.half_squad
    more += figures.cx if unit.cx else 0
    more += figures.not_armored if shot.type != "vehicle" else 0

    def outcome(face: int) -> str:
        return "pinned" if face == figures.pins else "found" if face + more <= figures.number else "none"

    seen, bands = seen_by(game, unit_id), [outcome(each) for each in range(1, 7)]
    lines = at_most(figures.number - more, "C13.31")
    face = game.roll("d6", "panzerfaust", "C13.31", bands=bands, seen_by=seen, lines=lines)
    found = outcome(face) == "found"
    game.say(FoundPanzerfaust(rule="C13.31", seen_by=seen, unit=unit_id, found=found))
    if found:
        game.state.shots[unit.side] -= 1
        return True
    name = PF if PF not in unit.spent else "pf2"
    change(game, unit_id, spent=(*unit.spent, name))
    if not is_squad(game.content, unit):
        change(game, unit_id, fire={"prep": "prep", "first": "first"}.get(shot.way, "final"))
    count_shot(game, unit_id)
    if outcome(face) == "pinned":
        if unit.pinned:
            break_unit(game, unit_id, "C13.31", aftermath)
        else:
            pin(game, unit_id, "C13.31")
    return False
