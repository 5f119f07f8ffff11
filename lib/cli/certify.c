// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts certify: makes all that a third party needs to judge a device, in one file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/exit.h"
#include "../base/late.h"
#include "../base/process.h"
#include "../certify/certificate.h"
#include "../certify/signature.h"
#include "../certify/work.h"
#include "../record/files.h"
#include "../run/mutant.h"
#include "../run/device/own_driver.h"
#include "../run/kernel/own_kernel.h"
#include "../run/device/release.h"
#include "../run/verdict/released.h"
#include "program.h"
#include "uses.h"

struct options {
	struct vct_subject subject;
	const char *out, *key;
};

static const struct argp_option options[] = {
	{ "ib-dev", 'd', "DEV", 0, "the device under test, as for 'verbs-cts run'", 0 },
	{ "out", 'o', "BUNDLE", 0, "the file to write (mlx5_0.tar.zst)", 0 },
	{ "key", INTO_TEXT(struct options, key), "FILE", 0,
	  "sign the bundle with this key of ssh-keygen(1), private, or public if an agent has the "
	  "private one",
	  0 },
	{ "fault", INTO_TEXT(struct options, subject.fault), "COMMAND", 0,
	  "inject errors with this command, as for 'verbs-cts run'", 0 },
	{ "fault-plugin", INTO_TEXT(struct options, subject.plugin), "FILE", 0,
	  "inject errors with this library, as for 'verbs-cts run'", 0 },
	{ "resume", SETS(struct options, subject.resume), NULL, 0,
	  "continue a certification whose machine died: what it had recorded is in BUNDLE.work, "
	  "and the check that was running is KERNEL",
	  0 },
	{ "console", INTO_TEXT(struct options, subject.console), "FILE", 0,
	  "with --resume: what the machine printed last; its last lines become evidence", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'o':
		o->out = arg;
		return 0;
	case 'd':
		o->subject.device = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "certify always runs all checks; it takes no '%s'", arg);
		return EINVAL;
	case ARGP_KEY_END:
		if (!o->subject.device || !o->out)
			argp_error(state, "-d DEV and -o BUNDLE are needed");
		if (o->subject.console && !o->subject.resume)
			argp_error(state, "--console is for --resume");
		if (o->subject.fault && o->subject.plugin)
			argp_error(state, "--fault and --fault-plugin cannot be used together");
		return 0;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Runs all checks on a device, and writes one file. A third party can see from it "
	       "for which profiles the device is certified: 'verbs-cts verify BUNDLE'.\v"
	       "On each port that is ACTIVE, with a GID of each type, all checks run three times, "
	       "each time in another order, which is the same in every certification. A check "
	       "whose verdict is not always the same is reported as unstable, and its worst "
	       "verdict counts. Only the waivers of this build count. Destructive checks run, too: "
	       "use a machine and an adapter that nobody else needs, and run as root, so that the "
	       "log of the kernel can be read. The benchmark follows in its short form.\n"
	       "A profile is a list of promises that a device has to keep to be certified for a "
	       "capability. A profile is not certified if one of its promises is broken, or if a "
	       "check of it was skipped, blocked or not run so that there is no evidence.\n"
	       "BUNDLE is an archive (tar, zstd) with the results and the journal of each run, the "
	       "reports, the benchmark and what the device claims. It also has the log of the "
	       "kernel, and MANIFEST, which 'sha256sum -c' reads. With --key, ssh-keygen signs "
	       "MANIFEST.\n"
	       "Exit code 0: nothing is new in any run, and the device is certified for at least "
	       "one profile. 1: not so; the bundle is written and says why. 2: wrong usage or "
	       "environment. 3: incomplete; no bundle is written.\n\n"
	       "  verbs-cts certify -d mlx5_0 -o mlx5_0.tar.zst --key ~/.ssh/id_ed25519\n"
	       "  verbs-cts verify mlx5_0.tar.zst --allowed-signers signers",
};

