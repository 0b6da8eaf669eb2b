"""What aircraft and their loads are called."""

from __future__ import annotations

from sandtable.games.panzer.air.aircraft import aircraft_card
from sandtable.games.panzer.air.loads import loads_of
from sandtable.games.panzer.cards import Rockets
from sandtable.games.panzer.content import Content
from sandtable.kernel.text import Texts

AIR_KINDS = ("arms", "attack", "speed", "altitude", "hexes")
"""The kinds of options that air phases offer beside units, hexes and directions."""


def air_name(kind: str, ident: str, texts: Texts, content: Content) -> str | None:
    """The name of an aircraft, of what it may carry, or of a number of hexes; None for anything else."""
    if kind in ("unit", "aircraft") and ident in content.aircraft:
        return f"{aircraft_card(content, ident).name[texts.lang]} {ident.rpartition('-')[2]}"
    if kind == "hexes":
        return texts.phrase("fact.hexes", {"number": int(ident)})
    if kind == "arms":
        card_id, _, load = ident.partition("/")
        has = loads_of(content.cards.aircraft[card_id])[load]
        if isinstance(has, Rockets):
            return texts.phrase(
                "option.rockets", {"factors": texts.separator.join(map(str, has.F)), "number": has.attacks}
            )
        return texts.phrase("option.bombs", {"factor": has.F, "number": has.attacks})
    return None
