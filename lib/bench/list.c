// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Lists of receive WRs that are posted repeatedly, and the memory that messages are written to. */
#include <stdlib.h>
#include <sys/mman.h>

#include "../check/objects/objects.h"
#include "../check/judge.h"
#include "filling.h"

enum { SLOTS_OF_AREA = 64 };

/* One area for all lists of a process, unless one has longer SGEs than those before it. */
static struct ibv_mr *area(uint32_t length)
{
	static struct ibv_mr *mr;
	size_t size = (size_t)length * SLOTS_OF_AREA;
	void *memory;

	if (!mr || size > mr->length) {
		memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		SETUP(memory != MAP_FAILED);
		mr = vct_reg_mr(pd(), memory, size, IBV_ACCESS_LOCAL_WRITE);
		SETUP(mr);
	}
	return mr;
}

static struct ibv_sge slot(unsigned int number, uint32_t length)
{
	struct ibv_mr *mr = area(length);
	uintptr_t place = (uintptr_t)mr->addr + (size_t)(number % SLOTS_OF_AREA) * length;

	return (struct ibv_sge){ place, length, mr->lkey };
}

struct ibv_recv_wr *bench_list(unsigned int n, unsigned int sges, uint32_t length)
{
	struct ibv_recv_wr *wr = calloc(n, sizeof(*wr) + sges * sizeof(struct ibv_sge));
	struct ibv_sge *sge = (struct ibv_sge *)(wr + n);

	SETUP(wr);
	for (unsigned int i = 0; i < n; i++) {
		wr[i] = (struct ibv_recv_wr){ .wr_id = i,
					      .next = i + 1 < n ? &wr[i + 1] : NULL,
					      .sg_list = &sge[i * sges],
					      .num_sge = (int)sges };
		for (unsigned int j = 0; j < sges; j++)
			wr[i].sg_list[j] = slot(i + j, length);
	}
	return wr;
}
