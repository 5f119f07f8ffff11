// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The files of reports/, which the assembler includes in the program. */
#include <libxml/parser.h>
#include <libxml/xmlIO.h>
#include <stdio.h>
#include <string.h>

#include "embedded.h"

/* clang-format off */
#define FILES(do_)                                                                                 \
	do_(repro_start, "repro/start.c")                                                           \
	do_(repro_memory, "repro/memory.c")                                                         \
	do_(repro_requests, "repro/requests.c")                                                     \
	do_(repro_qps, "repro/qps.c")                                                               \
	do_(repro_connections, "repro/connections.c")                                               \
	do_(repro_completions, "repro/completions.c")                                               \
	do_(repro_events, "repro/events.c")                                                         \
	do_(waivers_rng, "waivers.rng")                                                            \
	do_(judged_rng, "judged.rng")                                                              \
	do_(results_rng, "results.rng")                                                            \
	do_(junit_xsl, "junit.xsl")                                                                \
	do_(calls_xsl, "calls.xsl")                                                                \
	do_(ktap_xsl, "ktap.xsl")                                                                  \
	do_(html_xsl, "html.xsl")                                                                  \
	do_(html_tables_xsl, "html-tables.xsl")                                                    \
	do_(html_style_xsl, "html-style.xsl")                                                      \
	do_(slowest_xsl, "slowest.xsl")                                                            \
	do_(end_xsl, "end.xsl")                                                                    \
	do_(terminal_xsl, "terminal.xsl")                                                          \
	do_(folded_xsl, "folded.xsl")                                                              \
	do_(groups_xsl, "groups.xsl")                                                              \
	do_(variants_xsl, "variants.xsl")                                                          \
	do_(summary_xsl, "summary.xsl")                                                            \
	do_(mutants_xsl, "mutants.xsl")                                                            \
	do_(mutants_words_xsl, "mutants-words.xsl")                                                \
	do_(mutants_summary_xsl, "mutants-summary.xsl")                                            \
	do_(sentence_xsl, "sentence.xsl")                                                          \
	do_(answers_xsl, "answers.xsl")                                                            \
	do_(outcome_xsl, "outcome.xsl")                                                                  \
	do_(certificate_rng, "certificate.rng")                                                    \
	do_(certificate_xsl, "certificate.xsl")                                                    \
	do_(profiles_xsl, "profiles.xsl")                                                          \
	do_(page_xsl, "page.xsl")                                                                  \
	do_(verdict_xsl, "verdict.xsl")                                                            \
	do_(matrix_rng, "matrix.rng")                                                              \
	do_(matrix_xsl, "matrix.xsl")                                                              \
	do_(matrix_text_xsl, "matrix-text.xsl")                                                    \
	do_(fleet_round_sh, "../lib/fleet/round.sh")                                               \
	do_(fleet_target_sh, "../lib/fleet/target.sh")                                             \
	do_(fleet_job_sh, "../lib/fleet/job.sh")                                                   \
	do_(fleet_plan_rng, "fleet-plan.rng")                                                      \
	do_(fleet_rng, "fleet.rng")                                                                \
	do_(fleet_xsl, "fleet.xsl")                                                                \
	do_(fleet_text_xsl, "fleet-text.xsl")                                                      \
	do_(bench_rng, "bench.rng")                                                                \
	do_(mutants_rng, "mutants.rng")                                                            \
	do_(bench_xsl, "bench.xsl")                                                                \
	do_(bench_junit_xsl, "bench-junit.xsl")                                                    \
	do_(bench_summary_xsl, "bench-summary.xsl")                                                \
	do_(bench_words_xsl, "bench-words.xsl")                                                    \
	do_(forest_xsl, "forest.xsl")
/* clang-format on */

#define EMBED(label_, file_)                                                                       \
	extern const char vct_##label_[], vct_##label_##_end[];                                    \
	__asm__(".section .rodata\n"                                                               \
		"vct_" #label_ ":\n"                                                               \
		".incbin \"reports/" file_ "\"\n"                                                  \
		"vct_" #label_ "_end:\n"                                                           \
		".byte 0\n"                                                                        \
		".previous\n");
FILES(EMBED)

#define ENTRY(label_, file_) { VCT_EMBEDDED file_, vct_##label_, vct_##label_##_end },
static const struct {
	const char *uri, *start, *end;
} files[] = { FILES(ENTRY) };

static int is_embedded(const char *uri)
{
	return !strncmp(uri, VCT_EMBEDDED, strlen(VCT_EMBEDDED));
}

static void *open_embedded(const char *uri)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(uri, files[i].uri))
			return fmemopen((void *)files[i].start,
					(size_t)(files[i].end - files[i].start), "r");
	return NULL;
}

const char *vct_embedded(const char *file, size_t *size)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strcmp(file, files[i].uri + sizeof(VCT_EMBEDDED) - 1)) {
			*size = (size_t)(files[i].end - files[i].start);
			return files[i].start;
		}
	return NULL;
}

static int read_embedded(void *file, char *buffer, int len)
{
	return (int)fread(buffer, 1, (size_t)len, file);
}

static int close_embedded(void *file)
{
	return fclose(file);
}

void vct_embedded_register(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	xmlInitParser(); /* otherwise libxml2 would not register its default callbacks */
	xmlRegisterInputCallbacks(is_embedded, open_embedded, read_embedded, close_embedded);
}
