"""Riley's Road: the fighting for the road from Goch to Calcar, February 1945."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.asl.system import AslTitle


class RileysRoad(AslTitle):
    """Squad battles along the road; small actions to learn them, and the first morning."""

    id = "rileys_road"
    name: ClassVar[dict[str, str]] = {"en": "Riley's Road", "ja": "ライリーズ・ロード"}
    campaign_switches: ClassVar[tuple[str, ...]] = (
        "second-sniper", "minefields-by-the-counter", "junctions-need-all-around",
    )  # fmt: skip
