"""What can be turned in a scenario to make it even: head starts, thresholds, turns, forces."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.datafile import FieldPath


class Change(msgspec.Struct, frozen=True):
    """A field of a scenario's file, named by the keys that lead to it, and what is to stand there.

    A value of None takes the field out.
    """

    field: FieldPath
    value: object


class Handle(msgspec.Struct, frozen=True):
    """Something that can be turned; each of its settings is a number with the changes that it takes."""

    id: str
    name: dict[str, str]
    now: int
    """The setting of the scenario as it stands."""
    settings: Mapping[int, tuple[Change, ...]]

    @property
    def values(self) -> list[int]:
        """The settings from the lowest to the highest."""
        return sorted(self.settings)
