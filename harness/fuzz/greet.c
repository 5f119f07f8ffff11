// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What either side of --peer reads first, and frames of any kind behind it. */
#include <string.h>

#include "../../lib/run/peer/peer.h"
#include "frames.h"

static void one_line(const char *text)
{
	BROKEN_IF(!text[0]);
	for (; *text; text++)
		BROKEN_IF(*text < ' ' || *text > '~');
}

/* What is printed of the device, and recorded. */
static void examine(const struct vct_device *dev)
{
	BROKEN_IF(strlen(dev->name) >= sizeof(dev->name));
	one_line(dev->name);
	BROKEN_IF(dev->ibv || dev->unasked || dev->facts || dev->fault_plugin ||
		  dev->fault_command);
	vct_device_lacks(dev, NEED_SRQ | NEED_RC | NEED_UD | NEED_XRC | NEED_GIDS);
}

void fuzz_greet(const uint8_t *data, size_t size)
{
	static char payload[8192];
	static struct vct_device other;
	enum vct_wire_type type = 0;
	struct vct_wire wire;
	char error[512] = "";
	long n;

	fuzz_wire(&wire, data, size);
	if (vct_peer_greet(&wire, GREET_AS_RUN, fuzz_device(), &other, 1e12, error, sizeof(error)))
		one_line(error);
	else
		examine(&other);
	do {
		n = vct_wire_receive(&wire, &type, payload, sizeof(payload), 1e12);
		BROKEN_IF(n > (long)sizeof(payload) || (n >= 0 && (!type || type >= WIRE_TYPES)));
	} while (n >= 0);
	fuzz_error(&wire);
}
