"""The page that teaches how to add a title is true: its code is what the command writes, and what it says works.

`python tests/games/test_adding_a_title.py` writes the blocks of the page that name a file anew from the skeleton.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from sandtable.cli.new import written
from sandtable.kernel import title

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-title.md"
NAME = "outpost"
BLOCK = re.compile(
    r"^```(?P<language>\w+)\n(?:# (?P<file>\S+\.\w+)(?P<part>, the beginning)?\n)?(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


def blocks() -> list[re.Match[str]]:
    return list(BLOCK.finditer(PAGE.read_text(encoding="utf8")))


def with_the_code_of_the_command(page: str) -> str:
    """The page with every block that names a file as it would be written: the whole file, or as many lines of it."""
    files = {str(path): text for path, text in written(NAME).items()}

    def block(found: re.Match[str]) -> str:
        if not found["file"]:
            return found[0]
        lines = files[found["file"]].splitlines(keepends=True)
        shown = lines[: found["text"].count("\n")] if found["part"] else lines
        heading = f"# {found['file']}{found['part'] or ''}\n"
        return f"```{found['language']}\n{heading}{''.join(shown)}```"

    return BLOCK.sub(block, page)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which somebody has followed the page: the package is written, and installed in an environment."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder / "env")
    (packages,) = (folder / "env").glob("lib/python*/site-packages")
    (packages / "sandtable.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    sandtable(folder, "new", NAME)
    pip_install(folder, "--editable", str(folder / NAME))
    return folder


def pip_install(home: Path, *what: str) -> None:
    """Install into that environment, without asking anybody for anything."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(home / "env" / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-build-isolation", *what], check=True)


def python(home: Path, *arguments: str, at: str = ".", typed: str = "") -> str:
    """What Python prints in that environment, for somebody who stands in the folder."""
    command = [str(home / "env" / "bin" / "python"), *arguments]
    done = subprocess.run(command, cwd=home / at, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def sandtable(home: Path, *arguments: str, typed: str = "") -> str:
    return python(home, "-c", "from sandtable.cli.main import main; main()", *arguments, typed=typed)


def test_the_code_of_the_page_is_what_the_command_writes() -> None:
    page = PAGE.read_text(encoding="utf8")
    assert page == with_the_code_of_the_command(page)


def test_the_page_shows_all_the_code_of_the_title() -> None:
    shown = {block["file"] for block in blocks() if not block["part"]}
    code = {str(path) for path, text in written(NAME).items() if path.parts[0] == "src" and path.suffix == ".py"}
    assert {path for path in code if not path.endswith("screen/__init__.py")} <= shown


def test_the_page_names_files_of_primer_that_exist() -> None:
    table = PAGE.read_text(encoding="utf8").partition("## Primer, file by file")[2].partition("Follow one move")[0]
    named = re.findall(r"`([a-z_/]+(?:\.py|\.yaml|/))`", "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE)))
    assert len(named) > 10
    assert [file for file in named if not (title("primer").folder().parent / file).exists()] == []


def test_the_page_shows_what_the_command_says(home: Path) -> None:
    said = sandtable(home, "new", "another")
    assert said.replace("another", NAME) in PAGE.read_text(encoding="utf8")


def test_the_code_of_the_page_runs(home: Path) -> None:
    snippets = [block["text"] for block in blocks() if block["language"] == "python" and not block["file"]]
    assert len(snippets) == 2
    for snippet in snippets:
        python(home, "-c", snippet)


def test_the_title_passes_its_own_tests(home: Path) -> None:
    assert " passed" in python(home, "-m", "pytest", "-p", "no:cacheprovider", at=NAME)


def test_the_title_is_listed_and_its_rules_are_covered(home: Path) -> None:
    assert f"{NAME}: Outpost" in sandtable(home, "games")
    assert '"missing": []' in sandtable(home, "rules", NAME, "--coverage", "--json")


def test_the_title_is_played_and_drawn(home: Path) -> None:
    told = sandtable(home, "play", NAME, "--plain", "--seed", "1", typed="unit:b4\nhex:0202\nunit:r1\n")
    assert "Attack on Mill Hill 0302" in told
    played = sandtable(home, "simulate", NAME, "--games", "2", "--bots", "sergeant,random", "--workers", "1", "--json")
    assert '"errors": 0' in played
    sandtable(home, "render", NAME, "-o", "outpost.svg")
    assert "Ashby" in (home / "outpost.svg").read_text(encoding="utf8")


def test_the_title_can_be_installed_without_its_source(home: Path) -> None:
    pip_install(home, "--target", str(home / "site"), str(home / NAME))
    program = (
        f"import sys; sys.path.insert(0, 'site'); from sandtable.kernel import title; print(title({NAME!r}).folder())"
    )
    assert python(home, "-c", program).strip() == str(home / "site" / NAME / "data")


if __name__ == "__main__":
    PAGE.write_text(with_the_code_of_the_command(PAGE.read_text(encoding="utf8")), encoding="utf8")
