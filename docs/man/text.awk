# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# Functions of the other programs in this folder, which write manual pages in mdoc(7).

function escaped(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/--/, "\\-\\-", text)
	gsub(/FreeBSD/, "Free\\\\\\&BSD", text)	# no request for the macro of that name
	# the hyphen of an option, which readers copy, is a minus
	text = with_minus(text)
	return text
}

# A hyphen at the start of a word becomes \-.
function with_minus(text,	out)
{
	while (match(text, /(^|[ ('|=])-[A-Za-z0-9]/)) {
		out = out substr(text, 1, RSTART + RLENGTH - 3) "\\" substr(text, RSTART + RLENGTH - 2, 1)
		text = substr(text, RSTART + RLENGTH - 1)
	}
	return out text
}

function put(line)
{
	print (line ~ /^['.]/ ? "\\&" : "") line
}

# Prints text in lines of at most 78 bytes. mdoc wants each sentence to begin on a new line.
function fill(text,	words, n, i, line)
{
	n = split(escaped(text), words, / +/)
	line = ""
	for (i = 1; i <= n; i++) {
		if (words[i] == "")
			continue
		if (line != "" && (length(line) + length(words[i]) > 76 || line ~ /[.!?][')]*$/)) {
			put(line)
			line = ""
		}
		line = line (line == "" ? "" : " ") words[i]
	}
	if (line != "")
		put(line)
}

# The head of a page. `date` is YYYY-MM-DD.
function head(name, section, date,	months, d)
{
	split("January February March April May June July August September October November December", months)
	split(date, d, "-")
	print ".\\\" SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB"
	print ".Dd " months[d[2] + 0] " " (d[3] + 0) ", " d[1]
	print ".Dt " toupper(name) " " section
	print ".Os"
	print ".Sh NAME"
	print ".Nm " name
}

# also: "verbs-cts.1 verbs-cts-results.5", in the order of sections
function see_also(also,	pages, n, i)
{
	print ".Sh SEE ALSO"
	n = split(also, pages, " ")
	for (i = 1; i <= n; i++) {
		sub(/\.[0-9]$/, " &", pages[i])
		sub(/ \./, " ", pages[i])
		print ".Xr " pages[i] (i < n ? " ," : "")
	}
}
