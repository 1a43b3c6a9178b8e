# OpenBench convention: `make EXE=name` leaves the engine here under that name, for this CPU.
# EVALFILE=FILE builds another network in than nets/default.qnn.
# `make first-net` trains a first network from nothing; meant for 20 minutes after the build.
# `make release` builds the named x86-64 levels for people who only download.

EXE ?= quietus
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
BINARY := $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))

ifdef EVALFILE
    override EVALFILE := $(abspath $(EVALFILE))
    export EVALFILE
endif

LEVELS := x86-64-v2 x86-64-v3 x86-64-v4

.PHONY: all first-net release $(LEVELS) test bench clean

all:
	cargo rustc --release --package engine --bin quietus -- -C target-cpu=native --emit link=$(BINARY)

# Without whole-program optimisation, which would take longer than it saves here.
first-net:
	cargo build --profile proof --package engine --package quietus-lab
	target/proof/quietus-lab first-net --out runs/first

release: $(LEVELS)

$(LEVELS):
	RUSTFLAGS="-C target-cpu=$@" cargo build --release --package engine --target-dir target/$@
	cp target/$@/release/quietus$(SUFFIX) quietus-$@$(SUFFIX)

test:
	cargo test --profile proof --workspace

bench:
	cargo bench --package chess --bench perft

clean:
	cargo clean
	rm -f $(BINARY) $(foreach level,$(LEVELS),quietus-$(level)$(SUFFIX))
