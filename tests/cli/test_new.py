"""A title of one's own: what is written, and which names are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sandtable.cli.new import SKELETON

from .conftest import TITLE, Run


def test_a_package_is_written_under_the_name_of_the_title(run: Run, tmp_path: Path) -> None:
    outcome = run("new", "red_devils", "--into", tmp_path)
    assert outcome.code == 0
    assert "sandtable play red_devils" in outcome.out
    project = tomllib.loads((tmp_path / "red_devils" / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["sandtable.titles"] == {"red_devils": "red_devils:TITLE"}
    title = (tmp_path / "red_devils" / "src" / "red_devils" / "title.py").read_text()
    assert "class RedDevils(HexTitle" in title
    assert '"Red Devils"' in title


def test_nothing_of_the_skeletons_own_name_is_left(run: Run, tmp_path: Path) -> None:
    run("new", "outpost", "--into", tmp_path)
    written = [path for path in (tmp_path / "outpost").rglob("*") if path.is_file()]
    assert len(written) == len([path for path in SKELETON.rglob("*.*") if path.suffix in {".py", ".yaml", ".toml"}]) + 2
    left = [path for path in written if "mygame" in f"{path} {path.read_text()}".lower().replace(" ", "")]
    assert left == []


def test_it_is_written_where_one_stands_unless_a_folder_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "outpost").out.startswith("outpost: ")
    assert list(tmp_path.iterdir()) == [tmp_path / "outpost"]


def test_json_lists_the_files(run: Run, tmp_path: Path) -> None:
    data = run("new", "outpost", "--into", tmp_path, "--json").data
    assert (data["title"], data["folder"]) == ("outpost", str(tmp_path / "outpost"))
    assert sorted(data["files"]) == sorted(
        str(path.relative_to(data["folder"])) for path in Path(data["folder"]).rglob("*") if path.is_file()
    )


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Outpost", "cannot be the name of a title: use small letters"),
        ("2nd_army", "with a letter first"),
        ("out-post", "cannot be the name of a title"),
        ("out__post", "single underscores"),
        ("../outpost", "cannot be the name of a title"),
        ("", "cannot be the name of a title"),
        ("o" * 31, "no more than 30"),
        (TITLE, f"there is a title {TITLE!r} already"),
        ("class", "means something in Python already"),
        ("json", "means something in Python already"),
        ("sandtable", "means something in Python already"),
        ("battle", "'Battle' is the name of something in every title"),
    ],
)
def test_a_name_that_cannot_be_is_refused(run: Run, tmp_path: Path, name: str, complaint: str) -> None:
    outcome = run("new", name, "--into", tmp_path)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert complaint in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "outpost").mkdir()
    outcome = run("new", "outpost", "--into", tmp_path)
    assert outcome.code == 2
    assert "outpost exists already" in outcome.err
    assert list(tmp_path.rglob("*")) == [tmp_path / "outpost"]


def test_a_folder_that_does_not_exist_is_named(run: Run, tmp_path: Path) -> None:
    outcome = run("new", "outpost", "--into", tmp_path / "nowhere")
    assert outcome.code == 2
    assert "does not exist" in outcome.err


def test_where_not_everything_can_be_written_nothing_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def until_the_disk_is_full(path: Path, text: str, **_: object) -> None:
        written.append(path)
        if len(written) == 5:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", until_the_disk_is_full)
    outcome = run("new", "outpost", "--into", tmp_path)
    assert outcome.code == 2
    assert "cannot be written: No space left on device" in outcome.err
    assert list(tmp_path.iterdir()) == []
