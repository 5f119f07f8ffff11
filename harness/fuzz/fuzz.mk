# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# The readers of files, for a fuzzer (build/fuzz/fuzz) and without one (build/sanitized/feed).

READERS := $(call objects,$(filter-out lib/cli/%,$(PROGRAM_C)) lib/cli/replay.c $(wildcard suites/model/*.c)) $(XRC_OBJS) \
	$(addprefix $(B)/fixtures/refhca/,config.o quirks.o personas.o)
FUZZ_TARGETS := $(call objects,$(filter-out harness/fuzz/feed.c harness/fuzz/mutate.c,$(wildcard harness/fuzz/*.c)))

# A fuzzer has a main() of its own, and mutates frames as harness/fuzz/mutate.c says.
$(B)/fuzz: LDLIBS += -fsanitize=fuzzer
$(B)/fuzz: $(B)/harness/fuzz/mutate.o
$(B)/feed: $(B)/harness/fuzz/feed.o
$(B)/fuzz $(B)/feed: LDLIBS += -Wl,--wrap=vct_now_ms
$(B)/fuzz $(B)/feed: $(FUZZ_TARGETS) $(READERS)
	@$(call step,LD,$@)
	@$(CC) $(CFLAGS) $(CTS_LDFLAGS) -o $@ $^ $(LDLIBS)

-include $(patsubst %.o,%.d,$(FUZZ_TARGETS) $(B)/harness/fuzz/feed.o $(B)/harness/fuzz/mutate.o)

# Clang's warnings are not ours: make compiles the same files with gcc.
.PHONY: fuzz
fuzz:
	@ci/install build fuzz
	@$(MAKE) --no-print-directory B=$(B)/fuzz CC=clang CFLAGS='-O1 -g -w' \
		SANITIZE='-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all' $(B)/fuzz/fuzz
	@$(MAKE) --no-print-directory $(REFHCA)
	@harness/fuzz/run --for $(or $(FOR),900) $(FUZZ)
