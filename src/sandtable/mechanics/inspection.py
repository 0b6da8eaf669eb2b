"""What there is to know of a hex or a counter, in words: what the map says of a hex, what has become of a counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from sandtable.board.board import Board
from sandtable.board.legend import Name
from sandtable.board.scene import Counter
from sandtable.kernel import Texts

_WORDS: dict[str, Name] = {
    "terrain": Name("Terrain", "地形"),
    "elevation": Name("Elevation", "標高"),
    "features": Name("Features", "地物"),
    "sides": Name("Hexsides", "ヘクスサイド"),
    "networks": Name("Networks", "交通網"),
    "regions": Name("Regions", "地域"),
}
_SEPARATOR = {"ja": "、"}


class Fact(NamedTuple):
    """Something to know of a hex or a counter, with the rule that says what it means."""

    label: str
    value: str
    rule: str = ""


class _Styled(Protocol):
    @property
    def name(self) -> Name: ...


def facts_of_hex(board: Board, label: str, lang: str) -> list[Fact]:
    """Everything that is printed in and around a hex. Raises LabelError if the map has no such hex."""
    info, legend = board.named(label), board.legend
    index = board.index[label]
    around = {feature for direction in range(6) for feature in board.side_features(index, direction)}
    through = {name for name, marks in board.networks.items() if any(marks[6 * index : 6 * index + 6])}
    found = {
        "terrain": legend.terrain[info.terrain].name.text(lang),
        "elevation": str(info.elevation) if info.elevation else "",
        "features": _names(info.features, legend.features, lang),
        "sides": _names(around, legend.sides, lang),
        "networks": _names(through, legend.networks, lang),
        "regions": _SEPARATOR.get(lang, ", ").join(
            name.text(lang) for region, name in legend.regions.items() if index in board.regions.get(region, ())
        ),
    }
    return [Fact(_WORDS[what].text(lang), value) for what, value in found.items() if value]


def facts_of_states(states: Iterable[str], rules: Mapping[str, str], texts: Texts) -> list[Fact]:
    """What has become of a counter, each with its rule."""
    return [Fact(texts.phrase("fact.state"), texts.name("state", state), rules.get(state, "")) for state in states]


def steps_of(counter: Counter, rule: str, texts: Texts) -> Fact:
    """The steps that a counter has left."""
    args = {"steps": counter.steps, "full": counter.full_steps}
    return Fact(texts.phrase("fact.steps"), texts.phrase("fact.steps-of", args), rule)


def _names(present: Iterable[str], styles: Mapping[str, _Styled], lang: str) -> str:
    """The names of those that are present, in the order of the legend."""
    shown = set(present)
    return _SEPARATOR.get(lang, ", ").join(style.name.text(lang) for key, style in styles.items() if key in shown)
