// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The options of verbs-cts run that say how it treats the device and its machine. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/exit.h"
#include "../run/device/loopback.h"
#include "../run/device/users.h"
#include "care.h"
#include "option.h"

static const struct argp_option options[] = {
	{ "destructive", SETS(struct vct_care, destructive), NULL, 0,
	  "also run the checks that may put an adapter or its machine out of order ('verbs-cts "
	  "list' shows them). On devices in user space and in guests they always run",
	  0 },
	{ "gentle", SETS(struct vct_care, gentle), NULL, 0,
	  "leave out the checks whose requests must be refused ('verbs-cts list' shows them): some "
	  "drivers leave that to the firmware",
	  0 },
	{ "shared", SETS(struct vct_care, shared), NULL, 0, "run although others use the device",
	  0 },
	{ "go-on-after-oops", SETS(struct vct_care, go_on_after_oops), NULL, 0,
	  "do not end the run as incomplete (exit code 3) after a kernel oops", 0 },
	{ "stop-after-oops", CLEARS(struct vct_care, go_on_after_oops), NULL, OPTION_HIDDEN, NULL,
	  0 },
	{ "in-guest", SETS(struct vct_care, in_guest), NULL, 0,
	  "this machine is thrown away after the run: run the destructive checks, and count every "
	  "complaint of its kernel (VCT_IN_GUEST=1 in the environment, which fixtures/guest sets)",
	  0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct vct_care *care = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		care->in_guest = getenv("VCT_IN_GUEST") != NULL;
		return 0;
	case ARGP_KEY_END:
		if (care->destructive && care->gentle)
			argp_error(state, "--destructive and --gentle cannot be used together");
		return 0;
	}
	return set_option(options, key, arg, state);
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
