// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which statement is made of a call follows from the row of its verb; some are written by hand. */
#include <stddef.h>
#include <string.h>

#include "../verbs/row.h"
#include "repro_verbs.h"

/* A variable `attr` around the call: what the verb fills, else the structure in its arguments. */
#define IN_BLOCK(...)                                                                              \
	"x?{\nx?$x attr = { 0 };\nx!t?{\nx!t?$t attr = $s;\n" __VA_ARGS__ "*\nx?}\nx!t?}\n"
#define MAKES(call_) IN_BLOCK("e!MAKES($r, " call_ ");\ne?REFUSES($e, " call_ ");\n")
#define FILLS_GID    IN_BLOCK("RETURNS($n, $v($a));\nn!gids[$g] = attr.gid;\n")
#define NUMBERS      "SAME($r, $v($a));\n"
#define CALLS        "$v($a);\n"
#define RELEASES     "n!RETURNS($n, $v($a));\nn?KEEPS($n, $v($a));\n"
#define POSTS                                                                                      \
	"{\nl!$x wr = $s, *bad = NULL;\nl!RETURNS($n, $v($0, &wr, &bad));\n"                       \
	"l?$x *wr = $1, *bad = NULL;\nl?RETURNS($n, $v($0, wr, &bad));\n"                          \
	"b?l!SAME($b, NUMBER_OF(&wr, bad));\nb?l?SAME($b, NUMBER_OF(wr, bad));\n}\n"
#define GETS_EVENT                                                                                 \
	"E?EVENT(true, $0, $E, $o);\nE!{\nE!struct ibv_async_event event;\n"                       \
	"E!RETURNS($n, $v($a));\nE!}\n"
#define READS_QP                                                                                   \
	"w?READS($0, $2, &(struct ibv_qp_attr)$w, &(struct ibv_qp_init_attr)$i);\nw!{\n"           \
	"w!struct ibv_qp_init_attr init;\nw!$x attr;\nw!RETURNS($n, $v($a));\nw!}\n"

#define STATEMENT_MAKES(verb_)           MAKES("$v($a)")
#define STATEMENT_ENDS(verb_)            RELEASES
#define STATEMENT_ENDS_MUTELY(verb_)     CALLS
#define STATEMENT_ERRNO(verb_)           IN_BLOCK("RETURNS($n, $v($a));\n")
#define STATEMENT_FAR_ERRNO(verb_)       STATEMENT_ERRNO(verb_)
#define STATEMENT_EXPORTS(verb_)         "e!" CALLS "e?" NUMBERS
#define STATEMENT_MINUS(verb_)           STATEMENT_ERRNO(verb_)
#define STATEMENT_NUMBER(verb_)          NUMBERS
#define STATEMENT_NUMBER_OR_MINUS(verb_) NUMBERS
#define STATEMENT_MUTE(verb_)            CALLS
#define STATEMENT_BUILDS(verb_)          CALLS
#define STATEMENT_READS(verb_)           NUMBERS
#define STATEMENT_TELLS_TIME(verb_)      CALLS
#define STATEMENT_UNTRACED(verb_)        ""
#define STATEMENT_BY_HAND(verb_)         ""

static const struct row {
	const char *name, *statement, *type;
	struct {
		const char *kind, *type;
	} arguments[6];
} rows[] = {
#define ARGUMENT(kind_, type_, name_, ...)                                                         \
	{                                                                                          \
#kind_, #type_                                                                     \
	}
#define ROW(verb_) VERB_PICK(ROW_, verb_)
#define ROW_(verb_, place_, way_, extra_, type_, arguments_)                                       \
	{ "ibv_" #verb_, STATEMENT_##way_(verb_), #type_, { VERB_EACH(ARGUMENT, arguments_) } },
	ALL_VERBS(ROW)
};

/* What differs from the row, and what is no verb. */
static const struct {
	const char *name, *statement, *made;
} special[] = {
	{ "ibv_open_device", "MAKES($r, $v(device));\nread_port($r);\n", NULL },
	{ "ibv_query_gid_ex", FILLS_GID, NULL },
	{ "ibv_query_gid_table", "{\nstruct ibv_gid_entry entries[$2 + 1];\n" NUMBERS "}\n", NULL },
	{ "ibv_get_async_event", GETS_EVENT, NULL },
	{ "ibv_get_cq_event", "o?CHANNEL_GIVES($o, $0);\no!CHANNEL_GIVES(NULL, $0);\n", NULL },
	{ "ibv_ack_cq_events", "acks_cq_events($0, $1);\n", NULL },
	{ "ibv_create_cq_ex", MAKES("ibv_cq_ex_to_cq($v($a))"), "struct ibv_cq *" },
	{ "ibv_poll_cq", "n!NO_COMPLETION($0);\nn?w!POLLS($n, $0, $1);\nn?w?COMPLETES($0, $w);\n",
	  NULL },
	{ "ibv_start_poll", "STARTS($n, $v($a));\n*\n", NULL },
	{ "ibv_next_poll", "GOES_ON($n, $v($a));\n*\n", NULL },
	{ "ibv_create_qp", MAKES("$v($a)"), NULL },
	{ "ibv_create_qp_ex", MAKES("$v($a)"), NULL },
	{ "ibv_modify_qp",
	  "{\n$t attr = $s;\nl?others_are_ones(&attr, $2);\nRETURNS($n, $v($0, &attr, $2));\n}\n",
	  NULL },
	{ "ibv_query_qp", READS_QP, NULL },
	{ "ibv_post_srq_recv", POSTS, NULL },
	{ "ibv_post_srq_ops", POSTS, NULL },
	{ "ibv_post_send", POSTS, NULL },
	{ "ibv_post_recv", POSTS, NULL },
	{ "ibv_post_wq_recv", POSTS, NULL },
	{ "ibv_wr_set_sge", CALLS, NULL },
	{ "ibv_wr_set_sge_list", CALLS, NULL },
	{ "ibv_alloc_buf", MAKES("$v($a)"), "struct ibv_buf *" },
	{ "cm_connect", MAKES("$v($a)"), "struct connection *" },
	{ "cm_disconnect", RELEASES, NULL },
	{ "memcpy", CALLS, NULL },
	{ "memcmp", NUMBERS, NULL },
	{ "poll", "EVENT(false, $0, $E, $o);\n", NULL },
};

static const char *filled(const struct row *row)
{
	for (size_t i = 0; i < 6 && row->arguments[i].kind; i++)
		if (!strcmp(row->arguments[i].kind, "OUT") ||
		    !strcmp(row->arguments[i].kind, "WRS"))
			return row->arguments[i].type;
	return NULL;
}

static int since(const char *name)
{
	static const struct {
		const char *name;
		int since;
	} newer[] = {
#define SINCE(verb_) { "ibv_" #verb_, SINCE_##verb_ },
		NEWER_VERBS(SINCE) SINCE(wr_flush)
	};

	for (size_t i = 0; i < sizeof(newer) / sizeof(newer[0]); i++)
		if (!strcmp(name, newer[i].name))
			return newer[i].since;
	return 0;
}

bool repro_verb(const char *name, struct repro_verb *found)
{
	*found = (struct repro_verb){ .statement = NULL };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(name, rows[i].name)) {
			*found = (struct repro_verb){ .statement = rows[i].statement,
						      .fills = filled(&rows[i]),
						      .since = since(name) };
			if (!strncmp(rows[i].type, "struct ", 7))
				found->made = rows[i].type;
		}
	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		if (!strcmp(name, special[i].name)) {
			found->statement = special[i].statement;
			found->made = special[i].made ?: found->made;
		}
	return found->statement;
}
