"""Builds the compiled kernels of the board; everything else is in pyproject.toml."""

from Cython.Build import cythonize
from setuptools import Extension, setup

setup(
    ext_modules=cythonize(
        [Extension("sandtable.board._kernels", ["src/sandtable/board/_kernels.pyx"], extra_compile_args=["-O3"])],
        language_level=3,
    )
)
