# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# `make help` lists the commands that a person types.

CC ?= gcc
# A cross compiler, such as aarch64-linux-gnu-gcc, has a folder of its own for what it builds, and a pkg-config of its own.
# What it links with is in CC's --sysroot=DIR, if that is given. PKG_CONFIG can name another pkg-config.
TRIPLET := $(if $(findstring -linux-gnu,$(CC)),$(patsubst %-gcc,%,$(notdir $(firstword $(CC)))))
SYSROOT := $(patsubst --sysroot=%,%,$(filter --sysroot=%,$(CC)))
PKG_CONFIG ?= $(if $(TRIPLET),PKG_CONFIG_SYSROOT_DIR=$(SYSROOT) \
	PKG_CONFIG_LIBDIR=$(SYSROOT)/usr/lib/$(TRIPLET)/pkgconfig:$(SYSROOT)/usr/share/pkgconfig) pkg-config
B := build$(addprefix /,$(TRIPLET))
PREFIX ?= /usr/local
TARGET ?= guest
.DEFAULT_GOAL := all
VERSION := 0.1.0
# The commit and its day; ci/commit says them where there is no git: in a tarball of `make dist`.
RELEASED := $(if $(findstring Format,$(file < ci/commit)),,$(file < ci/commit))
COMMIT := $(or $(firstword $(RELEASED)),$(shell git describe --always --dirty --exclude='*' 2>/dev/null || echo unknown))
DATE := $(or $(word 2,$(RELEASED)),$(shell git log -1 --format=%cs 2>/dev/null || date +%F))
PKGS := libibverbs libarchive libxml-2.0 libxslt libexslt gsl nettle
CFLAGS ?= -O2 -g
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
# A user's compiler may be newer than those that we have, and its warnings must not stop the build: only our own tests and
# CI set WERROR.
WERROR ?=
# A command of uverbs is followed by that of the driver, and ends in an array without a length: clang warns of that.
WARNINGS := -Wall -Wextra -Wno-gnu-variable-sized-type-not-at-end $(WERROR)
# Only gcc for x86 knows it.
ALIGN_DATA := $(shell $(CC) -malign-data=abi -E -x c /dev/null >/dev/null 2>&1 && echo -malign-data=abi)
CTS_CFLAGS := -std=gnu11 -D_GNU_SOURCE -Ilib/verbs $(WARNINGS) -MMD -MP \
	-fdata-sections $(ALIGN_DATA) $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null) $(SANITIZE)
# Small variables lie side by side, apart from arrays, because each page of them that a check writes costs its process time.
# A check's process is a copy of the program. At a fixed address the tables of checks and promises need no relocation, so
# their pages stay those of the file, which a process shares and does not copy: 6 % of a run on the reference HCA.
CTS_LDFLAGS := -no-pie -rdynamic -Wl,--sort-section=alignment -Wl,-z,relro,-z,now $(LDFLAGS) $(SANITIZE)
# lib/base/late.h: the others are loaded when they are used
LDLIBS := $(shell $(PKG_CONFIG) --libs $(filter-out libarchive libxslt libexslt,$(PKGS)) 2>/dev/null) -lcunit -lpthread -ldl -lm

# make V=1 shows each step of a build. Else one line of a terminal, or four of a log, tell how many are done; a dry run with
# V=count tells of how many, but for what depends on the commit.
ifeq ($(V),1)
step = echo '  $(1)  $(2)'
else ifeq ($(V),count)
step = step
else ifneq (,$(findstring s,$(firstword -$(MAKEFLAGS))))
step = :
else
STEPS = $(eval STEPS := $(shell MAKEFLAGS= $(MAKE) -n $(MAKEOVERRIDES) V=count $(MAKECMDGOALS) | grep -c '^step$$'))$(STEPS)
step = $(eval DONE += x)n=$(words $(DONE)) of=$(STEPS); [ $$n -le $$of ] || of=$$n; \
	$(if $(MAKE_TERMOUT),printf '\033[K  built %d of %d files\r' $$n $$of,\
	[ $$((n * 4 / of)) = $$(((n - 1) * 4 / of)) ] || echo "  built $$n of $$of files")
