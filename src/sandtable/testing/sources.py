"""Checks of what data files say of themselves: where their figures come from, and which rules use them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from sandtable import datafile
from sandtable.datafile import DataError, Document, FieldPath

SOURCES = ("seed", "derived", "authored")
"""Figures stand in the rulebook, follow from figures that do, or are ours."""


def faults_of_sources(path: Path, rule_ids: Collection[str]) -> Iterator[DataError]:
    """Sources that are none, wherever they are named in a file, and rules that the rule list does not have."""
    document = datafile.read_document(path, object)
    yield from _unknown_sources(document, document.value, ())
    rules = document.value.get("rules", ()) if isinstance(document.value, dict) else ()
    for place, rule_id in enumerate(rules if isinstance(rules, list) else ()):
        if rule_id not in rule_ids:
            yield document.error(("rules", place), f"{rule_id!r} is not in the rule list")


def _unknown_sources(document: Document[object], value: object, where: FieldPath) -> Iterator[DataError]:
    if isinstance(value, dict):
        source = value.get("source", SOURCES[0])
        if source not in SOURCES:
            yield document.error((*where, "source"), f"expected {' or '.join(SOURCES)}, found {source!r}")
        for key, inner in value.items():
            yield from _unknown_sources(document, inner, (*where, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _unknown_sources(document, inner, (*where, place))
