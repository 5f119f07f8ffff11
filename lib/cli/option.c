// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Sets what options say, and reads the numbers in them. */
#include <stdlib.h>

#include "../base/deadline.h"
#include "option.h"

enum { MOST = 1000000 };

long number_option(struct argp_state *state, const char *option, const char *arg, long least,
		   long most)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (end == arg || *end || n < least || n > most)
		argp_error(state, "--%s takes a number from %ld to %ld, not '%s'", option, least,
			   most, arg);
	return n;
}

double positive_option(struct argp_state *state, const char *option, const char *arg)
{
	char *end;
	double value = strtod(arg, &end);

	if (end == arg || *end || !(value > 0) || value > MOST)
		argp_error(state, "--%s takes a number above 0 and not above %d, not '%s'", option,
			   MOST, arg);
	return value;
}

static const char *name_of(const struct argp_option *options, int key)
{
	while (options->key != key)
		options++;
	return options->name;
}

error_t set_option(const struct argp_option *options, int key, char *arg, struct argp_state *state)
{
	void *member = (char *)state->input + (key & ((1 << OPTION_OFFSET_BITS) - 1));

	switch (key >> OPTION_OFFSET_BITS) {
	case OPTION_TEXT:
		*(const char **)member = arg;
		return 0;
	case OPTION_SETS:
	case OPTION_CLEARS:
		*(bool *)member = key >> OPTION_OFFSET_BITS == OPTION_SETS;
		return 0;
	case OPTION_POSITIVE:
		*(double *)member = positive_option(state, name_of(options, key), arg);
		return 0;
	case OPTION_SLOW:
		vct_slow = positive_option(state, "slow", arg);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}
