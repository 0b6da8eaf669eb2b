"""Chapter 6.5.2.1: how often a shot hits, by the rate of fire, and which vehicles share the hits."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.combat.grades import reach_of_hits
from sandtable.games.panzer.combat.weapons import Aim, weapon_of, why_not
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.spotting_phase import spots
from sandtable.games.panzer.tables.fire import NumberOfHitsFile, RateOfFire
from sandtable.games.panzer.tables.parts import BANDS
from sandtable.games.panzer.units import Game, command_of, range_to
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in


@rule("6.5.2.1", "6.5.2.1/rof-n", "6.5.2.1/rof-qrf", "4.4.3.2.3")
def number_of_hits(content: Content, rate: RateOfFire, hit_number: int, roll: int) -> int:
    """How many hits the roll to hit has scored: none above the hit number."""
    return content.table("number-of-hits", NumberOfHitsFile).rates[rate].hits(hit_number, roll)


@rule("6.5.2.1")
def hit_bands(content: Content, rate: RateOfFire, hit_number: int) -> tuple[int, ...]:
    """The rolls at which another number of hits begins."""
    hits = [number_of_hits(content, rate, hit_number, roll) for roll in range(1, 101)]
    return tuple(roll + 1 for roll in range(1, 100) if hits[roll] != hits[roll - 1])


@rule("6.5.2.1/distribute-hits", "6.2.1.1.2")
def sharing_hits(game: Game, aim: Aim) -> list[str]:
    """The other vehicles to which further hits may go: legal targets near the first, in its range factor or nearer."""
    content, weapon = game.content, weapon_of(game, aim.firer, aim.weapon)
    board, at = content.board, game.state.units[aim.target].at
    band = weapon.band(aim.load, range_to(game, aim.firer, aim.target))
    assert band is not None
    found = []
    for i in board.within(board.index[at], reach_of_hits(game, aim.firer)):
        for other in units_in(game, board.labels[i]):
            legal = other != aim.target and why_not(game, replace(aim, target=other)) is None
            if not legal or not is_spotted_by(game, aim, other):
                continue
            its_band = weapon.band(aim.load, range_to(game, aim.firer, other))
            if its_band is not None and BANDS.index(its_band) <= BANDS.index(band):
                found.append(other)
    return found


@rule("4.4.1", "4.4.2", "6.5.2.1/distribute-hits")
def is_spotted_by(game: Game, aim: Aim, target: str) -> bool:
    """Whether fire may be aimed at a vehicle: one that the firer spotted in the Spotting Phase; for overwatch fire one
    that has fired or moved, and that it spots now.
    """
    if not aim.overwatch:
        return target in game.state.spotted.get(aim.firer, ())
    command = command_of(game, target)
    return (command.fired or command.moved) and spots(game, aim.firer, target)
