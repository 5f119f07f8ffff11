// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The files of fixtures/waivers, which the assembler includes in the program. */
#include <string.h>

#include "../../base/digest.h"
#include "released.h"

/* clang-format off */
#define WAIVERS(do_)                                                                               \
	do_(core, "core.xml")                                                                      \
	do_(hfi1, "hfi1.xml")                                                                      \
	do_(mlx4, "mlx4.xml")                                                                      \
	do_(mlx5, "mlx5.xml")                                                                      \
	do_(rdma_core, "rdma-core.xml")                                                            \
	do_(rxe, "rxe.xml")                                                                        \
	do_(rxe_xrc, "rxe-xrc.xml")                                                                \
	do_(siw, "siw.xml")
/* clang-format on */

#define EMBED(label_, file_)                                                                       \
	extern const char vct_waivers_##label_[], vct_waivers_##label_##_end[];                    \
	__asm__(".section .rodata\n"                                                               \
		"vct_waivers_" #label_ ":\n"                                                       \
		".incbin \"fixtures/waivers/" file_ "\"\n"                                         \
		"vct_waivers_" #label_ "_end:\n"                                                   \
		".byte 0\n"                                                                        \
		".previous\n");
WAIVERS(EMBED)

#define ENTRY(label_, file_) { "waivers/" file_, vct_waivers_##label_, vct_waivers_##label_##_end },
const struct vct_released vct_released_waivers[] = { WAIVERS(ENTRY) };
const size_t vct_n_released_waivers =
	sizeof(vct_released_waivers) / sizeof(vct_released_waivers[0]);

bool vct_is_released(const char *sha256)
{
	char digest[VCT_DIGEST_SIZE];

	for (size_t i = 0; i < vct_n_released_waivers; i++) {
		const struct vct_released *w = &vct_released_waivers[i];

		vct_digest(w->start, (size_t)(w->end - w->start), digest);
		if (!strcmp(digest, sha256))
			return true;
	}
	return false;
}

bool vct_is_commit(const char *commit)
{
	return commit[0] && !commit[strspn(commit, "0123456789abcdef")];
}
