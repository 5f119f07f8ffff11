// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Facts about a run, for its record: the program, its waivers, its options and its environment. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "../base/deadline.h"
#include "../base/digest.h"
#include "device/facts.h"
#include "verdict/released.h"

void vct_facts_promises(char *digest)
{
	struct sha256_ctx sum;

	sha256_init(&sum);
	vct_for_each_promise (p) {
		const char *const parts[] = { (*p)->id, vct_level_name((*p)->level),
					      vct_promise_source(*p), vct_promise_text(*p) };

		for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
			sha256_update(&sum, strlen(parts[i]) + 1, (const uint8_t *)parts[i]);
	}
	vct_digest_end(&sum, digest);
}

void vct_facts_of_judged(FILE *f, const char *const *files, size_t n)
{
	char digest[VCT_DIGEST_SIZE];

	for (size_t i = 0; i < n; i++)
		if (vct_digest_file(files[i], digest))
			fprintf(f, "judged.%zu\t%s, sha256 %s\n", i + 1, files[i], digest);
}

static void say_waivers(FILE *f, const char *const *waivers, size_t n)
{
	char digest[VCT_DIGEST_SIZE];

	for (size_t i = 0; i < n; i++)
		if (vct_digest_file(waivers[i], digest))
			fprintf(f, "waivers.%zu\t%s, sha256 %s\nwaivers.%zu.released\t%s\n", i + 1,
				waivers[i], digest, i + 1, vct_is_released(digest) ? "yes" : "no");
}

/* The options that results.xml does not have as attributes, with their defaults. */
static void say_options(FILE *f, const struct vct_run *run)
{
	const struct vct_care *care = &run->care;
	const struct {
		const char *name;
		bool given;
	} switches[] = {
		{ "brief", run->brief },
		{ "destructive", care->destructive },
		{ "gentle", care->gentle },
		{ "shared", care->shared },
		{ "go_on_after_oops", care->go_on_after_oops },
		{ "in_guest", care->in_guest },
		{ "strict", run->plan.strict },
		{ "shuffle", run->plan.shuffle },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++)
		fprintf(f, "option.%s\t%s\n", switches[i].name, switches[i].given ? "yes" : "no");
	fprintf(f, "option.deadline\t%g s\noption.slow\t%g\noption.repeat\t%u\n", run->deadline,
		vct_slow, run->plan.passes);
	if (run->left_out)
		fprintf(f, "option.leave_out\t%s\n", run->left_out);
	fprintf(f, "random.seed\t%" PRIu64 "\nrandom.steps\t%u\n", run->random.seed,
		run->random.steps);
	fprintf(f, "random.sequences\t%u\nrandom.seconds\t%g\n", run->random.sequences,
		run->random.seconds);
}

/* Variables that change what the program, the loader or a provider of rdma-core does. */
static void say_environment(FILE *f)
{
	static const char *const prefixes[] = { "LD_",    "IBV_",       "RDMA", "VCT_",
						"REFHCA", "SYSFS_PATH", "MLX",  "BNXT",
						"EFA_",   "ERDMA",      "HNS",  "IRDMA",
						"MANA",   "QEDR",       "CXGB", "HFI" };

	for (char **variable = environ; *variable; variable++)
		for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
			const char *value = strchr(*variable, '=');

			if (!value || strncmp(*variable, prefixes[i], strlen(prefixes[i])) ||
			    strcspn(*variable, "\t\n.") < (size_t)(value - *variable))
				continue;
			fprintf(f, "environment.%.*s\t%.*s\n", (int)(value - *variable), *variable,
				(int)strcspn(value + 1, "\n"), value + 1);
		}
}

void vct_facts_of_run(FILE *f, const struct vct_run *run, const char *const *waivers, size_t n)
{
	char digest[VCT_DIGEST_SIZE];

	if (vct_digest_file("/proc/self/exe", digest))
		fprintf(f, "program.sha256\t%s\n", digest);
	vct_facts_promises(digest);
	fprintf(f, "promises.sha256\t%s\n", digest);
	say_waivers(f, waivers, n);
	say_options(f, run);
	say_environment(f);
}
