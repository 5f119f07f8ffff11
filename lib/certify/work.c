// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the files of a certification in a folder beside the bundle. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/child.h"
#include "../base/file.h"
#include "../base/memory.h"
#include "../base/exit.h"
#include "../record/element.h"
#include "../record/files.h"
#include "../run/device/addressing.h"
#include "../run/kernel/kernel.h"
#include "../run/verdict/released.h"
#include "clock.h"
#include "work.h"

enum { MOST_WORDS = 32 };

static char *path_in(const struct vct_work *w, const char *name)
{
	return vct_format("%s/%s", w->folder, name);
}

static int make_subfolder(const struct vct_work *w, const char *name)
{
	char *path = path_in(w, name);
	int ret = mkdir(path, 0755);

	if (ret && errno == EEXIST && w->subject->resume)
		ret = 0;
	if (ret)
		fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
	free(path);
	return ret;
}

static int write_waivers(const struct vct_work *w)
{
	if (make_subfolder(w, "waivers"))
		return -1;
	for (size_t i = 0; i < vct_n_released_waivers; i++) {
		const struct vct_released *r = &vct_released_waivers[i];
		size_t size = (size_t)(r->end - r->start);
		char *path = path_in(w, r->name);
		FILE *f = fopen(path, "we");
		int failed = !f || fwrite(r->start, 1, size, f) != size;

		if (f && fclose(f))
			failed = -1;
		if (failed)
			fprintf(stderr, "verbs-cts: %s: %s\n", path, strerror(errno));
		free(path);
		if (failed)
			return -1;
	}
	return 0;
}

/* A command line for a child; each option is one word. */
struct words {
	char *word[MOST_WORDS];
	size_t n;
};

__attribute__((format(printf, 2, 3))) static void say(struct words *words, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (words->n == MOST_WORDS - 1)
		abort();
	words->word[words->n++] = vct_format_list(format, arguments);
	va_end(arguments);
}

static void release(struct words *words)
{
	for (size_t i = 0; i < words->n; i++)
		free(words->word[i]);
}

static void say_device(struct words *words, const struct vct_subject *o)
{
	say(words, "--ib-dev=%s", o->device);
	if (o->plugin)
		say(words, "--fault-plugin=%s", o->plugin);
	if (o->fault)
		say(words, "--fault=%s", o->fault);
}

/* Runs a command of this program, whose standard output is this file. Returns its exit code; -1 */
static int run_into(const struct words *words, const char *path)
{
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), ret = -1;

	if (out < 0)
		return -1;
	ret = vct_child_run(VCT_THIS_PROGRAM, words->word, -1, out, -1);
	close(out);
	return ret;
}

int vct_work_ask(struct vct_work *w)
{
	struct words words = {
		.word = { vct_copy("verbs-cts"), vct_copy("info"), vct_copy("--all") }, .n = 3
	};
	struct vct_bundle facts = { 0 };
	char *path = path_in(w, "facts"), why[512];
	int ret;

	say_device(&words, w->subject);
	ret = run_into(&words, path);
	if (!ret)
		ret = vct_bundle_add_file(&facts, "facts", path, why, sizeof(why));
	if (!ret) {
		w->n = vct_targets_find(facts.members[0].data, vct_netdev_is_up, w->targets,
					MOST_RUNS);
		w->synthetic = strstr(facts.members[0].data, "\ndevice.synthetic\t");
	}
	vct_bundle_free(&facts);
	release(&words);
	free(path);
	if (!ret && !w->n)
		fprintf(stderr, "verbs-cts: no port of %s is ACTIVE and has a GID\n",
			w->subject->device);
	return ret || !w->n ? -1 : 0;
}

