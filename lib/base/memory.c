// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Memory and text, without errors for the caller. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exit.h"
#include "memory.h"

/* Not by a signal, for which the check that runs would be blamed (lib/run/process/guard.c). */
static _Noreturn void end(void)
{
	fputs("verbs-cts: no memory is left\n", stderr);
	_exit(VCT_USAGE);
}

static void *there(void *memory)
{
	if (!memory)
		end();
	return memory;
}

void *vct_allocate(size_t n, size_t size)
{
	return there(calloc(n ? n : 1, size));
}

void *vct_resize(void *memory, size_t n, size_t size)
{
	return there(reallocarray(memory, n ? n : 1, size));
}

/* The room doubles when the number is a power of two. */
void *vct_grow(void *memory, size_t n, size_t size)
{
	return n & (n - 1) ? memory : vct_resize(memory, n ? 2 * n : 1, size);
}

char *vct_copy(const char *text)
{
	return there(strdup(text));
}

char *vct_copy_part(const char *text, size_t n)
{
	return there(strndup(text, n));
}

char *vct_format_list(const char *format, va_list arguments)
{
	char *text;

	return vasprintf(&text, format, arguments) < 0 ? there(NULL) : text;
}

char *vct_format(const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = vct_format_list(format, arguments);
	va_end(arguments);
	return text;
}

FILE *vct_open_text(char **text, size_t *size)
{
	return there(open_memstream(text, size));
}

void *vct_share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		end();
	return memory;
}
