"""Chapter 12.4: reaction movement: who may react, how many, and where to."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from sandtable.board import CLOSED, Field
from sandtable.games.efs.content import quarters
from sandtable.games.efs.declaration.attackers import declared
from sandtable.games.efs.events.declaration import Reacted
from sandtable.games.efs.headquarters.command import PayCommand, why_unserved
from sandtable.games.efs.movement import fields
from sandtable.games.efs.movement.allowances import allowance_now, may_move
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.walking import Party, walk
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import OFF_MAP, SOVIET
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import Game, printed, side_of
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.destinations import path_to
from sandtable.mechanics.roster import enemy_hexes, occupier, units_of
from sandtable.mechanics.switches import is_on


def reacted(game: Game) -> list[str]:
    """The units that have reacted in this phase."""
    return [unit_id for attack in game.state.attacks.values() for unit_id in attack.reacted]


@rule("12.41", "12.41a")
def are_triggered(game: Game, unit_ids: Collection[str]) -> bool:
    """Whether units may react together: each needs a defender hex of its own within three hexes of where it began."""
    most = game.content.table("combat-modifiers", CombatModifiersFile).reaction_range
    hexes = sorted(declared(game))
    taken: dict[str, str] = {}

    def finds_hex(unit_id: str, tried: set[str]) -> bool:
        for label in hexes:
            if label not in tried and game.content.distance(game.state.units[unit_id].start, label) <= most:
                tried.add(label)
                if label not in taken or finds_hex(taken[label], tried):
                    taken[label] = unit_id
                    return True
        return False

    return all(finds_hex(unit_id, set()) for unit_id in unit_ids)


@rule("10.33", "12.41", "12.41a", "12.41b", "21.12c", "21.25", "21.53")
def may_react(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not move in reaction, if it may not."""
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    side = side_of(game, unit_id)
    if not unit.at:
        return Refusal("refused.off-map", "12.41a", about)
    if side == game.state.active and not printed(game, unit_id).box:
        return Refusal("refused.no-motorized-box", "12.41a", about)
    held = may_move(game, unit_id)
    if held is not None:
        return held
    if unit.overrun:
        return Refusal("refused.overrun", "12.41a", about)
    if in_enemy_zone(game, unit.at, side):
        return Refusal("refused.begins-in-zone", "12.41a", about)
    if unit.at in declared(game):
        return Refusal("refused.in-defender-hex", "12.41a", about)
    if not are_triggered(game, [unit_id]):
        return Refusal("refused.too-far-to-react", "12.41a", about)
    if not are_triggered(game, [*reacted(game), unit_id]):
        return Refusal("refused.no-trigger-left", "12.41", about)
    return why_not_commanded(game, unit_id) if side == SOVIET else None


@rule("12.41b", "21.12c", "21.53")
def why_not_commanded(game: Game, unit_id: str) -> Refusal | None:
    """Why no HQ lets a Soviet unit react."""
    if printed(game, unit_id).nkvd:
        return Refusal("refused.nkvd-never-reacts", "21.53", {"unit": unit_id})
    return why_unserved(game, (game.state.units[unit_id].at,))


def attacking_from(game: Game) -> set[str]:
    """The hexes of those designated to attack who are still on the map."""
    units = game.state.units
    places = {units[unit_id].at for attack in game.state.attacks.values() for unit_id in attack.attackers}
    return places - {OFF_MAP}


@rule("10.24", "10.27b", "10.33", "11.63", "12.42", "12.43")
def may_enter(game: Game, unit_id: str, label: str) -> Refusal | None:
    """Why a reacting unit may not enter a hex: enemies in it, ground that is closed to its side, another that reacted
    in a defender hex, or nobody of its own side next to those who attack or in an enemy zone of control.
    """
    side, about = side_of(game, unit_id), {"unit": unit_id, "hex": label}
    if label in enemy_hexes(game, side):
        return Refusal("refused.enemy-there", "10.24", about)
    if label in fields.closed_to(game.content, side):
        return Refusal("refused.closed", "10.27b", about)
    if label in shut_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", about)
    if any(game.state.units[other].at in shared_with(game, label) for other in reacted(game)):
        return Refusal("refused.one-reacts-into", "12.42", about)
    exposed = in_enemy_zone(game, label, side) or not attacking_from(game).isdisjoint(game.content.adjacent[label])
    return Refusal("refused.no-friend-there", "12.43", about) if exposed and occupier(game, label) != side else None


