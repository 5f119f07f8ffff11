// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares the files of a bundle with each other. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../record/element.h"
#include "../record/files.h"
#include "../run/verdict/released.h"
#include "certificate.h"
#include "clock.h"
#include "examine.h"
#include "plan.h"
#include "targets.h"
#include "verify.h"

struct verification {
	const struct vct_bundle *bundle;
	struct vct_examined runs[MOST_RUNS];
	size_t n;
	char *why;
	size_t size;
};

/* Files that a bundle may have besides those of the runs. */
static const char *const own_files[] = { VCT_MANIFEST, VCT_SIGNATURE, "certificate.xml",
					 "clock",      "facts",       "kernel.log",
					 "bench.xml",  "bench.html",  "bench.txt" };
static const char *const of_run[] = { "results.xml", "results.xml.journal", "junit.xml",
				      "report.html" };

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* "run-1/results.xml"; returns the number of the run, or 0. */
static size_t run_of(const char *name)
{
	char again[64];
	size_t number;

	if (sscanf(name, "run-%zu/", &number) != 1 || number > MOST_RUNS)
		return 0;
	for (size_t i = 0; i < sizeof(of_run) / sizeof(of_run[0]); i++) {
		snprintf(again, sizeof(again), "run-%zu/%s", number, of_run[i]);
		if (!strcmp(name, again))
			return number;
	}
	return 0;
}

static bool is_waivers(const char *name)
{
	for (size_t i = 0; i < vct_n_released_waivers; i++)
		if (!strcmp(name, vct_released_waivers[i].name))
			return true;
	return false;
}

/* Counts the runs, and finds files that no certification writes. */
static int check_files(struct verification *v)
{
	for (size_t i = 0; i < v->bundle->n; i++) {
		const char *name = v->bundle->members[i].name;
		size_t run = run_of(name);

		if (run > v->n)
			v->n = run;
		if (run || is_one_of(name, own_files, sizeof(own_files) / sizeof(own_files[0])) ||
		    is_waivers(name))
			continue;
		snprintf(v->why, v->size, "its file %s is none of a certification", name);
		return -1;
	}
	for (size_t i = 0; i < 3; i++) {
		static const char *const needed[] = { "certificate.xml", "clock", "facts" };

		if (vct_bundle_find(v->bundle, needed[i]))
			continue;
		snprintf(v->why, v->size, "it has no file %s", needed[i]);
		return -1;
	}
	if (!v->n)
		snprintf(v->why, v->size, "it has no run");
	return v->n ? 0 : -1;
}

static int check_waivers(struct verification *v)
{
	for (size_t i = 0; i < vct_n_released_waivers; i++) {
		const struct vct_released *r = &vct_released_waivers[i];
		const struct vct_member *m = vct_bundle_find(v->bundle, r->name);

		if (m && m->size == (size_t)(r->end - r->start) &&
		    !memcmp(m->data, r->start, m->size))
			continue;
		snprintf(v->why, v->size, "its %s is not the released file", r->name);
		return -1;
	}
	return 0;
}

static int check_runs(struct verification *v)
{
	struct vct_case *cases;
	size_t n = vct_cases(&cases);

	for (size_t i = 0; i < v->n; i++)
		if (vct_examine(&v->runs[i], v->bundle, i + 1, cases, n, v->why, v->size))
			return -1;
	return 0;
}

/* The value in the lines "NAME TAB VALUE" of the file facts; "": there is none. */
static void read_fact(const char *facts, const char *name, char *value, size_t size)
{
	char begin[128];
	const char *at;

	snprintf(begin, sizeof(begin), "\n%s\t", name);
	at = strstr(facts, begin);
	value[0] = '\0';
	if (at)
		snprintf(value, size, "%.*s", (int)strcspn(at + strlen(begin), "\n"),
			 at + strlen(begin));
}

/* Facts of the device and its machine that are the same for all ports and all programs. */
static bool is_of_the_device(const char *name)
{
	static const char *const begins[] = { "device.", "pci.", "library.", "module.", "system." };
	static const char *const others[] = { "device.netdev", "system.kernel_log" };

	if (is_one_of(name, others, sizeof(others) / sizeof(others[0])))
		return false;
	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return true;
	return false;
}

