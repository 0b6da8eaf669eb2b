"""Chapter 6.1.4.3.10: smoke that units on the map fire directly, in the place of other fire, and that of engineers."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.panzer.cards import Gp, Leg
from sandtable.games.panzer.combat.ammunition import runs_short
from sandtable.games.panzer.combat.weapons import Weapon, bears_on, weapons_of
from sandtable.games.panzer.fire_events import AmmoShort
from sandtable.games.panzer.indirect.sheafs import ON_MAP
from sandtable.games.panzer.indirect.smoke import lay_smoke
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, lines
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.units import Game, card_of, command_chart, mark, order, printed, side_of
from sandtable.kernel import Choice, Decision, Procedure, Refusal, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.roster import units_in

ENGINEERS = "engineers"
"""What engineers throw: no weapon of a card."""
NEXT_TO = 1


@rule("6.1.4.3.10", "5.16.1")
def has_smoke(game: Game, weapon: Weapon) -> bool:
    """Whether a weapon fires smoke: its card says SMK."""
    cards = game.content.cards
    if weapon.attached:
        return cards.attached[weapon.id].smoke
    return weapon.id in cards.guns and cards.guns[weapon.id].smoke


@rule("5.9.3", "6.1.4.3.10")
def is_engineer(game: Game, unit_id: str) -> bool:
    """Whether a unit is one of dismounted engineers on foot."""
    card = card_of(game, unit_id)
    labelled = isinstance(card, Leg) and (card.engineer or "Engineer" in printed(game, unit_id).labels)
    return labelled and not game.state.units[unit_id].carrier


@rule("6.1.4.3.10")
def may_fire_smoke(game: Game, unit_id: str) -> bool:
    """Whether a unit has a command to fire, Fire or Short Halt, that it has not carried out."""
    command = game.state.commands.get(unit_id)
    return command is not None and not command.fired and command_chart(game.content)[command.order].fires == "direct"


@rule("6.1.4.3.10", "5.1.3.1", "5.6")
def smoke_reaches(game: Game, unit_id: str, at: str) -> list[str]:
    """The weapons with which a unit can put smoke on a hex: in range as for GP fire, and in the field of fire."""
    far = game.content.distance(game.state.units[unit_id].at, at)
    found = [
        weapon.id
        for weapon, row in smoke_weapons(game, unit_id)
        if row.min_range <= far <= row.reach and bears_on(game, unit_id, weapon, at)
    ]
    return [*found, ENGINEERS] if far == NEXT_TO and throws_smoke(game, unit_id, at) else found


@rule("5.1", "5.9.3", "6.1.4.3.10")
def throws_smoke(game: Game, unit_id: str, at: str) -> bool:
    """Whether engineers have a hex in the field of fire of their own weapons, which is before them if suppressed."""
    return is_engineer(game, unit_id) and bears_on(game, unit_id, weapons_of(game, unit_id)[0], at)


@rule("6.1.4.3.10", "5.1.3.1")
def smoke_weapons(game: Game, unit_id: str) -> list[tuple[Weapon, Gp]]:
    """The weapons with which a unit can fire smoke from where it is, each with the row that says how far."""
    unit = game.state.units[unit_id]
    if unit.carrier:
        return []
    return [
        (weapon, weapon.gp)
        for weapon in weapons_of(game, unit_id)
        if weapon.gp is not None and has_smoke(game, weapon) and not (weapon.attached and unit.floor)
    ]


@rule("6.1.4.3.10")
def holds_friends(game: Game, unit_id: str, at: str) -> bool:
    """Whether another unit of the same side is in a hex: smoke is not fired there."""
    side = side_of(game, unit_id)
    return any(other != unit_id and side_of(game, other) == side for other in units_in(game, at))


@rule("6.1.4.3.10")
def can_fire_smoke(game: Game, unit_id: str) -> bool:
    """Whether a unit may fire smoke on any hex now."""
    return may_fire_smoke(game, unit_id) and next(_hexes(game, unit_id), None) is not None


@rule("6.1.4.3.10")
def smoke_hexes(game: Game, unit_id: str) -> list[str]:
    """The hexes onto which a unit may fire smoke."""
    return sorted(_hexes(game, unit_id))


@rule("6.1.4.3.10")
def _hexes(game: Game, unit_id: str) -> Iterator[str]:
    """Those in reach and in sight, without other friends; no enemy is needed."""
    unit, known = game.state.units[unit_id], lines(game.content, changes(game))
    for at in known.seen_among(Viewpoint(unit.at, unit.floor), smoke_range(game, unit_id)):
        if not holds_friends(game, unit_id, at) and smoke_reaches(game, unit_id, at):
            yield at


@rule("6.1.4.3.10", "5.6")
def smoke_range(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes as far away as the smoke of a unit goes, wherever it points."""
    content, at = game.content, game.state.units[unit_id].at
    reaches = [(row.min_range, row.reach) for _, row in smoke_weapons(game, unit_id)]
    if is_engineer(game, unit_id):
        reaches.append((NEXT_TO, NEXT_TO))
    return frozenset().union(*(content.around(at, most) - content.around(at, least - 1) for least, most in reaches))


class DirectSmoke(Procedure, frozen=True):
    """A unit fires smoke on a hex instead of other fire. Comes to whether it has, for the step that pushes it."""

    firer: str

    @rule("6.1.4.3.10")
    def begin(self, game: Game) -> Decision:
        here = hex_options(game.content, "6.1.4.3.10")
        options = tuple(here[at] for at in smoke_hexes(game, self.firer))
        return Decision(
            side_of(game, self.firer), "smoke-hex", "6.1.4.3.10", options, {"unit": self.firer}, continues=True
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": self.firer, "hex": choice.name}
        if not smoke_reaches(game, self.firer, choice.name):
            return Refusal("refused.smoke-out-of-reach", "6.1.4.3.10", args)
        if holds_friends(game, self.firer, choice.name):
            return Refusal("refused.friends-in-smoke", "6.1.4.3.10", args)
        return Refusal("refused.smoke-out-of-sight", "6.1.4.3.10", args)

    @rule("6.1.4.3.10", "5.16.2.3")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Without ammunition there is no smoke, but the unit has fired and is marked for it all the same."""
        weapon_id = smoke_reaches(game, self.firer, choice.name)[0]
        order(game, self.firer, shown=True, fired=True)
        weapons = {weapon.id: weapon for weapon in weapons_of(game, self.firer)}
        weapon = weapons.get(weapon_id)
        quiet = weapon is not None and weapon.betrays_little("GP")
        if not quiet or game.state.units[self.firer].spot != "fire":
            mark(game, self.firer, "small-arms" if quiet else "fire")
        limit = None if weapon is None else weapon.limits.S
        if limit is not None and runs_short(game, limit, "smoke-limit"):
            game.say(AmmoShort(rule="5.16.2.3", unit=self.firer, load="smoke"))
            game.finish(False)
            return
        lay_smoke(game, choice.name, ON_MAP)
        game.finish(True)


PROCEDURES: tuple[type[Procedure], ...] = (DirectSmoke,)
