"""What happens at night, and to the weather."""

from __future__ import annotations

from sandtable.kernel import Event


class LitUp(Event, frozen=True, kw_only=True):
    """A starshell or an illuminating round burns above a hex."""

    hex: str
    kind: str
    """starshell or round."""
    radius: int


class WentOut(Event, frozen=True, kw_only=True):
    """A light has gone out."""

    hex: str


class Uncloaked(Event, frozen=True, kw_only=True):
    """A Cloaking counter was replaced by what is under it, or was a Dummy."""

    side: str
    at: str
    real: bool


class Strayed(Event, frozen=True, kw_only=True):
    """Men have lost their way in the dark and entered another hex than they wanted to."""

    units: tuple[str, ...]
    to: str


class LostTheWay(Event, frozen=True, kw_only=True):
    """Men have lost their way in the dark and stay where they are."""

    units: tuple[str, ...]


class MayMove(Event, frozen=True, kw_only=True):
    """A unit may move from now on."""

    unit: str


class Released(Event, frozen=True, kw_only=True):
    """The reinforcements of a side may enter from now on."""

    side: str


class NoStarshell(Event, frozen=True, kw_only=True):
    """A Starshell was tried for and did not go up."""

    unit: str


class WeatherChanged(Event, frozen=True, kw_only=True):
    """It begins to rain, rains more, or stops."""

    weather: str


class WindRose(Event, frozen=True, kw_only=True):
    """A mild wind blows."""

    wind: str
    """Where to: N, NE, SE, S, SW or NW."""


class WindFell(Event, frozen=True, kw_only=True):
    """The wind is over."""


class Gust(Event, frozen=True, kw_only=True):
    """A gust disperses SMOKE."""


class VisibilityChanged(Event, frozen=True, kw_only=True):
    """One sees farther at night, or less far."""

    nvr: int


class Drifted(Event, frozen=True, kw_only=True):
    """SMOKE is carried on by the wind."""

    at: str
    to: str


NIGHT_EVENTS = (
    LitUp, WentOut, Uncloaked, Strayed, LostTheWay, MayMove, Released, NoStarshell, WeatherChanged, WindRose, WindFell,
    Gust, VisibilityChanged, Drifted,
)  # fmt: skip
