// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/*
 * feed TARGET FILE...: gives each file to a target once, without a fuzzer. If the target aborts, it
 * prints which file did that.
 */
#include <signal.h>
#include <sys/stat.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *current;

static void say_current(int number)
{
	fuzz_say("feed: %s ends the reader by signal %d\n", current, number);
	signal(number, SIG_DFL);
	raise(number);
}

/* The memory is exactly as large as the input, so that a sanitizer sees what is read behind it. */
static void feed(const char *path)
{
	FILE *f = fopen(path, "r");
	struct stat file;
	uint8_t *data;

	if (!f || fstat(fileno(f), &file)) {
		perror(path);
		exit(2);
	}
	data = malloc(file.st_size ? (size_t)file.st_size : 1);
	if (!data || fread(data, 1, (size_t)file.st_size, f) != (size_t)file.st_size)
		abort();
	fclose(f);
	current = path;
	LLVMFuzzerTestOneInput(data, (size_t)file.st_size);
	free(data);
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: feed TARGET FILE...\n");
		return 2;
	}
	setenv("FUZZ", argv[1], 1);
	signal(SIGABRT, say_current);
	for (int i = 2; i < argc; i++)
		feed(argv[i]);
	printf("%d inputs\n", argc - 2);
	return 0;
}