@rule("12.42")
def shared_with(game: Game, label: str) -> tuple[str, ...]:
    """The defender hexes that are one for reaction: each by itself, or by a switch all of a combat."""
    if label not in declared(game):
        return ()
    if not is_on(game.content, "one-reacts-into-a-combat"):
        return (label,)
    return next(attack.hexes for attack in game.state.attacks.values() if label in attack.hexes)


@rule("10.33", "12.42", "12.43")
def closed_in_reaction(game: Game, unit_id: str) -> bytes:
    """What each hex is to a unit that reacts: closed where it may not enter."""
    side, index = side_of(game, unit_id), game.content.board.index
    flags = bytearray(fields.barred_without_company(game, side))
    near = {label for at in attacking_from(game) for label in game.content.adjacent[at]}
    for label in near | declared(game):
        if may_enter(game, unit_id, label) is not None:
            flags[index[label]] |= CLOSED
    return bytes(flags)


@rule("12.41", "12.42", "12.43")
def reach_of(game: Game, unit_id: str) -> Field:
    """Where a unit can move in reaction: enemy zones of control cost nothing more, but it stops in them."""
    kinds = fields.kinds_of(game.content, side_of(game, unit_id), (unit_id,), False)
    start = fields.place(game.content, game.state.units[unit_id].at, fields.COUNTRY)
    flags = closed_in_reaction(game, unit_id)
    return fields.mover(game, kinds).field(start, allowance_now(game, unit_id), flags, zoc_enter=0, zoc_stop=True)


def destinations(game: Game, unit_id: str) -> list[Option]:
    """The hexes to which a unit may move in reaction, as options."""
    found = fields.options_for(game.content, allowance_now(game, unit_id)).options(reach_of(game, unit_id))
    return [option for option in found if option.id != f"hex:{game.state.units[unit_id].at}"]


@rule("12.41")
def reactors(game: Game, side: str) -> list[str]:
    """The units of a side that may move in reaction now."""
    able = [unit_id for unit_id in units_of(game, side) if may_react(game, unit_id) is None]
    return [unit_id for unit_id in able if destinations(game, unit_id)]


class React(Procedure, frozen=True):
    """A unit moves in reaction; of the Soviets, an HQ uses a command point for it."""

    side: str
    unit: str

    @rule("12.41", "12.42")
    def begin(self, game: Game) -> Decision:
        options = tuple(destinations(game, self.unit))
        return Decision(
            self.side, "react-to", "12.42", options, {"unit": self.unit}, continues=True, turns_to="ReactionPhase"
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        about = {"unit": self.unit, "hex": choice.name}
        return may_enter(game, self.unit, choice.name) or Refusal("refused.beyond-reaction", "12.41", about)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        lines = (Line("overstacked", "", "3.32", {"hex": choice.name}),)
        crowded = not room_for(game, [self.unit], choice.name)
        return Preview(path=self.path(game, choice.name), lines=lines if crowded else ())

    def path(self, game: Game, label: str) -> tuple[str, ...]:
        return path_to(fields.way_places(game.content), reach_of(game, self.unit), label)

    @rule("12.41", "12.42")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        option = next(each for each in destinations(game, self.unit) if each.id == f"hex:{choice.name}")
        path = self.path(game, choice.name)
        note_reaction(game, self.unit)
        game.say(Reacted(rule="12.41", unit=self.unit, path=path))
        walk(game, Party(self.side, (self.unit,)), path, quarters(option.cost or 0), "")
        game.goto("paid")
        if self.side == SOVIET:
            game.push(PayCommand(hexes=path[:1], cause="12.41b"))

    def paid(self, game: Game) -> None:
        game.finish()

    def paid_done(self, game: Game, hq: str) -> None:
        """The HQ has used its point; nothing hangs on which it was."""


@rule("12.41")
def note_reaction(game: Game, unit_id: str) -> None:
    """Note that a unit has reacted with one of the attacks that may have triggered it."""
    name = next(iter(game.state.attacks))
    attack = game.state.attacks[name]
    game.state.attacks[name] = replace(attack, reacted=(*attack.reacted, unit_id))


PROCEDURES = (React,)
