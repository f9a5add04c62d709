# Everything starts from a bare machine: Python 3.11 or newer, git, make. `make demo` or `make test` set the rest up in .venv.
# PYTHON=/path/to/python chooses another Python; TESTS="tests/sources -k pdf" chooses tests.

PYTHON ?=
TESTS ?= tests
BIN = .venv/bin
READY = .venv/.ready

.PHONY: help setup demo test test-slow test-all test-lts lint format check docs bench clean

help:
	@echo "make demo      the whole story on sample documents, with a Neo4j of its own"
	@echo "make test      every test but the slow ones (TESTS=... chooses)"
	@echo "make test-all  the slow ones too: kills, full-size properties, wheels"
	@echo "make test-lts  the live tests on Neo4j 5.26 LTS"
	@echo "make check     formatting, lint, types, import rules, tests"
	@echo "make bench     the numbers"
	@echo "make docs      writes docs/cli.md anew"
	@echo "make clean     removes .venv and what was built here; your maps and Neo4j stay"

setup: $(READY)

# Made again when pyproject.toml is newer: the second time is instant.
$(READY): pyproject.toml
	@named="$(PYTHON)"; found=; \
	for python in $${named:-python3 python3.13 python3.12 python3.11}; do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "peek-graph needs Python 3.11 or newer; $${named:-python3} is: $$($${named:-python3} --version 2>&1)." >&2; \
	    echo "Install one, or name it: make PYTHON=/path/to/python3 ..." >&2; \
	    exit 1; \
	fi; \
	if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	    echo "Setting up .venv with $$("$$found" --version); a few minutes the first time ..." >&2; \
	    rm -rf .venv; \
	    "$$found" -m venv .venv || { rm -rf .venv; echo "Its venv module does not work; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }; \
	fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[local,dev]"
	@touch $(READY)

demo: $(READY)
	@$(BIN)/peek-graph demo

test: $(READY)
	$(BIN)/python -m pytest -q -m "not slow" $(TESTS)

test-slow: $(READY)
	$(BIN)/python -m pytest -q -m slow $(TESTS)

test-all: $(READY)
	$(BIN)/python -m pytest -q $(TESTS)

test-lts: $(READY)
	PEEK_GRAPH_TEST_NEO4J=5.26.30 $(BIN)/python -m pytest -q -m live $(TESTS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: lint test

docs: $(READY)
	$(BIN)/python -m peek_graph.cli.reference > docs/cli.md

bench: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[local,dev,bench]"
	$(BIN)/python -m bench

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .bench
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
