// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* verbs-cts verify: says whether a bundle of verbs-cts certify can be believed. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "../base/exit.h"
#include "../certify/certificate.h"
#include "../certify/signature.h"
#include "../certify/verify.h"
#include "../record/files.h"
#include "program.h"

struct options {
	const char *bundle, *allowed;
};

static const struct argp_option options[] = {
	{ "allowed-signers", INTO_TEXT(struct options, allowed), "FILE", 0,
	  "accept only a bundle that is signed with a key of this list (ssh-keygen(1), ALLOWED "
	  "SIGNERS)",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (o->bundle)
			argp_error(state, "verify takes one bundle");
		o->bundle = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no bundle is given");
		return EINVAL;
	}
	return set_option(options, key, arg, state);
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "BUNDLE",
	.doc = "Accepts only a whole and unaltered certification by this version of verbs-cts, "
	       "and says for which profiles the device is certified. Otherwise it says in one "
	       "line what is wrong.\v"
	       "It compares all files with the manifest, and checks the signature. It reads each "
	       "journal, and makes the results, the counts, the profiles and the "
	       "reports from it again. It applies the waivers of this version again, and compares "
	       "the device, the machine and the times of all files. A run of some checks, on a "
	       "mutant, by a build of sources that are not committed, or with options that "
	       "certify does not give is refused. The archive is read into memory, and nothing is "
	       "written.\n"
	       "Without a signature, verify cannot tell who made the bundle, nor that somebody "
	       "who knows verbs-cts well did not write all of it.\n"
	       "Exit codes: 0 the bundle is accepted, nothing is new in any run, and at least one "
	       "profile is certified; 1 refused, or not so; 2 wrong usage or environment.\n\n"
	       "  verbs-cts verify mlx5_0.tar.zst --allowed-signers signers",
};

static int refuse(const char *bundle, const char *why)
{
	fprintf(stderr, "verbs-cts: %s is refused: %s\n", bundle, why);
	return VCT_CONFORMS_NOT;
}

static int verify(const struct options *o, const struct vct_bundle *bundle)
{
	char why[1024], signer[512];
	xmlDoc *certificate;
	int ret;

	if (vct_manifest_check(bundle, why, sizeof(why)) ||
	    vct_signature_check(bundle, o->allowed, signer, sizeof(signer), why, sizeof(why)))
		return refuse(o->bundle, why);
	certificate = vct_verify(bundle, why, sizeof(why));
	if (!certificate)
		return refuse(o->bundle, why);
	vct_results_print(stdout, certificate, VCT_EMBEDDED "certificate.xsl", NULL);
	if (!signer[0])
		puts("accepted; not signed: who made it is not known");
	else if (o->allowed)
		printf("accepted; signed by %s\n", signer);
	else
		printf("accepted; signed with %s, which was compared with no list "
		       "(--allowed-signers)\n",
		       signer);
	ret = vct_certificate_is_good(certificate) ? VCT_CONFORMS : VCT_CONFORMS_NOT;
	xmlFreeDoc(certificate);
	return ret;
}

static bool is_readable(const char *path)
{
	if (!path || !access(path, R_OK))
		return true;
	fprintf(stderr, "verbs-cts: %s: %m\n", path);
	return false;
}

int verify_main(int argc, char **argv)
{
	struct options o = { 0 };
	struct vct_bundle bundle;
	char why[1024];
	int ret;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (!is_readable(o.bundle) || !is_readable(o.allowed))
		return VCT_USAGE;
	if (vct_bundle_read(&bundle, o.bundle, why, sizeof(why)))
		return refuse(o.bundle, why);
	ret = verify(&o, &bundle);
	vct_bundle_free(&bundle);
	return ret;
}
