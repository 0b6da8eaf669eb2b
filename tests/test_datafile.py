"""Data files are read strictly, and a bad one is refused with file, line and field."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from sandtable.datafile import DataError, heard_by, read, read_document

Write = Callable[[str | bytes], Path]


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    at: str
    steps: int = 1
    name: str | dict[str, str] = ""
    losses: dict[str, dict[str, int]] = {}


class Units(msgspec.Struct, forbid_unknown_fields=True):
    units: dict[str, Unit]
    turns: list[int] = []
    start: date | None = None
    ranges: dict[int, str] = {}
    tags: frozenset[str] = frozenset()


class Table(msgspec.Struct, forbid_unknown_fields=True):
    rows: list[Unit]

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("a table needs rows")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(text: str | bytes) -> Path:
        path = tmp_path / "units.yaml"
        path.write_bytes(text if isinstance(text, bytes) else dedent(text).encode())
        return path

    return write_file


def refusal(path: Path, type_: type[object] = Units) -> tuple[int | None, str, str]:
    with pytest.raises(DataError) as caught:
        read(path, type_)
    assert caught.value.path == path
    return (caught.value.line, caught.value.field, caught.value.problem)


def test_a_good_file_becomes_typed_values(write: Write) -> None:
    path = write("""\
        units:
          1st-airborne: {at: "1004", steps: 2, name: {en: 1st Airborne, ja: 第1空挺師団}}
        turns: [1, 2]
        start: 1944-09-17
        ranges: {1: near, 2: far}
        """)
    assert read(path, Units) == Units(
        units={"1st-airborne": Unit("1004", 2, {"en": "1st Airborne", "ja": "第1空挺師団"})},
        turns=[1, 2],
        start=date(1944, 9, 17),
        ranges={1: "near", 2: "far"},
    )


def test_digits_with_a_leading_zero_stay_text(write: Write) -> None:
    path = write("{0101: 0102, 0709: 0808, 0: 10}")
    assert read(path, dict[str | int, str | int]) == {"0101": "0102", "0709": "0808", 0: 10}


def test_a_byte_order_mark_is_no_matter(write: Write) -> None:
    assert read(write(b"\xef\xbb\xbfunits: {}"), Units) == Units(units={})


def test_anchors_and_merges_work(write: Write) -> None:
    path = write("""\
        units:
          a: &a {at: A1, steps: 3}
          b: {<<: *a, at: B2}
        """)
    assert read(path, Units).units["b"] == Unit("B2", 3)


def test_to_read_a_file_again_is_quick_and_gives_values_of_its_own(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("units: {a: {at: A1, losses: {first: {steps: 1}}}}")
    first = read(path, Units)
    monkeypatch.setattr("yaml.load", lambda *_: pytest.fail("it was parsed again"))
    again = read(path, Units)
    again.units["a"].losses["first"]["steps"] = 2
    assert first == Units({"a": Unit("A1", losses={"first": {"steps": 1}})}) == read(path, Units)


def test_a_file_that_has_changed_is_read_anew(write: Write) -> None:
    assert read(write("units: {}"), Units) == Units({})
    assert read(write("units: {a: {at: A1}}"), Units) == Units({"a": Unit("A1")})


def test_a_day_is_a_day_whenever_it_is_read(write: Write) -> None:
    path = write("units: {}\nstart: 1944-09-17")
    assert [read(path, Units).start for _ in range(2)] == [date(1944, 9, 17)] * 2


@pytest.mark.parametrize(
    ("text", "line", "field", "problem"),
    [
        ("units:\n  a:\n    at: A1\n    steps: two\n", 4, "units.a.steps", "expected int, found str"),
        ("units:\n  a: {at: A1}\n  b:\n    at: A1\n    step: 2\n", 5, "units.b.step", "unknown field"),
        ("units:\n  a: {at: A1}\n  b:\n    steps: 2\n", 3, "units.b.at", "missing"),
        ("turns: []\n", 1, "units", "missing"),
        ("units: {}\nturns:\n  - 1\n  - 2\n  - x\n", 5, "turns[2]", "expected int, found str"),
        ("units:\n  a: {at: 1004}\n", 2, "units.a.at", 'expected str, found int; quote it: "1004"'),
        ("units:\n  a: {at: A1}\n  1004: {at: A1}\n", 3, "units[1004]", 'expected str, found int; quote it: "1004"'),
        ("units:\n  a: {at: no}\n", 2, "units.a.at", 'expected str, found bool; quote it: "no"'),
        (
            "units:\n  a: {at: A1, name: 1.10}\n",
            2,
            "units.a.name",
            'expected str or mapping, found float; quote it: "1.10"',
        ),
        ("units:\n  a:\n    at:\n", 3, "units.a.at", "expected str, found nothing"),
        ("units:\n  a: {at: [A1]}\n", 2, "units.a.at", "expected str, found list"),
        ("- 1\n", 1, "", "expected mapping, found list"),
        ("units: {}\nranges:\n  1: a\n  2: 3\n", 4, "ranges[2]", 'expected str, found int; quote it: "3"'),
        ("units: {}\ntags:\n- a\n- 7\n", 4, "tags[1]", 'expected str, found int; quote it: "7"'),
    ],
)
def test_a_misfit_is_named_with_its_line(write: Write, text: str, line: int, field: str, problem: str) -> None:
    assert refusal(write(text)) == (line, field, problem)


def test_the_key_is_found_through_mappings_of_mappings(write: Write) -> None:
    path = write("""\
        units:
          a:
            at: A1
            losses:
              east: {tanks: 1}
          b:
            at: A1
            losses:
              east: {tanks: 1, guns: 2}
              west:
                tanks: 1
                guns: many
        """)
    assert refusal(path) == (12, "units.b.losses.west.guns", "expected int, found str")


def test_a_check_of_the_type_itself_is_named_too(write: Write) -> None:
    assert refusal(write("\nrows: []\n"), Table) == (2, "", "a table needs rows")


def test_a_key_given_twice_is_refused_with_both_lines(write: Write) -> None:
    path = write('units:\n  "0101": {at: A1}\n  b: {at: A1}\n  0101: {at: A1}\n')
    assert refusal(path) == (4, "0101", "key given twice, first on line 2")


def test_a_repeated_key_hides_behind_no_merge(write: Write) -> None:
    path = write("units:\n  a: &a {at: A1, steps: 3}\n  b: {<<: *a, at: B1,\n    at: B2}\n")
    assert refusal(path) == (4, "at", "key given twice, first on line 3")


def test_broken_yaml_is_refused_with_its_line(write: Write) -> None:
    line, field, problem = refusal(write("units:\n  a: {at: A1\n  b: {at: A1}\n"))
    assert (line, field) == (3, "")
    assert problem.startswith("not YAML: ")


def test_a_control_character_is_refused(write: Write) -> None:
    line, _, problem = refusal(write("units: {}\nturns: [\x07]\n"))
    assert line == 2
    assert "not YAML" in problem


@pytest.mark.parametrize("text", ["", "# nothing here\n", "---\n"])
def test_an_empty_file_is_refused(write: Write, text: str) -> None:
    assert refusal(write(text)) == (None, "", "the file is empty")


def test_another_encoding_is_refused_with_its_line(write: Write) -> None:
    path = write("units:\n  a: {at: 町}\n".encode("shift_jis"))
    assert refusal(path) == (2, "", "not UTF-8: save the file in that encoding")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.yaml") == (None, "", "no such file")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    line, _, problem = refusal(tmp_path)
    assert line is None
    assert problem.startswith("cannot be read")


@pytest.mark.parametrize(
    ("field", "line", "name"),
    [
        (("units", "b", "at"), 5, "units.b.at"),
        (("units", "b"), 3, "units.b"),
        (("turns", 1), 8, "turns[1]"),
        (("units", "b", "name"), 3, "units.b.name"),
        ((), 1, ""),
    ],
)
def test_a_later_check_can_point_at_a_field(write: Write, field: tuple[str | int, ...], line: int, name: str) -> None:
    document = read_document(
        write("units:\n  a: {at: A1}\n  b:\n    steps: 2\n    at: B1\nturns:\n  - 1\n  - 2\n"), Units
    )
    error = document.error(field, "no such hex")
    assert (error.line, error.field, error.problem) == (line, name, "no such hex")


def test_an_error_shows_file_line_field_and_problem() -> None:
    path = Path("units.yaml")
    assert str(DataError(path, 3, "units.a", "missing")) == "units.yaml:3: units.a: missing"
    assert str(DataError(path, None, "", "no such file")) == "units.yaml: no such file"


def test_an_error_survives_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(DataError(Path("units.yaml"), 3, "units.a", "missing")))
    assert str(error) == "units.yaml:3: units.a: missing"


_IN_THREADS = """
import pathlib, sys, threading, msgspec
from sandtable import datafile

path = pathlib.Path(sys.argv[1])
sys.setswitchinterval(1e-6)
for n in range(100):
    innermost = msgspec.defstruct(f"C{n}", [("c", int)])
    inner = msgspec.defstruct(f"B{n}", [("a", int), ("b", innermost)])
    outer = msgspec.defstruct(f"A{n}", [("inner", inner)])
    threads = [threading.Thread(target=datafile.read, args=(path, outer)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_files_can_be_read_in_several_threads_at_once(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("inner: {a: 1, b: {c: 2}}\n")
    done = subprocess.run([sys.executable, "-c", _IN_THREADS, str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_listener_is_told_of_what_is_read_and_may_replace_it(write: Write) -> None:
    path = write("units: {}\nturns: [1]\n")
    told: list[tuple[Path, object]] = []

    def listener(file: Path, type_: object, value: Units) -> Units:
        told.append((file, type_))
        return Units(units={}, turns=[*value.turns, 2])

    with heard_by(listener):
        assert read(path, Units).turns == [1, 2]
    assert read(path, Units).turns == [1]
    assert told == [(path, Units)]
