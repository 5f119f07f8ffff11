# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# Makes verbs-cts-promises(7) from what `verbs-cts list --xml` prints, a promise on each line. Variable: date.

function plain(text)
{
	gsub(/&lt;/, "<", text)
	gsub(/&gt;/, ">", text)
	gsub(/&quot;/, "\"", text)
	gsub(/&#9;/, " ", text)
	gsub(/&amp;/, "\\&", text)
	return text
}

function attribute(name)
{
	if (!match($0, " " name "=\"[^\"]*\""))
		return ""
	return plain(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4))
}

BEGIN {
	head("verbs-cts-promises", 7, date)
	print ".Nd the promises that verbs-cts checks"
	print ".Sh DESCRIPTION"
	fill("A promise is one testable sentence of a document about verbs. Its id never changes. Each promise is " \
	     "listed with its level and its source: the document, the page and the section.")
	print ".Bl -tag -width derived"
	print ".It must\nis stated by a document."
	print ".It should\nis recommended by a document."
	print ".It derived\nfollows from what the documents state."
	print ".It open"
	fill("is one that the documents leave open, contradict each other about, or say nothing about.")
	print ".El\n.Pp"
	fill("verbs-cts list shows the checks that cite each promise. verbs-cts run --promise=ID runs them.")
	print ".Sh PROMISES"
}

/^ <promise / {
	id = attribute("id")
	match(id, /^[A-Z]+(-[A-Z][A-Z]+)?/)
	subject = substr(id, 1, RLENGTH)
	if (subject != last) {
		if (last)
			print ".El"
		print ".Ss " subject
		print ".Bl -tag -width Ds"
	}
	last = subject
	print ".It Sy " id " Pq " attribute("level") (attribute("cited") == "true" ? "" : ", cited by no check")
	statement = $0
	sub(/^[^>]*>/, "", statement)
	sub(/<\/promise>.*/, "", statement)
	fill(plain(statement))
	print ".br"
	fill("Source: " attribute("source") ".")
}

END {
	print ".El"
	see_also("verbs-cts-list.1 verbs-cts-run.1 verbs-cts-results.5")
}
