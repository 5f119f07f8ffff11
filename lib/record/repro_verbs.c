// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Which statement is made of a call follows from the row of its verb; some are written by hand. */
#include <stddef.h>
#include <string.h>

#include "../verbs/row.h"
#include "repro_verbs.h"
#include "statement.h"

#define STATEMENT_MAKES(verb_)           statement_makes
#define STATEMENT_ENDS(verb_)            statement_releases
#define STATEMENT_ENDS_MUTELY(verb_)     statement_calls
#define STATEMENT_ERRNO(verb_)           statement_returns
#define STATEMENT_MINUS(verb_)           statement_returns
#define STATEMENT_NUMBER(verb_)          statement_numbers
#define STATEMENT_NUMBER_OR_MINUS(verb_) statement_numbers
#define STATEMENT_MUTE(verb_)            statement_calls
#define STATEMENT_BUILDS(verb_)          statement_builds
#define STATEMENT_READS(verb_)           statement_numbers
#define STATEMENT_TELLS_TIME(verb_)      statement_calls
#define STATEMENT_UNTRACED(verb_)        NULL
#define STATEMENT_BY_HAND(verb_)         BY_HAND_##verb_
/* A verb whose wrapper is written by hand has its statement here. */
#define BY_HAND_get_async_event          statement_gets_event
#define BY_HAND_ack_async_event          NULL /* the program does so when it gets it */
#define BY_HAND_get_cq_event             statement_gets_cq_event
#define BY_HAND_ack_cq_events            statement_calls
#define BY_HAND_poll_cq                  statement_polls
#define BY_HAND_start_poll               statement_iterates
#define BY_HAND_next_poll                statement_iterates
#define BY_HAND_create_qp                statement_makes
#define BY_HAND_create_qp_ex             statement_makes
#define BY_HAND_modify_qp                statement_modifies_qp
#define BY_HAND_query_qp                 statement_reads_qp
#define BY_HAND_post_srq_recv            statement_posts
#define BY_HAND_post_srq_ops             statement_posts
#define BY_HAND_post_send                statement_posts
#define BY_HAND_post_recv                statement_posts
#define BY_HAND_post_wq_recv             statement_posts
#define BY_HAND_wr_set_sge               statement_builds
#define BY_HAND_wr_set_sge_list          statement_builds
#define BY_HAND_alloc_buf                statement_makes
#define BY_HAND_export_buf_dmabuf_fd     statement_exports
#define BY_HAND_dm_export_dmabuf_fd      statement_exports

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
	{ "ibv_open_device", statement_opens, NULL, "struct ibv_context *" },
	{ "ibv_query_gid_ex", statement_reads_gid, NULL, NULL },
	{ "ibv_query_gid_table", statement_reads_gids, NULL, NULL },
	{ "ibv_create_cq_ex", statement_makes_cq, NULL, "struct ibv_cq *" },
	{ "ibv_start_poll", statement_iterates, "STARTS", NULL },
	{ "ibv_next_poll", statement_iterates, "GOES_ON", NULL },
	/* where the verb leaves what is shown; "->": in the object */
	{ "ibv_create_srq", statement_makes, "attr.attr.", "struct ibv_srq *" },
	{ "ibv_create_srq_ex", statement_makes, "attr.attr.", "struct ibv_srq *" },
	{ "ibv_create_qp", statement_makes, "attr.cap.", "struct ibv_qp *" },
	{ "ibv_create_qp_ex", statement_makes, "attr.cap.", "struct ibv_qp *" },
	{ "ibv_create_wq", statement_makes, "attr.", "struct ibv_wq *" },
	{ "ibv_import_mr", statement_makes, "->", "struct ibv_mr *" },
	{ "ibv_alloc_buf", statement_makes, NULL, "struct ibv_buf *" },
	{ "ibv_read_comp_cntr", statement_reads_number, NULL, NULL },
	{ "ibv_read_err_comp_cntr", statement_reads_number, NULL, NULL },
	{ "ibv_query_port_speed", statement_reads_number, NULL, NULL },
	{ "cm_connect", statement_makes, NULL, "struct connection *" },
	{ "cm_disconnect", statement_releases, NULL, NULL },
	{ "memcpy", statement_calls, NULL, NULL },
	{ "memcmp", statement_numbers, NULL, NULL },
	{ "poll", statement_gets_no_event, NULL, NULL },
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

	if (row->write == statement_makes)
		return (struct repro_verb){ row->name, row->write, NULL, row->type };
	if (row->write == statement_posts)
		return (struct repro_verb){ row->name, row->write, type_of(row, "WRS"), NULL };
	if (row->write == statement_returns && filled)
		return (struct repro_verb){ row->name, statement_fills, filled, NULL };
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

const char *repro_makes(const char *name)
{
	struct repro_verb v;

	return repro_verb(name, &v) ? v.type : NULL;
}
