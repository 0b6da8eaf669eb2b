"""A small action with batteries, a barrage and aircraft, played by the staff from its plans to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.asl.events.air import AircraftCame
from sandtable.games.asl.events.artillery import BarrageFell, FiredForEffect, SpottingRound
from sandtable.games.rileys_road.title import RileysRoad
from sandtable.kernel import Table, View

CHANGES = {
    "weather: overcast}": "weather: clear}",
    "    conceals: true\n": "    conceals: true\n    batteries: [de-oba-mtr81]\n    registered: [1]\n"
    "    exchanges_radio: true\n",
    "{de-lmg: 2, de-mmg: 1}": "{de-lmg: 2, de-mmg: 1, de-radio: 1}",
    "de-mmg, de-l91]": "de-mmg, de-l91, de-radio]",
    "    san: 2\n": "    san: 2\n    batteries: [ca-oba-art114, ca-oba-mtr76]\n    registered: [0, 2]\n"
    "    supply: plentiful\n    barrages: 1\n    air_groups: 2\n",
    "{ca-lmg: 3, ca-mmg: 1, ca-mtr51: 2}": "{ca-lmg: 3, ca-mmg: 1, ca-mtr51: 2, ca-radio: 2}",
    "ca-lmg, ca-l81]": "ca-lmg, ca-l81, ca-radio]",
    "ca-mmg, ca-l92]": "ca-mmg, ca-l92, ca-radio]",
}
"""What the action across the plough is given, beside its infantry."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    text = RileysRoad().data_file("scenarios/farm.yaml").read_text(encoding="utf-8")
    for old, new in CHANGES.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "farm.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "pack.yaml").write_text("title: rileys_road\nname: {en: Shells, ja: 砲撃}\n", encoding="utf-8")
    return Table.new(RileysRoad(packs=(tmp_path,)), "farm", seed=4)


@pytest.mark.rule("rileys_road:C1.21", "rileys_road:C1.9", "rileys_road:I.3")
def test_the_staff_plans_calls_and_fires_its_artillery_and_sends_its_aircraft(table: Table) -> None:
    title = table.title
    staffs = {side: title.bots["greedy"](1) for side in ("german", "canadian")}
    for side, kind in (("canadian", "ca-oba-art114"), ("canadian", "ca-oba-mtr76"), ("german", "de-oba-mtr81")):
        battery = next(each for each in table.game.state.batteries.values() if each.kind == kind)
        assert battery.side == side
        assert battery.black == (9 if side == "canadian" else 8), "plentiful ammunition is one black chit more"
    prompts = set()
    for _ in range(3000):
        if table.game.state.result is not None:
            break
        decision = table.game.decisions[0]
        prompts.add(decision.prompt)
        view = View(table.game, decision.side)
        table.choose(staffs[decision.side].choose(view, decision), decision.side)
    assert table.game.state.result is not None
    kinds = {type(event) for event in table.events}
    assert {SpottingRound, FiredForEffect, BarrageFell, AircraftCame} <= kinds
    assert {"register-hex", "record-barrage", "exchange-radio", "contact", "call-aircraft"} <= prompts
