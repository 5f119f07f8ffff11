// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which release of rdma-core libibverbs is of. */
#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/file.h"
#include "release.h"

const char *vct_release_told;

/* What releases added: one symbol of each version of the library's interface. */
static const struct addition {
	const char *symbol, *version;
	unsigned int release;
} additions[] = {
	{ "ibv_query_ece", "IBVERBS_1.10", 31 },
	{ "_ibv_query_gid_ex", "IBVERBS_1.11", 32 },
	{ "ibv_reg_dmabuf_mr", "IBVERBS_1.12", 34 },
	{ "ibv_import_dm", "IBVERBS_1.13", 35 },
	{ "ibv_query_qp_data_in_order", "IBVERBS_1.14", 36 },
	{ "ibv_reg_mr_ex", "IBVERBS_1.15", 59 },
	{ "ibv_query_port_speed", "IBVERBS_1.16", 62 },
	{ "ibv_alloc_buf", "IBVERBS_1.17", 64 },
	{ "ibv_create_comp_cntr", "IBVERBS_1.18", 65 },
};
enum { N = sizeof(additions) / sizeof(additions[0]) };

/* The file of libibverbs. The function may be a mutant's, too, or seem to be the program's own. */
static bool find_file(char *path)
{
	void *library = dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD);
	Dl_info info;
	bool found = library && dladdr(dlsym(library, "ibv_get_device_list"), &info) &&
		     realpath(info.dli_fname, path);

	if (library)
		dlclose(library);
	return found;
}

/* The last of the additions that the library has; -1: none. */
static int last_addition(void)
{
	char path[PATH_MAX];
	void *library = find_file(path) ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
	int last = -1;

	for (int i = 0; library && i < N; i++)
		if (dlvsym(library, additions[i].symbol, additions[i].version))
			last = i;
	if (library)
		dlclose(library);
	return last;
}

bool vct_release_possible(const char *release, char *why, size_t size)
{
	unsigned int number = (unsigned int)strtoul(release, NULL, 10);
	int last = last_addition();

	if (last >= 0 && number < additions[last].release) {
		snprintf(why, size, "libibverbs has %s, which came with rdma-core %u",
			 additions[last].symbol, additions[last].release);
		return false;
	}
	if (last + 1 < N && number >= additions[last + 1].release) {
		snprintf(why, size, "libibverbs has no %s, which came with rdma-core %u",
			 additions[last + 1].symbol, additions[last + 1].release);
		return false;
	}
	return true;
}

/* libibverbs.so.1.14.44.0 is of rdma-core 44.0. */
static bool name_says(char *text, size_t size)
{
	unsigned int major, minor;
	char path[PATH_MAX], why[128];

	if (!find_file(path) ||
	    sscanf(basename(path), "libibverbs.so.1.%*u.%u.%u", &major, &minor) != 2)
		return false;
	snprintf(text, size, "%u.%u", major, minor);
	return vct_release_possible(text, why, sizeof(why));
}

void vct_release_find(char *text, size_t size)
{
	int last = last_addition();

	if (vct_release_told)
		snprintf(text, size, "%s", vct_release_told);
	else if (!name_says(text, size) && last + 1 < N)
		snprintf(text, size, "%u..%u", last < 0 ? 0 : additions[last].release,
			 additions[last + 1].release - 1);
	else if (!name_says(text, size))
		snprintf(text, size, "%u..", additions[last].release);
}

const char *vct_release_edits(void)
{
	static const char name[] = "/verbs-cts-edits";
	static char line[1024];
	char path[PATH_MAX + sizeof(name)];

	if (!find_file(path))
		return "";
	strcpy(strrchr(path, '/'), name);
	vct_first_line(path, line, sizeof(line));
	return line;
}
