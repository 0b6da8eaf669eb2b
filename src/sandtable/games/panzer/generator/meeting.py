"""A meeting engagement as the file of a scenario: date, boards, weather, forces, objectives and victory by lot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import yaml

from sandtable import datafile
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.formations import Forces, PointsFile, load_forces
from sandtable.games.panzer.generator.drawing import Drawer, Drawn
from sandtable.games.panzer.generator.fitting import Draft
from sandtable.games.panzer.generator.lots import Lots
from sandtable.games.panzer.generator.objectives import NAMES, objectives
from sandtable.games.panzer.maps import BoardPlace, BoardsFile, DataFile, map_of
from sandtable.games.panzer.tables.generator import GeneratorFile, Nation, Size
from sandtable.kernel import Dial, Order, SandtableError

SIDES: tuple[Nation, ...] = get_args(Nation)
WEATHER = {
    "snow": ({"snow": True}, {"en": "Snow: no aircraft.", "ja": "雪。航空機は飛ばない。"}),
    "heat-haze": ({"heat_haze": True}, {"en": "Heat haze is in force.", "ja": "陽炎のルールを適用する。"}),
    "mud": ({}, {"en": "Mud: no aircraft.", "ja": "泥濘。航空機は飛ばない。"}),
    "overcast": ({}, {"en": "Overcast: no aircraft.", "ja": "曇天。航空機は飛ばない。"}),
    "clear": ({}, {"en": "Clear weather.", "ja": "晴天。"}),
}
"""What each weather changes, and what players are told of it."""
FLYING = ("clear", "heat-haze")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def tables_of(data_file: DataFile) -> GeneratorFile:
    path = data_file("tables/generator.yaml")
    return _tables(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _tables(path: Path, written: int) -> GeneratorFile:
    return datafile.read(path, GeneratorFile)


def dials(data_file: DataFile) -> tuple[Dial, ...]:
    """What the generator can be told."""
    tables = tables_of(data_file)
    years = {str(year): {"en": str(year), "ja": f"{year}年"} for year in tables.months}
    return (
        Dial("year", dict(tables.names["year"]), years, "1943"),
        Dial("size", dict(tables.names["size"]), {name: dict(each.name) for name, each in tables.sizes.items()},
             "company"),
        Dial("terrain", dict(tables.names["terrain"]),
             {name: dict(each.name) for name, each in tables.terrains.items()}, "mixed"),
        Dial("rules", dict(tables.names["rules"]), {name: dict(each) for name, each in tables.games.items()},
             "advanced"),
    )  # fmt: skip


def generate(data_file: DataFile, made: Order) -> str:
    """The file of a scenario. The same order gives the same text."""
    return str(yaml.safe_dump(_Meeting(data_file, made).file(), allow_unicode=True, sort_keys=False, width=118))


class _Meeting:
    def __init__(self, data_file: DataFile, made: Order) -> None:
        self._data_file, self._made = data_file, made
        self._tables = tables_of(data_file)
        self._forces: Forces = load_forces(data_file)
        self._lots = Lots(made.seed)
        self._year = int(made.settings["year"])
        self._size: Size = self._tables.sizes[made.settings["size"]]
        self._is_basic = made.settings["rules"] == "basic"

    def file(self) -> dict[str, Any]:
        """Everything in the order in which lots are drawn, the Germans before the Soviets."""
        months = self._tables.months[self._year]
        month = months[self._lots.roll(len(months)) - 1]
        date = f"{self._year}-{month:02}"
        layout = self._boards()
        weather = self._lots.up_to(next(each.up_to for each in self._tables.weather if month in each.months))
        if weather == "snow" and self._is_basic:
            weather = "overcast"
        grades = datafile.read(self._data_file("tables/points.yaml"), PointsFile).grades
        drawer = Drawer(self._lots, self._tables, self._forces, grades, self._size, date, vehicles_only=self._is_basic)
        flies = drawer.flyer() if self._size.air and weather in FLYING and not self._is_basic else None
        drawn = self._draw(drawer, flies)
        late = {side: [0, self._tables.late.second][: len(each.drafts)] for side, each in drawn.items()}
        for side, each in drawn.items():
            late[side] += [
                self._tables.late.second + self._lots.roll(self._tables.late.spread)
                for _ in each.drafts[len(late[side]) :]
            ]
        edges = self._edges()
        conditions, told = WEATHER[weather]
        return {
            **self._words(month, drawn),
            "source": "authored",
            "date": date,
            "game": self._made.settings["rules"],
            "layout": [[_place(place) for place in layout]],
            "turns": self._size.turns,
            "sets_up_first": "soviet" if self._made.seed % 2 else "german",
            "forces": {side: self._force(side, drawn[side], edges[side], late[side]) for side in SIDES},
            **({"conditions": conditions} if conditions else {}),
            "notes": [told],
            "victory": self._victory(layout, edges, bool(flies)),
            **self._handicap(drawn),
            "levels": {
                "victory": _rounded(self._size.points, self._tables.levels.victory),
                "decisive": _rounded(self._size.points, self._tables.levels.decisive),
            },
        }

    def _draw(self, drawer: Drawer, flies: Nation | None) -> dict[Nation, Drawn]:
        """Both forces, step by step: grades, formations, their grades, support; then brought to their points.

        Where one cannot be made as small as that, the other is brought halfway to what it has: a few heavy tanks are
        worth less in a meeting engagement than their points, since they cannot be everywhere.
        """
        force_grades = {side: drawer.force_grade(side) for side in SIDES}
        names = {side: drawer.formations(side) for side in SIDES}
        found = {
            side: Drawn(
                force_grades[side], [Draft.of(self._forces, name, drawer.grade(name)) for name in names[side]], [], []
            )
            for side in SIDES
        }
        for side in SIDES:
            found[side].batteries = drawer.batteries(side)
            found[side].flights = drawer.flights(side) if side == flies else []
        fitted = {side: drawer.fitted(side, found[side], self._size.points) for side in SIDES}
        most = max(self._size.points, *(each.points for each in fitted.values()))
        return {side: drawer.fitted(side, fitted[side], (self._size.points + most) // 2) for side in SIDES}

    def _boards(self) -> tuple[BoardPlace, ...]:
        """As many boards as the size asks for, each as printed or turned; a map that cannot be joined lies alone."""
        marks = datafile.read(self._data_file("tables/boards.yaml"), BoardsFile).marks
        weights = dict(self._tables.terrains[self._made.settings["terrain"]].boards)
        found: list[BoardPlace] = []
        while len(found) < self._size.boards and weights:
            board = self._lots.pick(weights)
            del weights[board]
            if board not in marks:
                return (BoardPlace(board),)
            found.append(BoardPlace(board, turned=self._lots.roll(2) == 2))
        return tuple(found)

    def _edges(self) -> dict[Nation, Edge]:
        if self._made.seed % 2:
            return {"german": "west", "soviet": "east"}
        return {"german": "east", "soviet": "west"}

    def _force(self, side: Nation, drawn: Drawn, edge: Edge, late: list[int]) -> dict[str, Any]:
        letters = [chr(ord("A") + place) for place in range(len(drawn.drafts))]
        groups = {letter: _group(draft) for letter, draft in zip(letters, drawn.drafts, strict=True)}
        rows = self._tables.edge
        area = {"edges": [{"edge": edge, "within": rows.set_up}]}
        set_up: list[dict[str, Any]] = []
        for letter, turn in zip(letters, late, strict=True):
            if turn == 0 or self._is_basic:
                set_up.append({"groups": [letter], "areas": [area]})
            else:
                entrance = {"edge": edge, "by": ["road", "path"], "near": rows.entrance}
                set_up.append({"groups": [letter], "entrances": [entrance], "turn": turn})
        observed = next((x for x in letters if self._tables.observer[side] in _added(groups[x])), letters[0])
        batteries = [
            {"support": name, "attachment": "attached", "to": observed}
            if place == 0 or not self._size.air
            else {"support": name, "attachment": "organic"}
            for place, name in enumerate(drawn.batteries)
        ]
        flights = [{"support": name, "turn": self._tables.late.aircraft} for name in drawn.flights]
        return {
            "grade": drawn.grade,
            "groups": groups,
            **({"batteries": batteries} if batteries else {}),
            **({"flights": flights} if flights else {}),
            "set_up": set_up,
            "leaves_by": [edge],
        }

    def _victory(
        self, layout: tuple[BoardPlace, ...], edges: Mapping[Nation, Edge], has_aircraft: bool
    ) -> list[dict[str, Any]]:
        board, prizes = map_of(self._data_file, (layout,)), self._tables.objectives
        places = objectives(board, (edges["german"], edges["soviet"]), self._size.objectives, self._tables.edge, prizes)
        if not places:
            raise SandtableError("the map has nothing to fight for")
        found: list[dict[str, Any]] = [
            {"kind": "control", "side": "both", "points": prizes.main if place == 0 else prizes.other,
             "hexes": [label], "name": {lang: f"{name} ({label})" for lang, name in NAMES[kind].items()}}
            for place, (kind, label) in enumerate(places)
        ]  # fmt: skip
        worth = self._tables.worth
        lost = {"en": "Enemy unit destroyed", "ja": "敵ユニットの撃破"}
        found.append({"kind": "destroy", "side": "both", "divisor": worth, "name": lost})
        if has_aircraft:
            down = {"en": "Aircraft shot down", "ja": "撃墜した航空機"}
            found.append({"kind": "shot-down", "side": "both", "divisor": worth, "name": down})
        return found

    def _handicap(self, drawn: Mapping[Nation, Drawn]) -> dict[str, Any]:
        """What a side has from the start for the points that it lacks, and for what its points say too much of it."""
        german, soviet = (self._owed(side, drawn) for side in SIDES)
        if german == soviet:
            return {}
        return {"handicap": {"german": german - soviet} if german > soviet else {"soviet": soviet - german}}

    def _owed(self, side: Nation, drawn: Mapping[Nation, Drawn]) -> int:
        lacks = max(each.points for each in drawn.values()) - drawn[side].points
        return _rounded(lacks, self._tables.made_good) + self._size.head_start.get(side, 0)

    def _words(self, month: int, drawn: Mapping[Nation, Drawn]) -> dict[str, Any]:
        """Name, description and briefing in both languages."""
        year, seed = self._year, self._made.seed
        size, terrain = self._size.name, self._tables.terrains[self._made.settings["terrain"]].name
        points = " : ".join(str(drawn[side].points) for side in SIDES)
        forces = {lang: self._forces_told(drawn, lang) for lang in ("en", "ja")}
        return {
            "name": {"en": f"Meeting engagement {year}, no. {seed}", "ja": f"遭遇戦{year}年 第{seed}番"},
            "description": {
                "en": f"{size['en']} meet in {MONTHS[month - 1]} {year}. Terrain: {terrain['en'].lower()}.",
                "ja": f"{year}年{month}月、{size['ja']}規模の遭遇戦。地形：{terrain['ja']}。",
            },
            "briefing": {
                "en": f"Two forces on the march meet where neither expected the other. {forces['en']} Points {points}.",
                "ja": f"行軍中の両軍が不意に遭遇する。{forces['ja']}ポイント {points}。",
            },
            "place": {"en": "Somewhere on the Eastern Front", "ja": "東部戦線のどこか"},
        }

    def _forces_told(self, drawn: Mapping[Nation, Drawn], lang: str) -> str:
        names = [
            [self._forces.formations[draft.formation].name[lang] for draft in drawn[side].drafts] for side in SIDES
        ]
        if lang == "ja":
            return f"ドイツ軍：{'、'.join(names[0])}。ソ連軍：{'、'.join(names[1])}。"
        return f"German: {', '.join(names[0])}. Soviet: {', '.join(names[1])}."


def _rounded(number: int, divisor: int) -> int:
    """A division, half a point up."""
    return (2 * number + divisor) // (2 * divisor)


def _place(place: BoardPlace) -> dict[str, Any]:
    return {"board": place.board, "turned": True} if place.turned else {"board": place.board}


def _group(draft: Draft) -> dict[str, Any]:
    plus = [{"element": name, "count": count} for name, count in draft.added.items() if count]
    minus = [
        {"element": name, "count": count - draft.parts[name]}
        for name, count in draft.full.items()
        if count > draft.parts[name]
    ]
    extra = {key: value for key, value in (("plus", plus), ("minus", minus)) if value}
    return {"formation": draft.formation, "grade": draft.grade, **extra}


def _added(group: Mapping[str, Any]) -> list[str]:
    return [part["element"] for part in group.get("plus", ())]
