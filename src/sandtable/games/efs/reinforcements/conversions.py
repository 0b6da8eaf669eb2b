"""Chapter 8.6: units that are exchanged for others."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs import control
from sandtable.games.efs.events.reinforcements import Converted
from sandtable.games.efs.reinforcements.withdrawals import steps_of
from sandtable.games.efs.state import Box, Unit
from sandtable.games.efs.supply.states import worst
from sandtable.games.efs.units import Game, full_steps, is_armored, lacks_supply, side_of, take_off
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

TO_ACTIVE = Option("do:to-active", rule="8.62")
REBUILT: tuple[Box, ...] = ("active", "cadre", "eliminated", "cannot-rebuild")
"""The boxes of the Unit Rebuilding Track, the best first."""


@rule("8.6", "8.62")
def due(game: Game, side: str) -> list[str]:
    """The conversions of a side that are to be carried out: their turn has come, and all that go are supplied."""
    return [
        name
        for name, conversion in game.content.card.conversions.items()
        if conversion.turn <= game.state.turn
        and name not in game.state.conversions
        and all(side_of(game, unit_id) == side and may_be_removed(game, unit_id) for unit_id in conversion.remove)
    ]


@rule("6.35", "8.61", "8.62")
def may_be_removed(game: Game, unit_id: str) -> bool:
    """Whether a unit can be exchanged: in general supply, or in a box of the Unit Rebuilding Track."""
    unit = game.state.units[unit_id]
    return unit.box in REBUILT or (bool(unit.at) and not lacks_supply(game, unit_id))


@rule("8.63", "8.64")
def steps_received(game: Game, name: str) -> list[int]:
    """The steps of the units received: as many as those removed had lost are missing, and never more than they had.

    What is missing is taken from the last of several.
    """
    conversion = game.content.card.conversions[name]
    had = sum(steps_of(game, unit_id) for unit_id in conversion.remove)
    lost = sum(full_steps(game.content, unit_id) for unit_id in conversion.remove) - had
    full = [full_steps(game.content, unit_id) for unit_id in conversion.receive]
    left = max(min(sum(full) - lost, had), 0)
    found = []
    for most in full:
        found.append(min(most, left))
        left -= found[-1]
    return found


@rule("8.62", "8.72")
def with_their_markers(game: Game, unit: Unit, name: str) -> Unit:
    """A unit received on the map with the markers of those on the map that are removed: the worst state of supply, the
    longest Do Not Move marker, and of those in its own hex the garrison's.
    """
    removed = [game.state.units[unit_id] for unit_id in game.content.card.conversions[name].remove]
    on_map = [each for each in removed if each.at]
    return replace(
        unit,
        supply=worst(each.supply for each in on_map),
        do_not_move=max((each.do_not_move for each in on_map), default=0),
        garrison=any(each.garrison for each in on_map if each.at == unit.at),
    )


@rule("8.62", "18.45b", "18.45c")
def build_on(game: Game, name: str, label: str) -> None:
    """Who comes for the builder of a strongpoint goes on building it, unless that is armor."""
    site, conversion = game.state.strongpoints.get(label), game.content.card.conversions[name]
    heirs = [each for each in conversion.receive if game.state.units[each].at == label and not is_armored(game, each)]
    if site is not None and site.builder in conversion.remove and heirs:
        change(game, heirs[0], building=True)
        game.state.strongpoints[label] = replace(site, builder=heirs[0])


class Convert(Procedure, frozen=True):
    """Units are exchanged: the new ones come where one of the old ones was, or into the Active box."""

    conversion: str

    @rule("8.62", "8.64")
    def begin(self, game: Game) -> Decision | None:
        removed = game.content.card.conversions[self.conversion].remove
        hexes = sorted({game.state.units[unit_id].at for unit_id in removed} - {""})
        if not any(steps_received(game, self.conversion)) or not hexes:
            boxes = [box for box in REBUILT if any(game.state.units[unit_id].box == box for unit_id in removed)]
            self.exchange(game, "", boxes[0] if boxes else "cadre")
            return None
        options = tuple(Option(f"hex:{label}", rule="8.62") for label in hexes)
        return Decision(
            side_of(game, removed[0]), "convert", "8.62", (*options, TO_ACTIVE), {"units": ", ".join(removed)}
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.nobody-exchanged-there", "8.62", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(TO_ACTIVE.id):
            self.exchange(game, "", "active")
        else:
            self.exchange(game, choice.name, "")

    @rule("8.61", "8.62", "8.63", "8.64")
    def exchange(self, game: Game, at: str, box: Box) -> None:
        """Remove the old units for good and put the new ones in place; those that have no step go to the Cadre box."""
        game.finish()
        conversion = game.content.card.conversions[self.conversion]
        steps = steps_received(game, self.conversion)
        spent: Box = "active" if is_on(game.content, "spent-conversions-active") else "cadre"
        received: dict[str, Unit] = {}
        for unit_id, left in zip(conversion.receive, steps, strict=True):
            there = left > 0
            where: Box = box if there or box in ("cadre", "eliminated", "cannot-rebuild") else spent
            new = Unit(
                at=at if there else "",
                steps=max(left, 1),
                box=where,
                due=game.state.turn + 1 if where == "active" else 0,
            )
            received[unit_id] = with_their_markers(game, new, self.conversion) if new.at else new
        for unit_id in conversion.remove:
            take_off(game, unit_id, "aside", "8.61")
        for unit_id, new in received.items():
            game.state.units[unit_id] = new
        build_on(game, self.conversion, at)
        control.settle(game)
        game.state.conversions[self.conversion] = game.state.turn
        game.say(Converted(rule="8.62", removed=conversion.remove, received=conversion.receive))


PROCEDURES = (Convert,)
