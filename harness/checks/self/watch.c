// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* What a kernel that watches itself writes into its log, and what it writes without a reason to
 * complain. harness/test_watch.py runs these checks, in guests only. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../../../suites/vct.h"
#include "../guest.h"

static const struct said {
	struct vct_row vct_row;
	const char *line;
} complaints[] = {
	{ ROW("kasan"), "BUG: KASAN: slab-use-after-free in rxe_srq_from_init+0x1/0x2\n" },
	{ ROW("lock-order"), "WARNING: possible circular locking dependency detected\n" },
	{ ROW("lock-recursion"), "WARNING: possible recursive locking detected\n" },
	{ ROW("lock-context"), "WARNING: inconsistent lock state\n" },
	{ ROW("lock-wait-context"), "[ BUG: Invalid wait context ]\n" },
	{ ROW("lock-without-key"), "INFO: trying to register non-static key.\n" },
	{ ROW("rcu"), "WARNING: suspicious RCU usage\n" },
	{ ROW("sleep"), "BUG: sleeping function called from invalid context at mm/slab.h:1\n" },
	{ ROW("slub"), "BUG kmalloc-64 (Not tainted): Poison overwritten\n" },
	{ ROW("page"), "pagealloc: memory corruption\n" },
	{ ROW("ubsan"), "UBSAN: shift-out-of-bounds in drivers/infiniband/core/umem.c:1:2\n" },
	{ ROW("usercopy"), "usercopy: Kernel memory exposure attempt detected from SLUB object\n" },
	{ ROW("object"), "ODEBUG: free active (active state 0) object: 0000000012345678\n" },
	{ ROW("kobject"), "kobject (0000000012345678): tried to init an initialized object\n" },
	{ ROW("list-add"), "list_add corruption. prev->next should be next\n" },
	{ ROW("list-add-twice"), "list_add double add: new=12345678, prev=12345678\n" },
	{ ROW("list-del"), "list_del corruption, 12345678->next is LIST_POISON1\n" },
	{ ROW("refcount"), "refcount_t: underflow; use-after-free.\n" },
	{ ROW("kmemleak"), "kmemleak: 3 new suspected memory leaks (see debugfs)\n" },
	{ ROW("reference"), "ref_tracker: leaked reference.\n" },
	{ ROW("device-in-use"), "unregister_netdevice: waiting for vct0 to become free. Usage count = 2\n" },
	{ ROW("general-protection"), "general protection fault, probably for non-canonical address 0x1: 0000 [#1] SMP\n" },
	{ ROW("hung-task"), "INFO: task self-cts:7 blocked for more than 60 seconds.\n" },
}, talk[] = {
	{ ROW("kmemleak-starts"), "kmemleak: Kernel memory leak detector initialized\n" },
	{ ROW("objects-stop"), "ODEBUG: Out of memory. ODEBUG disabled\n" },
	{ ROW("locks-stop"), "INFO: lockdep is turned off.\n" },
	{ ROW("limit-of-lockdep"), "BUG: MAX_LOCKDEP_CHAINS too low!\n" },
	{ ROW("injected"), "FAULT_INJECTION: forcing a failure.\n" },
	{ ROW("no-memory"), "warn_alloc: self-cts: page allocation failure: order:0\n" },
	{ ROW("debug"), "rxe0: DEBUG is on\n" },
	/* What ended a program, and no fault of the kernel: */
	{ ROW("program-segfault"), "self-cts[81]: segfault at 10 ip 00007f in libmlx5.so.1[7f0000+5f000]\n" },
	{ ROW("program-protection"), "traps: self-cts[81] general protection fault ip:7f0000 sp:7f error:0 in libmlx5.so.1[7f0000+5f000]\n" },
	{ ROW("program-trap"), "traps: self-cts[81] trap invalid opcode ip:7f0000 sp:7f error:0 in libmlx5.so.1[7f0000+5f000]\n" },
};

static void say(const struct said *said)
{
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	ONLY_IN_A_GUEST();
	MUST(true, "the check judges something");
	SETUP(write(fd, said->line, strlen(said->line)) > 0);
	close(fd);
}

CHECK_ROWS(complains, complaints, PROMISES(STR_01))
{
	say(row);
}

CHECK_ROWS(talks, talk, PROMISES(STR_01))
{
	say(row);
}
