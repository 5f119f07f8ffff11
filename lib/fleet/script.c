// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* Writes the script of a Slurm job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../record/element.h"
#include "../record/files.h"
#include "apart.h"
#include "command.h"
#include "place.h"
#include "script.h"

char *fleet_job_name(const struct fleet_round *round, const struct fleet_target *target)
{
	return vct_format("%s.%u.%s", round->plan.name, round->number, target->name);
}

/* A word for the shell: whatever it contains, it is one word. */
static void quote(FILE *f, const char *word)
{
	fputc('\'', f);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", f);
		else
			fputc(*word, f);
	}
	fputc('\'', f);
}

/* Each option of sbatch in a line of its own. */
static void add_options(FILE *f, const char *options)
{
	char *copy = vct_copy(options), *rest = NULL;

	for (char *o = strtok_r(copy, " \t\n", &rest); o; o = strtok_r(NULL, " \t\n", &rest))
		fprintf(f, "#SBATCH %s\n", o);
	free(copy);
}

static void add_place(FILE *f, const struct fleet_target *target)
{
	const char *feature = vct_attribute(target->node, "feature");

	fputs("#SBATCH --nodes=1\n#SBATCH --ntasks=1\n", f);
	if (target->on)
		fprintf(f, "#SBATCH --nodelist=%s\n", target->on);
	if (feature[0])
		fprintf(f, "#SBATCH --constraint=%s\n", feature);
	/* An adapter has one run at a time, and nobody else's traffic. */
	if (vct_is(target->node, "device"))
		fputs("#SBATCH --exclusive\n", f);
}

static void add_end(FILE *f, const xmlNode *end, const char **separator)
{
	const char *feature = vct_attribute(end, "feature");

	if (!feature[0])
		return;
	fprintf(f, "%s%s*1", *separator, feature);
	*separator = "&";
}

/* Both nodes of a pair in one job. */
static void add_places(FILE *f, const xmlNode *near, const xmlNode *far)
{
	const char *names[] = { vct_attribute(near, "node"), vct_attribute(far, "node") };
	bool features = vct_attribute(near, "feature")[0] || vct_attribute(far, "feature")[0];
	const char *separator = "";
	int nodes = names[0][0] && !strcmp(names[0], names[1]) ? 1 : 2;

	fprintf(f, "#SBATCH --nodes=%d\n#SBATCH --ntasks-per-node=1\n#SBATCH --exclusive\n", nodes);
	if (names[0][0] || names[1][0])
		fprintf(f, "#SBATCH --nodelist=%s%s%s\n", names[0],
			nodes == 2 && names[0][0] && names[1][0] ? "," : "",
			nodes == 2 ? names[1] : "");
	if (!features)
		return;
	fputs("#SBATCH --constraint=[", f);
	add_end(f, near, &separator);
	add_end(f, far, &separator);
	fputs("]\n", f);
}

/* Shell code that sets a variable to the node of this end: the named one, or one with the feature.
 */
static void find_end(FILE *f, const char *variable, const xmlNode *end, const char *other)
{
	const char *node = vct_attribute(end, "node"), *feature = vct_attribute(end, "feature");

	fprintf(f, "%s=", variable);
	if (node[0])
		fprintf(f, "%s\n", node);
	else
		fprintf(f, "$(node_with '%s' %s)\n", feature, other);
}

static const char node_with[] =
	"# node_with FEATURE OTHER: prints the first node of this job, other than OTHER, that has "
	"it\n"
	"node_with()\n"
	"{\n"
	"\tfor node in $(scontrol show hostnames \"$SLURM_JOB_NODELIST\"); do\n"
	"\t\t[ \"$node\" != \"$2\" ] || continue\n"
	"\t\tcase \",$(sinfo --noheader --node=\"$node\" --format=%f | head -n 1),\" in\n"
	"\t\t*\",$1,\"*) echo \"$node\" && return ;;\n"
	"\t\tesac\n"
	"\t\t[ -n \"$1\" ] || { echo \"$node\" && return; }\n"
	"\tdone\n"
	"}\n";

/* The near end of a pair runs the task; its run starts the far end with srun. */
static void add_pair(FILE *f, const struct fleet_target *target)
{
	const xmlNode *near = vct_first(target->node, "near"),
		      *far = vct_first(target->node, "far");
	char *peer = fleet_peer_command(target->node);

	fputs(node_with, f);
	if (vct_attribute(near, "node")[0]) {
		find_end(f, "near", near, "''");
		find_end(f, "far", far, "\"$near\"");
	} else {
		find_end(f, "far", far, "''");
		find_end(f, "near", near, "\"$far\"");
	}
	fputs("[ -n \"$near\" ] && [ -n \"$far\" ] || { echo \"this job has no node for each end "
	      "of the pair: $SLURM_JOB_NODELIST\" >&2; exit 2; }\n",
	      f);
	fprintf(f, "peer=\"srun --overlap --nodes=1 --ntasks=1 -w $far --quiet --unbuffered %s\"\n",
		peer);
	free(peer);
}

/* The node gets the plan with the script. No document has a line that begins so. */
static void add_plan(FILE *f, const struct fleet_plan *plan)
{
	static const char end[] = "& this was the plan";
	char *text = vct_results_dump(plan->doc);

	fprintf(f, " <<'%s'\n%s%s", end, text ? text : "", end);
	free(text);
}

char *fleet_script(const struct fleet_round *round, const struct fleet_target *target)
{
	char *program = fleet_program(), *name = fleet_job_name(round, target), *text = NULL;
	const char *own = round->plan.node_results;
	bool pair = vct_is(target->node, "pair");
	char *folder;
	size_t size;
	FILE *f = vct_open_text(&text, &size);

	fprintf(f,
		"#!/bin/sh\n"
		"#SBATCH --job-name=%s\n"
		"#SBATCH --requeue\n",
		name);
	if (own[0])
		fputs("#SBATCH --output=/dev/null\n", f); /* jobs/ of the node's folder has it */
	else
		fprintf(f, "#SBATCH --open-mode=append\n#SBATCH --output=%s/jobs/%s.%%A_%%a\n",
			round->folder, target->name);
	if (pair)
		add_places(f, vct_first(target->node, "near"), vct_first(target->node, "far"));
	else
		add_place(f, target);
	add_options(f, vct_attribute(round->plan.doc->children, "sbatch"));
	add_options(f, vct_attribute(target->node, "sbatch"));
	fputs("# The argument is added to the index; a task that is complete does not run again.\n",
	      f);
	if (pair)
		add_pair(f, target);
	fputs(pair ? "exec srun --overlap --nodes=1 --ntasks=1 -w \"$near\" " : "exec ", f);
	quote(f, program);
	fprintf(f, " fleet%s%s --task \"%s:$((${1:-0} + SLURM_ARRAY_TASK_ID))\" ",
		own[0] ? " --plan-here" : "", pair ? " --peer \"$peer\"" : "", target->name);
	folder = own[0] ? fleet_node_folder(round, "%N") : vct_copy(round->folder);
	quote(f, folder);
	if (own[0])
		add_plan(f, &round->plan);
	fputs("\n", f);
	fclose(f);
	free(folder);
	free(program);
	free(name);
	return text;
}
