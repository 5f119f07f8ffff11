// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the results of a run again from its journal, and compares. */
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "../base/digest.h"
#include "../record/results.h"
#include "../run/device/facts.h"
#include "../run/kernel/own_kernel.h"
#include "../run/verdict/released.h"
#include "examine.h"
#include "plan.h"

struct examination {
	const struct vct_bundle *bundle;
	size_t number;
	const struct vct_case *cases;
	size_t n;
	struct vct_examined *run;
	char *why;
	size_t size;
};

__attribute__((format(printf, 2, 3))) static int wrong(const struct examination *x,
						       const char *format, ...)
{
	int n = snprintf(x->why, x->size, "run-%zu: ", x->number);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(x->why + n, x->size - (size_t)n, format, arguments);
	va_end(arguments);
	return -1;
}

static const struct vct_member *file(const struct examination *x, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "run-%zu/%s", x->number, name);
	return vct_bundle_find(x->bundle, path);
}

const xmlNode *vct_device_of(xmlDoc *results)
{
	return vct_first(xmlDocGetRootElement(results), "device");
}

/* The version that made the run is this one, which alone can say what its checks judge. */
static int check_version(const struct examination *x)
{
	const xmlNode *root = xmlDocGetRootElement(x->run->results);
	const char *suite = vct_attribute(root, "suite"), *commit = vct_attribute(root, "commit");
	char digest[VCT_DIGEST_SIZE];

	if (!vct_is_commit(commit))
		return wrong(x, "it was made by a build of sources that are not committed (%s)",
			     commit);
	if (strcmp(suite, VCT_VERSION) || strcmp(commit, VCT_COMMIT))
		return wrong(x,
			     "it was made by verbs-cts %s (%s), but this is %s (%s); verify it "
			     "with that version",
			     suite, commit, VCT_VERSION, VCT_COMMIT);
	vct_facts_promises(digest);
	if (strcmp(vct_fact(x->run->results, "promises.sha256"), digest))
		return wrong(x, "it judged other promises than those of this release");
	return 0;
}

static bool is_permitted(const char *option, bool synthetic)
{
	static const char *const names[] = { "--waivers=", "--results=", "--junit=",
					     "--html=",    "--ib-dev=",  "--fault-plugin=" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(option, names[i], strlen(names[i])))
			return true;
	return synthetic && !strncmp(option, VCT_MORE_TIME " ", strlen(VCT_MORE_TIME " "));
}

/* The options are those of certify. The command for --fault comes last and may be anything. */
static int check_command(const struct examination *x)
{
	const xmlNode *device = vct_device_of(x->run->results);
	const char *command = vct_attribute(device, "command"), *option;
	char begin[256];

	snprintf(begin, sizeof(begin),
		 "verbs-cts run --repeat=%d --shuffle=%d --destructive --keep-journal --ib-port=%s "
		 "--gid-index=%s",
		 VCT_PASSES, VCT_ORDER_SEED, vct_attribute(device, "port"),
		 vct_attribute(device, "gid-index"));
	if (strncmp(command, begin, strlen(begin)))
		return wrong(x, "it was not started by certify, but as '%s'", command);
	for (option = strstr(command + strlen(begin), " --");
	     option && strncmp(option, " --fault=", 9); option = strstr(option + 1, " --"))
		if (!is_permitted(option + 1, vct_attribute(device, "synthetic")[0]))
			return wrong(x, "it has an option that certify does not give:%s", option);
	return 0;
}

/* The options and the environment are those of certify; what the record has as attributes is not
 * here. */
static int check_options(const struct examination *x)
{
	static const struct {
		const char *name, *value;
	} facts[] = {
		{ "option.brief", "no" },
		{ "option.destructive", "yes" },
		{ "option.gentle", "no" },
		{ "option.shared", "no" },
		{ "option.go_on_after_oops", "no" },
		{ "option.strict", "no" },
		{ "option.deadline", "10 s" },
		{ "option.leave_out", "" },
		{ "driver.own", "" },
		{ "rdma_core.own", "" },
		{ "environment.VCT_FIRMWARE_MISTAKE", "" },
		{ "environment.LD_PRELOAD", "" },
		{ "environment.LD_AUDIT", "" },
	};

	if (vct_edit_of_what_is_judged(vct_fact(x->run->results, "kernel.own")))
		return wrong(x, "certify does not run on a kernel with an edited %s",
			     vct_edit_of_what_is_judged(vct_fact(x->run->results, "kernel.own")));
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (strcmp(vct_fact(x->run->results, facts[i].name), facts[i].value))
			return wrong(x, "certify does not run with %s = '%s'", facts[i].name,
				     vct_fact(x->run->results, facts[i].name));
	return 0;
}

/* The reference HCA can be made to behave as another device does, or with single faults. */
static bool is_disguised(const struct examination *x)
{
	const xmlNode *device = vct_device_of(x->run->results);
	const char *config = vct_fact(x->run->results, "environment.REFHCA");

	return !strcmp(vct_attribute(device, "driver"), "refhca") &&
	       (strcmp(vct_attribute(device, "fw"), "1") || strstr(config, "persona") ||
		strstr(config, "quirk") || strchr(config, '@'));
}

