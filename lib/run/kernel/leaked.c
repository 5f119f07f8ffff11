// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads kmemleak's reports (Documentation/dev-tools/kmemleak.rst). */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/memory.h"
#include "leaked.h"

/* kmemleak does not report what is younger. */
enum { MIN_AGE_S = 5 };

struct of_check {
	const struct vct_case *c;
	long after; /* its processes have greater ids, up to those of the next check */
	char *lines;
	size_t size;
};

static struct of_check *checks;
static size_t n_checks;
static bool listening;

/* VCT_KMEMLEAK is for tests of this program. */
static const char *path(void)
{
	const char *other = getenv("VCT_KMEMLEAK");

	return other ? other : "/sys/kernel/debug/kmemleak";
}

static bool order(const char *file, const char *command)
{
	int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, command, strlen(command)) > 0;

	if (fd >= 0)
		close(fd);
	return done;
}

void vct_leaks_begin(void)
{
	/* It scans when it is told to, so that its message in the log is no check's. */
	listening = order(path(), "scan=off\n");
	if (!listening)
		return;
	order("/proc/sys/kernel/pid_max", "4194304\n"); /* ids are not used twice */
	order(path(), "scan\n");
	order(path(), "clear\n");
}

/* The id of the process that was made last, which is the last word of /proc/loadavg. */
static long last_pid(void)
{
	FILE *f = fopen("/proc/loadavg", "re");
	long pid = 0;

	if (!f || fscanf(f, "%*s %*s %*s %*s %ld", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	return pid;
}

void vct_leaks_check(const struct vct_case *c)
{
	if (!listening)
		return;
	checks = vct_resize(checks, n_checks + 1, sizeof(*checks));
	checks[n_checks++] = (struct of_check){ .c = c, .after = last_pid() };
}

static struct of_check *find(long pid)
{
	size_t i = n_checks;

	while (i > 0 && checks[i - 1].after >= pid)
		i--;
	return i ? &checks[i - 1] : NULL;
}

static void append(struct of_check *check, const char *text)
{
	size_t length = strlen(text);

	check->lines = vct_resize(check->lines, check->size + length + 1, 1);
	memcpy(check->lines + check->size, text, length + 1);
	check->size += length;
}

/*
 * unreferenced object 0xffff888003a4e000 (size 64):
 *   comm "verbs-cts", pid 77, jiffies 4294937310
 *   ...
 */
static void read_reports(FILE *f)
{
	struct of_check *check = NULL;
	char line[512], object[512] = "", comm[32];
	long pid;

	while (fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "unreferenced object ", 20)) {
			snprintf(object, sizeof(object), "%s", line);
			check = NULL;
		} else if (object[0] &&
			   sscanf(line, " comm \"%31[^\"]\", pid %ld", comm, &pid) == 2) {
			check = find(pid);
			if (!check) {
				check = &checks[n_checks - 1];
				append(check, "not allocated by a process of a check:\n");
			}
			append(check, object);
			append(check, line);
			object[0] = '\0';
		} else if (check && line[0] == ' ') {
			append(check, line);
		}
	}
}

void vct_leaks_find(void (*tell)(const struct vct_case *c, const char *lines))
{
	FILE *f;

	if (!listening || !n_checks)
		return;
	sleep(MIN_AGE_S);
	order(path(), "scan\n"); /* what changed since the last scan is reported at the next */
	order(path(), "scan\n");
	f = fopen(path(), "re");
	if (!f)
		return;
	read_reports(f);
	fclose(f);
	for (size_t i = 0; i < n_checks; i++)
		if (checks[i].lines)
			tell(checks[i].c, checks[i].lines);
}
