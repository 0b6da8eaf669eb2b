"""The program's own words for the player at the terminal, in English and Japanese."""

from __future__ import annotations

import functools
import string
from pathlib import Path

_FOLDER = Path(__file__).parent / "texts"


class _Formatter(string.Formatter):
    """`{count:sample|samples}` counts."""

    def format_field(self, value: object, format_spec: str) -> str:
        from sandtable.kernel.text import counted

        return counted(value, format_spec) if "|" in format_spec else str(format(value, format_spec))


_FORMATTER = _Formatter()


@functools.cache
def _catalog(lang: str) -> dict[str, str]:
    from sandtable import datafile

    return datafile.read(_FOLDER / f"{lang}.yaml", dict[str, str])


def say(lang: str, key: str, **args: object) -> str:
    """The text of a key with its arguments put in."""
    return _FORMATTER.vformat(_catalog(lang)[key], (), args)
