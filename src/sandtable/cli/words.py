"""The program's own words for the player at the terminal, in English and Japanese."""

from __future__ import annotations

import functools
from pathlib import Path

_FOLDER = Path(__file__).parent / "texts"


@functools.cache
def _catalog(lang: str) -> dict[str, str]:
    from sandtable import datafile

    return datafile.read(_FOLDER / f"{lang}.yaml", dict[str, str])


def say(lang: str, key: str, **args: object) -> str:
    """The text of a key with its arguments put in."""
    return _catalog(lang)[key].format(**args)
