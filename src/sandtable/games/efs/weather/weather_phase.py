"""Chapter 5: the Weather Phase."""

from __future__ import annotations

from sandtable.games.efs.unwritten import Unwritten


class WeatherPhase(Unwritten, frozen=True):
    """A.1: the Axis player rolls for the weather of the turn (5.12 to 5.16), unless the card gives it.

    Sets `state.weather`: limits of a Dry climate (5.32, 5.33), lingering mud and snow (5.21, 5.22), what is frozen
    (5.23), limited artillery supply (13.51). Then flotillas in a storm are repositioned (22.55). To be written.
    """
