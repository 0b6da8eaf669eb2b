"""What the options of artillery can name, for those who number all options of a scenario."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.artillery.barrages import first_barrages
from sandtable.games.asl.artillery.modules import HARASSING, HE, ILLUMINATING, SMOKE
from sandtable.games.asl.content import Content

KINDS = ("battery", "barrage", "shell")
"""Kinds of options: batteries, Creeping Barrages, and what is fired for effect."""


def ids_of(content: Content, kind: str) -> Iterable[str]:
    """Everything that options of a kind can name."""
    if kind == "battery":
        return list(content.batteries)
    if kind == "barrage":
        return list(first_barrages(content))
    return (HE, HARASSING, SMOKE, ILLUMINATING)
