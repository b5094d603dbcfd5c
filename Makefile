# Everything sets itself up from Python 3.11+, git and make. Second calls are fast: stamps are named by the lock's hash.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
UV_VERSION := 0.13.9
BIN := .venv/bin
LOCK_HASH := $(shell cksum requirements.lock pyproject.toml | cksum | cut -d' ' -f1)
STAMP := .venv/.synced-$(LOCK_HASH)
BASE ?=
export NO_MKDOCS_2_WARNING := 1

.PHONY: help setup demo test check validate prices links new-board site serve bench-gpu act clean backends browser

help:  ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP)  ## make .venv from the lock

$(STAMP): requirements.lock pyproject.toml
	@echo "setting up .venv (a few minutes the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed, got $$($(BIN)/python --version)"; exit 2; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv==$(UV_VERSION)
	@$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@rm -f .venv/.synced-*
	@touch $@

demo: setup  ## quick run on this machine, judged, on a board of its own
	@rm -rf build/demo && mkdir -p build/demo
	@cp -R submissions build/demo/submissions
	$(BIN)/bench run --preset quick --out build/demo/quick.submission.json
	@$(BIN)/python -m site_builder.demo build/demo/quick.submission.json build/demo/submissions
	$(BIN)/bench validate build/demo/quick.submission.json
	$(BIN)/site-builder build --submissions build/demo/submissions --out build/demo/site
	@echo "your board: build/demo/site/index.html   (or: $(BIN)/python -m http.server -d build/demo/site 8000)"

browser:
	@command -v chromium >/dev/null || { echo "Chromium is missing: apt-get install chromium"; exit 2; }

test: setup browser  ## all tests
	$(BIN)/python -m pytest

check: setup  ## format, lint, types, workflows
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/zizmor --offline --quiet .github/workflows

# With a BASE the judge is the one of the merge base: a change cannot bring the judge that accepts it.
validate: setup  ## judge all data, and the change since BASE
	@rm -rf build/judge && mkdir -p build/judge
	@if [ -n "$(BASE)" ]; then git archive "$$(git merge-base "$(BASE)" HEAD)" bench | tar -x -C build/judge; else cp -R bench build/judge; fi
	@PYTHONPATH=build/judge $(BIN)/python -P -m bench.cli validate submissions/ --format github $(if $(BASE),--base "$(BASE)")

prices: setup  ## ask the price catalogues that answer, new rows for submissions/prices (needs network)
	@$(BIN)/uv pip install -q --python $(BIN)/python -c <(grep -E '^[a-z0-9-]+==' requirements.lock | sed -E 's/ *\\$$//') "$$($(BIN)/python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["prices"][0])')"
	$(BIN)/bench prices refresh

site: setup  ## build the board into build/site
	$(BIN)/site-builder build --out build/site

serve: setup  ## build and serve on http://127.0.0.1:8000
	$(BIN)/site-builder serve

bench-gpu: setup  ## every workload in its ranked size, for a GPU machine
	$(BIN)/bench doctor
	$(BIN)/bench run --preset standard --workload sentiment-bilstm --workload resnet50 --workload bert-base --workload matmul --workload memory-bandwidth

act: setup  ## the workflows on this machine, without network
	$(BIN)/python -m pytest tests/workflows

backends: setup  ## .venv-jax and .venv-torch
	@for name in jax torch; do \
	  test -x .venv-$$name/bin/python || $(PYTHON) -m venv .venv-$$name; \
	  .venv-$$name/bin/python -m pip --version >/dev/null 2>&1 || .venv-$$name/bin/python -m ensurepip >/dev/null; \
	  .venv-$$name/bin/python -m pip install -q --disable-pip-version-check -c <(grep -E '^[a-z0-9-]+==' requirements.lock | sed -E 's/ *\\$$//' | grep -vE '^(tensorflow|jax|ml-dtypes)') -e ".[$$name]"; \
	done

clean:  ## remove what was built
	rm -rf build site .cache .venv .venv-jax .venv-torch
