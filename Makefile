# What OpenBench runs to build an engine: `make EXE=NAME`, for the machine it runs on. `NAME bench`
# then ends with the line it reads, `N nodes M nps`. EVALFILE, which OpenBench may give, names a network
# file that is to be part of the program instead of the usual one; there is none such here yet, so that
# it is refused rather than passed over.

EXE ?= atalaya
CARGO ?= cargo
# The engine alone: no database, no site, no bars.
FEATURES ?= --no-default-features

ifneq ($(OS),Windows_NT)
SUFFIX =
else
SUFFIX = .exe
endif

.PHONY: openbench bench clean

openbench:
ifdef EVALFILE
	$(error EVALFILE=$(EVALFILE): networks are given by the option EvalFile, not at build time)
endif
	$(CARGO) build --release --locked $(FEATURES) --bin atalaya
	cp "$${CARGO_TARGET_DIR:-target}/release/atalaya$(SUFFIX)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))"

bench: openbench
	"./$(EXE)" bench

clean:
	$(CARGO) clean
