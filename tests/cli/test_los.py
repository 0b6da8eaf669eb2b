"""Lines of sight explained at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games.primer.title import Primer

from .conftest import TITLE, Run

HILL = ("0304", "0807")
"""Behind the hill of 0404 one is not seen from its other side."""
OPEN = ("0304", "0305")


def test_a_line_is_told_step_by_step_with_the_verdict(run: Run) -> None:
    lines = run("los", TITLE, *HILL).out.splitlines()
    assert lines[0] == "0304 (level 0) to 0807 (level 0), 6 hexes"
    assert lines[1].split()[:3] == ["×", "0404", "Hill"]
    assert "[4.2]" in lines[1]
    assert lines[-1].startswith("Blocked by Hill, level 1, at 0404:")


def test_a_clear_line_is_told_in_two_lines(run: Run) -> None:
    assert run("los", TITLE, *OPEN).out.splitlines()[-1] == "The line of sight is clear."


def test_a_line_is_told_in_japanese(run: Run) -> None:
    assert "0404の丘（レベル1）に遮られる" in run("los", TITLE, *HILL, "--lang", "ja").out


def test_from_a_level_above_the_ground_one_looks_over_the_hill(run: Run) -> None:
    assert run("los", TITLE, "0304+2", "0807+2").out.splitlines()[-1] == "The line of sight is clear."


def test_a_line_as_json(run: Run) -> None:
    told = run("los", TITLE, *HILL, "--map", "holm", "--json").data
    assert told["clear"] is False
    assert told["blocked_by"]["at"] == told["steps"][0]["at"] == "0404"


def test_a_line_as_a_cross_section(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "los.svg"
    assert run("los", TITLE, *HILL, "-o", path).out.splitlines()[-1] == str(path)
    assert path.read_text(encoding="utf8").startswith("<svg")


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([*HILL, "--map", "west"], "there is no map 'west'; there are holm"),
        (["0304", "9999"], "the map has no hex '9999'; its hexes run from 0101"),
        (["0304", "0305/N"], "is not a place to look from"),
        ([*HILL, "-o", "los.txt"], "must end in .svg or .png"),
        ([*HILL, "-o", "no/such/los.svg"], "cannot be written"),
    ],
)
def test_what_cannot_be_explained_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("los", TITLE, *args)
    assert outcome.code == 2
    assert complaint in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_of_several_maps_one_is_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Primer, "sight_maps", lambda self: ("north", "south"))
    outcome = run("los", TITLE, *HILL)
    assert (outcome.code, "say which with --map: north, south" in outcome.err) == (2, True)


def test_a_title_that_does_not_explain_says_so(run: Run) -> None:
    outcome = run("los", "gsfg", "0101", "0102")
    assert (outcome.code, "does not explain lines of sight" in outcome.err) == (2, True)
