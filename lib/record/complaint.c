// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Messages that a kernel logs when it detects an error of its own. */
#include <stddef.h>
#include <string.h>

#include "complaint.h"

bool vct_kernel_complains(const char *lines)
{
	static const char *const patterns[] = {
		"WARNING: ",
		"BUG: ",
		"kernel BUG at",
		"Oops: ",
		"Oops#",
		"general protection fault",
		"Kernel panic",
		"KASAN:",
		"KFENCE:",
		"KCSAN:",
		"UBSAN:",
		"INFO: task ",
		"INFO: rcu",
		"possible circular locking",
		"possible recursive locking",
		"inconsistent lock state",
		"suspicious RCU usage",
		"unreferenced object",
		"refcount_t:",
		"list_add corruption",
		"list_del corruption",
		"soft lockup",
		"hung_task",
		"Unable to handle kernel",
		"Segfault with no mm",
		"Kernel mode fault",
		"double fault",
		"stack segment:",
	};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (strstr(lines, patterns[i]))
			return true;
	return false;
}
