// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What kernels of each architecture say of the same fault, and the words that waivers know. */
#include <string.h>

#include "../../../lib/record/complaint.h"
#include "../../../suites/vct.h"

#define NULL_POINTER "NULL pointer dereference in rxe_query_srq\n"
#define BAD_ADDRESS  "bad address in rxe_query_srq\n"

static const struct fault_row {
	struct vct_row vct_row;
	const char *log, *words; /* a line for each complaint */
} logs[] = {
	{ ROW("x86-null"),
	  "[   13.1] BUG: kernel NULL pointer dereference, address: 0000000000000010\n"
	  "[   13.1] #PF: supervisor read access in kernel mode\n"
	  "[   13.1] Oops: 0000 [#1] PREEMPT SMP NOPTI\n"
	  "[   13.1] RIP: 0010:rxe_query_srq+0x1e/0x60 [rdma_rxe]\n"
	  "[   13.1] ---[ end trace 0000000000000000 ]---\n"
	  "[   13.1] RIP: 0010:rxe_query_srq+0x1e/0x60 [rdma_rxe]\n",
	  NULL_POINTER },
	{ ROW("x86-page"),
	  "BUG: unable to handle page fault for address: ffffa01234567890\n"
	  "Oops: 0002 [#1] PREEMPT SMP\n"
	  "RIP: 0010:rxe_query_srq.isra.0+0x1e/0x60 [rdma_rxe]\n",
	  BAD_ADDRESS },
	{ ROW("x86-not-canonical"),
	  "Oops: general protection fault, probably for non-canonical address 0x6b6b6b: 0000 [#1]\n"
	  "RIP: 0010:rxe_query_srq+0x1e/0x60 [rdma_rxe]\n",
	  BAD_ADDRESS },
	{ ROW("x86-no-function"),
	  "BUG: kernel NULL pointer dereference, address: 0000000000000000\n"
	  "Oops: 0010 [#1] PREEMPT SMP NOPTI\n"
	  "RIP: 0010:0x0\n"
	  " ? rxe_query_srq+0x1e/0x60 [rdma_rxe]\n",
	  "NULL pointer dereference in an unknown function\n" },
	{ ROW("arm64-null"),
	  "Unable to handle kernel NULL pointer dereference at virtual address 0000000000000018\n"
	  "Mem abort info:\n"
	  "Internal error: Oops: 0000000096000006 [#1] SMP\n"
	  "pc : rxe_query_srq+0x20/0x60 [rdma_rxe]\n"
	  "lr : ib_uverbs_query_srq+0x94/0x120 [ib_uverbs]\n",
	  NULL_POINTER },
	{ ROW("arm64-page"),
	  "Unable to handle kernel paging request at virtual address ffff8000deadbeef\n"
	  "Internal error: Oops: 0000000096000006 [#1] SMP\n"
	  "pc : rxe_query_srq+0x20/0x60 [rdma_rxe]\n",
	  BAD_ADDRESS },
	{ ROW("riscv64-null"),
	  "Unable to handle kernel NULL pointer dereference at virtual address 0000000000000018\n"
	  "Oops [#1]\n"
	  "epc : rxe_query_srq+0x20/0x60 [rdma_rxe]\n",
	  NULL_POINTER },
	{ ROW("ppc64-null"),
	  "BUG: Kernel NULL pointer dereference on read at 0x00000018\n"
	  "Faulting instruction address: 0xc00800000abc0020\n"
	  "Oops: Kernel access of bad area, sig: 11 [#1]\n"
	  "NIP [c00800000abc0020] rxe_query_srq+0x20/0x60 [rdma_rxe]\n",
	  NULL_POINTER },
	{ ROW("ppc64-page"),
	  "BUG: Unable to handle kernel data access on write at 0xdeadbeef\n"
	  "Oops: Kernel access of bad area, sig: 11 [#1]\n"
	  "NIP [c00800000abc0020] rxe_query_srq+0x20/0x60 [rdma_rxe]\n",
	  BAD_ADDRESS },
	{ ROW("s390x-null"),
	  "Unable to handle kernel pointer dereference in virtual kernel address space\n"
	  "Failing address: 0000000000000000 TEID: 0000000000000483\n"
	  "Oops: 0004 ilc:2 [#1] SMP\n"
	  "Krnl PSW : 0704c00180000000 000003ff80112233 (rxe_query_srq+0x1a/0x50 [rdma_rxe])\n",
	  NULL_POINTER },
	{ ROW("s390x-page"),
	  "Unable to handle kernel pointer dereference in virtual kernel address space\n"
	  "Failing address: 6b6b6b6b6b6b6000 TEID: 6b6b6b6b6b6b6803\n"
	  "Oops: 0038 ilc:3 [#1] SMP\n"
	  "Krnl PSW : 0704c00180000000 000003ff80112233 (rxe_query_srq+0x1a/0x50 [rdma_rxe])\n",
	  BAD_ADDRESS },
	{ ROW("two"),
	  "WARNING: CPU: 1 PID: 81 at drivers/infiniband/core/rdma_core.c:896 close+0x1/0x2\n"
	  "all is well\n"
	  "BUG: kernel NULL pointer dereference, address: 0000000000000010\n"
	  "Oops: 0000 [#1] PREEMPT SMP NOPTI\n"
	  "RIP: 0010:rxe_query_srq+0x1e/0x60 [rdma_rxe]\n"
	  "Kernel panic - not syncing: Fatal exception in interrupt\n",
	  "WARNING: CPU: 1 PID: 81 at drivers/infiniband/core/rdma_core.c:896 "
	  "close+0x1/0x2\n" NULL_POINTER
	  "Kernel panic - not syncing: Fatal exception in interrupt\n" },
	{ ROW("a-second-fault"),
	  "Unable to handle kernel paging request at virtual address ffff8000deadbeef\n"
	  "BUG: kernel NULL pointer dereference, address: 0000000000000010\n"
	  "RIP: 0010:rxe_query_srq+0x1e/0x60 [rdma_rxe]\n",
	  "bad address in an unknown function\n" NULL_POINTER },
	{ ROW("an-oops-alone"), "Oops: invalid opcode: 0000 [#1] SMP\n",
	  "Oops: invalid opcode: 0000 [#1] SMP\n" },
	{ ROW("none"), "all is well\nrxe_query_srq+0x20/0x60\n", "" },
};

CHECK_ROWS(words_are_of_no_architecture, logs, PROMISES(STR_01))
{
	const char *lines = row->log;
	char words[512], all[1024] = "";

	while (vct_kernel_next_complaint(&lines, words, sizeof(words)))
		strcat(strcat(all, words), "\n");
	MUST(!strcmp(all, row->words), "%s; seen %s", row->words, all);
}
