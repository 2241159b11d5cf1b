# What OpenBench runs to build an engine: `make EXE=NAME`. `NAME bench`
# then ends with the line it reads, `N nodes M nps`. EVALFILE, which OpenBench may give, names a network
# file that becomes part of the program instead of the usual one (src/engine/build.rs).

EXE ?= atalaya
CARGO ?= cargo
# The engine alone: no database, no site, no bars.
FEATURES ?= --no-default-features

ifneq ($(OS),Windows_NT)
SUFFIX =
else
SUFFIX = .exe
endif

export EVALFILE

# Part of the version in full: `atalaya --version`, `id name`.
ATALAYA_COMMIT ?= $(shell git rev-parse --short=8 HEAD 2>/dev/null)
export ATALAYA_COMMIT

RUSTC ?= rustc
# Where `make pgo` builds; nothing else is built there.
PGO ?= $(CURDIR)/target/pgo
# What merges the counts must be of the compiler's LLVM: the one named, the toolchain's own
# (`rustup component add llvm-tools`), or the system's.
LLVM_PROFDATA ?=
PROFDATA = $(shell \
	llvm=$$($(RUSTC) -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'); \
	for tool in $(or $(LLVM_PROFDATA),"$$($(RUSTC) --print sysroot)"/lib/rustlib/*/bin/llvm-profdata \
		llvm-profdata-$$llvm llvm-profdata); do \
		if "$$tool" --version 2>&1 | grep -q "LLVM version $$llvm\."; then echo "$$tool"; break; fi; \
	done)
HOST = $(shell $(RUSTC) -vV | sed -n 's/^host: //p')
LLVM = $(shell $(RUSTC) -vV | sed -n 's/^LLVM version: //p')
NO_PROFDATA = $(if $(LLVM_PROFDATA),LLVM_PROFDATA=$(LLVM_PROFDATA) is not an,there is no) llvm-profdata that fits \
	LLVM $(LLVM) of $(RUSTC): run 'rustup component add llvm-tools' or name a fitting one in LLVM_PROFDATA

# The rules of all games, the engine with the solvers, and the machines that play, as modules for the pages of the site (src/web).
# They are kept in the repository, so that a build needs no second target; `make rules-check` tells whether they are what the
# sources give, byte for byte. The network is no part of a module: pages load it as a file.
WASM = wasm32-unknown-unknown
MODULES = rules engine players
ASSETS = src/server/assets
CARGO_HOME ?= $(HOME)/.cargo
MADE = $(or $(CARGO_TARGET_DIR),target)/$(WASM)
# Paths of this machine stay out of the modules. What searches recurses deeply, and adds up the network's units eight at a time.
REMAPPED = --remap-path-prefix=$(CARGO_HOME)=/cargo --remap-path-prefix=$(CURDIR)=/atalaya
FOR_SEARCH = -C link-arg=-zstack-size=16777216 -C target-feature=+simd128

.PHONY: openbench pgo release bench clean rules rules-check rules-modules

openbench:
	$(CARGO) build --release --locked $(FEATURES) --bin atalaya
	cp "$${CARGO_TARGET_DIR:-target}/release/atalaya$(SUFFIX)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))"

# The same, optimised for what is counted while the engine works: two builds and a minute of work.
# The flags go to this program alone, not to what is run in order to build it (--target), and do not
# replace those of .cargo/config.toml.
pgo: FLAGS = $(or $(RUSTFLAGS),-C target-cpu=native)
pgo: BUILD = build --release --locked $(FEATURES) --bin atalaya --target $(HOST)
pgo: COUNTING = $(PGO)/counting/$(HOST)/release/atalaya$(SUFFIX)
pgo: COUNTED = $(PGO)/counted/$(HOST)/release/atalaya$(SUFFIX)
pgo:
	$(if $(PROFDATA),,$(error $(NO_PROFDATA)))
	rm -rf "$(PGO)/counts"
	CARGO_ENCODED_RUSTFLAGS="$$(printf '%s\037' $(FLAGS))-Cprofile-generate=$(PGO)/counts" \
		$(CARGO) $(BUILD) --target-dir "$(PGO)/counting"
	"$(COUNTING)" bench | tee "$(PGO)/bench"
	"$(COUNTING)" perft 6
	"$(COUNTING)" perft 5 --fen "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	"$(COUNTING)" perft 6 --hash 64
	"$(COUNTING)" perft 6 --variant kamisado
	"$(COUNTING)" perft 8 --variant rolit
	"$(COUNTING)" mate 4 --fen "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0"
	"$(PROFDATA)" merge -o "$(PGO)/counts.profdata" "$(PGO)/counts"
	CARGO_ENCODED_RUSTFLAGS="$$(printf '%s\037' $(FLAGS))-Cprofile-use=$(PGO)/counts.profdata" \
		$(CARGO) $(BUILD) --target-dir "$(PGO)/counted"
	"$(COUNTED)" bench >"$(PGO)/bench-counted"
	test "$$(tail -n 1 "$(PGO)/bench" | cut -d ' ' -f 1)" = "$$(tail -n 1 "$(PGO)/bench-counted" | cut -d ' ' -f 1)" || \
		{ echo "make pgo: the builds differ in the nodes of bench, see $(PGO)/bench and bench-counted" >&2; exit 1; }
	cp "$(COUNTED)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))"

# Archives for Linux (x86-64, aarch64), Windows and WASI, a Debian package, and their checksums, in target/dist; TARGETS has
# only some made. FEATURES is empty unless it is given: releases have everything.
release: RELEASE_FEATURES = $(if $(filter file,$(origin FEATURES)),,$(FEATURES))
release:
	CARGO="$(CARGO)" FEATURES="$(RELEASE_FEATURES)" deploy/release $(TARGETS)

rules: rules-modules
	$(foreach module,$(MODULES),cp "$(MADE)/$(module).wasm" $(ASSETS)/ &&) true

rules-check: rules-modules
	$(foreach module,$(MODULES),cmp "$(MADE)/$(module).wasm" $(ASSETS)/$(module).wasm &&) true || \
		{ echo "make rules-check: $(ASSETS) has a module that is not what the sources give: run 'make rules' and commit it" >&2; exit 1; }

rules-modules:
	RUSTFLAGS="$(REMAPPED)" $(CARGO) build --profile web --locked --package web --lib --target $(WASM)
	cp "$(MADE)/web/web.wasm" "$(MADE)/rules.wasm"
	$(foreach module,$(filter-out rules,$(MODULES)), \
		RUSTFLAGS="$(REMAPPED) $(FOR_SEARCH)" \
			$(CARGO) build --profile web-engine --locked --package web --features $(module) --lib --target $(WASM) && \
		cp "$(MADE)/web-engine/web.wasm" "$(MADE)/$(module).wasm" &&) true

bench: openbench
	"./$(EXE)" bench

clean:
	$(CARGO) clean
