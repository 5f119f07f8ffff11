// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Makes the certificate of several runs. */
#include <string.h>

#include "../record/change.h"
#include "../record/element.h"
#include "../record/settle.h"
#include "certificate.h"

static xmlNode *root_of(const xmlDoc *doc)
{
	return xmlDocGetRootElement((xmlDoc *)doc);
}

static void copy(xmlNode *to, const xmlNode *from, const char *const *names)
{
	for (; *names; names++)
		if (vct_attribute(from, *names)[0])
			vct_set(to, *names, vct_attribute(from, *names));
}

static void add_device(xmlNode *certificate, const xmlNode *results)
{
	static const char *const names[] = { "name",       "driver",    "provider", "fw",
					     "vendor",     "part",      "kernel",   "user-space",
					     "kernel-log", "rdma-core", NULL };

	/* the HCA that is named by what is left out is one of this project */
	static const char *const of_synthetic[] = { "name",      "driver",    "provider",
						    "kernel",    "synthetic", "kernel-log",
						    "rdma-core", NULL };
	const xmlNode *device = vct_first(results, "device");

	copy(xmlNewChild(certificate, NULL, X("device"), NULL), device,
	     vct_attribute(device, "synthetic")[0] ? of_synthetic : names);
}

static void add_run(xmlNode *certificate, const xmlNode *results, size_t number)
{
	static const char *const of_device[] = { "port", "gid-index", "gid", "link-layer", NULL };
	static const char *const of_run[] = { "start", "seconds", "complete", "conforms", NULL };
	xmlNode *run = xmlNewChild(certificate, NULL, X("run"), NULL);

	vct_setf(run, "name", "run-%zu", number);
	copy(run, vct_first(results, "device"), of_device);
	copy(run, results, of_run);
	vct_settle_answers(run, results);
}

/* A profile is certified if a run has evidence for it, and all others too, or do not claim it: not
 * every port has every type of QP. */
static void add_profile(xmlNode *certificate, xmlDoc *const *results, size_t n,
			const xmlNode *first)
{
	static const char *const names[] = { "name", "version", "promises", NULL };
	xmlNode *profile = xmlNewChild(certificate, NULL, X("profile"), NULL);
	bool any = false, all = true;

	copy(profile, first, names);
	for (size_t i = 0; i < n; i++)
		VCT_FOR_EACH (other, root_of(results[i]), "profile") {
			const char *outcome = vct_attribute(other, "outcome");
			bool proven = !strcmp(outcome, "kept") || !strcmp(outcome, "waived");
			xmlChar *why;
			xmlNode *in;

			if (strcmp(vct_attribute(other, "name"), vct_attribute(first, "name")))
				continue;
			why = xmlNodeGetContent(other);
			in = vct_child(profile, "in", (const char *)why, strlen((const char *)why));
			xmlFree(why);
			vct_setf(in, "run", "run-%zu", i + 1);
			copy(in, other, (const char *const[]){ "outcome", "kept", "waived", NULL });
			any |= proven;
			all &= proven || !strcmp(outcome, "unclaimed");
		}
	vct_set(profile, "certified", any && all ? "true" : "false");
}

/* The checks that had several verdicts in the passes of one run. */
static void add_unstable(xmlNode *certificate, const xmlNode *results, size_t number)
{
	VCT_FOR_EACH (check, results, "check") {
		xmlNode *unstable;

		if (!vct_is_unstable(check))
			continue;
		unstable = xmlNewChild(certificate, NULL, X("unstable"), NULL);
		vct_setf(unstable, "run", "run-%zu", number);
		vct_set(unstable, "check", vct_attribute(check, "name"));
		vct_set(unstable, "verdicts", vct_attribute(check, "verdicts"));
	}
}

xmlDoc *vct_certificate(xmlDoc *const *results, size_t n)
{
	static const char *const names[] = { "suite", "commit", "passes", "seed", NULL };
	xmlDoc *doc = xmlNewDoc(X("1.0"));
	xmlNode *root = xmlNewNode(NULL, X("certificate"));
	const xmlNode *first = root_of(results[0]);

	xmlDocSetRootElement(doc, root);
	copy(root, first, names);
	add_device(root, first);
	for (size_t i = 0; i < n; i++)
		add_run(root, root_of(results[i]), i + 1);
	VCT_FOR_EACH (profile, first, "profile")
		add_profile(root, results, n, profile);
	for (size_t i = 0; i < n; i++)
		add_unstable(root, root_of(results[i]), i + 1);
	return doc;
}

bool vct_certificate_is_good(const xmlDoc *certificate)
{
	bool any = false;

	VCT_FOR_EACH (profile, root_of(certificate), "profile")
		any |= !strcmp(vct_attribute(profile, "certified"), "true");
	VCT_FOR_EACH (run, root_of(certificate), "run")
		any &= !strcmp(vct_attribute(run, "conforms"), "true");
	return any;
}
