"""E2.4 and CG11: civilians who tell where the enemy is."""

from __future__ import annotations

from sandtable.games.asl.concealment.revealing import reveal_unit, reveal_vehicle, shown_id
from sandtable.games.asl.control import first_holder
from sandtable.games.asl.events.morale import Informed
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.locations import buildings, hex_of, houses
from sandtable.games.asl.state import Mines, Unit
from sandtable.games.asl.tables.morale import Interrogation
from sandtable.games.asl.terrain.mines import find_mines
from sandtable.games.asl.terrain.works import find_works
from sandtable.games.asl.units import (
    Game,
    can_lend,
    change,
    friends_at,
    is_empty,
    is_good_order,
    is_leader,
    is_mmc,
    on_map,
    other,
)
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule


def _table(game: Game) -> Interrogation:
    return game.content.table("interrogation", Interrogation)


@rule("E2.4", "CG11")
def interrogators(game: Game, side: str) -> list[str]:
    """Who can ask in his building, a leader or men with one: one that their side has not held from the start, once a
    scenario."""
    found = []
    for name, unit in game.state.units.items():
        hex_ = hex_of(unit.at) if unit.at else ""
        house = houses(game.content).get(hex_)
        if unit.side != side or house is None or hex_ in game.state.rubble or not _is_led(game, unit):
            continue
        free = on_map(unit) and is_good_order(game, unit) and not unit.pinned and not unit.acted
        if free and house.building not in game.state.interrogated and first_holder(game.content, hex_) != side:
            found.append(f"unit:{name}")
    return found


@rule("E2.4")
def _is_led(game: Game, unit: Unit) -> bool:
    """Whether a unit is a leader, or a MMC beside one in Good Order."""
    if is_leader(game.content, unit):
        return True
    return is_mmc(game.content, unit) and any(can_lend(game, man) for _, man in friends_at(game, unit.at, unit.side))


@rule("E2.4", "CG11")
def interrogate(game: Game, unit_id: str) -> None:
    """A leader asks the people of a house; if they talk, the enemy must show one of those who hide near it."""
    unit = game.state.units[unit_id]
    building = houses(game.content)[hex_of(unit.at)].building
    game.state.interrogated[building] = True
    change(game, unit_id, acted=True)
    most = _table(game).numbers[game.content.personnel[unit.kind].side]
    talks = game.roll("d6", "interrogation", "E2.4", bands=(most + 1,), lines=at_most(most, "E2.4")) <= most
    game.say(Informed(rule="E2.4", unit=shown_id(game, unit_id), at=unit.at, talks=talks))
    if talks:
        game.push(Betrayed(side=other(unit.side), building=building))


@rule("E2.4")
def nearest_hidden(game: Game, building: str, side: str) -> list[str]:
    """What a side may show of what it hides: all in the hexes nearest to the building, within the range."""
    state, content = game.state, game.content
    hiding: dict[str, list[str]] = {}
    for name, unit in state.units.items():
        if unit.side == side and on_map(unit) and (unit.concealed or unit.hidden) and not is_empty(unit):
            shown = f"vehicle:{unit.covers}" if unit.covers else f"unit:{name}"
            hiding.setdefault(hex_of(unit.at), []).append(shown)
    for kept in (state.works, state.mines):
        for hex_, each in kept.items():
            hidden = not each.known or (isinstance(each, Mines) and each.unknown != "")
            if each.side == side and hidden and f"hex:{hex_}" not in hiding.get(hex_, ()):
                hiding.setdefault(hex_, []).append(f"hex:{hex_}")
    house = buildings(content)[building]
    far = {hex_: min(content.distance(hex_, label) for label in house) for hex_ in hiding}
    near = min(far.values(), default=_table(game).range + 1)
    if near > _table(game).range:
        return []
    return [option for hex_ in sorted(hiding) if far[hex_] == near for option in hiding[hex_]]


class Betrayed(Procedure, frozen=True):
    """A side must show one of its hidden or concealed units or works near a building."""

    side: str
    building: str

    @rule("E2.4")
    def begin(self, game: Game) -> Decision | None:
        found = nearest_hidden(game, self.building, self.side)
        if not found:
            game.finish()
            return None
        return Decision(self.side, "betrayed", "E2.4", tuple(Option(option, rule="E2.4") for option in found))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind in ("unit", "vehicle", "hex"):
            return Refusal("refused.betrayed", "E2.4", {"what": choice.name})
        return None

    @rule("E2.4")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """It is known from now on."""
        game.finish()
        if choice.kind == "unit":
            reveal_unit(game, choice.name, "E2.4")
            return
        if choice.kind == "vehicle":
            reveal_vehicle(game, choice.name, "E2.4")
            return
        game.reveal()
        find_works(game, choice.name)
        find_mines(game, choice.name)
