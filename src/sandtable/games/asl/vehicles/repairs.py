"""D3.7, C2.28: crews repair the weapons of their vehicles in the Rally Phase."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.events.vehicles import GunMended
from sandtable.games.asl.ordnance.firing import disable
from sandtable.games.asl.tables.morale import Rolls
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import alter, can_act, card_of, ordnance_slot, shaken
from sandtable.kernel import Line, rule


@rule("D3.7", "C2.28")
def mending(game: Game, side: str) -> list[str]:
    """The vehicles whose crews can try to repair a weapon: once in a Rally Phase each."""
    return [
        f"vehicle:{name}"
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side and vehicle.broken and can_act(vehicle) and not vehicle.tried
    ]


def end_repairs(game: Game) -> None:
    """The Rally Phase is over: who has tried to repair a weapon may try other things in this Player Turn."""
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.tried:
            alter(game, name, tried=False)


@rule("D3.7", "C2.28", "C13.5")
def mend(game: Game, vehicle_id: str) -> None:
    """A crew tries to repair the first of its weapons that has malfunctioned, the main armament before others."""
    figures, vehicle = game.content.table("crews", Crews), game.state.vehicles[vehicle_id]
    card = card_of(game, vehicle_id)
    arm = "ma" if "ma" in vehicle.broken else vehicle.broken[0]
    buttoned = not vehicle.exposed and not card.open_topped and arm != "ma"
    more = (figures.repair_buttoned if buttoned else 0) + shaken(vehicle)
    lost = game.content.table("rolls", Rolls).repair_removes
    number = figures.repair
    if card.carries is not None and arm == ordnance_slot(game, vehicle_id):
        number = game.content.weapons[card.carries].repair or 0
    names = ["mended" if face + more <= number else "lost" if face == lost else "none" for face in range(1, 7)]
    alter(game, vehicle_id, tried=True)
    seen = vehicle_seen_by(game, vehicle_id)
    lines = (Line("repair.mends", str(number - more), "D3.7"), Line("repair.loses", str(lost), "D3.7"))
    face = game.roll("d6", "repair", "D3.7", bands=names, seen_by=seen, of=vehicle_id, lines=lines)
    if names[face - 1] == "mended":
        alter(game, vehicle_id, broken=tuple(each for each in vehicle.broken if each != arm))
        game.say(GunMended(rule="D3.7", seen_by=seen, vehicle=vehicle_id, arm=arm))
    elif names[face - 1] == "lost":
        disable(game, vehicle_id, arm, lost=True)
