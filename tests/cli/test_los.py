"""Lines of sight explained at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.primer.title import Primer
from sandtable.hexgrid import LabelError
from sandtable.mechanics.sightline import Crossing, Eye, Obstacle, Sight, UnknownMap

from .conftest import TITLE, Run


def eye(at: str) -> Eye:
    return Eye(at, 0, ground=0, top=0, fill="#ddddaa")


WOODS = Crossing(
    at="A2",
    along=0.5,
    kind="map:woods",
    ground=0,
    level=3,
    top=3,
    fill="#226622",
    blocks=True,
    rule="4.2",
    reason="overlay.sight",
)
BLOCKED = Sight(eye("A1"), eye("A3"), 2, Obstacle("A2", "map:woods", 3, "4.2", "overlay.sight"), (WOODS,))


class Looking(Primer):
    """A title with two maps on which it explains lines of sight."""

    def sight_maps(self) -> tuple[str, ...]:
        return ("north", "south")

    def sight_on(self, map_name: str, viewer: str, target: str) -> Sight:
        if map_name not in self.sight_maps():
            raise UnknownMap(f"there is no map {map_name!r}")
        if "Z9" in (viewer, target):
            raise LabelError("the map has no hex 'Z9'")
        return BLOCKED


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.kernel.title", lambda title_id, packs=(): Looking(packs))


@pytest.mark.usefixtures("looking")
def test_a_line_is_told_step_by_step_with_the_verdict(run: Run) -> None:
    lines = run("los", "any", "A1", "A3", "--map", "north").out.splitlines()
    assert lines[0] == "A1 (level 0) to A3 (level 0), 2 hexes"
    assert lines[1].startswith("×")
    assert "[4.2]" in lines[1]
    assert lines[-1].startswith("Blocked at A2")


@pytest.mark.usefixtures("looking")
def test_a_line_is_told_in_japanese(run: Run) -> None:
    assert "遮られる" in run("los", "any", "A1", "A3", "--map", "north", "--lang", "ja").out


@pytest.mark.usefixtures("looking")
def test_a_line_as_json(run: Run) -> None:
    told = run("los", "any", "A1", "A3", "--map", "south", "--json").data
    assert told["clear"] is False
    assert told["blocked_by"]["at"] == "A2"
    assert [step["at"] for step in told["steps"]] == ["A2"]


@pytest.mark.usefixtures("looking")
def test_a_line_as_a_cross_section(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "los.svg"
    assert run("los", "any", "A1", "A3", "--map", "north", "-o", path).out.splitlines()[-1] == str(path)
    assert path.read_text(encoding="utf8").startswith("<svg")


@pytest.mark.usefixtures("looking")
@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["A1", "A3"], "say which with --map: north, south"),
        (["A1", "A3", "--map", "west"], "there is no map 'west'"),
        (["A1", "Z9", "--map", "north"], "the map has no hex 'Z9'"),
        (["A1", "A3", "--map", "north", "-o", "los.txt"], "must end in .svg or .png"),
        (["A1", "A3", "--map", "north", "-o", "no/such/los.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_explained_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("los", "any", *args)
    assert outcome.code == 2
    assert complaint in outcome.err


def test_a_title_that_does_not_explain_says_so(run: Run) -> None:
    outcome = run("los", TITLE, "0101", "0102")
    assert (outcome.code, "does not explain lines of sight" in outcome.err) == (2, True)
