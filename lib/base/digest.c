// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* SHA-256 of memory and of files. */
#include <fcntl.h>
#include <nettle/base16.h>
#include <unistd.h>

#include "digest.h"

void vct_digest_end(struct sha256_ctx *sum, char digest[VCT_DIGEST_SIZE])
{
	uint8_t bytes[SHA256_DIGEST_SIZE];

	sha256_digest(sum, sizeof(bytes), bytes);
	base16_encode_update(digest, sizeof(bytes), bytes);
	digest[VCT_DIGEST_SIZE - 1] = '\0';
}

const char *vct_digest(const void *data, size_t size, char digest[VCT_DIGEST_SIZE])
{
	struct sha256_ctx sum;

	sha256_init(&sum);
	sha256_update(&sum, size, data);
	vct_digest_end(&sum, digest);
	return digest;
}

bool vct_digest_file(const char *path, char digest[VCT_DIGEST_SIZE])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct sha256_ctx sum;
	uint8_t part[65536];
	ssize_t n = -1;

	sha256_init(&sum);
	while (fd >= 0 && (n = read(fd, part, sizeof(part))) > 0)
		sha256_update(&sum, (size_t)n, part);
	if (fd >= 0)
		close(fd);
	if (n < 0)
		return false;
	vct_digest_end(&sum, digest);
	return true;
}
