// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* A wire that has the bytes of an input to read, and a device. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "frames.h"

void fuzz_wire(struct vct_wire *wire, const uint8_t *data, size_t size)
{
	static int nowhere = -1;

	if (nowhere < 0)
		nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	fuzz_file(0, data, size);
	*wire = (struct vct_wire){ .in = fuzz_fd(0), .out = nowhere };
	BROKEN_IF(lseek(wire->in, 0, SEEK_SET));
}

void fuzz_error(const struct vct_wire *wire)
{
	const char *text = wire->error;

	BROKEN_IF(!memchr(text, '\0', sizeof(wire->error)) || !text[0]);
	for (; *text; text++)
		BROKEN_IF(*text < ' ' || *text > '~');
}

const struct vct_device *fuzz_device(void)
{
	static struct vct_device dev;
	static struct ibv_device **list; /* kept: the device is in it */

	if (list && list[0] == dev.ibv)
		return &dev;
	list = ibv_get_device_list(NULL);
	BROKEN_IF(!list);
	if (!list[0]) {
		fuzz_say("no device: start this program with fixtures/refhca/run\n");
		exit(2);
	}
	dev = (struct vct_device){ .ibv = list[0], .name = "near0", .port = 1 };
	dev.port_attr.active_mtu = IBV_MTU_4096;
	dev.port_attr.link_layer = IBV_LINK_LAYER_ETHERNET;
	return &dev;
}
