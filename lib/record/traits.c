// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Reads from a red <check> what it may have in common with others. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../check/judge.h"
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

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && !strcmp(text + n - m, end);
}

/*
 * The text of a release that failed when the check was over, or of the last call of the check
 * itself: no release, and no call that a mark says is of others. Records of older releases have
 * text only. To be freed; NULL: there is none.
 */
static xmlChar *find_call(const xmlNode *check, bool failed_release)
{
	xmlChar *found = NULL;

	for (const xmlNode *node = check->children; node; node = node->next) {
		xmlChar *call;
		bool wanted;

		if (!vct_is(node, "call") && !vct_is(node, "verb"))
			continue;
		call = xmlNodeGetContent(node);
		if (failed_release)
			wanted = !found && ends_with((const char *)call, "  [release]") &&
				 !ends_with((const char *)call, " = 0  [release]");
		else
			wanted = !ends_with((const char *)call, "]");
		if (wanted) {
			xmlFree(found);
			found = call;
		} else {
			xmlFree(call);
		}
	}
	return found;
}

/* "IBV_EVENT_SQ_DRAINED" of a text that has it: the word that begins with `start`. */
static bool find_word(const char *text, const char *start, char *word, size_t size)
{
	const char *at = strstr(text, start);
	size_t n = 0;

	if (!at)
		return false;
	while (isalnum((unsigned char)at[n]) || at[n] == '_')
		n++;
	snprintf(word, size, "%.*s", (int)n, at);
	return true;
}

/* The result of a call: "0", "22 EINVAL", "NULL, errno 12 ENOMEM"; "": it has made something. */
static void result_of(const char *call, char *text, size_t size)
{
	const char *at = NULL;

	for (const char *next = strstr(call, ") = "); next; next = strstr(next + 1, ") = "))
		at = next + 4;
	text[0] = '\0';
	if (!at || (!isdigit((unsigned char)at[0]) && at[0] != '-' && strncmp(at, "NULL", 4) != 0))
		return;
	snprintf(text, size, "%.*s", (int)strcspn(at, "{[;"), at);
	for (size_t n = strlen(text); n && text[n - 1] == ' '; n--)
		text[n - 1] = '\0';
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

static void words_of_call(const char *call, char *text, size_t size)
{
	char verb[64], result[64], word[64];

	snprintf(verb, sizeof(verb), "%.*s", (int)strcspn(call, "("), call);
	result_of(call, result, sizeof(result));
	text[0] = '\0';
	if (strstr(call, "until the deadline: no "))
		snprintf(text, size, "%s does not come",
			 find_word(call, "IBV_EVENT_", word, sizeof(word)) ? word : "an event");
	else if (strstr(call, "until the deadline"))
		snprintf(text, size, "a completion does not come");
	else if (find_word(call, "IBV_WC_", word, sizeof(word)) && strstr(call, ".status = ") &&
		 find_word(strstr(call, ".status = "), "IBV_WC_", word, sizeof(word)) &&
		 strcmp(word, "IBV_WC_SUCCESS") != 0)
		snprintf(text, size, "a completion has the status %s", word);
	else if (only_looks(verb) && (!result[0] || isdigit((unsigned char)result[0])) &&
		 !strchr(result, ' '))
		return;
	else if (!strncmp(verb, "ibv_", 4) && (!result[0] || !strcmp(result, "0")))
		snprintf(text, size, "%s succeeds", verb);
	else if (!strncmp(verb, "ibv_", 4))
		snprintf(text, size, "%s returns %s", verb, result);
}

static void write_call(const xmlNode *check, enum vct_verdict v, char *text, size_t size)
{
	bool released = v == VCT_FAIL && !vct_promise_at_stake(check)[0];
	xmlChar *found = released ? find_call(check, true) : NULL;
	const char *call;

	if (!found)
		found = find_call(check, false);
	call = found ? (const char *)found : "";
	if (v == VCT_FAIL || v == VCT_BROKEN)
		words_of_call(call, text, size);
	else if (call[0])
		snprintf(text, size, "%s after %.*s", vct_verdict_name(v), (int)strcspn(call, "("),
			 call);
	xmlFree(found);
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
