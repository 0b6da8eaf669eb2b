"""CG19, E3.51: what dusk, rain and mist take from sight."""

from __future__ import annotations

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight.lines import Hindrance

WEATHER = "weather:"
MIST, DUSK = "weather:mist", "weather:dusk"


def hindrance_label(each: Hindrance, firer_at: str = "", target_at: str = "") -> str:
    """How a Hindrance is called in the sum of an attack.

    Rain and dusk are Low Visibility that does not lessen Residual FP; mist does as something between the hexes (E3.51).
    """
    if not each.what.startswith(WEATHER):
        return "hindrance"
    within = bool(firer_at) and hex_of(firer_at) == hex_of(target_at)
    return "hindrance" if each.what == MIST and not within else "low-visibility"
