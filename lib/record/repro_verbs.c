// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which statement is made of a call follows from the row of its verb; some are written by hand. */
#include <stddef.h>
#include <string.h>

#include "../verbs/row.h"
#include "repro_verbs.h"

#define STATEMENT_MAKES(verb_)           repro_makes
#define STATEMENT_ENDS(verb_)            repro_releases
#define STATEMENT_ENDS_MUTELY(verb_)     repro_calls
#define STATEMENT_ERRNO(verb_)           repro_returns
#define STATEMENT_MINUS(verb_)           repro_returns
#define STATEMENT_NUMBER(verb_)          repro_numbers
#define STATEMENT_NUMBER_OR_MINUS(verb_) repro_numbers
#define STATEMENT_MUTE(verb_)            repro_calls
#define STATEMENT_BUILDS(verb_)          repro_builds
#define STATEMENT_READS(verb_)           repro_numbers
#define STATEMENT_TELLS_TIME(verb_)      repro_calls
#define STATEMENT_UNTRACED(verb_)        NULL
#define STATEMENT_BY_HAND(verb_)         BY_HAND_##verb_
#define STATEMENT_MINUS_BY_HAND(verb_)   BY_HAND_##verb_
/* A verb whose wrapper is written by hand has its statement here. */
#define BY_HAND_get_async_event          repro_gets_event
#define BY_HAND_ack_async_event          NULL /* the program does so when it gets it */
#define BY_HAND_get_cq_event             repro_gets_cq_event
#define BY_HAND_ack_cq_events            repro_calls
#define BY_HAND_poll_cq                  repro_polls
#define BY_HAND_start_poll               repro_iterates
#define BY_HAND_next_poll                repro_iterates
#define BY_HAND_create_qp                repro_makes
#define BY_HAND_create_qp_ex             repro_makes
#define BY_HAND_modify_qp                repro_modifies_qp
#define BY_HAND_query_qp                 repro_reads_qp
#define BY_HAND_post_srq_recv            repro_posts
#define BY_HAND_post_srq_ops             repro_posts
#define BY_HAND_post_send                repro_posts
#define BY_HAND_post_recv                repro_posts
#define BY_HAND_post_wq_recv             repro_posts
#define BY_HAND_wr_set_sge               repro_builds
#define BY_HAND_wr_set_sge_list          repro_builds
#define BY_HAND_alloc_buf                repro_makes
#define BY_HAND_export_buf_dmabuf_fd     repro_exports
#define BY_HAND_dm_export_dmabuf_fd      repro_exports

static const struct row {
	const char *name;
	repro_writer *write;
	const char *type;
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
static const struct repro_verb special[] = {
	{ "ibv_open_device", repro_opens, NULL, "struct ibv_context *" },
	{ "ibv_query_gid_ex", repro_reads_gid, NULL, NULL },
	{ "ibv_query_gid_table", repro_reads_gids, NULL, NULL },
	{ "ibv_create_cq_ex", repro_makes_cq, NULL, "struct ibv_cq *" },
	{ "ibv_start_poll", repro_iterates, "STARTS", NULL },
	{ "ibv_next_poll", repro_iterates, "GOES_ON", NULL },
	{ "ibv_alloc_buf", repro_makes, NULL, "struct ibv_buf *" },
	{ "ibv_read_comp_cntr", repro_reads_number, NULL, NULL },
	{ "ibv_read_err_comp_cntr", repro_reads_number, NULL, NULL },
	{ "ibv_query_port_speed", repro_reads_number, NULL, NULL },
	{ "cm_connect", repro_makes, NULL, "struct connection *" },
	{ "cm_disconnect", repro_releases, NULL, NULL },
	{ "memcpy", repro_calls, NULL, NULL },
	{ "memcmp", repro_numbers, NULL, NULL },
	{ "poll", repro_gets_no_event, NULL, NULL },
};

/* The type of the verb's first argument of this kind; NULL: it has none. */
static const char *type_of(const struct row *row, const char *kind)
{
	for (size_t i = 0; i < 6 && row->arguments[i].kind; i++)
		if (!strcmp(row->arguments[i].kind, kind))
			return row->arguments[i].type;
	return NULL;
}

static struct repro_verb by_row(const struct row *row)
{
	const char *filled = type_of(row, "OUT");

	if (row->write == repro_makes)
		return (struct repro_verb){ row->name, row->write, NULL, row->type };
	if (row->write == repro_posts)
		return (struct repro_verb){ row->name, row->write, type_of(row, "WRS"), NULL };
	if (row->write == repro_returns && filled)
		return (struct repro_verb){ row->name, repro_fills, filled, NULL };
	return (struct repro_verb){ row->name, row->write, NULL, NULL };
}

bool repro_verb(const char *name, struct repro_verb *found)
{
	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		if (!strcmp(name, special[i].name)) {
			*found = special[i];
			return true;
		}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(name, rows[i].name)) {
			*found = by_row(&rows[i]);
			return true;
		}
	return false;
}

int repro_since(const char *name)
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

const char *repro_made_type(const char *name)
{
	struct repro_verb v;

	return repro_verb(name, &v) ? v.type : NULL;
}