/* What a run recorded of the device and the machine is what the device was asked first. */
static int check_facts(struct verification *v, size_t run)
{
	const char *facts = vct_bundle_find(v->bundle, "facts")->data;

	VCT_FOR_EACH (list, xmlDocGetRootElement(v->runs[run].results), "facts")
		VCT_FOR_EACH (fact, list, "fact") {
			const char *name = vct_attribute(fact, "name");
			char asked[1024];

			read_fact(facts, name, asked, sizeof(asked));
			if (!is_of_the_device(name) ||
			    !strcmp(asked, vct_fact(v->runs[run].results, name)))
				continue;
			snprintf(v->why, v->size,
				 "run-%zu: it is of another device or machine: its %s differs from "
				 "that in the file facts",
				 run + 1, name);
			return -1;
		}
	return 0;
}

/* All attributes of two <device> that are the same for all ports and commands. */
static const char *difference(const xmlNode *a, const xmlNode *b)
{
	static const char *const same[] = {
		"name", "driver", "provider",   "fw",        "vendor",
		"part", "kernel", "user-space", "synthetic", "rdma-core"
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (!b || strcmp(vct_attribute(a, same[i]), vct_attribute(b, same[i])))
			return same[i];
	return NULL;
}

static int check_device(struct verification *v)
{
	static const char *const same[] = { "program.sha256", "promises.sha256" };
	const struct vct_examined *first = &v->runs[0];

	for (size_t i = 0; i < v->n; i++) {
		const char *what = difference(vct_device_of(first->results),
					      vct_device_of(v->runs[i].results));

		for (size_t f = 0; !what && f < sizeof(same) / sizeof(same[0]); f++)
			if (strcmp(vct_fact(first->results, same[f]),
				   vct_fact(v->runs[i].results, same[f])))
				what = same[f];
		if (what) {
			snprintf(v->why, v->size,
				 "run-%zu: it is of another device, machine or program than run-1: "
				 "its %s differs",
				 i + 1, what);
			return -1;
		}
		if (check_facts(v, i))
			return -1;
	}
	return 0;
}

/* The interfaces that were up are those on which runs were made. */
static const struct verification *at_work;
static bool was_up(const char *netdev)
{
	for (size_t i = 0; i < at_work->n; i++)
		if (!strcmp(netdev, vct_fact(at_work->runs[i].results, "device.netdev")))
			return true;
	return false;
}

/* Each port that is ACTIVE and each type of GID has its run. */
static int check_targets(struct verification *v)
{
	struct vct_target targets[MOST_RUNS];
	size_t n;

	at_work = v;
	n = vct_targets_find(vct_bundle_find(v->bundle, "facts")->data, was_up, targets, MOST_RUNS);
	for (size_t i = 0; i < n || i < v->n; i++) {
		const xmlNode *device = i < v->n ? vct_device_of(v->runs[i].results) : NULL;

		if (i < n && device &&
		    strtoul(vct_attribute(device, "port"), NULL, 10) == targets[i].port &&
		    strtol(vct_attribute(device, "gid-index"), NULL, 10) == targets[i].gid_index)
			continue;
		if (i < n)
			snprintf(v->why, v->size,
				 "its run-%zu is not of port %u with GID %d (%s), as it has to be",
				 i + 1, targets[i].port, targets[i].gid_index, targets[i].kind);
		else
			snprintf(v->why, v->size, "its run-%zu is of no port that was ACTIVE",
				 i + 1);
		return -1;
	}
	return 0;
}

static int clock_error(struct verification *v, size_t run, const char *what)
{
	snprintf(v->why, v->size, "run-%zu: %s", run + 1, what);
	return -1;
}

/* Between two moments of one boot, both clocks go on at the same rate. */
static bool is_set(const struct vct_moment *a, const struct vct_moment *b)
{
	double difference = (b->real - a->real) - (b->up - a->up);

	return difference > VCT_CLOCK_SLACK || difference < -VCT_CLOCK_SLACK;
}

/* What is wrong with the times of a run, of which the clock of the machine says this; NULL: nothing
 */
static const char *wrong_times(const struct vct_examined *run, const struct vct_span *s,
			       const struct vct_span *before)
{
	double slack = VCT_CLOCK_SLACK;

	if ((s->boots[0] == s->boots[1] && is_set(&s->begin, &s->end)) ||
	    (before->boots[1] == s->boots[0] && is_set(&before->end, &s->begin)))
		return "the clock of the machine was set during the certification";
	if (s->begin.real + slack < before->end.real || s->end.real + slack < s->begin.real)
		return "it began before the run before it had ended";
	if (run->start < s->begin.real - slack || run->start + run->seconds > s->end.real + slack)
		return "its time is not that of the certification";
	if (s->end.real > (double)time(NULL) + 86400)
		return "it is of the future";
	return NULL;
}

/*
 * The log of the kernel has the time since the boot in each line: "[ 1234.567890] text". A line
 * "boot ID" is before the lines of each boot.
 */
static int check_log(struct verification *v, double from)
{
	const struct vct_member *log = vct_bundle_find(v->bundle, "kernel.log");
	double last = from - 60, at;
	unsigned int boots = 0;

	for (const char *line = log ? log->data : NULL; line && *line;
	     line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (!strncmp(line, "boot ", 5) && boots++)
			last = 0;
		if (sscanf(line, "[%lf]", &at) != 1)
			continue;
		if (at + VCT_CLOCK_SLACK < last) {
			snprintf(v->why, v->size,
				 "its kernel.log is not of the time of its runs: %.60s", line);
			v->why[strcspn(v->why, "\n")] = '\0';
			return -1;
		}
		last = at;
	}
	return 0;
}

static int check_clock(struct verification *v)
{
	const char *clock = vct_bundle_find(v->bundle, "clock")->data;
	struct vct_span first = { 0 }, before = { 0 }, span;

	for (size_t i = 0; i < v->n; i++) {
		const char *wrong;

		if (vct_clock_find(clock, i + 1, &span))
			return clock_error(v, i, "the file clock does not have its times");
		if (!i)
			first = before = (struct vct_span){ span.begin, span.begin, { 0 } };
		wrong = wrong_times(&v->runs[i], &span, &before);
		if (wrong)
			return clock_error(v, i, wrong);
		before = span;
	}
	return check_log(v, first.begin.up);
}

/* The benchmark is of the same device, and made by the same program. */
static int check_bench(struct verification *v)
{
	const struct vct_member *m = vct_bundle_find(v->bundle, "bench.xml");
	const xmlNode *root, *run = xmlDocGetRootElement(v->runs[0].results), *device = NULL;
	const char *what = "kind";
	xmlDoc *doc;

	if (!m)
		return 0;
	doc = xmlReadMemory(m->data, (int)m->size, m->name, NULL,
			    XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_NODICT |
				    XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	root = xmlDocGetRootElement(doc);
	if (root && !doc->intSubset && vct_is(root, "bench") &&
	    vct_results_is_valid(m->name, doc, VCT_EMBEDDED "bench.rng")) {
		VCT_FOR_EACH (side, root, "side")
			device = vct_first(side, "device");
		what = difference(vct_device_of(v->runs[0].results), device);
		if (!what && strcmp(vct_attribute(root, "commit"), vct_attribute(run, "commit")))
			what = "commit";
	}
	xmlFreeDoc(doc);
	if (what)
		snprintf(v->why, v->size,
			 "its bench.xml is not of the same device and program: its %s differs",
			 what);
	return what ? -1 : 0;
}

/* Makes the certificate again, and compares it with that of the bundle. NULL: they differ. */
static xmlDoc *make_certificate(struct verification *v)
{
	xmlDoc *results[MOST_RUNS], *certificate;
	char *text;
	bool same;

	for (size_t i = 0; i < v->n; i++)
		results[i] = v->runs[i].results;
	certificate = vct_certificate(results, v->n);
	text = vct_results_dump(certificate);
	same = text && !strcmp(text, vct_bundle_find(v->bundle, "certificate.xml")->data);
	free(text);
	if (same)
		return certificate;
	xmlFreeDoc(certificate);
	snprintf(v->why, v->size, "its certificate.xml is not the one that its runs make");
	return NULL;
}

xmlDoc *vct_verify(const struct vct_bundle *bundle, char *why, size_t size)
{
	struct verification v = { .bundle = bundle, .why = why, .size = size };
	xmlDoc *certificate = NULL;

	if (!check_files(&v) && !check_waivers(&v) && !check_runs(&v) && !check_device(&v) &&
	    !check_targets(&v) && !check_clock(&v) && !check_bench(&v))
		certificate = make_certificate(&v);
	for (size_t i = 0; i < MOST_RUNS; i++)
		xmlFreeDoc(v.runs[i].results);
	return certificate;
}
