# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# Builds the legacy XRC verbs as a library, libibverbs-xrc; verbs-cts has the same objects linked in.

XRC_LIB := $(B)/libibverbs-xrc.so.1
XRC_OBJS := $(patsubst %.c,$(B)/%.o,$(wildcard lib/legacy/*.c))
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include

all: $(XRC_LIB)

$(B)/lib/legacy/%.o: CTS_CFLAGS += -fPIC
$(XRC_LIB): $(XRC_OBJS) lib/legacy/verbs_xrc.map
	@$(call step,LD,$@)
	@$(CC) $(CFLAGS) $(filter-out -no-pie,$(CTS_LDFLAGS)) -shared -Wl,-soname,$(@F) \
		-Wl,--version-script=lib/legacy/verbs_xrc.map -o $@ $(XRC_OBJS) -libverbs -lpthread
	@ln -sf $(@F) $(B)/libibverbs-xrc.so

install: install-legacy
install-legacy: $(XRC_LIB)
	install -D -m 644 $(XRC_LIB) $(DESTDIR)$(LIBDIR)/$(notdir $(XRC_LIB))
	ln -sf $(notdir $(XRC_LIB)) $(DESTDIR)$(LIBDIR)/libibverbs-xrc.so
	install -D -m 644 lib/legacy/infiniband/verbs_xrc.h $(DESTDIR)$(INCLUDEDIR)/infiniband/verbs_xrc.h
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@INCLUDEDIR@|$(INCLUDEDIR)|; s|@VERSION@|$(VERSION)|' \
		lib/legacy/libibverbs-xrc.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/libibverbs-xrc.pc
.PHONY: install-legacy

-include $(XRC_OBJS:.o=.d)
