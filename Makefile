# make demo   build items, serve, score, train a tiny model with GRPO, and report: all on the CPU
# make test   run the tests, with other trainers' own code beside them
# make lint   ruff and mypy
.PHONY: install trainers demo test lint format clean

PYTHON ?= python3
BIN := .venv/bin
# One thread: two torch threads on a busy machine wait for each other.
CPU := OMP_NUM_THREADS=1 OMP_WAIT_POLICY=PASSIVE TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1
# A machine with a GPU gets the newest PyTorch; any other gets the CPU build.
CONSTRAINTS := $(shell command -v nvidia-smi >/dev/null 2>&1 && nvidia-smi -L >/dev/null 2>&1 || echo "-c constraints-cpu.txt")

install: .venv/installed

.venv/installed: pyproject.toml constraints-cpu.txt
	$(PYTHON) -c 'import sys; sys.exit("answerkey needs Python 3.11 or newer, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(CONSTRAINTS) --group dev -e '.[server,client,judge,redis,math,toy,convert,ray,eval,train]'
	touch $@

# Other trainers' own code, for tests alone. Their wheels hold packages called tests and scripts.
.trainers/installed: tests/trainers.txt | .venv/installed
	rm -rf .trainers
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --target .trainers -r tests/trainers.txt
	rm -rf .trainers/tests .trainers/scripts .trainers/bin
	touch $@

trainers: .trainers/installed

demo: install
	$(CPU) $(BIN)/python -m training.demo

test: install trainers
	$(CPU) $(BIN)/python -m pytest

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .trainers dist build runs