static void say_run(struct words *words, const struct vct_work *w, size_t number)
{
	static const char *const files[][2] = { { "results", "results.xml" },
						{ "junit", "junit.xml" },
						{ "html", "report.html" } };
	const struct vct_target *t = &w->targets[number - 1];

	say(words, "verbs-cts");
	say(words, "run");
	say(words, "--repeat=%d", VCT_PASSES);
	say(words, "--shuffle=%d", VCT_ORDER_SEED);
	say(words, "--destructive");
	say(words, "--keep-journal");
	say(words, "--ib-port=%u", t->port);
	say(words, "--gid-index=%d", t->gid_index);
	for (size_t i = 0; i < vct_n_released_waivers; i++)
		say(words, "--waivers=%s/%s", w->folder, vct_released_waivers[i].name);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		say(words, "--%s=%s/run-%zu/%s", files[i][0], w->folder, number, files[i][1]);
	if (w->synthetic)
		say(words, VCT_MORE_TIME);
	say_device(words, w->subject);
}

static void keep_log(struct vct_work *w)
{
	if (!w->log)
		return;
	fputs(vct_kernel_lines(), w->log);
	fflush(w->log); /* the machine may die before the file is closed */
}

/* The results of a run that is complete; NULL: it is not. */
static xmlDoc *read_results(const struct vct_work *w, size_t number)
{
	char name[64], *path;
	xmlDoc *doc = NULL;

	snprintf(name, sizeof(name), "run-%zu/results.xml", number);
	path = path_in(w, name);
	if (!access(path, F_OK))
		doc = vct_results_read(path, VCT_EMBEDDED "results.rng");
	free(path);
	if (!doc || !strcmp(vct_attribute(xmlDocGetRootElement(doc), "complete"), "true"))
		return doc;
	xmlFreeDoc(doc);
	return NULL;
}

static bool has_begun(const struct vct_work *w, size_t number)
{
	char name[64], *path;
	bool there;

	snprintf(name, sizeof(name), "run-%zu/results.xml.journal", number);
	path = path_in(w, name);
	there = !access(path, F_OK);
	free(path);
	return there;
}

static int carry_out(struct vct_work *w, size_t number)
{
	bool resume = w->subject->resume && has_begun(w, number);
	struct words words = { 0 };
	int ret;

	say_run(&words, w, number);
	if (resume)
		say(&words, "--resume");
	if (resume && w->subject->console)
		say(&words, "--console=%s", w->subject->console);
	if (!resume)
		vct_clock_tell(w->clock, number, "begin");
	ret = vct_child_run(VCT_THIS_PROGRAM, words.word, -1, -1, -1);
	vct_clock_tell(w->clock, number, "end");
	release(&words);
	keep_log(w);
	return ret;
}

int vct_work_run(struct vct_work *w, size_t number)
{
	const struct vct_target *t = &w->targets[number - 1];
	char name[64];
	int ret;

	printf("run-%zu of %zu: port %u, GID index %d (%s), %d passes\n", number, w->n, t->port,
	       t->gid_index, t->kind, VCT_PASSES);
	fflush(stdout);
	snprintf(name, sizeof(name), "run-%zu", number);
	if (make_subfolder(w, name))
		return VCT_USAGE;
	w->results[number - 1] = w->subject->resume ? read_results(w, number) : NULL;
	if (w->results[number - 1])
		return VCT_CONFORMS;
	ret = carry_out(w, number);
	if (ret != VCT_CONFORMS && ret != VCT_CONFORMS_NOT)
		return ret == VCT_USAGE ? VCT_USAGE : VCT_INCOMPLETE;
	w->results[number - 1] = read_results(w, number);
	return w->results[number - 1] ? ret : VCT_INCOMPLETE;
}

/* A device without SRQs has no benchmark, which is no fault. */
void vct_work_measure(struct vct_work *w)
{
	struct words words = { 0 };
	char *path = path_in(w, "bench.txt");

	say(&words, "verbs-cts");
	say(&words, "bench");
	say(&words, "srq-post");
	say(&words, "--quick");
	say(&words, "--seed=%d", VCT_ORDER_SEED);
	say(&words, "--ib-port=%u", w->targets[0].port);
	say(&words, "--gid-index=%d", w->targets[0].gid_index);
	say(&words, "--out=%s/bench.xml", w->folder);
	say(&words, "--html=%s/bench.html", w->folder);
	say_device(&words, w->subject);
	printf("the benchmark, in its short form\n");
	fflush(stdout);
	if (run_into(&words, path) == VCT_USAGE)
		printf("there is no benchmark of this device\n");
	release(&words);
	free(path);
	keep_log(w);
}

