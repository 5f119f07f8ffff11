// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The device under test, and which of the needs that a check may declare a device meets. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "device.h"

const struct vct_device *vct_dev;

static const struct vct_need_row rows[] = {
#define HAS(name_, id_, met_, meaning_, lacking_) { NEED_##name_, false, id_, meaning_, lacking_ },
#define HAS_NOT(name_, id_, met_, meaning_, lacking_)                                              \
	{ NEED_##name_, true, id_, meaning_, lacking_ },
	VCT_NEEDS(HAS, HAS_NOT)
};

#define N_NEEDS (sizeof(rows) / sizeof(rows[0]))

size_t vct_need_rows(const struct vct_need_row **table)
{
	*table = rows;
	return N_NEEDS;
}

vct_needs vct_device_meets(const struct vct_device *dev, bool absence)
{
	const struct ibv_device_attr_ex *x = &dev->attr;
	const struct ibv_device_attr *a = &x->orig_attr;
	uint32_t tso = x->tso_caps.max_tso ? x->tso_caps.supported_qpts : 0;
	unsigned int flags = a->device_cap_flags;
	vct_needs met = 0;

#define MEETS(name_, id_, met_, ...)       met |= !absence && (met_) ? NEED_##name_ : 0;
#define LACKS_IT(name_, id_, lacked_, ...) met |= absence && (lacked_) ? NEED_##name_ : 0;
	VCT_NEEDS(MEETS, LACKS_IT)
	return met;
}

/* With the errno by which the device said so, where it was tried. */
static const char *lacking_text(const struct vct_device *dev, const struct vct_need_row *need)
{
	static char text[256];

	if (!need->absence && need->bit == NEED_RC && dev->unconnected[0])
		return dev->unconnected;
	for (size_t i = 0; i < VCT_TRIES && !need->absence; i++)
		if (dev->tries[i].need == need->bit && dev->tries[i].error) {
			snprintf(text, sizeof(text), "%s (refused with %s)", need->lacking,
				 strerrorname_np(dev->tries[i].error));
			return text;
		}
	return need->lacking;
}

const char *vct_device_misses(const struct vct_device *dev, vct_needs needs, vct_needs lacks)
{
	needs &= ~vct_device_meets(dev, false);
	lacks &= ~vct_device_meets(dev, true);
	for (size_t i = 0; i < N_NEEDS; i++)
		if ((rows[i].absence ? lacks : needs) & rows[i].bit)
			return lacking_text(dev, &rows[i]);
	return NULL;
}

void vct_need_list(vct_needs needs, vct_needs lacks, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < N_NEEDS && n < size; i++)
		if ((rows[i].absence ? lacks : needs) & rows[i].bit)
			n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "",
					      rows[i].name);
}

vct_needs vct_need_find(const char *name)
{
	for (size_t i = 0; i < N_NEEDS; i++)
		if (!rows[i].absence && !strcmp(name, rows[i].name))
			return rows[i].bit;
	return 0;
}
