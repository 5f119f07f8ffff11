// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Lines of the kernel log, as /dev/kmsg gives them and as they are judged. */
#include <string.h>

#include "../../lib/record/complaint.h"
#include "../../lib/run/kernel/kmsg.h"
#include "fuzz.h"

static const struct vct_log_names names = { .own = { "rxe0", "0000:3b:00.0", "eth9" },
					    .related = { "rxe", "rdma_rxe", "ib_core", "mlx5" } };

/* A report stays one when more is logged, and a complaint of the device stays one, too. */
static void judge(const char *lines)
{
	size_t length = strlen(lines);
	bool any = vct_kernel_complains(lines), ours = vct_kernel_complains_of(lines, &names);
	char *part = strdup(lines), *eol = strrchr(part, '\n');

	BROKEN_IF(length == 0 && (any || ours));
	vct_kernel_report_is_open(lines);
	if (eol)
		*eol = '\0';
	BROKEN_IF(!any && vct_kernel_complains(part));
	free(part);
}

void fuzz_kernel(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size), out[256];
	char *record = strdup(text);
	struct vct_kmsg state = { 0 };
	size_t length;

	BROKEN_IF(!text || !record);
	length = vct_kmsg_line(&state, record, out, sizeof(out));
	BROKEN_IF(length >= sizeof(out));
	BROKEN_IF(length && (strlen(out) != length || out[length - 1] != '\n'));
	judge(text);
	free(text);
	free(record);
}
