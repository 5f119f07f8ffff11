/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Options that only set a member: the key of their row says which, so that they need no line in the
 * parser, and a row for a member of another type does not compile.
 *
 *	{ "out", INTO_TEXT(struct options, out), "FILE", 0, "the file to write", 0 },
 *	{ "all", SETS(struct options, all), NULL, 0, "print everything", 0 },
 */
#ifndef VCT_OPTION_H
#define VCT_OPTION_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

/* argp hands 24 bits of a key on: the kind is above the offset of the member. */
enum { OPTION_OFFSET_BITS = 16 };
enum option_kind { OPTION_TEXT = 1, OPTION_SETS, OPTION_CLEARS, OPTION_POSITIVE, OPTION_SLOW };

#define OPTION_FITS(input_, member_, type_)                                                        \
	(__builtin_types_compatible_p(__typeof__(((input_ *)0)->member_), type_) &&                \
	 offsetof(input_, member_) < 1 << OPTION_OFFSET_BITS)
#define OPTION_KEY(kind_, input_, member_, type_)                                                  \
	(int)((kind_) << OPTION_OFFSET_BITS |                                                      \
	      offsetof(input_, member_) *                                                          \
		      sizeof(char[OPTION_FITS(input_, member_, type_) ? 1 : -1]))

/* `input_` is the type of the parser's input. */
#define INTO_TEXT(input_, member_)     OPTION_KEY(OPTION_TEXT, input_, member_, const char *)
#define INTO_POSITIVE(input_, member_) OPTION_KEY(OPTION_POSITIVE, input_, member_, double)
#define SETS(input_, member_)          OPTION_KEY(OPTION_SETS, input_, member_, bool)
#define CLEARS(input_, member_)        OPTION_KEY(OPTION_CLEARS, input_, member_, bool)
/* The factor of all deadlines: vct_slow. */
#define SLOWS                          (OPTION_SLOW << OPTION_OFFSET_BITS)

/* Sets the member that the key names; ARGP_ERR_UNKNOWN if it names none. `options` has its row. */
error_t set_option(const struct argp_option *options, int key, char *arg, struct argp_state *state);

/* Return the number in `arg`, or end the program with a usage error that names the option. */
long number_option(struct argp_state *state, const char *option, const char *arg, long least,
		   long most);
double positive_option(struct argp_state *state, const char *option, const char *arg);

#endif
