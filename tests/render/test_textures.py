"""What stands on the ground: no two cities alike, and no dots on open ground."""

from __future__ import annotations

import re

from sandtable.render.textures import VARIANTS, variants

RADIUS = 60.0
_HOUSE = re.compile(r"M-?[\d.]+ -?[\d.]+h")
_PATCH = re.compile(r'<ellipse[^>]* rx="([\d.]+)"')


def test_cities_differ_in_grain_and_outline() -> None:
    cities = variants("blocks", "#c9a9a0", RADIUS)
    assert len(set(cities)) == VARIANTS
    houses = [len(_HOUSE.findall(city)) for city in cities]
    assert max(houses) > 1.5 * min(houses)


def test_the_tones_of_open_ground_run_on_beyond_a_hex() -> None:
    drawn = "".join(variants("none", "#eae4c4", RADIUS))
    assert min(float(width) for width in _PATCH.findall(drawn)) > RADIUS
