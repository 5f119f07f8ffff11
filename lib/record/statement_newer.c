// SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
/* The statements that only verbs of lib/verbs/newer.h have. */
#include <stdlib.h>
#include <string.h>

#include "statement.h"

void statement_reads_number(FILE *f, const struct vct_call *c, const char *unused)
{
	const char *value = strstr(c->result, ", ");

	(void)unused;
	fprintf(f, "\t{\n\t\tuint64_t attr = 0;\n\t\tRETURNS(%d, %s(%s));\n", atoi(c->result),
		c->verb, c->arguments);
	if (!atoi(c->result) && value)
		fprintf(f, "\t\tSAME(%s, attr);\n", value + 2);
	fputs("\t}\n", f);
}

void statement_exports(FILE *f, const struct vct_call *c, const char *unused)
{
	if (c->result[0] == '-')
		fprintf(f, "\tSAME(-1, %s(%s));\n", c->verb, c->arguments);
	else
		statement_calls(f, c, unused);
}
