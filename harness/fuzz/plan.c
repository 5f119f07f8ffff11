// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * The plan of a fleet: one that is accepted becomes calls of a script, a line for each element, and
 * whatever is in the plan, each of its texts is one word.
 */
#include <string.h>

#include "../../lib/fleet/plan.h"
#include "fuzz.h"

/* Calls of functions: outside of words in quotes there are only names, numbers and blanks. */
static void check_calls(const char *calls)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789- \\\n";
	bool quoted = false;

	for (const char *c = calls; *c; c++) {
		if (*c == '\'')
			quoted = !quoted;
		else
			BROKEN_IF(!quoted && !strchr(plain, *c));
		if (*c == '\\' && !quoted) /* a quote in a word: '\'' */
			BROKEN_IF(strncmp(c - 1, "'\\''", 4) != 0 || !*++c);
	}
	BROKEN_IF(quoted);
}

void fuzz_plan(const uint8_t *data, size_t size)
{
	static const char end[] = "\n# The plan\n";
	const char *path = fuzz_file(0, data, size), *said, *calls;
	char *script;

	fuzz_listen();
	script = fleet_script(&(struct fleet_wish){ .plan = path, .action = "show", .jobs = 1 });
	said = fuzz_heard();
	BROKEN_IF(!script && !fuzz_names_line(said, path));
	if (!script)
		return;
	BROKEN_IF(said[0]);
	calls = strstr(script, end);
	BROKEN_IF(!calls);
	check_calls(calls + strlen(end));
	free(script);
}
