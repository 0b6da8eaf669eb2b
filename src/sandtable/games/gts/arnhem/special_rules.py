"""The special rules of single scenarios, as their table describes them."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.mechanics.content import Strict, Table, Text

DAY_TURNS = ("07:00", "09:00", "11:00", "13:00", "15:00", "17:00", "night")


class Moment(Strict, frozen=True, kw_only=True):
    """A turn by its date and time."""

    date: int
    time: str


class BoatNight(Strict, frozen=True, kw_only=True):
    """A night on which there were boats, and whose."""

    date: int
    markers: int
    formation: str = ""
    division: str = ""


class SpecialRule(Strict, frozen=True, kw_only=True):
    """A special rule and its figures."""

    name: Text
    text: Text
    division: str = ""
    formation: str = ""
    unit: str = ""
    command: int | None = None
    contact: int = 0
    quality: int = 0
    steps: int = 0
    failure_steps: int = 0
    distance: int = 0
    measured_from: str = ""
    region: str = ""
    area: str = ""
    entry: str = ""
    ferry: str = ""
    dates: tuple[int, int] | None = None
    begins: Moment | None = None
    ends: Moment | None = None
    after: Moment | None = None
    turn: Moment | None = None
    leaves_on: int | None = None
    returns: Moment | None = None
    nights: tuple[BoatNight, ...] = ()


class SpecialRulesFile(Table, frozen=True, kw_only=True):
    """All special rules."""

    special: dict[str, SpecialRule]


def special(game: Game, name: str) -> SpecialRule | None:
    """A special rule, if the scenario has it."""
    if name not in game.content.special:
        return None
    return game.content.table("special-rules", SpecialRulesFile).special[name]


def order(date: int, time: str) -> int:
    """A number by which moments can be compared."""
    return date * len(DAY_TURNS) + DAY_TURNS.index(time)


def now(game: Game) -> int:
    """The number of the current turn among all moments."""
    box = game.content.track[game.state.turn]
    return order(box.date, box.time)


def holds(game: Game, row: SpecialRule) -> bool:
    """Whether a special rule with dates or times is in force in this turn."""
    if row.dates is not None and not row.dates[0] <= game.content.track[game.state.turn].date <= row.dates[1]:
        return False
    if row.begins is not None and now(game) < order(row.begins.date, row.begins.time):
        return False
    return row.ends is None or now(game) < order(row.ends.date, row.ends.time)
