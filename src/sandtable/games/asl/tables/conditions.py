"""Night, weather and air support (E1, E3, E7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from sandtable.games.asl.tables.parts import Die
from sandtable.mechanics.content import Strict, Table


class Seen(Strict, frozen=True):
    """How much farther than other things a moving vehicle is seen."""

    times: int
    over: int = 1

    @property
    def factor(self) -> Fraction:
        return Fraction(self.times, self.over)


class Starshell(Strict, frozen=True):
    """Who lights a starshell with which dr, and how far away."""

    number: Die
    range: int


class Straying(Strict, frozen=True):
    """Straying (E1.53): the Final DR from which on men stray, and its modifiers."""

    number: int
    no_leader: int
    hard: int
    """Where the first hex lies across woods, a slope or a fence."""


class NightTable(Table, frozen=True, kw_only=True):
    """Night (E1)."""

    visibility: int
    """What is added to attacks (E1.7)."""
    least: int
    most: int
    """How far the NVR can change."""
    buttoned: int
    """A buttoned-up tank sees one in so many as far."""
    seen: dict[Literal["tracked", "halftrack"], Seen]
    leader: Starshell
    others: Starshell
    starshell_radius: int
    round_turns: int
    """For how many Player Turns more an illuminating round burns."""
    fire_radius: int
    """How far a burning wreck or Blaze gives light."""
    straying: Straying
    radio_frees: Die
    """Up to which dr a tank frees another by radio (E1.21)."""
    hidden: int
    """How many hundredths of its squads a defender may hide (2.520)."""
    free_leaders: int
    """How many leaders of the Scenario Defender are free from the start (CG4)."""


class Weather(Table, frozen=True, kw_only=True):
    """How weather changes (E3.1), and dusk; what rain and mist hinder stands in the table of visibility."""

    rain_starts: int
    """From which DR on it begins to rain, or rains more."""
    rain_ends: int
    """Up to which DR the rain ends."""
    wind: int
    calm: int
    gust: int
    """The Original DR that bring a wind, end it, and bring a gust."""
    dusk: int
    dusk_turn: int
    """From which turn on an afternoon darkens (CG19)."""


class AirStrike(Strict, frozen=True):
    """Rockets or a bomb: numbers to hit, caliber, and what a near miss does."""

    vehicle: int
    hex: int
    caliber: int
    near_miss: int
    """By how much a roll may miss and still do something."""


class Air(Table, frozen=True, kw_only=True):
    """Air support (E7, CG21)."""

    aircraft: dict[int, int]
    """How many come, by the dr from which on."""
    first_turn: int
    sighting: int
    """Up to which Final DR a target is sighted."""
    concealing: int
    covered: int
    active: int
    """For a vehicle that has moved or fired."""
    friends: int
    friends_range: int
    burning: int
    mistaken_range: int
    strafe: int
    """The FP of strafing its hex."""
    strafe_beyond: int
    """The FP at the hexes behind it."""
    strafe_hexes: int
    rockets: AirStrike
    bomb: AirStrike
    bomb_miss: int
    """The FP where a bomb falls nearby."""
    anti_aircraft: int
    """What is added to fire at aircraft."""
    anti_aircraft_range: int
