"""Positions as pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import SCENARIO, TITLE, Run


def test_a_scenario_as_svg(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    assert run("render", f"{TITLE}/{SCENARIO}", "-o", path).out == f"{path}\n"
    assert 'id="hex-0101"' in path.read_text(encoding="utf8")


def test_a_title_stands_for_its_first_scenario(run: Run, tmp_path: Path) -> None:
    run("render", TITLE, "-o", tmp_path / "title.svg")
    run("render", f"{TITLE}/bridge", "-o", tmp_path / "scenario.svg")
    assert (tmp_path / "title.svg").read_bytes() == (tmp_path / "scenario.svg").read_bytes()


def test_a_saved_game_as_png(run: Run, tmp_path: Path, halfway: Path) -> None:
    sizes = []
    for scale in ("0.2", "0.4"):
        assert run("render", halfway, "-o", tmp_path / "map.png", "--scale", scale).code == 0
        content = (tmp_path / "map.png").read_bytes()
        assert content.startswith(b"\x89PNG")
        sizes.append(int.from_bytes(content[16:20], "big"))
    assert sizes[1] == pytest.approx(2 * sizes[0], abs=2)


def test_a_side_does_not_see_what_is_hidden(run: Run, tmp_path: Path) -> None:
    for side in ("blue", "red"):
        run("render", TITLE, "-o", tmp_path / f"{side}.svg", "--side", side)
    assert (tmp_path / "blue.svg").read_bytes() != (tmp_path / "red.svg").read_bytes()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["-o", "map.txt"], "must end in .svg or .png"),
        (["-o", "no/such/folder/map.svg"], "cannot be written"),
        (["-o", "map.png", "--scale", "0"], "scale above 0"),
        (["-o", "map.svg", "--side", "green"], "has no side 'green'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("render", TITLE, *args)
    assert outcome.code == 2
    assert complaint in outcome.err
    assert list(tmp_path.iterdir()) == []
