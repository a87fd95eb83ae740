# `make review` and `make test` do all the set-up on a fresh machine; `make help` lists the rest.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help review test soak lint types check-cards export bench golden pictures photographs clean

help: ## what there is to make
	@echo "flashdeck: cards in Markdown, reviewed in the terminal, exported to Anki"; echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)$$/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

# A change of the dependencies or of their pins sets up anew; nothing else does.
$(READY): pyproject.toml .constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "flashdeck needs Python 3.11 or newer: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up $(VENV) (once; about a minute) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c .constraints.txt -e '.[dev]'
	@touch $@

review: $(READY) ## today's review of the cards in cards/ (without a terminal: what is due)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/flashdeck review; \
	else $(BIN)/flashdeck due && echo "Start today's review in a terminal: make review"; fi

test: $(READY) lint types ## everything CI runs: lint, types, tests
	@$(BIN)/pytest -n auto

soak: $(READY) ## the long tests: 100,000 damaged and random card files, large ones, every moment to be killed at
	@FLASHDECK_SOAK=1 $(BIN)/pytest -n auto tests/compile/test_mutations.py tests/compile/test_laws.py tests/compile/test_linear.py tests/faults

lint: $(READY) ## ruff, lint and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY) ## mypy, strict
	@$(BIN)/mypy

check-cards: $(READY) ## every problem of the card files
	@$(BIN)/flashdeck check

export: $(READY) ## the cards as an Anki deck in exports/
	@$(BIN)/flashdeck export

bench: $(READY) ## timings, as ratios within one run; CARDS=100000 for other sizes, ARGS="--strict" or "--keep"
	@$(BIN)/python -m tests.benchmarks $(ARGS) $(CARDS)

golden: $(READY) ## write the golden files anew; read the diff before committing it
	@$(BIN)/python -m tests.golden
	@$(BIN)/python -m tests.review.golden
	@$(BIN)/python -m tests.commands.golden
	@$(BIN)/python -m tests.stats.golden

pictures: $(READY) ## pictures of a review in .pictures/, and those of the README
	@$(BIN)/python -m tests.review.pictures .pictures
	@mkdir -p .github && cp .pictures/table-cell-dark.svg .github/review.svg && cp .pictures/typed-text-dark.svg .github/typed.svg

photographs: $(READY) ## cards as Anki shows them, in .pictures/anki/ (needs chromium)
	@$(BIN)/python -m tests.anki.looks .pictures/anki

clean: ## remove the environment and the caches; never cards or progress
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
