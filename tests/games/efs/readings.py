"""Positions for passages that can be read in two ways: on ground and with counters made to measure."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.efs.positions import TITLE, quiet
from sandtable.games.efs.content import Edge
from sandtable.games.efs.state import Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Refusal

LUGA, FACED, AVERTED = "1412", "1413", "1411"
"""A hex with a fortified line, a hex that it faces, and one behind it."""
MUD, SNOW, ICE = Weather(kind="mud"), Weather(kind="snow"), Weather(kind="snow", frozen=True)


def reason(found: object) -> str:
    """Why a thing is refused, or nothing."""
    return found.reason if isinstance(found, Refusal) else ""


def both(rule_id: str, played: object, other: object) -> pytest.MarkDecorator:
    """Run a test twice: as the passage is read unless a game says otherwise, and with its switch."""
    cases = [((), played), ((rule_id,), other)]
    return pytest.mark.parametrize(("switches", "expected"), cases, ids=["played", "other"])


def on_ground(
    units: Mapping[str, str],
    switches: tuple[str, ...],
    *,
    scenario: str = "luga-line",
    phase: str = "axis/movement",
    weather: Weather | None = None,
    steps: Mapping[str, int] | None = None,
    hexsides: Mapping[Edge, str] | None = None,
    parts: Mapping[str, str] | None = None,
    counters: Mapping[str, Mapping[str, object]] | None = None,
    card: Mapping[str, object] | None = None,
) -> Game:
    """A quiet position in which hexsides, hexes, counters and the card may be others than those that are printed."""
    game = quiet(units, scenario=scenario, phase=phase, weather=weather, steps=steps, switches=switches)
    here = TITLE.load(scenario, switches)
    for (one, other), feature in (hexsides or {}).items():
        here.hexsides[one, other] = here.hexsides[other, one] = frozenset(feature.split())
    here.parts.update({label: frozenset(part.split()) for label, part in (parts or {}).items()})
    here.counters.update({name: replace(here.counters[name], **more) for name, more in (counters or {}).items()})
    here.card = replace(here.card, **(card or {}))
    return Game(TITLE, here, game.state, game.dice)
