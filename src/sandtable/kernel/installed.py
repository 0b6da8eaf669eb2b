"""Which titles are installed: those that come with Sandtable, and those that other packages bring along.

Sandtable's own are the packages in `sandtable.games` that name a `TITLE`, so that a checkout has them without being
installed anew; one that names none is a system of rules on which titles are built. Any other package declares
its title as an entry point: `[project.entry-points."sandtable.titles"]` with a line such as
`crossing = "crossing:TITLE"`, which gives the id of the title and says where its class is found.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from sandtable.kernel.errors import UnknownTitle

GROUP = "sandtable.titles"
OWN = "sandtable.games"


class Claim(NamedTuple):
    """What says that there is a title: its id, where its class is found, and the package that brings it."""

    id: str
    module: str
    name: str
    distribution: str = ""
    """The name and the version of the package; empty for Sandtable's own titles."""

    def load(self) -> object:
        """What the claim points at. Raises whatever the import of it raises."""
        found: object = importlib.import_module(self.module)
        for part in filter(None, self.name.split(".")):
            found = getattr(found, part)
        return found

    def unusable(self, problem: str) -> UnknownTitle:
        """The error for a title that is there and cannot be used, with who brings it."""
        source = f" of the package {self.distribution}" if self.distribution else ""
        return UnknownTitle(f"the title {self.id!r}{source} cannot be used: {problem}")


def claims() -> list[Claim]:
    """Everything that claims to be a title, by id; Sandtable's own first among those of one id."""
    found = [*_own(), *_brought(tuple(sys.path))]
    return sorted(found, key=lambda claim: (claim.id, claim.distribution))


def _own() -> list[Claim]:
    package = importlib.import_module(OWN)
    found = [Path(folder) / module.name for folder in package.__path__ for module in pkgutil.iter_modules([folder])]
    return [Claim(folder.name, f"{OWN}.{folder.name}", "TITLE") for folder in found if _names_a_title(folder)]


def _names_a_title(package: Path) -> bool:
    """Whether a package has a title to offer; told from its text, since importing one that is broken would fail."""
    init = package / "__init__.py"
    return init.exists() and "TITLE" in init.read_text(encoding="utf8")


@functools.cache
def _brought(path: tuple[str, ...]) -> list[Claim]:
    """The titles of other packages on a path, which is searched once."""
    return [Claim(entry.name, entry.module, entry.attr, _distribution(entry)) for entry in entry_points(group=GROUP)]


def _distribution(entry: EntryPoint) -> str:
    return "without a name" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def claim(title_id: str) -> Claim | None:
    """Who claims an id; Sandtable itself before any other package."""
    return next((each for each in claims() if each.id == title_id), None)


def check_rivals(one: Claim) -> None:
    """Whether a claim holds beside others to the same id. Raises UnknownTitle where it does not."""
    rivals = [other for other in claims() if other.id == one.id and other != one]
    if not one.distribution or not rivals:
        return
    if not rivals[0].distribution:
        raise one.unusable("Sandtable has a title of that id itself; give it another id, or uninstall its package")
    raise one.unusable(f"{rivals[0].distribution} brings a title of the same id; uninstall one of the two")


def package_of(title_id: str) -> str | None:
    """The package in which the code of a title stands, if there is such a title."""
    held = claim(title_id)
    if held is None:
        return None
    spec = importlib.util.find_spec(held.module)
    return held.module if spec is None else spec.parent or held.module


def packages_of(title_id: str) -> tuple[str, ...]:
    """That package and those of the systems of rules on which the title is built; none if there is no such title."""
    held, package = claim(title_id), package_of(title_id)
    if held is None or package is None:
        return ()
    return (package, *getattr(held.load(), "systems", ()))


def folder_of(title_id: str) -> Path | None:
    """The folder of the title's own package, if it stands in files."""
    return next(iter(folders_of(title_id)), None)


def folders_of(title_id: str) -> tuple[Path, ...]:
    """The folders of all its packages that stand in files, its own first."""
    specs = [importlib.util.find_spec(package) for package in packages_of(title_id)]
    return tuple(Path(spec.origin).parent for spec in specs if spec is not None and spec.origin is not None)