endif

# verbs-cts consists of lib/, the promises and the suites. self-cts has checks that misbehave in place of
# the suites; harness/ tests the program with them.
PROGRAM_C := $(wildcard $(addprefix lib/,base/*.c check/*.c check/*/*.c record/*.c random/*.c run/*.c run/*/*.c bench/*.c certify/*.c fleet/*.c cli/*.c) suites/promises/*.c)
SUITE_C := $(filter-out suites/promises/%,$(wildcard suites/*/*.c))
SELF_C := $(wildcard harness/checks/*/*.c)
objects = $(patsubst %.c,$(B)/%.o,$(1))

.PHONY: help all conformance matrix random coverage soak test test-long tested sanitized tsan mutants holes judged deviations personas bugs uml fleet-demo bench bench-srq install dist dist-binary deb clean
.PHONY: test-aside firmware-mutants lint-aside lint lint-arrows lint-format lint-cppcheck lint-shellcheck
help:
	@echo 'make conformance          run every check on rxe in a guest (needs root once, to install packages)'
	@echo '     KERNEL=6.1.0-50-amd64  use the kernel of this Debian package; KERNEL=7.3, newest, uml, DIR'
	@echo '     RDMA_CORE=56.1         test this release of rdma-core, from any release of Debian, or a build tree: DIR'
	@echo '     DRIVER=DIR             with modules of yours in place of the kernel'"'"'s: .ko, or their sources; docs/driver.md'
	@echo '     RDMA_CORE=bugs BUG=5   rdma-core 65 with one of its mended bugs put back; docs/bugs.md explains it'
	@echo '     RDMA_CORE=fixed        rdma-core 65 with patches of this project; docs/rxe-fixes.md explains it'
	@echo '     KERNEL=uml-debug       a User-Mode Linux that watches memory, locks and lists'
	@echo '     KERNEL=uml-6.12        User-Mode Linux of this series of kernels'
	@echo "     KERNEL=uml-xrc         rxe with this project's patches for XRC built in; docs/xrc-rxe.md explains it"
	@echo "     KERNEL=uml-fixed       rxe and the core with this project's patches for what they deviate in; docs/rxe-fixes.md"
	@echo "     KERNEL=uml-xrc-fixed   with both series of patches: for XRC, and for what they deviate in"
	@echo '     KERNEL=uml-bugs BUG=7  rxe and the core with one of their mended bugs put back; docs/bugs.md explains it'
	@echo '     KERNEL=6.12 RXE=xrc    load rxe with the patches for XRC into this kernel'
	@echo '     KERNEL=7.3 RXE=fixed   load rxe with the patches for what it deviates in; RXE=xrc-fixed: with both'
	@echo '     KERNEL=uml DEVICE=siw  run on siw, an iWARP device that only User-Mode Linux has'
	@echo '     KERNEL=6.12 DEVICE=mlx5  run on an HCA that is a program, below the real driver (mlx4, mlx5, mlx5-roce, hfi1); docs/synthetic.md'
	@echo '     DEVICE=socket:PATH MODULES=DIR IB=mlx5_0  on a model that listens on this socket; docs/synthetic.md'
	@echo '     TARGET=refhca          run on the reference HCA, which takes a second and needs no root'
	@echo '     TARGET=host DEV=mlx5_0 run on a device of this machine, whose settings do not change'
	@echo '     STRICT=1               on a device of this machine, a broken promise of any level is red; elsewhere it always is'
	@echo '     ARCH=arm64             in a guest of another architecture, which QEMU emulates: arm64 or s390x'
	@echo "     CHECKS='srq.limit.*'   run only these checks"
	@echo 'make matrix               run every check on several kernels, and show the differences'
	@echo '     KERNELS="6.1 6.12 uml refhca"  packages, series, uml, uml-debug, uml-xrc, refhca; the first is the baseline'
	@echo '     RDMA_CORES="44 56 65"  run each kernel with each of these releases of rdma-core, or build trees'
	@echo '     BASELINE=results.xml   compare with an earlier run'
	@echo 'make random               call verbs in random sequences on rxe in a guest, and compare it with a model'
	@echo '     KERNEL=uml FOR=600 SEED=1  on which kernel, for how many seconds, from which seed on'
	@echo 'make coverage             show what of the driver rxe, and of the kernel below it, is reached by the suite, by'
	@echo '                          make random and by ibv_rc_pingpong and its kind, side by side'
	@echo "     PEER_TESTS=DIR         and by rdma-core's own tests, which are in this directory"
	@echo '     OUT=DIR FOR=60 SEED=1  where the pages are left; the seconds and the seed of make random'
	@echo 'make soak                 repeat every check for an hour, and watch memory, descriptors and objects of the kernel'
	@echo '     TARGET=refhca FOR=600  on the reference HCA; for how many seconds'
	@echo 'make fuzz                 fuzz all that reads files, 15 minutes each; docs/fuzzing.md explains it'
	@echo '     FUZZ=journal FOR=60    only this target; for how many seconds'
	@echo 'make test                 test the suite itself, and lint it; two CPUs need about a quarter of an hour'
	@echo 'make test-long            run the tests that take too long for make test: all mutants on rxe, all rows of'
	@echo '                          tables with each mutant, the sanitized suite in QEMU, other kernels, and a'
	@echo '                          benchmark that must find a build which is 5% slower'
	@echo 'make mutants              prove that checks can fail: run every mutant, on the reference HCA'
	@echo '     TARGET=guest KERNEL=uml    run the mutants on rxe'
	@echo '     MUTANTS="keeps_firing ..." run only these mutants'
	@echo 'make holes                change the source of the reference HCA at random, and list the changes that no check sees'
	@echo '     SEED=2 SIZE=50         200 of seed 1, if these are not given'
	@echo 'make firmware-mutants     prove that the suite finds mistakes of firmware through a real driver (docs/synthetic.md)'
	@echo '     DEVICE=mlx4           through mlx4, or mlx5-roce; else it is mlx5'
	@echo 'make judged               make fixtures/waivers/judged again: what each target is known to judge'
	@echo 'make deviations           make docs/deviations.md from the waivers: who deviates in what, by version'
	@echo 'make bugs                 put real, mended bugs of rxe and of the core back, and show which check sees each'
	@echo '     RDMA_CORE=bugs        those of libibverbs and of the provider for rxe'
	@echo '     DEVICE=mlx5           those of mlx5_ib (DRIVER=bugs) and libmlx5 (RDMA_CORE=bugs), on the HCA that does not exist; or mlx4'
	@echo '     BUGS="13 61" FULL=1   only these bugs; run the whole suite on each, which takes two hours for all'
	@echo "     PEER_TESTS=DIR        on rdma-core's own tests, which are in this directory, and not on the checks"
	@echo '     FIXES=rxe             bugs of today: leave out one patch of docs/rxe-fixes.md at a time; or FIXES=rdma-core'
	@echo 'make personas             run every check on the reference HCA with the persona of each driver'
	@echo '     PERSONAS="mlx5-ib ..." run only these personas; PERSONAS="--exam quirk": each quirk alone;'
	@echo '                            --exam absent, smallest and bare: what a rule leaves out of the HCA'
	@echo 'make fleet-demo           run a plan on a Slurm cluster of this machine, of which a node dies'
	@echo '     APART=1              as if the nodes had no folder in common'
	@echo 'make uml                  build User-Mode Linux, the fastest guest; KERNEL=uml-debug builds that variant'
	@echo 'make bench                measure the times of a boot, a run and a check on each guest'
	@echo 'make bench-srq            measure how fast TARGET, with its KERNEL or DEV, accepts receives: bench.xml, a page, JUnit.'
	@echo '                          build/verbs-cts bench compare finds a slowdown between two such records, and'
	@echo '                          build/verbs-cts bench duel measures two stacks in turn; docs/bench.md explains them'
	@echo "     BENCH='--quick --pin 0,1'  options; fixtures/bench --help lists them"
	@echo 'make man                  make the manual pages, in build/man'
	@echo 'make                      build build/verbs-cts; its option --help explains it'
	@echo '     V=1                    show each step of a build'
	@echo '     CC=aarch64-linux-gnu-gcc  build for another architecture, in build/aarch64-linux-gnu; docs/packages.md'
	@echo 'make dist                 make a tarball of the sources, for other distributions'
	@echo 'make dist-binary          make a tarball for machines without a compiler or without root'
	@echo 'make deb                  make the Debian packages, in build/deb'
	@echo '     ARCH=arm64             those of another architecture (arm64, ppc64el, riscv64, s390x), in build/deb-arm64'
	@echo 'make install PREFIX=/usr  install verbs-cts, what its guests need, the manual pages, and the legacy XRC calls'

# User-Mode Linux and its variants among the words of KERNEL or KERNELS: fixtures/guest/uml builds them.
# uml-xrc, uml-fixed and uml-bugs come first, because uml is built on the way to them.
first_umls = uml-xrc uml-xrc-% uml-fixed uml-fixed-% uml-bugs uml-bugs-%
umls = $(strip $(filter $(first_umls),$(1)) $(filter-out $(first_umls),$(filter uml uml-%,$(1))))
uml_packages = $(if $(umls),uml)
build_umls = $(foreach uml,$(umls),fixtures/guest/uml $(uml) > /dev/null &&) true

# ci/conformance keeps the exit code of verbs-cts, which make turns into 2.
conformance:
	@ci/conformance $(CHECKS)

# The stock kernels that users have. The oldest is the first, and so the baseline.
KERNELS ?= 6.1.0-50-amd64 6.1 6.12
matrix:
	@ci/install build guest $(call uml_packages,$(KERNELS)) $(if $(filter fixed bugs bugs-asan,$(RDMA_CORES)),rdma-core)
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(if $(filter refhca,$(KERNELS)),$(REFHCA))
	@$(call build_umls,$(KERNELS))
	@fixtures/matrix $(if $(BASELINE),--baseline $(BASELINE)) $(if $(JOBS),--jobs $(JOBS)) \
		$(addprefix --rdma-core ,$(RDMA_CORES)) $(KERNELS) -- $(CHECKS)

# Random use of rxe in guests, for FOR seconds from SEED on.
random:
	@ci/install build guest $(call uml_packages,$(KERNEL))
	@$(MAKE) --no-print-directory $(B)/verbs-cts
	@$(call build_umls,$(KERNEL))
	@fixtures/guest/random $(if $(KERNEL),--kernel $(KERNEL)) $(if $(DEVICE),--device $(DEVICE)) -- \
		--for $(or $(FOR),60) --seed $(or $(SEED),1)

# What of the driver is reached, in a User-Mode Linux that counts.
coverage:
	@ci/install build uml coverage
	@$(MAKE) --no-print-directory $(B)/verbs-cts
	@fixtures/guest/uml uml-gcov > /dev/null
	@fixtures/coverage/run $(if $(OUT),--out $(OUT)) $(if $(PEER_TESTS),--peer-tests $(PEER_TESTS)) \
		--seconds $(or $(FOR),60) --seed $(or $(SEED),1)

# All checks again and again on rxe in a guest, or on the reference HCA.
soak:
	@ci/install build $(if $(filter guest,$(TARGET)),guest uml)
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(REFHCA)
	@fixtures/soak --target $(TARGET) --kernel "$(or $(KERNEL),$(if $(filter mlx%,$(DEVICE)),,uml))" $(if $(DEVICE),--device $(DEVICE)) \
		--for $(or $(FOR),3600) $(CHECKS)

uml:
	@ci/install uml
	@fixtures/guest/uml $(or $(call umls,$(KERNEL)),uml)

PYTEST := MAKEFLAGS= /usr/bin/python3 -m pytest -q harness
# Tests wait for guests, deadlines and browsers. One more process than CPUs, and the lints, use that time.
test: tested
	@$(MAKE) --no-print-directory -k -j2 test-aside lint-aside
test-aside:
	@$(PYTEST) -n $$(($$(nproc) + 1)) --dist loadgroup
lint-aside:
	@nice $(MAKE) --no-print-directory lint

# One test at a time: each of them uses all CPUs, and a benchmark needs the machine for itself.
test-long: tested lint
	@ci/install xrc rdma-core
	@$(PYTEST) -m long -v

tested:
	@ci/install build guest uml bench test cross-arm64
	@$(MAKE) --no-print-directory -j$$(nproc) WERROR=-Werror all man sanitized tsan synthetic
	@$(call build_umls,uml-xrc uml)

# The sanitizers name lines, for which -g1 suffices; with less to optimize and to describe, both are built in two thirds of the time.
sanitized:
	@$(MAKE) --no-print-directory B=$(B)/sanitized CFLAGS='-O1 -g1' SANITIZE='$(SANITIZERS)' \
		$(B)/sanitized/verbs-cts $(B)/sanitized/refhca/libibverbs.so.1 $(B)/sanitized/refhca/threads \
		$(B)/sanitized/feed
tsan:
	@$(MAKE) --no-print-directory B=$(B)/tsan CFLAGS='-O1 -g1' SANITIZE=-fsanitize=thread \
		$(B)/tsan/verbs-cts $(B)/tsan/refhca/libibverbs.so.1 $(B)/tsan/refhca/threads

# What each target is known to judge, in fixtures/waivers/judged. All lists are made without LISTS; those left out here need no
# User-Mode Linux.
umls_of_lists := $(if $(filter-out rxe hfi1 mlx4 mlx5 mlx5-roce refhca,$(or $(LISTS),siw)),uml-xrc uml)
judged:
	@ci/install build guest $(if $(umls_of_lists),uml)
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(REFHCA)
	@$(call build_umls,$(umls_of_lists))
	@fixtures/waivers/judged/make $(LISTS)

deviations:
	@fixtures/waivers/deviations

# Mutants run on refhca unless the command line sets TARGET.
mutants:
	@ci/install build mutants $(if $(filter command line,$(origin TARGET)),$(filter guest,$(TARGET)) $(call uml_packages,$(KERNEL)))
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(B)/mutants.so $(REFHCA)
	@fixtures/mutants/matrix $(if $(filter command line,$(origin TARGET)),--target $(TARGET)) $(if $(KERNEL),--kernel $(KERNEL)) $(MUTANTS)

# Random changes of the source of the reference HCA.
holes:
	@ci/install build holes
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(B)/mutants.so $(REFHCA)
	@fixtures/mutants/holes --seed $(or $(SEED),1) --size $(or $(SIZE),200)

# Mistakes of the firmware, below the real driver.
firmware-mutants:
	@ci/install build guest
	@$(MAKE) --no-print-directory $(B)/verbs-cts synthetic
	@fixtures/exam/run firmware --device $(or $(DEVICE),mlx5) $(if $(KERNEL),--kernel $(KERNEL)) $(MUTANTS)

# Real bugs that were mended, put back one at a time: those of the kinds that are named, or all of this device.
bug_kinds = $(or $(strip $(if $(DRIVER),mlx) $(if $(RDMA_CORE),rdma-core)),$(if $(DEVICE),mlx rdma-core,rxe))
bugs:
	@ci/install build $(if $(DEVICE),guest,uml)
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(if $(DEVICE),synthetic)
ifdef FIXES
	@ci/install rdma-core
	@$(call build_umls,$(if $(filter rdma-core,$(FIXES)),uml-fixed))
	@fixtures/exam/run $(FIXES)-fixes $(BUGS)
else
	@$(if $(DEVICE),,$(call build_umls,$(if $(RDMA_CORE),uml,uml-bugs uml-bugs-debug uml-bugs-smp)))
	@$(if $(filter rdma-core,$(bug_kinds)),ci/install rdma-core && fixtures/rdma-core/fixed --bugs)
	@code=0; $(foreach kind,$(bug_kinds),fixtures/exam/run $(kind)-bugs $(if $(DEVICE),--device $(DEVICE)) $(if $(FULL),--full) \
		$(if $(PEER_TESTS),--peer $(PEER_TESTS)) $(BUGS) || code=$$?;) exit $$code
endif

# The table of personas, by verdicts.
personas:
	@ci/install build mutants
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(REFHCA) $(B)/refhca/refhca-ctl
	@fixtures/personas $(PERSONAS)

# Each release of clang-format, cppcheck and shellcheck has its own opinion. That of Debian 12 counts; elsewhere it is asked
# in a small Debian 12 of its own.
ifeq ($(shell . /etc/os-release && echo $$VERSION_CODENAME),bookworm)
lint: lint-arrows lint-format lint-cppcheck lint-shellcheck
else
# In that Debian, the files may belong to another user than its root, and git lists nothing of a directory that it does not trust.
lint: lint-arrows
	@ci/install guest
	@root=$$(fixtures/debian/root cached bookworm git make clang-format cppcheck shellcheck) && \
		fixtures/debian/root run --bind "$(CURDIR)" --bind "$$(git rev-parse --path-format=absolute --git-common-dir)" \
		"$$root" env GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' \
		$(MAKE) --no-print-directory -k lint-format lint-cppcheck lint-shellcheck
endif
# The files that git lists, to a linter, which would be content with none.
linted = files=$$(git $(1)) && [ "$$files" ] || { echo "make $@: git has listed no file" >&2; exit 1; }; \
	printf '%s\n' "$$files" | xargs -d '\n' $(2)
# it reads the object files of lib/, too
lint-arrows: $(B)/verbs-cts
	@ci/arrows
lint-format:
	@$(call linted,ls-files '*.c' '*.h',clang-format --dry-run -Werror)
lint-cppcheck:
	@cppcheck --quiet -j$$(nproc) --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
		--suppressions-list=.cppcheck --library=posix -DVCT_SUITE='""' '-D__typeof__(x)=int' -DVCT_CPPCHECK lib suites harness fixtures
lint-shellcheck:
	@$(call linted,grep -lE '^#!/bin/(ba|busybox )?sh|^# shellcheck shell=' -- fixtures ci .ci docs lib,shellcheck -x)

# A plan on four nodes of Slurm, all on this machine.
fleet-demo:
	@ci/install build uml fleet
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(REFHCA)
	@fixtures/guest/uml > /dev/null
	@fixtures/fleet/demo $(if $(OUT),--out $(OUT)) $(if $(CHECKS),--checks '$(CHECKS)') $(if $(APART),--apart)

bench: all
	@fixtures/guest/bench

ifeq ($(TARGET),guest)
BENCHED := $(or $(filter mlx%,$(DEVICE)),$(call umls,$(KERNEL)),qemu)
else
BENCHED := $(if $(filter host,$(TARGET)),$(DEV),$(TARGET))
endif
bench-srq:
	@ci/install build bench $(filter guest,$(TARGET))
	@$(MAKE) --no-print-directory $(B)/verbs-cts $(if $(filter refhca,$(TARGET)),$(REFHCA))
	@$(call build_umls,$(BENCHED))
	@KERNEL=$(KERNEL) fixtures/bench $(BENCH) $(BENCHED)

# The sources of the last commit, which build on any distribution that has rdma-core.
dist:
	@mkdir -p $(B)
	@git archive --prefix=verbs-cts-$(VERSION)/ -o $(B)/verbs-cts-$(VERSION).tar.gz HEAD
	@echo $(B)/verbs-cts-$(VERSION).tar.gz

# The Debian packages of the last commit.
deb: dist
	@ci/install build package
	@ci/deb $(VERSION) $(B)/verbs-cts-$(VERSION).tar.gz $(B)/deb$(addprefix -,$(ARCH)) $(ARCH)

dist-binary: $(B)/verbs-cts $(B)/mutants.so
	@ci/dist-binary $(VERSION) $(B)

clean:
	rm -rf $(B)

all: $(B)/verbs-cts $(B)/self-cts

# Every record contains the commit. commit.h changes only when the commit changes, so that a build is not repeated.
$(B)/commit.h: $(if $(filter count,$(V)),,FORCE)
	@mkdir -p $(@D)
	@new=$@.$$$$; printf '#define VCT_VERSION "%s"\n#define VCT_COMMIT "%s"\n' $(VERSION) $(COMMIT) > $$new && \
		{ cmp -s $@ $$new && rm $$new || mv $$new $@; }
FORCE:
COMMIT_OBJS := $(addprefix $(B)/,lib/record/results.o lib/run/resume.o lib/run/peer/greet.o lib/bench/document.o lib/certify/examine.o lib/cli/certify.o lib/cli/main.o)
$(COMMIT_OBJS): $(B)/commit.h
$(COMMIT_OBJS): CTS_CFLAGS += -include $(B)/commit.h
$(B)/lib/run/verdict/released.o: $(wildcard fixtures/waivers/*.xml)
$(B)/lib/record/embedded.o: $(wildcard reports/*.rng reports/*.xsl reports/repro/*.c lib/fleet/*.sh)

# Libraries that harness/ and fixtures/mlx5/run load before libibverbs (LD_PRELOAD).
PRELOADS := $(patsubst %.c,$(B)/%.so,$(wildcard harness/preload/*.c) fixtures/mlx5/uverbs.c)
all: $(PRELOADS)
$(PRELOADS): harness/preload/preload.h
$(B)/%.so: %.c
	@mkdir -p $(@D)
	@$(call step,LD,$@)
	@$(CC) $(CFLAGS) $(LDFLAGS) $(WARNINGS) -fPIC -shared -o $@ $< -ldl

# What verbs-cts loads in a guest to inject errors into rxe.
$(B)/verbs-cts $(B)/self-cts: | $(B)/fixtures/rxe/fault/rxe_fault.so

include lib/legacy/legacy.mk
include docs/man/man.mk

$(B)/verbs-cts: $(call objects,$(PROGRAM_C) $(SUITE_C)) $(XRC_OBJS)
$(B)/self-cts: $(call objects,$(PROGRAM_C) $(SELF_C)) $(XRC_OBJS)
$(B)/verbs-cts $(B)/self-cts:
	@$(call step,LD,$@)
	@$(CC) $(CFLAGS) $(CTS_LDFLAGS) -o $@ $^ $(LDLIBS)

# The path of a check's file is the first part of its name: suites/srq/modify.c holds srq.modify.*
$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@$(call step,CC,$<)
	@$(CC) $(CFLAGS) $(CTS_CFLAGS) -DVCT_SUITE='"$(subst /,.,$(patsubst harness/checks/%,%,$(patsubst suites/%,%,$*)))"' -c -o $@ $<

# The tables of promises and profiles keep the order of their sources, which is that of the manual pages.
$(B)/suites/promises/promises.o: CTS_CFLAGS += $(if $(findstring clang,$(CC)),,-fno-toplevel-reorder)

-include $(patsubst %.o,%.d,$(call objects,$(PROGRAM_C) $(SUITE_C) $(SELF_C)))
include fixtures/mutants/mutants.mk
include harness/fuzz/fuzz.mk
include fixtures/refhca/refhca.mk
include fixtures/synthetic/synthetic.mk
include fixtures/rxe/xrc/xrc.mk
include fixtures/install.mk
