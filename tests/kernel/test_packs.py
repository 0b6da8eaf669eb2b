"""Which files of a data pack a title would read, by the folders of its own data."""

from __future__ import annotations

from pathlib import Path

from sandtable.kernel.packs import unread_files


def lay(folder: Path, *files: str) -> Path:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("{}", "utf-8")
    return folder


def faults(tmp_path: Path, *files: str) -> list[str]:
    own = lay(tmp_path / "own", "rules.yaml", "units/cards.yaml", "formations/german.yaml")
    return [fault.problem for fault in unread_files((own,), lay(tmp_path / "pack", *files))]


def test_a_pack_may_replace_files_in_a_folder_that_only_this_title_has(tmp_path: Path) -> None:
    assert faults(tmp_path, "formations/german.yaml", "units/cards.yaml", "maps/new.yaml") == []


def test_a_file_of_another_name_in_such_a_folder_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    assert faults(tmp_path, "formations/germans.yaml") == ["nothing reads this file: did you mean german.yaml?"]


def test_a_folder_that_the_title_does_not_have_is_refused_with_those_that_it_has(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "forces/german.yaml")
    assert fault.endswith("data stands in maps/, units/, tables/, scenarios/, text/, lessons/, formations/")


def test_the_rule_list_is_not_replaced(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "rules.yaml")
    assert "data stands in" in fault
