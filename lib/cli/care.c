// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The options of verbs-cts run that say how it treats the device and its machine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/exit.h"
#include "../run/loopback.h"
#include "../run/users.h"
#include "care.h"

enum { DESTRUCTIVE = 768, GENTLE, SHARED, GO_ON_AFTER_OOPS, STOP_AFTER_OOPS, IN_GUEST };

static const struct argp_option options[] = {
	{ "destructive", DESTRUCTIVE, NULL, 0,
	  "also run the checks that may put an adapter or its machine out of order ('verbs-cts "
	  "list' shows them); on devices in user space and in guests they always run",
	  0 },
	{ "gentle", GENTLE, NULL, 0,
	  "leave out the checks whose requests must be refused ('verbs-cts list' shows them): some "
	  "drivers leave that to the firmware",
	  0 },
	{ "shared", SHARED, NULL, 0, "run although others use the device", 0 },
	{ "go-on-after-oops", GO_ON_AFTER_OOPS, NULL, 0,
	  "do not end the run as incomplete (exit code 3) after a kernel oops", 0 },
	{ "stop-after-oops", STOP_AFTER_OOPS, NULL, OPTION_HIDDEN, NULL, 0 },
	{ "in-guest", IN_GUEST, NULL, 0,
	  "this machine is thrown away after the run: run the destructive checks, and count every "
	  "complaint of its kernel (VCT_IN_GUEST=1 in the environment, which fixtures/guest sets)",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct vct_care *care = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		care->in_guest = getenv("VCT_IN_GUEST") != NULL;
		return 0;
	case DESTRUCTIVE:
		care->destructive = true;
		return 0;
	case GENTLE:
		care->gentle = true;
		return 0;
	case SHARED:
		care->shared = true;
		return 0;
	case GO_ON_AFTER_OOPS:
		care->go_on_after_oops = true;
		return 0;
	case STOP_AFTER_OOPS:
		care->go_on_after_oops = false;
		return 0;
	case IN_GUEST:
		care->in_guest = true;
		return 0;
	case ARGP_KEY_END:
		if (care->destructive && care->gentle)
			argp_error(state, "--destructive and --gentle cannot be used together");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

const struct argp care_argp = { .options = options, .parser = parse };

void refuse_if_others_use(const struct vct_device *dev, const struct vct_care *care)
{
	char users[1024];
	int n;

	if (dev->user_space)
		return;
	n = vct_device_users(dev, users, sizeof(users));
	if (n < 0)
		fprintf(stderr,
			"verbs-cts: the kernel could not be asked who uses %s (%s): make sure that "
			"nobody does\n",
			dev->name, strerror(errno));
	if (n <= 0)
		return;
	fprintf(stderr, "verbs-cts: %s is in use: %s%s\n", dev->name, users,
		care->shared ? "" : "; end them, or give --shared");
	if (!care->shared)
		exit(VCT_USAGE);
}

void refuse_if_unreachable(const struct vct_device *dev, double seconds)
{
	struct vct_loopback result;
	char text[1024];

	vct_loopback_try(dev, seconds, &result);
	if (result.outcome == VCT_REACHES || result.outcome == VCT_UNTRIED)
		return;
	if (result.outcome == VCT_REFUSES) {
		fprintf(stderr,
			"verbs-cts: before the run, %s: the checks show whether that is a fault of "
			"%s\n",
			result.step, dev->name);
		return;
	}
	vct_loopback_say(dev, &result, text, sizeof(text));
	fprintf(stderr, "verbs-cts: %s\n", text);
	exit(VCT_USAGE);
}
