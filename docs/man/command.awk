# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
#
# Makes the manual page of a command of verbs-cts from what `verbs-cts COMMAND --help` prints, in lines that
# are not filled (ARGP_HELP_FMT). Variables: name of the page, described in a few words, date, also (other pages,
# as "verbs-cts-run.1"), added (a file with more sections).

# One word of the usage: [OPTION...], RESULTS, [NAME=]RESULTS...
function argument(word,	dots)
{
	dots = sub(/\.\.\.\]$/, "]", word) || sub(/\.\.\.$/, "", word) ? " ..." : ""
	if (word ~ /^\[[^]]*\]$/)
		print ".Op Ar " substr(word, 2, length(word) - 2) dots
	else if (word ~ /^-/)
		print ".Fl " substr(word, 2) dots
	else
		print ".Ar " word dots
}

function synopsis(line,	words, n, i)
{
	n = split(line, words, / +/)
	print (n_synopses++ ? "" : ".Sh SYNOPSIS\n") ".Nm " words[1]
	for (i = 2; i <= n; i++)
		if (words[i] ~ /^[a-z-]+$/)
			print ".Cm " words[i]
		else
			argument(words[i])
}

# "-d, --ib-dev=DEV", "--shuffle[=SEED]"
function option_item(flags,	words, n, i, item)
{
	n = split(flags, words, /, +/)
	item = ".It"
	for (i = 1; i <= n; i++) {
		sub(/^-/, "Fl ", words[i])
		sub(/\?$/, "\\\\\\&?", words[i])
		if (words[i] ~ /\[=/) {
			sub(/\[=/, " Ns Oo = Ns Ar ", words[i])
			sub(/\]$/, " Oc", words[i])
		} else {
			sub(/=/, " Ns = Ns Ar ", words[i])
		}
		item = item (i > 1 ? " , " : " ") words[i]
	}
	print item
}

# "use it" becomes "Use it."; the name of a file or a command keeps its case.
function sentence(text)
{
	if (text ~ /^[a-z]+([ ,;:]|[.]?$)/)
		text = toupper(substr(text, 1, 1)) substr(text, 2)
	return text (text ~ /[.?!]$/ ? "" : ".")
}

function start_list()
{
	if (!in_list)
		print ".Bl -tag -width Ds"
	in_list = 1
}

function end_list()
{
	if (in_list)
		print ".El"
	in_list = 0
}

function section(title)
{
	if (title == current)
		return
	end_list()
	print ".Sh " title
	current = title
	fresh = 1
}

function paragraph(text)
{
	if (!fresh && blank)
		print ".Pp"
	fresh = blank = 0
	fill(text)
}

function option(line,	said)
{
	sub(/^ +/, "", line)
	match(line, /^(-., +)?--[a-z-]+(\[=[^ ]*\]|=[^ ]+)?/)
	said = substr(line, RLENGTH + 1)
	sub(/^ +/, "", said)
	start_list()
	option_item(substr(line, 1, RLENGTH))
	if (said)
		fill(sentence(said))
}

# Examples are kept: they are for the end of the page.
function example(line)
{
	sub(/^ +/, "", line)
	examples = examples ".Dl " escaped(line) "\n"
}

# "0 nothing is new, 1 something is new, 2 wrong usage or environment"
function exit_status(text,	codes, n, i, said)
{
	print ".Sh EXIT STATUS\n.Bl -tag -width Ds"
	while (match(text, /; [0-9] /))		# "1 the bundle is refused; 2 wrong usage"
		text = substr(text, 1, RSTART - 1) "," substr(text, RSTART + 1)
	n = split(text, codes, /, /)
	for (i = 1; i <= n; i++) {
		if (codes[i] ~ /^[0-9] /) {
			if (i > 1)
				fill(sentence(said))
			print ".It " substr(codes[i], 1, 1)
			said = substr(codes[i], 3)
		} else {
			said = said ", " codes[i]
		}
	}
	fill(sentence(said))
	print ".El"
}

BEGIN {
	head(name, 1, date)
	print ".Nd " described
}

/^Usage: /	{ sub(/^Usage: /, ""); synopsis($0); next }
/^  or:  /	{ sub(/^  or:  /, ""); synopsis($0); next }
/^Mandatory or optional arguments/ { next }
/^'verbs-cts COMMAND --help'/ { next }
/^ [^ ].*:$/	{
	section("OPTIONS")
	end_list()
	sub(/^ /, "")
	sub(/:$/, "")
	print ".Ss " $0
	next
}
/^ +-/		{ if (!in_list) section("OPTIONS"); option($0); next }
/^  [a-z.].*[^ ]  +[a-z]/ {
	section("COMMANDS")
	sub(/^ +/, "")
	match($0, /  +/)
	said = substr($0, RSTART + RLENGTH)
	start_list()
	print ".It " escaped(substr($0, 1, RSTART - 1))
	fill(sentence(said))
	next
}
/^  +[a-z.<]/	{ example($0); next }
/^$/		{ blank = 1; next }
/^Exit codes: /	{ sub(/^Exit codes: /, ""); exit_codes = $0; next }
{
	section(!current ? "DESCRIPTION" : current == "DESCRIPTION" ? current : "NOTES")
	paragraph($0)
}

END {
	end_list()
	while (added && (getline line < added) > 0)
		print line
	if (exit_codes)
		exit_status(exit_codes)
	if (examples)
		printf ".Sh EXAMPLES\n%s", examples
	see_also(also)
}
