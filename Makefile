# make EXE=name           engine for this CPU as ./name (OpenBench convention), profile-guided
#                         (about 6 % faster) if the component llvm-tools is installed
# make EVALFILE=FILE      embed this network instead of nets/default.qnn
# make FEATURES=tune      with the options that SPSA tunes; on a branch that has them in the file features.mk, without the word
# make plain              the same without a profile, in a third of the time
# make first-net          a first network from nothing: under half an hour on two cores after the build
# make release            the files of a release, in the folder out
# make test, make bench   all tests; perft next to cozy-chess
# make attacks            connection, memory and clock attacks, on an idle machine: hours; STOCKFISH=path

EXE ?= quietus
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
BINARY := $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))

ifdef EVALFILE
    override EVALFILE := $(abspath $(EVALFILE))
    export EVALFILE
endif

CPU ?= native
STOCKFISH ?= stockfish

# OpenBench builds branches and names no features: a branch for tuning has a file that says FEATURES = tune.
-include features.mk
FEATURE_FLAGS = $(if $(FEATURES),--features $(FEATURES))

# PGO uses its own target folder and an explicit target, so that build scripts are not instrumented.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
PROFDATA = $(shell rustc --print target-libdir)/../bin/llvm-profdata$(SUFFIX)
PROFILED := target/profiled-$(CPU)
PROFILE := $(abspath $(PROFILED)/profile)
PROFILED_BUILD = cargo build --release --package quietus $(FEATURE_FLAGS) --target $(HOST) --target-dir $(PROFILED)
PROFILED_BINARY = $(PROFILED)/$(HOST)/release/quietus$(SUFFIX)

.PHONY: all profile-build profiled plain first-net release test bench attacks clean

all: profile-build

profile-build:
	@if [ -x "$(PROFDATA)" ]; then $(MAKE) profiled; else \
	    echo "No profile: llvm-profdata is missing (rustup component add llvm-tools)"; $(MAKE) plain; fi

# Instrument, run bench with both evaluations and both games, rebuild with the profile.
profiled:
	rm -rf $(PROFILED)
	RUSTFLAGS="-C target-cpu=$(CPU) -C profile-generate=$(PROFILE)" $(PROFILED_BUILD)
	$(PROFILED_BINARY) bench
	$(PROFILED_BINARY) "setoption name UseNNUE value false" bench
	$(PROFILED_BINARY) bench xiangqi
	$(PROFDATA) merge --output $(PROFILE)/merged.profdata $(PROFILE)
	RUSTFLAGS="-C target-cpu=$(CPU) -C profile-use=$(PROFILE)/merged.profdata" $(PROFILED_BUILD)
	cp $(PROFILED_BINARY) $(BINARY)

plain:
	RUSTFLAGS="-C target-cpu=$(CPU)" cargo build --release --package quietus $(FEATURE_FLAGS) --target-dir target/$(CPU)
	cp target/$(CPU)/release/quietus$(SUFFIX) $(BINARY)

# Without LTO, which would take longer than it saves here.
first-net:
	cargo build --profile proof --package quietus --package quietus-lab
	target/proof/quietus-lab first-net --out runs/first

release:
	tools/release/package.sh out

test:
	cargo test --profile proof --workspace

bench:
	cargo bench --package quietus-chess --bench perft

attacks:
	cargo build --profile proof --package quietus --package quietus-lab
	tools/bench/http_attacks.py target/proof/quietus --lab target/proof/quietus-lab
	tools/bench/time_losses.py target/proof/quietus $(STOCKFISH) --lab target/proof/quietus-lab \
	    --loads 4,16 --threads 1 --pairs 100

clean:
	cargo clean
	rm -f $(BINARY)
