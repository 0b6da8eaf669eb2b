# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := pyproject.toml setup.py $(wildcard src/sandtable/board/*.pyx)

.PHONY: help setup run test lint bench clean

help:  ## show what there is to make
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

setup: $(READY)  ## install everything that Sandtable needs into .venv

$(READY): $(SOURCES)
	@sh tools/system-packages
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Sandtable into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

run: setup  ## play the tutorial game
	@$(BIN)/sandtable play

test: setup lint  ## run every check and every test
	@$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term:skip-covered

lint: setup  ## style, types and the direction of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: setup  ## measure speed against the peers a user would pick instead
	@$(BIN)/sandtable bench

clean:  ## remove what was built and installed
	rm -rf $(VENV) build src/*.egg-info src/sandtable/board/_kernels.c src/sandtable/board/_kernels*.so
