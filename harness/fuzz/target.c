// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The targets, and what they share. Which one is fuzzed is in the variable FUZZ. */
#include <ctype.h>
#include <libxml/xmlerror.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../lib/record/files.h"
#include "fuzz.h"

static const struct {
	const char *name;
	void (*one)(const uint8_t *data, size_t size);
} targets[] = {
	{ "journal", fuzz_journal }, { "results", fuzz_results }, { "waivers", fuzz_waivers },
	{ "bench", fuzz_bench },     { "matrix", fuzz_matrix },   { "kernel", fuzz_kernel },
	{ "refhca", fuzz_refhca },   { "replay", fuzz_replay },   { "serve", fuzz_serve },
	{ "greet", fuzz_greet },     { "answers", fuzz_answers }, { "evidence", fuzz_evidence },
	{ "plan", fuzz_plan },       { "fleet", fuzz_fleet },
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore_error(void *context, const char *format, ...)
{
	(void)context;
	(void)format;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *name;

	if (!name) {
		name = getenv("FUZZ");
		xmlSetGenericErrorFunc(NULL, ignore_error);
	}
	for (size_t i = 0; name && i < sizeof(targets) / sizeof(targets[0]); i++)
		if (!strcmp(targets[i].name, name)) {
			targets[i].one(data, size);
			return 0;
		}
	fprintf(stderr, "FUZZ names no target of harness/fuzz/target.c\n");
	exit(2);
}

int fuzz_fd(unsigned int which)
{
	static bool made[FUZZ_FILES];
	int fd = FUZZ_FIRST_FD + (int)which;

	if (!made[which]) {
		int file = memfd_create("fuzz", MFD_CLOEXEC);

		BROKEN_IF(dup2(file, fd) != fd);
		close(file);
		made[which] = true;
	}
	return fd;
}

const char *fuzz_file(unsigned int which, const uint8_t *data, size_t size)
{
	static char paths[FUZZ_FILES][32];

	snprintf(paths[which], sizeof(paths[which]), "/proc/self/fd/%d", fuzz_fd(which));
	BROKEN_IF(ftruncate(fuzz_fd(which), 0) ||
		  pwrite(fuzz_fd(which), data, size, 0) != (ssize_t)size);
	return paths[which];
}

static FILE *real;
static char *heard;
static size_t heard_size;

void fuzz_listen(void)
{
	free(heard);
	heard = NULL;
	real = stderr;
	stderr = open_memstream(&heard, &heard_size);
	BROKEN_IF(!stderr);
}

const char *fuzz_heard(void)
{
	fclose(stderr);
	stderr = real;
	real = NULL;
	return heard;
}

void fuzz_say(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(real ? real : stderr, format, args);
	va_end(args);
}

bool fuzz_names_line(const char *text, const char *path)
{
	size_t length = strlen(path);

	for (; (text = strstr(text, path)); text += length)
		if (text[length] == ':' && isdigit((unsigned char)text[length + 1]))
			return true;
	return false;
}

size_t fuzz_split(const uint8_t *data, size_t size, const char *paths[FUZZ_FILES])
{
	static const char between[] = "\n--\n";
	size_t n = 0;

	for (const uint8_t *at = data, *end; at && n < FUZZ_FILES; n++) {
		end = memmem(at, (size_t)(data + size - at), between, strlen(between));
		paths[n] = fuzz_file(n, at, (size_t)((end ? end : data + size) - at));
		at = end ? end + strlen(between) : NULL;
	}
	return n;
}

xmlDoc *fuzz_read(const char *path, const char *rng)
{
	xmlDoc *doc;
	const char *said;

	fuzz_listen();
	doc = vct_results_read(path, rng);
	said = fuzz_heard();
	BROKEN_IF(!doc && !fuzz_names_line(said, path));
	return doc;
}

void fuzz_validate(xmlDoc *doc, const char *rng)
{
	const char *said;
	bool valid;

	fuzz_listen();
	valid = vct_results_is_valid("written", doc, rng);
	said = fuzz_heard();
	if (!valid)
		fuzz_say("%s", said);
	BROKEN_IF(!valid);
}