static int add_files(const struct vct_work *w, struct vct_bundle *bundle, const char *folder,
		     char *why, size_t size)
{
	char *path = path_in(w, folder), *file, *name;
	DIR *dir = opendir(path);
	struct dirent *entry;
	struct stat st;
	int ret = dir ? 0 : -1;

	/* cppcheck-suppress readdirCalled ; no other thread has this stream */
	while (!ret && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		name = vct_format("%s%s%s", folder, folder[0] ? "/" : "", entry->d_name);
		file = path_in(w, name);
		if (!stat(file, &st) && S_ISDIR(st.st_mode))
			ret = add_files(w, bundle, name, why, size);
		else
			ret = vct_bundle_add_file(bundle, name, file, why, size);
		free(file);
		free(name);
	}
	if (dir)
		closedir(dir);
	free(path);
	return ret;
}

static FILE *open_in(const struct vct_work *w, const char *name)
{
	char *path = path_in(w, name);
	int fd = vct_open_locked(path, O_WRONLY | O_APPEND | O_CREAT, 0);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "a");

	if (!f)
		fprintf(stderr, "verbs-cts: %s: %s\n", path,
			errno == EWOULDBLOCK ? "another certification writes it now"
					     : strerror(errno));
	free(path);
	return f;
}

/* A certification that was interrupted is not overwritten by mistake. */
static int make_folder(const struct vct_work *w)
{
	bool there = !access(w->folder, F_OK);

	if (there && !w->subject->resume)
		fprintf(stderr,
			"verbs-cts: %s is there, of a certification that did not end: continue it "
			"with --resume, or remove it\n",
			w->folder);
	else if (!there && w->subject->resume)
		fprintf(stderr, "verbs-cts: there is no %s to resume\n", w->folder);
	else if (!there && mkdir(w->folder, 0755))
		fprintf(stderr, "verbs-cts: %s cannot be made: %s\n", w->folder, strerror(errno));
	else
		return 0;
	return -1;
}

int vct_work_begin(struct vct_work *w, const struct vct_subject *subject, const char *out)
{
	*w = (struct vct_work){ .subject = subject };
	w->folder = vct_format("%s.work", out);
	if (make_folder(w)) {
		free(w->folder);
		w->folder = NULL;
		return -1;
	}
	w->clock = open_in(w, "clock");
	if (!w->clock || write_waivers(w))
		return -1;
	if (subject->resume)
		vct_clock_tell_resumed(w->clock);
	w->log = vct_kernel_listen() ? open_in(w, "kernel.log") : NULL;
	if (w->log && fprintf(w->log, "boot %s\n", vct_kernel_boot_id()) > 0)
		fflush(w->log);
	return 0;
}

int vct_work_collect(struct vct_work *w, struct vct_bundle *bundle, char *why, size_t size)
{
	if (w->log && vct_kernel_lost())
		fprintf(w->log, "%llu records were lost\n", vct_kernel_lost());
	if ((w->log && fflush(w->log)) || fflush(w->clock)) {
		snprintf(why, size, "%s cannot be written: %s", w->folder, strerror(errno));
		return -1;
	}
	return add_files(w, bundle, "", why, size);
}

void vct_work_end(struct vct_work *w, bool keep)
{
	for (size_t i = 0; i < w->n; i++)
		xmlFreeDoc(w->results[i]);
	if (w->clock)
		fclose(w->clock);
	if (w->log)
		fclose(w->log);
	if (w->folder && !keep)
		vct_remove_folder(w->folder);
	free(w->folder);
}
