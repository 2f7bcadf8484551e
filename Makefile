SHELL := /bin/bash
# Needs python3 (3.11 or newer), git and make; everything else goes into .venv.

PYTHON ?= python3
JOBS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN); [ "$$n" -gt 2 ] && echo $$n || echo 2)
FUZZ_SECONDS ?= 600
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PRACTICE := $(VENV)/.practice
LOOK := $(VENV)/.look
BENCH := $(VENV)/.bench

.DEFAULT_GOAL := help
.PHONY: help test check soak run demo play look drive bench fuzz format clean

help: ## Say what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

test: check ## Every gate, then every test
	$(BIN)/pytest -n $(JOBS) --dist loadgroup

check: $(READY) ## The gates alone: style, types, import directions, rule cases
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports
	$(BIN)/python -m rules check tests/rules/cases

soak: $(READY) ## The random tests in full: 204 crashes, 1700 interleavings (about an hour)
	DITHER_SHARE=34 $(BIN)/pytest -n $(JOBS) tests/wire/test_crash.py tests/bot/test_once.py
	DITHER_SHARE=6 $(BIN)/pytest -n $(JOBS) --dist loadgroup tests/rules tests/bot/test_injection.py tests/bot/test_demo.py tests/bot/test_demo_steps.py tests/bot/test_taking_back.py tests/bot/test_limits.py

run: $(READY) ## Start the bot (config.toml or DITHER_TOKEN)
	$(BIN)/python -m bot run

demo: $(READY) ## Play a fight against a simulated Discord and print it
	$(BIN)/python -m bot demo --ruleset $(or $(RULESET),segments)

play: $(PRACTICE) ## Open the practice table: a round in the browser, on this machine alone
	@$(BIN)/python -m bot practice

look: $(LOOK) ## Take the pictures in docs/look anew (needs Chromium)
	$(BIN)/python -m bot.practice.look

drive: $(LOOK) ## Play a round at the practice table with a real browser (needs Chromium)
	$(BIN)/python tools/drive.py

bench: $(BENCH) ## Measure what things cost, print the table and write bench.json
	$(BIN)/python -m bench --json bench.json

fuzz: $(READY) ## Try everything that reads text with rubbish, for ten minutes (FUZZ_SECONDS=600)
	@end=$$(($$(date +%s) + $(FUZZ_SECONDS))); while [ $$(date +%s) -lt $$end ]; do \
	$(BIN)/pytest -q -n $(JOBS) tests/test_fuzz.py --hypothesis-profile=fuzz --hypothesis-seed=$$RANDOM || exit 1; done

format: $(READY) ## Put the source in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## Remove what was built; the next `make test` starts afresh
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

$(PRACTICE) $(LOOK) $(BENCH): $(VENV)/.%: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	touch $@
