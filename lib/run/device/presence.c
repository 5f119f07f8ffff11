// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Compares the device's folder in sysfs with that of the start, and asks the device where needed.
 */
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "choose.h"
#include "presence.h"
#include "sysfs.h"

/* A folder of sysfs that is made again has another inode. */
static char folder[PATH_MAX];
static ino_t inode;

void vct_gone_begin(const struct vct_device *dev)
{
	struct stat st;

	if (vct_sysfs_target(folder, sizeof(folder), "class/infiniband/%s", dev->name) &&
	    !stat(folder, &st))
		inode = st.st_ino;
	else
		folder[0] = '\0';
}

/* What the kernel returns for every verb of a device that it has taken away. */
static bool tells_of_loss(const struct vct_evidence *e)
{
	static const char *const errors[] = { " EIO", " ENODEV", " ENXIO" };

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		if (strstr(e->reason, errors[i]) ||
		    memmem(e->verbs, e->verbs_len, errors[i], strlen(errors[i])))
			return true;
	return false;
}

const char *vct_gone_how(const struct vct_device *dev, const struct vct_evidence *evidence,
			 enum vct_ending ending, double seconds)
{
	struct stat st;

	if (ending == VCT_UNKILLABLE)
		return NULL;
	if (folder[0] && stat(folder, &st))
		return "was removed";
	if (folder[0] && st.st_ino != inode)
		return "was removed and made again";
	if (evidence->fatal)
		return "raised IBV_EVENT_DEVICE_FATAL";
	if (ending != VCT_LATE && tells_of_loss(evidence) && !vct_device_answers(dev, seconds))
		return "does not answer any more";
	return NULL;
}
