# `make up` runs Keysheet on this machine, `make test` runs everything that must pass before a change lands. Both install
# what they need: `make up` only the packages for running, the others also the tools of tests and checks.

PYTHON3 ?= python3
RUN := .venv/bin

# Keep compiled files, even if the shell disables them: they save half of the startup time of Python and pytest.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: up sign-in test test-slow test-long check pages corpus migrations quick-rules quick-rest lint format conformance endpoints bench chaos coverage mutants \
  doors screenshots chart sbom docs wheels running install browser

up: running
	@exec $(RUN)/python -m designer.local up --with-parent

sign-in:
	@$(RUN)/python -m designer.local sign-in

running:
	@$(PYTHON3) designer/local/bootstrap.py

install:
	@$(PYTHON3) designer/local/bootstrap.py --tools

browser: install
	@$(RUN)/python -m tests.ground.chromium

# The same examples in any order, so that results are repeatable. One worker per processor. `make doors`,
# `make conformance` and `make pages` run whole what takes minutes.
WORKERS ?= auto
test: browser
	$(RUN)/pytest -n $(WORKERS) --maxprocesses=8 --daily

# The browser tests on a slow machine: responses and pushes are late by random times, and scripts run SLOW times slower.
# TESTS names some of them.
SLOW ?= 3
TESTS ?= tests/browser
test-slow: browser
	SLOW=$(SLOW) $(RUN)/pytest -n $(WORKERS) --maxprocesses=8 -p no:schemathesis -p no:faker $(TESTS)

# The browser tests, all of them. `make test` leaves out what is marked `pages`.
pages: browser
	$(RUN)/pytest -n $(WORKERS) --maxprocesses=8 -p no:schemathesis -p no:faker tests/browser

# Every law on ten times as many examples, different ones each time. A seed repeats a run.
test-long: install
	@seed=$${SEED:-$$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; echo "make test-long SEED=$$seed"; \
	  $(RUN)/pytest -n $(WORKERS) --maxprocesses=8 --hypothesis-profile long --hypothesis-seed $$seed -m hypothesis

# A minute on two idle processors: no browser, server, database, or third-party tools, fewer
# examples of each law, four cases of each parametrized test, and no tests that are marked as slow. Two jobs at a time, the longest first. Plugins that these
# tests do not need are off: loading them takes seconds.
QUICK := $(RUN)/pytest -p no:schemathesis -p no:faker --hypothesis-profile quick --most-cases 4 --daily -m "not slow"

check: install
	@$(MAKE) --no-print-directory --jobs=2 quick-rest quick-rules lint migrations

migrations:
	KEYSHEET_MODE=files $(RUN)/python manage.py makemigrations --check --dry-run

# Two parts; lint and migrations follow the shorter one.
QUICK_RULES := $(addprefix tests/modeler/core/,rules edits)

quick-rules:
	$(QUICK) $(wildcard $(QUICK_RULES) tests/exporter/targets tests/guards/test_*.py) \
	  --ignore tests/exporter/targets/test_infrastructure_readers.py

quick-rest:
	$(QUICK) $(wildcard tests/modeler/core tests/exporter/importers) $(addprefix --ignore ,$(QUICK_RULES))

lint: install
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	KEYSHEET_MODE=files $(RUN)/mypy
	$(RUN)/lint-imports
	$(RUN)/djlint templates --lint --quiet

format: install
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .

# Laws and sweeps of which `make test` runs a part, whole. Then generated requests on the evaluator and on DynamoDB Local,
# side by side; downloads it once. A seed repeats a run.
CASES ?= 10000
conformance: install
	$(RUN)/pytest -n $(WORKERS) --maxprocesses=8 -m "conformance or hypothesis"
	KEYSHEET_MODE=files $(RUN)/python -m tests.conformance --cases $(CASES) $(if $(SEED),--seed $(SEED))

# Whole proofs on each emulator, and what it is trusted for, as a table. ON="localstack=http://127.0.0.1:4566" names others.
endpoints: install
	KEYSHEET_MODE=files $(RUN)/python -m tests.conformance.endpoints $(ON)

# Precision of the rules on the public files of ../shared, judged by hand, for those who have them.
corpus: install
	$(RUN)/python -m tests.corpus

bench: browser
	$(RUN)/python -m tests.benchmarks

# Each part of a real copy is killed in turn while eight people type; a table at the end. SEED repeats the order of the kills.
SECONDS ?= 300
chaos: install
	$(RUN)/python -m tests.chaos --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Branch coverage of the core by its own tests, at least 98%.
coverage: install
	$(RUN)/coverage run -m pytest tests/modeler/core
	$(RUN)/coverage report

# Mutation tests of the capacity, size and template modules. Up to an hour; only changed functions are tested.
mutants: install
	$(RUN)/mutmut run
	$(RUN)/mutmut results

# Every target of every design, each read by the tool for which it is written; prints a table at the end.
doors: install
	DOORS=all $(RUN)/pytest tests/doors
	$(RUN)/pytest -m doors --ignore=tests/doors tests

# The documentation site, in site/; strict: a dead link fails. `make up` serves it under /docs/.
docs: install
	cd .docs && NO_MKDOCS_2_WARNING=1 ../$(RUN)/mkdocs build --quiet

# The Helm chart, rendered by Helm's engine and checked by the schemas of Kubernetes, in an environment of its own.
chart: running
	@uv=$$($(PYTHON3) -c 'import json; print(*json.load(open(".keysheet/uv.json")))') && \
	  $$uv run --quiet --no-project --python 3.13 --with helm-python-sdk==0.2.2 --with kubernetes-validate==1.37.0 python -m tests.chart

# The bill of materials of the packages that the server runs, in sbom.json (CycloneDX 1.5); the image has its own.
sbom: running
	@uv=$$($(PYTHON3) -c 'import json; print(*json.load(open(".keysheet/uv.json")))') && \
	  $$uv export --quiet --frozen --no-default-groups --extra server --group production --preview-features sbom-export \
	  --format cyclonedx1.5 --output-file sbom.json && echo sbom.json

screenshots: browser
	$(RUN)/python -m tests.screenshots

# Check that every package has a wheel for both Mac CPUs.
wheels: install
	$(RUN)/pytest tests/designer/local/test_wheels.py
