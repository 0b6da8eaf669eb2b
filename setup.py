"""Builds the compiled parts: board, loop of a game, options, what is derived, zones, roster, observations, sight."""

from Cython.Build import cythonize
from setuptools import Extension, setup

COMPILED = (
    "sandtable.board._kernels",
    "sandtable.games.asl.sight._looking",
    "sandtable.kernel._derived",
    "sandtable.kernel._engine",
    "sandtable.kernel._options",
    "sandtable.mechanics._reaches",
    "sandtable.mechanics._roster",
    "sandtable.lab.agents._sight",
)

setup(
    ext_modules=cythonize(
        [Extension(name, [f"src/{name.replace('.', '/')}.pyx"], extra_compile_args=["-O3"]) for name in COMPILED],
        language_level=3,
    )
)
