/* SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB */
/*
 * Fuzzing of what reads files, and what a peer sends. A target gives the bytes to one reader, and
 * calls BROKEN_IF() with what must never be. A new target is a file here and a line in target.c.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BROKEN_IF(condition_)                                                                      \
	do {                                                                                       \
		if (condition_) {                                                                  \
			fuzz_say("%s:%d: %s\n", __FILE__, __LINE__, #condition_);                  \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

void fuzz_journal(const uint8_t *data, size_t size);
void fuzz_results(const uint8_t *data, size_t size);
void fuzz_waivers(const uint8_t *data, size_t size);
void fuzz_bench(const uint8_t *data, size_t size);
void fuzz_matrix(const uint8_t *data, size_t size);
void fuzz_kernel(const uint8_t *data, size_t size);
void fuzz_refhca(const uint8_t *data, size_t size);
void fuzz_replay(const uint8_t *data, size_t size);
void fuzz_serve(const uint8_t *data, size_t size);
void fuzz_greet(const uint8_t *data, size_t size);
void fuzz_answers(const uint8_t *data, size_t size);
void fuzz_evidence(const uint8_t *data, size_t size);
void fuzz_plan(const uint8_t *data, size_t size);
void fuzz_fleet(const uint8_t *data, size_t size);

/* A file in memory, whose path the reader is given. The same `which` is the same file, and has
 * always the same path, so that an input can name it. */
enum { FUZZ_FILES = 3, FUZZ_FIRST_FD = 100 };
const char *fuzz_file(unsigned int which, const uint8_t *data, size_t size);
int fuzz_fd(unsigned int which);

/* From here to fuzz_heard(), what is printed on stderr is kept; fuzz_heard() returns it. */
void fuzz_listen(void);
const char *fuzz_heard(void);
/* Whether that text has "PATH:LINE:". */
bool fuzz_names_line(const char *text, const char *path);
/* Prints on standard error even while it is kept. */
void fuzz_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Splits the data at lines of "--" into at most FUZZ_FILES files; returns their number. */
size_t fuzz_split(const uint8_t *data, size_t size, const char *paths[FUZZ_FILES]);
/* Reads a file that a schema describes. A file that is refused must be named with the line. */
xmlDoc *fuzz_read(const char *path, const char *rng);
/* The document must be valid by a schema. */
void fuzz_validate(xmlDoc *doc, const char *rng);

#endif