/* All checks, on no mutant, and the device is not disguised. */
static int check_plan(const struct examination *x)
{
	const xmlNode *root = xmlDocGetRootElement(x->run->results);
	const xmlNode *device = vct_device_of(x->run->results);
	char passes[16], seed[16];

	snprintf(passes, sizeof(passes), "%d", VCT_PASSES);
	snprintf(seed, sizeof(seed), "%d", VCT_ORDER_SEED);
	VCT_FOR_EACH (mutant, root, "mutant")
		return wrong(x, "it was on the mutant %s", vct_attribute(mutant, "name"));
	if (is_disguised(x))
		return wrong(x, "it was on the reference HCA in a disguise (firmware '%s')",
			     vct_attribute(device, "fw"));
	if (vct_attribute(root, "selection")[0] || vct_attribute(root, "part")[0])
		return wrong(x, "only a part of the checks was selected");
	if (strcmp(vct_attribute(root, "passes"), passes) ||
	    strcmp(vct_attribute(root, "seed"), seed) || vct_attribute(root, "strict")[0])
		return wrong(x, "its passes are not those of certify");
	if (strcmp(vct_attribute(root, "complete"), "true"))
		return wrong(x, "it is incomplete");
	return check_command(x) || check_options(x) ? -1 : 0;
}

/* The SHA-256 of the waivers that the run used are those of the released files. */
static int check_waivers(const struct examination *x)
{
	char name[32], digest[VCT_DIGEST_SIZE];

	for (size_t i = 0; i <= vct_n_released_waivers; i++) {
		const struct vct_released *r = &vct_released_waivers[i];
		const char *fact, *sum;

		snprintf(name, sizeof(name), "waivers.%zu", i + 1);
		fact = vct_fact(x->run->results, name);
		if (i == vct_n_released_waivers) {
			if (fact[0])
				return wrong(x, "it used a waiver file that is not released: %s",
					     fact);
			continue;
		}
		vct_digest(r->start, (size_t)(r->end - r->start), digest);
		sum = strstr(fact, ", sha256 ");
		if (!sum || strcmp(sum + strlen(", sha256 "), digest))
			return wrong(x, "it did not use the released waivers %s", r->name);
	}
	return 0;
}

static int compare_report(const struct examination *x, xmlDoc *doc, const char *name,
			  const char *xsl)
{
	const struct vct_member *m = file(x, name);
	char *text = m ? vct_results_text(doc, xsl) : NULL;
	int ret = text && !strcmp(text, m->data) ? 0 : -1;

	free(text);
	return ret ? wrong(x, "its %s is not the one that its results make", name) : 0;
}

/* Every verdict, every count and every report follows from the journal. */
static int make_again(const struct examination *x, struct vct_journal *journal)
{
	const struct vct_plan plan = { .cases = x->cases, .n_cases = x->n, .passes = VCT_PASSES };
	const struct vct_member *given = file(x, "results.xml");
	struct vct_history history;
	struct vct_summary summary;
	xmlDoc *doc;
	char *text;
	int ret = 0;

	if (vct_history_read(&history, journal) || !history.run)
		return wrong(x, "its journal cannot be read");
	vct_pages_are_of(vct_attribute(vct_device_of(x->run->results), "rdma-core"));
	doc = vct_results_document(&plan, &history, x->run->seconds, "it did not run", &summary);
	text = vct_results_dump(doc);
	if (x->run->seconds + 0.01 < strtod(history.at, NULL))
		ret = wrong(x, "it lasted shorter than its journal");
	else if (!text || strcmp(text, given->data) != 0)
		ret = wrong(x, "its results.xml is not the one that its journal makes");
	free(text);
	if (!ret && !vct_results_is_valid(given->name, doc, VCT_EMBEDDED "results.rng"))
		ret = wrong(x, "its results.xml is not valid");
	ret = ret || compare_report(x, doc, "junit.xml", VCT_EMBEDDED "junit.xsl") ||
	      compare_report(x, doc, "report.html", VCT_EMBEDDED "html.xsl");
	xmlFreeDoc(doc);
	vct_history_free(&history);
	return ret ? -1 : 0;
}

static int check_journal(const struct examination *x)
{
	const struct vct_member *m = file(x, "results.xml.journal");
	struct vct_journal journal = { .path = m ? m->name : "", .read_only = true };
	int ret;

	if (!m)
		return wrong(x, "it has no journal");
	journal.fd = vct_member_file(m->data, m->size);
	ret = make_again(x, &journal);
	vct_journal_close(&(struct vct_journal){ .fd = journal.fd }, true);
	return ret;
}

static double seconds_since_1970(const char *text)
{
	struct tm tm = { 0 };

	return strptime(text, "%Y-%m-%dT%H:%M:%SZ", &tm) ? (double)timegm(&tm) : 0;
}

int vct_examine(struct vct_examined *run, const struct vct_bundle *bundle, size_t number,
		const struct vct_case *cases, size_t n, char *why, size_t size)
{
	const struct examination x = { bundle, number, cases, n, run, why, size };
	const struct vct_member *m = file(&x, "results.xml");
	const xmlNode *root;

	*run = (struct vct_examined){ 0 };
	if (!m)
		return wrong(&x, "it has no results.xml");
	run->results = xmlReadMemory(m->data, (int)m->size, m->name, NULL,
				     XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_NODICT |
					     XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	root = xmlDocGetRootElement(run->results);
	if (!root || run->results->intSubset || !vct_is(root, "results") ||
	    !vct_device_of(run->results))
		return wrong(&x, "its results.xml is none");
	run->start = seconds_since_1970(vct_attribute(root, "start"));
	run->seconds = strtod(vct_attribute(root, "seconds"), NULL);
	return check_version(&x) || check_plan(&x) || check_waivers(&x) || check_journal(&x) ? -1
											     : 0;
}
