# The two commands that matter: `make run` opens the window, `make test` checks everything.
# Needs Python 3.11 or newer; another interpreter: make run PYTHON=python3.12
# Where a Linux has no NVIDIA driver, torch comes without CUDA (0.7 GB instead of 3); `TORCH_INDEX=`
# takes the build that pip finds by itself. Extra words for pip: PIP_ARGS.

PYTHON      ?= python3
PIP_ARGS    ?=
TORCH_INDEX ?= $(shell [ "$$(uname)" = Linux ] && ! command -v nvidia-smi >/dev/null && \
	echo https://download.pytorch.org/whl/cpu)
PYTEST_ARGS ?= -n 2 --dist loadfile

VENV := .venv
PY   := $(VENV)/bin/python
# Each stamp is newer than pyproject.toml and constraints.txt once they are installed.
READY     := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
READY_DOCS := $(VENV)/.ready-docs
PIP := $(PY) -m pip install --quiet --disable-pip-version-check $(PIP_ARGS) -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test lint look fuzz bundled-models comparisons check-comparisons bench package clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY)  ## make .venv and install the program into it

setup-dev: $(READY_DEV)  ## the same with the tools for tests and measurements

run: setup  ## open the window; without a display, draw every panel into figures/
	@if [ "$$(uname)" = Linux ] && [ -z "$${DISPLAY:-}$${WAYLAND_DISPLAY:-}" ]; then \
		echo "No display here: drawing every panel for four of the bundled models into figures/."; \
		$(PY) main.py figures --out figures; \
	else \
		$(PY) main.py; \
	fi

test: lint  ## lint, types and all tests
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest $(PYTEST_ARGS)

lint: setup-dev  ## ruff and mypy alone
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

look: setup  ## write a picture of every panel, dark and light, in each language, into look/
	for language in en ko; do \
		QT_QPA_PLATFORM=offscreen PLM_EXPLORER_LANGUAGE=$$language \
			$(PY) -m explorer.commands.look --out look/$$language || exit; \
	done

.PHONY: translations
translations: setup  ## bring resources/languages up to date with the texts of the program
	$(PY) -m explorer.core.localization.update

.PHONY: docs
docs: $(READY_DOCS)  ## write the documentation, with pictures by the program, into build/site
	$(PY) -m explorer.commands.docs --out build
	$(PY) -m mkdocs build --strict --quiet -f build/mkdocs.yml

fuzz: setup-dev  ## three minutes of random damage to all that is read; FUZZ_ARGS="--seed 1"
	QT_QPA_PLATFORM=offscreen $(PY) -m tests.fuzz.fuzz $(FUZZ_ARGS)

bundled-models: setup  ## train the bundled models again (hours; goes on where it stopped)
	$(PY) -m models.bundled_models

comparisons: setup  ## run the bundled comparisons again (hours; goes on where it stopped)
	$(PY) -m models.bundled_comparisons

check-comparisons: setup  ## run an arm of each quick comparison again and compare its rows
	$(PY) main.py compare --check --seconds 60

bench: setup-dev  ## measure speed and memory against transformers
	$(PY) -m tests.bench.run --against transformers

package: setup  ## build dist/plm-explorer, which needs no Python, and try it on a virtual screen
	$(PIP) -e '.[package]'
	$(PY) -m PyInstaller --noconfirm --log-level WARN packaging/plm-explorer.spec
	$(PY) packaging/try_package.py dist/plm-explorer

clean:  ## remove caches and build products; keeps .venv, figures/ and runs/
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find explorer models resources tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "PLM Explorer needs Python 3.11 or newer: name one with PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

define install_torch
@[ -z "$(TORCH_INDEX)" ] || $(PIP) --no-deps --retries 1 --index-url $(TORCH_INDEX) torch || \
	echo "$(TORCH_INDEX) has no torch for this Python: taking the build of PyPI."
endef

$(READY): pyproject.toml constraints.txt | $(PY)
	$(install_torch)
	$(PIP) -e .
	@touch $@

$(READY_DOCS): pyproject.toml constraints.txt | $(PY)
	$(install_torch)
	$(PIP) -e '.[docs]'
	@touch $(READY) $@

$(READY_DEV): pyproject.toml constraints.txt | $(PY)
	$(install_torch)
	$(PIP) -e '.[dev]'
	@touch $(READY) $@
