# Every target sets up what it needs; nothing has to be installed by hand.

PY := .venv/bin/python
BIN := .venv/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test test-slow test-lowest test-hardware format clean setup setup-lowest

help: ## show this list
	@echo "Targets:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

run: setup ## open the table; without a camera a simulated one (ARGS="--help" shows what can be changed)
	@$(BIN)/companion serve $(ARGS) || [ $$? -eq 130 ]

test: setup ## everything a change has to pass: style, types, imports, tests
	@echo "== Style: ruff check"
	@$(BIN)/ruff check
	@echo "== Layout: ruff format"
	@$(BIN)/ruff format --check
	@echo "== Types: mypy"
	@$(BIN)/mypy
	@echo "== Imports between rooms: import-linter"
	@$(BIN)/lint-imports --no-logo
	@echo "== Tests: pytest"
	@$(PY) -m pytest -q -n 2 $(ARGS)

test-slow: setup ## the tests that take longer, in a real browser too, with examples that nobody has tried yet
	@tools/browser.sh
	@HYPOTHESIS_PROFILE=explore $(PY) -m pytest -q -n 2 -m slow $(ARGS)

test-lowest: setup-lowest ## the tests on the oldest libraries we promise to run with
	@.venv-lowest/bin/python -m pytest -q -n 2 $(ARGS)

test-hardware: setup ## our drivers on a real kernel's devices, in a virtual machine (built once, as root)
	@$(PY) tools/hardware-in-the-loop/run.py $(ARGS)

format: setup ## put imports and layout in order
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

clean: ## remove everything that make has made
	@rm -rf .venv .venv-lowest build dist *.egg-info
	@rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup:
	@tools/setup.sh .venv constraints.txt dev

setup-lowest:
	@tools/setup.sh .venv-lowest constraints-lowest.txt test
