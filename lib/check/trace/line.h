/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * A line of the trace is a call as C with its result. Marks in it say what each part is, and become
 * elements of results.xml (lib/record/call.c): PART("arg pd") "pd0" END_PART is <arg
 * name="pd">pd0</arg>. Private to the library.
 */
#ifndef VCT_LINE_H
#define VCT_LINE_H

#include <stddef.h>

#define PART(what_)         PART_BEGIN what_ PART_IS
#define PART_BEGIN          "\1"
#define PART_IS             "\2"
#define END_PART            "\3"

/* Parts of the format of a line that is written by hand. */
#define CALLED(verb_)       PART("call " verb_) verb_ "("
#define ARG(name_, format_) PART("arg " name_) format_ END_PART
#define RESULT(format_)     ") = " PART("result") format_ END_PART
#define FOR(format_)        "  [" PART("for") format_ END_PART "]"

/* Copies n bytes of lines, without their marks, to `plain`, which may be `lines`. Returns the
 * length. */
size_t vct_line_plain(const char *lines, size_t n, char *plain);

#endif
