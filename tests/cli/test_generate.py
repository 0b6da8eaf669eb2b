"""`sandtable generate`: scenarios made to order as data packs."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run

ORDER = ("generate", "panzer", "--year", "1943", "--size=platoon", "--rules", "basic", "--seed", "7")


def test_a_pack_is_written_that_can_be_checked(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    assert "made-1943-platoon-mixed-basic-7" in run(*ORDER, "-o", str(pack)).out
    assert (pack / "scenarios" / "made-1943-platoon-mixed-basic-7.yaml").exists()
    assert "no problem found" in run("check", str(pack)).out


def test_what_cannot_be_made_is_answered_with_what_can(run: Run, tmp_path: Path) -> None:
    wrong = run("generate", "panzer", "--year", "1950")
    assert wrong.code != 0
    assert "1941, 1942, 1943, 1944, 1945" in wrong.err
    assert "makes no scenarios to order" in run("generate", "primer").err
    assert "needs a value" in run("generate", "panzer", "--year").err
    (tmp_path / "pack").mkdir()
    assert "exists already" in run(*ORDER, "-o", str(tmp_path / "pack")).err
