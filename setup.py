"""Builds the compiled parts: the kernels of the board, what finds an option, and what follows a state."""

from Cython.Build import cythonize
from setuptools import Extension, setup

COMPILED = ("sandtable.board._kernels", "sandtable.kernel._finding", "sandtable.kernel._following")

setup(
    ext_modules=cythonize(
        [Extension(name, [f"src/{name.replace('.', '/')}.pyx"], extra_compile_args=["-O3"]) for name in COMPILED],
        language_level=3,
    )
)
