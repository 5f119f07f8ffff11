// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The configuration of the reference HCA, in a file and in the variable REFHCA. */
#include <string.h>

#include "../../fixtures/refhca/config.h"
#include "fuzz.h"

static bool read_config(const char *words, struct config *config)
{
	const char *said;
	bool good;

	memset(config, 0, sizeof(*config));
	setenv("REFHCA", words, 1);
	fuzz_listen();
	good = config_read(config);
	said = fuzz_heard();
	BROKEN_IF(good != !said[0]);
	BROKEN_IF(config->max_qp < 1 || config->max_qp > 60000 || config->gids < 2 ||
		  config->gids > 128);
	BROKEN_IF(config->max_mtu < 1 || config->max_mtu > 5 || config->ports < 1 ||
		  config->ports > 2);
	BROKEN_IF(good && config->xrc && !config->max_srq);
	return good;
}

void fuzz_refhca(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(0, data, size);
	struct config from_file, from_words;
	char *words = strndup((const char *)data, size), at[40];

	BROKEN_IF(!words);
	snprintf(at, sizeof(at), "@%s", path);
	if (read_config(at, &from_file)) {
		BROKEN_IF(strlen(words) < size);
		BROKEN_IF(!read_config(words, &from_words));
		BROKEN_IF(memcmp(&from_file, &from_words, sizeof(from_file)) != 0);
	}
	free(words);
}
