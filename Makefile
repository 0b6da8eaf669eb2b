# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := pyproject.toml setup.py $(shell find src -name '*.pyx' -o -name '*.pxd')
MODULES := web/node_modules/.ready
PAGES := src/sandtable/server/static/index.html
PAGE_SOURCES := web/index.html web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)
NPM := npm --prefix web --silent
PYTEST := $(BIN)/python -m pytest -n $(shell expr $$(nproc) + 1) --dist worksteal

# The tests start many processes, each of which would otherwise compile anew all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run test evidence coverage lint lint-python lint-pages test-pages gather bench clean

help:  ## show what there is to make
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

setup: $(READY) $(PAGES)  ## install everything that Sandtable needs into .venv, and build its pages

$(READY): $(SOURCES)
	@sh tools/system-packages
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Sandtable into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

$(MODULES): web/package-lock.json | $(READY)
	@echo "Installing what the pages are built with ..."
	@$(NPM) ci --no-audit --no-fund
	@touch $(MODULES)

$(PAGES): $(MODULES) $(PAGE_SOURCES)
	@echo "Building the pages ..."
	@$(NPM) run build -- --logLevel warn
	@touch $(PAGES)

run: setup  ## play in the browser
	@$(BIN)/sandtable serve --open

test: setup  ## run every check and every test
	@sh tools/system-packages test
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint-python lint-pages test-pages gather
	@$(PYTEST)

test-pages: setup
	@$(NPM) test -- --reporter=dot

# Compiles the tests once, for all the processes that run them; what is wrong with them, those will say.
gather: setup
	@-$(BIN)/python -m pytest --collect-only -qq > /dev/null 2>&1

coverage: setup  ## which lines and branches the tests reach; takes more than twice as long as they do
	@$(PYTEST) --cov --cov-report=term:skip-covered

evidence: setup  ## which data nothing reads, and which cited code play never reaches
	@SANDTABLE_EVIDENCE=1 $(PYTEST) tests/games tests/testing

lint: lint-python lint-pages  ## style, types and the direction of imports

lint-python: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

lint-pages: setup
	@$(NPM) run lint
	@$(NPM) run check

bench: setup  ## measure speed against the peers a user would pick instead
	@$(BIN)/sandtable bench

clean:  ## remove what was built and installed
	rm -rf $(VENV) build src/*.egg-info src/sandtable/*/_*.c src/sandtable/*/_*.so
	rm -rf web/node_modules src/sandtable/server/static
