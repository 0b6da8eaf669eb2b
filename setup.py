"""Builds the compiled parts: the kernels of the board, and what follows a state; the rest is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

COMPILED = ("sandtable.board._kernels", "sandtable.kernel._derived")

setup(
    ext_modules=cythonize(
        [Extension(name, [f"src/{name.replace('.', '/')}.pyx"], extra_compile_args=["-O3"]) for name in COMPILED],
        language_level=3,
    )
)
