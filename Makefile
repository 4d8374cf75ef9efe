# Two commands are all a newcomer needs: `make lab` and `make test`. The rest is for those who write notebooks.
# `make` alone lists them.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.DEFAULT_GOAL := help
.PHONY: help lab test notebooks export readme bench widgets site serve clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: $(READY) ## open JupyterLab on the notebooks (prints the address when there is no display)
	$(BIN)/wrestling-nb lab nbs

test: $(READY) ## run every test: notebooks, contracts, browser, site (TESTS=tests/test_site.py for one file)
	$(BIN)/python -m pytest --numprocesses=2 --no-loadscope-reorder --durations=25 $(TESTS)

notebooks: $(READY) ## run the notebooks in fresh kernels, store what they show, export the modules
	$(BIN)/nbdev_export
	$(BIN)/python tools/run_notebooks.py

export: $(READY) ## write the modules of wrestling_nb/ from the notebooks
	$(BIN)/nbdev_export

readme: $(READY) ## write README.md from nbs/index.ipynb
	$(BIN)/python tools/make_readme.py

bench: $(READY) ## measure ours against the peers, in one run
	$(BIN)/python bench/run.py

widgets: ## bundle js/ into wrestling_nb/static/ (needs Node 20 or later)
	cd js && npm ci --no-audit --no-fund && npm run check && npm test && npm run build

site: $(READY) ## build the documentation site in _site/ (with Quarto where it is installed)
	$(BIN)/python tools/make_site.py

serve: $(READY) ## build the site and show it on this machine
	$(BIN)/python tools/serve_site.py

clean: ## remove what the tools made, the environment too
	rm -rf .venv _site _proc build dist *.egg-info js/node_modules js/build .pytest_cache .ruff_cache .hypothesis

# The environment is made once, and again when the metadata changes.
$(READY): settings.ini setup.py pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("wrestling_nb needs Python 3.11 or later; name one, as in: make PYTHON=python3.12 lab")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

