"""What an AP shot of the Advanced Game may do, told before it is fired: how often it hits, where, and what then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.games.panzer.combat.armour import DIGITS, Blow, Strike, armor_at, penetrated, stopped_at
from sandtable.games.panzer.combat.hit_locations import location_hit
from sandtable.games.panzer.combat.number_of_hits import number_of_hits
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.tables.fire import Location, RateOfFire
from sandtable.kernel import Line

ROLLS = range(1, 101)
STOPPED = {"hidden": "6.5.2.2.3", "track-hit": "6.5.2.2.1", "track-hit-again": "6.5.2.2.1", "bounces": "6.5.2.3"}
"""The rule behind each way in which a hit does not go through."""


def chance(hundredths: int) -> str:
    return f"{hundredths}%"


def hit_chances(content: Content, rate: RateOfFire, number: int) -> list[Line]:
    """How likely a shot hits, and where the rate of fire allows it, how likely twice and three times."""
    rolls = Counter(number_of_hits(content, rate, number, roll) for roll in ROLLS)
    found = [Line("hit-chance", chance(100 - rolls[0]), "4.4.3.2.3")]
    return found + [Line(f"chance-of-{hits}", chance(rolls[hits]), "6.5.2.1/rof-qrf") for hits in (2, 3) if rolls[hits]]


def strikes(content: Content, blow: Blow) -> Iterator[Line]:
    """Where a hit strikes from one angle, how likely each place is, and what the hit does there.

    Hits low on the hull are told apart only where something hides them.
    """
    places: Counter[tuple[str, Strike | None]] = Counter()
    struck: dict[tuple[str, Strike | None], Location] = {}
    for digit in DIGITS:
        location = location_hit(content, blow.angle, digit, blow.shot)
        place = (location.rstrip("*"), stopped_at(content, blow, location))
        places[place] += 1
        struck[place] = location
    yield Line(f"hit-angle-{blow.angle}", "", "6.5.2.2")
    if blow.hull_down:
        yield Line(f"hull-down-{blow.hull_down}", "", "6.5.2.2.3")
    for place, digits in places.items():
        yield _strike(content, blow, struck[place], chance(10 * digits))


def _strike(content: Content, blow: Blow, location: Location, share: str) -> Line:
    """A place: the penetration against its armor, and the damage that a hit does if it goes through."""
    stop, named = stopped_at(content, blow, location), {"location": location.rstrip("*")}
    if stop is not None and stop != "bounces":
        return Line(f"strike-{stop}", share, STOPPED[stop], named)
    against: dict[str, str | int] = {
        **named,
        "penetration": blow.ammo.penetration(blow.band),
        "armor": armor_at(blow.card, location, blow.shot),
    }
    if stop is not None:
        return Line(f"strike-{stop}", share, STOPPED[stop], against)
    damage = Counter(penetrated(content, blow, digit) for digit in DIGITS)
    told = {"damaged": damage["damaged"], "out": damage["knocked-out"], "burns": damage["brewed-up"]}
    return Line("strike-penetrates", share, "6.5.2.5", {**against, **{k: chance(10 * v) for k, v in told.items()}})
