/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/* Memory and text. Where no memory is left, the program says so and ends with exit code 2, so that
 * none of these returns NULL. */
#ifndef VCT_MEMORY_H
#define VCT_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* n elements of `size` bytes, which are 0; to be freed. */
void *vct_allocate(size_t n, size_t size);
/* The memory, which may move, with room for n elements; what is added is not set. */
void *vct_resize(void *memory, size_t n, size_t size);
/*
 * Room for one element more than the n that `memory` has. Only for memory that vct_grow() alone has
 * made, one element at a time, from NULL on: its room is a power of two.
 */
void *vct_grow(void *memory, size_t n, size_t size);
/* A copy of the text, or of at most n bytes of it; to be freed. */
char *vct_copy(const char *text);
char *vct_copy_part(const char *text, size_t n);
/* What printf would print; to be freed. */
char *vct_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *vct_format_list(const char *format, va_list arguments);
/* A file in memory: once it is closed, *text has what was written, and *size its length. */
FILE *vct_open_text(char **text, size_t *size);
/* Memory of `size` bytes, which are 0, that this process shares with those that it forks. */
void *vct_share(size_t size);

#endif