/* What stands in the way before the device is touched; NULL: nothing. */
static const char *obstacle(const struct options *o)
{
	static char text[512];
	const char *edited = vct_edit_of_what_is_judged(vct_own_kernel());

	if (!vct_is_commit(VCT_COMMIT))
		return "this program was built from sources that are not committed (" VCT_COMMIT
		       "): nobody could check what they judge; commit them, or use a release";
	if (vct_mutant_at_work())
		return "a mutant is at work: it certifies nothing";
	if (vct_own_driver(NULL)) {
		snprintf(text, sizeof(text),
			 "the driver is %s, which no product has: a run on it is evidence about "
			 "this suite and the core of the kernel alone",
			 vct_own_driver(NULL));
		return text;
	}
	if (edited) {
		snprintf(text, sizeof(text),
			 "the kernel is one of this project, which has edited %s: a kernel that is "
			 "certified may be edited in arch/um alone, so that User-Mode Linux runs",
			 edited);
		return text;
	}
	if (*vct_release_edits()) {
		snprintf(text, sizeof(text),
			 "the libibverbs is one of this project, which has edited %s of rdma-core",
			 vct_release_edits());
		return text;
	}
	if (o->key && access(o->key, R_OK)) {
		snprintf(text, sizeof(text), "the key %s cannot be read: %s", o->key,
			 strerror(errno));
		return text;
	}
	return NULL;
}

static int add_certificate(struct vct_bundle *bundle, xmlDoc *certificate)
{
	char *text = vct_results_dump(certificate);

	if (!text)
		return -1;
	vct_bundle_add(bundle, "certificate.xml", text, strlen(text));
	free(text);
	return 0;
}

/* Makes the bundle. Returns an exit code. */
static int conclude(struct vct_work *w, const struct options *o)
{
	xmlDoc *certificate = vct_certificate(w->results, w->n);
	struct vct_bundle bundle = { 0 };
	int unsigned_, ret = VCT_USAGE;
	struct stat st;
	char why[512];

	if (vct_work_collect(w, &bundle, why, sizeof(why)) ||
	    add_certificate(&bundle, certificate)) {
		fprintf(stderr, "verbs-cts: %s\n", why);
		return VCT_USAGE;
	}
	vct_manifest_add(&bundle);
	unsigned_ = o->key ? vct_sign(&bundle, o->key, why, sizeof(why)) : 0;
	if (unsigned_)
		fprintf(stderr, "verbs-cts: the bundle is not signed: %s\n", why);
	if (vct_bundle_write(&bundle, o->out, why, sizeof(why))) {
		fprintf(stderr, "verbs-cts: %s\n", why);
	} else {
		putchar('\n');
		vct_results_print(stdout, certificate, VCT_EMBEDDED "certificate.xsl", NULL);
		printf("bundle: %s, %lld bytes, %s\n", o->out,
		       stat(o->out, &st) ? 0LL : (long long)st.st_size,
		       o->key && !unsigned_ ? "signed" : "not signed");
		ret = unsigned_                              ? VCT_USAGE
		      : vct_certificate_is_good(certificate) ? VCT_CONFORMS
							     : VCT_CONFORMS_NOT;
	}
	vct_bundle_free(&bundle);
	xmlFreeDoc(certificate);
	return ret;
}

static int certify(struct vct_work *w, const struct options *o)
{
	if (vct_work_begin(w, &o->subject, o->out) || vct_work_ask(w))
		return VCT_USAGE;
	for (size_t i = 1; i <= w->n; i++) {
		int ret = vct_work_run(w, i);

		if (vct_stop_signal() || ret == VCT_INCOMPLETE)
			return VCT_INCOMPLETE;
		if (ret == VCT_USAGE)
			return VCT_USAGE;
	}
	vct_work_measure(w);
	return vct_stop_signal() ? VCT_INCOMPLETE : conclude(w, o);
}

int certify_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct file_uses uses = { 0 };
	struct vct_work w;
	const char *why;
	bool keep;
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	uses_reads(&uses, "--key", o.key);
	uses_reads(&uses, "--fault-plugin", o.subject.plugin);
	uses_writes(&uses, "--out", o.out);
	why = obstacle(&o);
	if (why) {
		fprintf(stderr, "verbs-cts: %s\n", why);
		return VCT_USAGE;
	}
	vct_late(VCT_LIBARCHIVE, "archive_write_new"); /* if it is missing, before all runs */
	vct_catch_signals();
	ret = certify(&w, &o);
	/* Also if the bundle could not be written or signed: the runs need not be repeated. */
	keep = w.folder &&
	       (ret == VCT_INCOMPLETE || (ret == VCT_USAGE && (o.subject.resume || w.results[0])));
	if (keep)
		fprintf(stderr,
			"verbs-cts: %swhat was recorded is in %s; certify with --resume "
			"continues\n",
			ret == VCT_INCOMPLETE ? "incomplete: there is no bundle; " : "", w.folder);
	vct_work_end(&w, keep);
	return ret;
}
