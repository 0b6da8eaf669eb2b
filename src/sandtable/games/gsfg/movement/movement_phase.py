"""Chapters 5 and 10: the movement phase of a group."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.air import air_mobile, transport
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.movement.move import Move, is_pinned, why_immobile
from sandtable.games.gsfg.optional import special_forces
from sandtable.games.gsfg.reinforcements import arrival, link_up
from sandtable.games.gsfg.state import NATO, OFF_MAP
from sandtable.games.gsfg.supply import in_aerial_supply
from sandtable.games.gsfg.units import (
    Game,
    counter,
    group_of,
    hexes_of,
    is_multinational,
    of_group,
    positions,
    units_in,
)
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, of_content, rule

DONE = Option("do:done", rule="10.2")
AERIAL_SUPPLY = Option("do:aerial-supply", rule="6.9")


class MovementPhase(Procedure, frozen=True):
    """A group moves its units, one or one stack at a time."""

    side: str
    group: str

    @rule("5.8", "7.6", "6.9", "10.5")
    def begin(self, game: Game) -> None:
        """Note what holds at the start of the phase, then let what comes first come first."""
        state = game.state
        state.entered.clear()
        game.memo.pop("movable", None)
        held = hexes_of(game, self.side)
        fed = {label: state.aerial_supply != OFF_MAP and in_aerial_supply(game, label) for label in held}
        mixed = {label: self.side == NATO and is_multinational(game, units_in(game, label)) for label in held}
        for unit_id in of_group(game, self.group):
            unit = state.units[unit_id]
            now = replace(
                unit,
                start=unit.at,
                pinned=is_pinned(game, unit_id, unit),
                mixed=mixed[unit.at],
                fed_by_air=fed[unit.at],
                moved=False,
                rested=False,
            )
            if now != unit:
                state.units[unit_id] = now
        game.goto("move")
        arrival.start_of_movement(game, self.group)

    @rule("10.1", "10.2")
    def move(self, game: Game) -> Decision:
        return Decision(self.side, "move-unit", "10.1", tuple(self.options(game)))

    def options(self, game: Game) -> list[Option]:
        """Whatever may move or be done next."""
        options = movable(game, self.group)
        queue = arrival.queue(game, self.group)
        options += arrival.entering(game, queue)
        options += special_forces.movable(game, self.group)
        options += link_up.options(game, self.group)
        if transport.may_fly_supply(game, self.side):
            options.append(AERIAL_SUPPLY)
        if not queue.must_enter:
            options.append(DONE)
        return options

    def move_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "done"):
            return Refusal("refused.must-enter", "9.2")
        if choice.kind == "sf":
            return special_forces.refuse_marker(game, choice.name, self.group)
        return refuse_unit(game, choice.name, self.group) if choice.kind == "unit" else None

    def move_chosen(self, game: Game, choice: Choice) -> None:
        if choice == ("do", "done"):
            game.goto("end")
        elif choice == ("do", "aerial-supply"):
            game.push(transport.FlySupply(side=self.side))
        elif choice.kind == "link":
            link_up.form(game, choice.name)
        elif choice.kind == "sf":
            game.push(special_forces.MoveMarker(marker=choice.name))
        elif choice.name in game.state.units:
            game.push(begin_move(game, choice.name))
        else:
            game.push(arrival.Enter(unit=choice.name))

    @rule("6.9")
    def end(self, game: Game) -> None:
        """What the end of a movement phase brings: units that left the reach of aerial supply are no longer fed."""
        for unit_id, unit in game.state.units.items():
            if unit.fed_by_air:
                game.state.units[unit_id] = replace(unit, fed_by_air=False)
        game.finish()
        special_forces.displace(game)


def begin_move(game: Game, unit_id: str) -> Procedure:
    """The procedure by which a unit moves."""
    if counter(game, unit_id).type == "air_mobile":
        return air_mobile.Rebase(unit=unit_id)
    return Move(units=(unit_id,))


@rule("10.2", "10.3")
def movable(game: Game, group: str) -> list[Option]:
    """The units of a group that may still move in this phase: ever fewer, so that only those that change are asked."""
    log, phase = positions(game).log, (game.state.turn, group)
    seen, read, could = game.memo.get("movable", (None, 0, {}))
    if seen != phase:
        known = unit_options(game.content)
        could = {unit_id: known[unit_id] for unit_id in of_group(game, group) if why_immobile(game, unit_id) is None}
        read = len(log)
    for unit_id in log[read:]:
        if unit_id in could and (unit_id not in game.state.units or why_immobile(game, unit_id) is not None):
            del could[unit_id]
    game.memo["movable"] = (phase, len(log), could)
    return list(could.values())


@of_content
def unit_options(content: Content) -> dict[str, Option]:
    """The option of moving each unit."""
    return {unit_id: Option(f"unit:{unit_id}", rule="10.1") for unit_id in content.counters}


def refuse_unit(game: Game, unit_id: str, group: str) -> Refusal | None:
    """Why a unit is not among those that may move."""
    if unit_id in game.state.units:
        if group_of(game, unit_id) != group:
            return Refusal("refused.not-in-group", "5.4", {"unit": unit_id})
        return why_immobile(game, unit_id)
    if unit_id in game.state.lost:
        return Refusal("refused.eliminated", "10.1", {"unit": unit_id})
    return arrival.refuse_entry(game, unit_id, group) if unit_id in game.content.counters else None
