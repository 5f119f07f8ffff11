// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Calls ssh-keygen with files in memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/child.h"
#include "signature.h"

/*
 * Runs ssh-keygen with the arguments; `in` is its standard input, and what it prints is put into
 * `text`, also its errors. Returns its exit status.
 */
static int keygen(char *const *arguments, int in, char *text, size_t size)
{
	int out = memfd_create("output", MFD_CLOEXEC), status;
	ssize_t n;

	lseek(in, 0, SEEK_SET);
	status = vct_child_run(arguments[0], arguments, in, out, out);
	if (status < 0 && errno)
		dprintf(out, "ssh-keygen cannot be run: %s", strerror(errno));
	n = pread(out, text, size - 1, 0);
	close(out);
	text[n > 0 ? n : 0] = '\0';
	return status;
}

/* The first line of what was printed. */
static void first_line(char *text)
{
	text[strcspn(text, "\r\n")] = '\0';
}

int vct_sign(struct vct_bundle *bundle, const char *key, char *why, size_t size)
{
	const struct vct_member *manifest = vct_bundle_find(bundle, VCT_MANIFEST);
	char *const arguments[] = { "ssh-keygen", "-Y", "sign",      "-q", "-n",
				    "verbs-cts",  "-f", (char *)key, NULL };
	int in = vct_member_file(manifest->data, manifest->size);
	char text[16384];
	int status = keygen(arguments, in, text, sizeof(text));

	close(in);
	if (!status && !strncmp(text, "-----BEGIN SSH SIGNATURE-----", 29)) {
		vct_bundle_add(bundle, VCT_SIGNATURE, text, strlen(text));
		return 0;
	}
	first_line(text);
	snprintf(why, size, "the manifest cannot be signed with %s: %s", key, text);
	return -1;
}

struct signed_text {
	int manifest, signature;
	char path[64]; /* of the signature */
};

/* Finds the name of the signer in the list, and checks the signature with it. */
static int check_signer(const struct signed_text *s, const char *allowed, char *signer,
			size_t signer_size, char *text, size_t size)
{
	char *const find[] = { "ssh-keygen",    "-Y", "find-principals", "-s",
			       (char *)s->path, "-f", (char *)allowed,   NULL };
	char *const verify[] = { "ssh-keygen",    "-Y", "verify", "-n", "verbs-cts",     "-f",
				 (char *)allowed, "-I", signer,   "-s", (char *)s->path, NULL };

	if (keygen(find, s->manifest, text, size))
		return -1;
	first_line(text);
	snprintf(signer, signer_size, "%s", text);
	return keygen(verify, s->manifest, text, size);
}

/* "Good "verbs-cts" signature with ED25519 key SHA256:..." */
static int check_key(const struct signed_text *s, char *signer, size_t signer_size, char *text,
		     size_t size)
{
	char *const check[] = { "ssh-keygen", "-Y", "check-novalidate", "-n",
				"verbs-cts",  "-s", (char *)s->path,    NULL };
	const char *key;

	if (keygen(check, s->manifest, text, size))
		return -1;
	first_line(text);
	key = strstr(text, " with ");
	snprintf(signer, signer_size, "%s", key ? key + strlen(" with ") : text);
	return 0;
}

int vct_signature_check(const struct vct_bundle *bundle, const char *allowed, char *signer,
			size_t signer_size, char *why, size_t size)
{
	const struct vct_member *manifest = vct_bundle_find(bundle, VCT_MANIFEST);
	const struct vct_member *signature = vct_bundle_find(bundle, VCT_SIGNATURE);
	struct signed_text s;
	char text[4096];
	int ret;

	signer[0] = '\0';
	if (!signature) {
		snprintf(why, size, "it is not signed");
		return allowed ? -1 : 0;
	}
	s.manifest = vct_member_file(manifest->data, manifest->size);
	s.signature = vct_member_file(signature->data, signature->size);
	snprintf(s.path, sizeof(s.path), "/proc/self/fd/%d", s.signature);
	ret = allowed ? check_signer(&s, allowed, signer, signer_size, text, sizeof(text))
		      : check_key(&s, signer, signer_size, text, sizeof(text));
	close(s.manifest);
	close(s.signature);
	if (!ret)
		return 0;
	first_line(text);
	snprintf(why, size, "its signature is not accepted: %s",
		 text[0] ? text : "its key is not among the allowed signers");
	return -1;
}
