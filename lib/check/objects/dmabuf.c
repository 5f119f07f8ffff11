// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes dma-bufs: by libibverbs itself, or by the kernel's /dev/udmabuf (CONFIG_UDMABUF). */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dmabuf.h"
#include "../judge.h"

static int of_the_library(size_t length)
{
	int (*make)(size_t) = (int (*)(size_t))dlsym(RTLD_DEFAULT, "verbs_cts_make_dma_buf");

	return make ? make(length) : -1;
}

static int of_the_kernel(size_t length)
{
	struct udmabuf_create create = { .flags = UDMABUF_FLAGS_CLOEXEC, .size = length };
	int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC), memory, fd;

	if (device < 0)
		vct_skip("this machine makes no dma-buf: /dev/udmabuf cannot be opened (%s)",
			 vct_errno_text(errno));
	memory = memfd_create("dma-buf", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	SETUP(memory >= 0 && !ftruncate(memory, (off_t)length) &&
	      !fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK));
	create.memfd = (unsigned int)memory;
	fd = ioctl(device, UDMABUF_CREATE, &create);
	SETUP(fd >= 0);
	close(memory);
	close(device);
	return fd;
}

struct vct_dmabuf vct_dmabuf_make(size_t length)
{
	struct vct_dmabuf buffer = { .fd = of_the_library(length), .length = length };

	if (buffer.fd < 0)
		buffer.fd = of_the_kernel(length);
	buffer.memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, buffer.fd, 0);
	SETUP(buffer.memory != MAP_FAILED);
	return buffer;
}
