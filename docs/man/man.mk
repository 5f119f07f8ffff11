# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# The manual pages, made by the program: build/man. EMULATOR runs the program of another architecture.

MANDIR ?= $(PREFIX)/share/man

.PHONY: man install-man
man: $(B)/man/made
$(B)/man/made: $(B)/verbs-cts $(wildcard docs/man/*)
	@$(call step,MAN,$(@D))
	@docs/man/pages '$(strip $(EMULATOR) $(B)/verbs-cts)' $(@D) $(DATE)
	@touch $@

install: install-man
install-man: man
	for page in $(B)/man/man?/*; do \
		install -D -m 644 $$page $(DESTDIR)$(MANDIR)/$$(basename $$(dirname $$page))/$$(basename $$page) || exit; \
	done
