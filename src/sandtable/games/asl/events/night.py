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


NIGHT_EVENTS = (LitUp, WentOut, Uncloaked, Strayed, LostTheWay, MayMove, Released, NoStarshell)
