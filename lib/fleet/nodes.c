// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Lists of nodes, as Slurm writes them: "n[1-4,7],m2". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "plan.h"

/* More nodes than any lab has, and longer names than a host may have: a wrong number in a plan
 * shall not fill the memory. */
enum { MOST_NAMES = 100000, LONGEST_NAME = 253, MOST_DIGITS = 9 };

/* Appends a name to the list, which ends with NULL. */
static bool add_name(char ***list, size_t *n, char *name)
{
	if (*n == MOST_NAMES || strlen(name) > LONGEST_NAME) {
		free(name);
		return false;
	}
	*list = vct_grow(*list, *n + 1, sizeof(**list)); /* a NULL is behind the names */
	(*list)[(*n)++] = name;
	(*list)[*n] = NULL;
	return true;
}

/* How many digits are at the beginning; their number is in `value`. 0: none, or too many */
static size_t number_at(const char *text, unsigned int *value)
{
	size_t digits = strspn(text, "0123456789");

	*value = (unsigned int)strtoul(text, NULL, 10);
	return digits > MOST_DIGITS ? 0 : digits;
}

/* "1-4" or "7" between brackets; numbers keep their leading zeros. */
static bool add_range(char ***list, size_t *n, const char *before, int len, const char *range,
		      const char *after)
{
	unsigned int from, to;
	size_t digits = number_at(range, &from), more = 0;

	to = from;
	if (digits && range[digits] == '-')
		more = number_at(range + digits + 1, &to);
	if (!digits || range[more ? digits + 1 + more : digits] || from > to)
		return false;
	for (unsigned int i = from; i <= to; i++) {
		char *name = vct_format("%.*s%0*u%s", len, before, (int)digits, i, after);
		if (!add_name(list, n, name))
			return false;
	}
	return true;
}

/* A word between commas: a name, or one with a list in brackets at one place. */
static bool add_word(char ***list, size_t *n, const char *word)
{
	const char *open = strchr(word, '['), *close = strchr(word, ']');
	char *ranges, *rest;
	bool good = true;

	if (!open && !close)
		return word[0] && add_name(list, n, vct_copy(word));
	if (!open || !close || close < open || strpbrk(close + 1, "[]"))
		return false;
	ranges = vct_copy_part(open + 1, (size_t)(close - open - 1));
	rest = ranges;
	for (char *r; good && (r = strsep(&rest, ","));)
		good = add_range(list, n, word, (int)(open - word), r, close + 1);
	free(ranges);
	return good;
}

char **fleet_names_in(const char *list)
{
	char **names = NULL, *copy = vct_copy(list), *start = copy;
	bool good = true, inside = false, last = false;
	size_t n = 0;

	for (char *c = copy; good && !last; c++) {
		inside = *c == '[' || (inside && *c != ']');
		last = !*c;
		if ((*c != ',' || inside) && !last)
			continue;
		*c = '\0';
		good = add_word(&names, &n, start);
		start = c + 1;
	}
	free(copy);
	if (good)
		return names;
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return NULL;
}
