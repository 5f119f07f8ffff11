// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads from a red <check> what it may have in common with others. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../check/judge.h"
#include "../check/trace/track.h"
#include "calls.h"
#include "element.h"
#include "stake.h"
#include "traits.h"

const char *vct_trait_name(enum vct_trait trait)
{
	static const char *const names[] = { [VCT_TRAIT_CHECK] = "check",
					     [VCT_TRAIT_BLOCK] = "block",
					     [VCT_TRAIT_PROMISE] = "promise",
					     [VCT_TRAIT_CALL] = "call",
					     [VCT_TRAIT_WAIVER] = "waiver" };

	return names[trait];
}

static bool has_text(const xmlNode *element, const char *text)
{
	char *content = vct_call_text(element);
	bool same = content && !strcmp(content, text);

	free(content);
	return same;
}

static bool is_failed_release(const xmlNode *call)
{
	const xmlNode *result = vct_first(call, "result");

	return has_text(vct_first(call, "for"), VCT_LINE_RELEASE) && result &&
	       !has_text(result, "0");
}

/*
 * The release that failed when the check was over, or the last call of the check itself: no
 * release, and no call that a mark says is of others. Or NULL. Records of older releases have their
 * calls as text only, which is not read.
 */
static const xmlNode *find_call(const xmlNode *check, bool failed_release)
{
	const xmlNode *found = NULL;

	VCT_FOR_EACH (call, check, "call") {
		if (!vct_attribute(call, "verb")[0])
			continue;
		if (failed_release && is_failed_release(call))
			return call;
		if (!failed_release && !vct_first(call, "for"))
			found = call;
	}
	return found;
}

/* The result of a call: "0", "22 EINVAL", "NULL, errno 12 ENOMEM"; "": it has made something. */
static void result_of(const xmlNode *call, char *text, size_t size)
{
	char *result = vct_call_text(vct_first(call, "result"));
	char *error = vct_call_text(vct_first(call, "errno"));

	text[0] = '\0';
	if (result &&
	    (isdigit((unsigned char)result[0]) || result[0] == '-' || !strcmp(result, "NULL")))
		snprintf(text, size, "%s%s%s", result, error ? ", errno " : "", error ? error : "");
	free(result);
	free(error);
}

/* Verbs that only look: that they have succeeded is nothing that two checks have in common. */
static bool only_looks(const char *verb)
{
	static const char *const looks[] = { "ibv_query_", "ibv_get_", "ibv_poll_",
					     "ibv_ack_",   "ibv_wc_",  "ibv_start_poll",
					     "ibv_next_",  "ibv_end_" };

	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
		if (!strncmp(verb, looks[i], strlen(looks[i])))
			return true;
	return false;
}

/* Only the last ibv_poll_cq before a deadline is recorded with no completion (result 0). */
static void words_of_call(const xmlNode *call, char *text, size_t size)
{
	const char *verb = vct_attribute(call, "verb");
	char *event = vct_call_text(vct_first(call, "event"));
	char *status = vct_call_text(vct_call_find(call, "member", "status"));
	char result[64];

	result_of(call, result, sizeof(result));
	if (!strcmp(verb, "poll"))
		snprintf(text, size, "%s does not come", event ? event : "an event");
	else if (!strcmp(verb, "ibv_poll_cq") && !strcmp(result, "0"))
		snprintf(text, size, "a completion does not come");
	else if (status && !strncmp(status, "IBV_WC_", 7) && strcmp(status, "IBV_WC_SUCCESS") != 0)
		snprintf(text, size, "a completion has the status %s", status);
	else if (only_looks(verb) && (!result[0] || isdigit((unsigned char)result[0])) &&
		 !strchr(result, ' '))
		text[0] = '\0';
	else if (!strncmp(verb, "ibv_", 4) && (!result[0] || !strcmp(result, "0")))
		snprintf(text, size, "%s succeeds", verb);
	else if (!strncmp(verb, "ibv_", 4))
		snprintf(text, size, "%s returns %s", verb, result);
	free(event);
	free(status);
}

static void write_call(const xmlNode *check, enum vct_verdict v, char *text, size_t size)
{
	bool released = v == VCT_FAIL && !vct_promise_at_stake(check)[0];
	const xmlNode *call = released ? find_call(check, true) : NULL;

	if (!call)
		call = find_call(check, false);
	if (!call)
		return;
	if (v == VCT_FAIL || v == VCT_BROKEN)
		words_of_call(call, text, size);
	else
		snprintf(text, size, "%s after %s", vct_verdict_name(v),
			 vct_attribute(call, "verb"));
}

void vct_trait_of(const xmlNode *check, enum vct_trait trait, char *text, size_t size)
{
	enum vct_verdict v = vct_verdict_find(vct_attribute(check, "verdict"));

	text[0] = '\0';
	if (trait == VCT_TRAIT_CHECK)
		snprintf(text, size, "%s", vct_attribute(check, "name"));
	if (trait == VCT_TRAIT_BLOCK)
		snprintf(text, size, "%s", vct_attribute(check, "block"));
	if (trait == VCT_TRAIT_PROMISE && v == VCT_FAIL)
		snprintf(text, size, "%s", vct_promise_at_stake(check));
	if (trait == VCT_TRAIT_CALL)
		write_call(check, v, text, size);
}
