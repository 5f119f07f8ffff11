// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the command that runs a task, from its target and from what is to run. */
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "command.h"
#include "place.h"

struct words {
	char **list;
	size_t n;
};

static void add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct words *words, const char *format, ...)
{
	va_list args;
	char *word;

	va_start(args, format);
	word = vct_format_list(format, args);
	va_end(args);
	words->list = vct_resize(words->list, words->n + 2, sizeof(*words->list));
	words->list[words->n++] = word;
	words->list[words->n] = NULL;
}

/* Adds the text of each of these elements, with `format` around it. */
static void add_texts(struct words *words, const xmlNode *parent, const char *name,
		      const char *option)
{
	VCT_FOR_EACH (node, parent, name) {
		xmlChar *text = xmlNodeGetContent(node);

		add(words, "%s%s", option, (const char *)text);
		xmlFree(text);
	}
}

static void add_waivers(struct words *words)
{
	char *folder = fleet_waivers(), *pattern = vct_format("%s/*.xml", folder ? folder : "");
	glob_t found = { 0 };

	if (folder && !glob(pattern, 0, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			add(words, "--waivers=%s", found.gl_pathv[i]);
	globfree(&found);
	free(pattern);
	free(folder);
}

static void add_device(struct words *words, const xmlNode *own)
{
	const char *port = vct_attribute(own, "port"), *gid = vct_attribute(own, "gid-index");

	add(words, "--ib-dev=%s", vct_attribute(own, "dev"));
	if (port[0])
		add(words, "--ib-port=%s", port);
	if (gid[0])
		add(words, "--gid-index=%s", gid);
}

char *fleet_peer_command(const xmlNode *pair)
{
	char *program = fleet_program(), *words;
	struct words device = { 0 };
	FILE *f;
	size_t size;

	if (xmlHasProp((xmlNode *)pair, X("config"))) {
		/* The run is on the same HCA. */
		add(&device, "--ib-dev=refhca0");
		add(&device, "--shared");
	} else {
		add_device(&device, vct_first(pair, "far"));
	}
	f = vct_open_text(&words, &size);
	fprintf(f, "'%s' peer", program);
	for (size_t i = 0; i < device.n; i++)
		fprintf(f, " '%s'", device.list[i]);
	fclose(f);
	fleet_command_free(device.list);
	free(program);
	return words;
}

/* The beginning of the command, to which the options of a run or benchmark are added. */
static void add_target(struct words *words, const struct fleet_task *task, const char *fixtures,
		       const char *command)
{
	const xmlNode *target = task->target->node;
	char *program = fleet_program();

	/* The far end of a pair inherits where the HCA is. */
	if (!fleet_has_adapter(task->target)) {
		add(words, "%s/refhca/run", fixtures);
		add(words, "--config=%s", vct_attribute(target, "config"));
	}
	add(words, "%s", program);
	add(words, "%s", command);
	free(program);
}

static const char *guest_device(const xmlNode *guest)
{
	return vct_attribute(guest, "device")[0] ? vct_attribute(guest, "device") : "rxe";
}

/* An HCA that is a program (docs/synthetic.md) has the name that its driver gives, whatever its
 * port is: mlx5_0. */
static bool is_synthetic(const char *device)
{
	return !strncmp(device, "mlx", strlen("mlx"));
}

/* The device, as its target sees it. */
static void add_own(struct words *words, const struct fleet_task *task)
{
	const xmlNode *target = task->target->node;

	if (vct_is(target, "guest"))
		add(words, "--ib-dev=%.*s%s0", (int)strcspn(guest_device(target), "-"),
		    guest_device(target), is_synthetic(guest_device(target)) ? "_" : "");
	else if (!fleet_has_adapter(task->target))
		add(words, "--ib-dev=refhca0");
	else
		add_device(words, vct_is(target, "pair") ? vct_first(target, "near") : target);
}

static void add_selection(struct words *words, const struct fleet_task *task)
{
	if (task->seed)
		add(words, "--shuffle=%s", task->seed);
	add_texts(words, task->what, "option", "");
	add_texts(words, task->what, "profile", "--profile=");
	add_texts(words, task->what, "check", "");
}

static void add_bench(struct words *words, const struct fleet_task *task, const char *folder)
{
	add(words, "srq-post");
	add_own(words, task);
	add(words, "--quick");
	add(words, "--out=%s/bench.xml", folder);
	add_texts(words, task->what, "point", "");
}

static void add_run(struct words *words, const struct fleet_task *task, const char *folder,
		    const char *peer, bool resume)
{
	const xmlNode *target = task->target->node;
	bool adapter = fleet_has_adapter(task->target);
	char *far = vct_is(target, "pair") && !peer ? fleet_peer_command(target) : NULL;

	add_own(words, task);
	add(words, "--results=%s/results.xml", folder);
	if (adapter)
		add_waivers(words);
	if (vct_is(target, "pair"))
		add(words, "--peer=%s", far ? far : peer);
	if (resume)
		add(words, "--resume");
	if (resume && !adapter)
		add(words, "--moved");
	add_selection(words, task);
	free(far);
}

/* The program for guests boots another one when a check has killed its guest. */
static void add_guest(struct words *words, const struct fleet_task *task, const char *fixtures,
		      const char *folder, bool resume)
{
	const xmlNode *target = task->target->node;

	add(words, "%s/guest/conformance", fixtures);
	add(words, "--kernel");
	add(words, "%s", vct_attribute(target, "kernel"));
	add(words, "--device");
	add(words, "%s", guest_device(target));
	add(words, "--out");
	add(words, "%s", folder);
	add(words, "--guests");
	add(words, "1");
	if (resume)
		add(words, "--resume");
	add(words, "--");
	add_selection(words, task);
}

/* A benchmark in a guest leaves its file through the folder that the guest may write. */
static void add_guest_bench(struct words *words, const struct fleet_task *task,
			    const char *fixtures, const char *folder)
{
	const xmlNode *target = task->target->node;
	char *program = fleet_program();

	add(words, "%s/guest/run", fixtures);
	add(words, "--kernel");
	add(words, "%s", vct_attribute(target, "kernel"));
	add(words, "--device");
	add(words, "%s", guest_device(target));
	add(words, "--results");
	add(words, "%s", folder);
	add(words, "--");
	add(words, "%s", program);
	add(words, "bench");
	add_bench(words, task, folder);
	free(program);
}

char **fleet_command(const struct fleet_task *task, const char *folder, const char *peer,
		     bool resume)
{
	char *fixtures = fleet_fixtures();
	bool guest = vct_is(task->target->node, "guest"), bench = vct_is(task->what, "bench");
	struct words words = { 0 };

	if (!fixtures && !fleet_has_adapter(task->target)) {
		fprintf(stderr, "verbs-cts: there is no folder fixtures beside this program; "
				"install verbs-cts-guest on each node, or use a build\n");
		return NULL;
	}
	if (guest && bench) {
		add_guest_bench(&words, task, fixtures, folder);
	} else if (guest) {
		add_guest(&words, task, fixtures, folder, resume);
	} else {
		add_target(&words, task, fixtures, bench ? "bench" : "run");
		if (bench)
			add_bench(&words, task, folder);
		else
			add_run(&words, task, folder, peer, resume);
	}
	free(fixtures);
	return words.list;
}

void fleet_command_free(char **words)
{
	for (size_t i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}
