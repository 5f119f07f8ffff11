# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# shellcheck shell=bash
# Completion of the command line of verbs-cts. What it offers is what the program itself says.

# _verbs_cts_help ARGUMENT...: prints the help of the program that is being completed
_verbs_cts_help()
{
	"${COMP_WORDS[0]}" "$@" --help 2>/dev/null
}

# _verbs_cts_commands [COMMAND]: prints the commands, or those of `bench`
_verbs_cts_commands()
{
	_verbs_cts_help "$@" | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p' | sort -u
}

# _verbs_cts_values OPTION COMMAND: prints what may follow an option
_verbs_cts_values()
{
	case $1 in
	-d | --ib-dev) ls /sys/class/infiniband ;;
	--promise | --leave-out) "${COMP_WORDS[0]}" list --xml | sed -nE 's/^ <promise id="([^"]*)".*/\1/p' ;;
	--mutant) "${COMP_WORDS[0]}" list --mutants | sed -nE 's/^([a-z][a-z0-9_]*)$/\1/p' ;;
	*) return 1 ;;
	esac 2>/dev/null
}

_verbs_cts()
{
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=() words=''
	COMPREPLY=()
	# bash takes the = of --option=value for a word
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	command=("${COMP_WORDS[1]}")
	[[ ${COMP_WORDS[1]} != bench || $COMP_CWORD -le 2 ]] || command+=("${COMP_WORDS[2]}")

	if ((COMP_CWORD == 1)); then
		words="$(_verbs_cts_commands) --help --version"
	elif ((COMP_CWORD == 2)) && [[ ${command[0]} == bench ]]; then
		words=$(_verbs_cts_commands bench)
	elif [[ $word == -* ]]; then
		words=$(_verbs_cts_help "${command[@]}" | grep -oE '^ {2,6}(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
	elif words=$(_verbs_cts_values "$before"); then
		:
	elif [[ $before != -* && ${command[0]} =~ ^(run|list|explain)$ ]]; then
		words=$("${COMP_WORDS[0]}" list | sed -nE 's/^([a-z][A-Za-z0-9_.+-]*)$/\1/p')
		[[ ${command[0]} != explain ]] || words+=" $(_verbs_cts_values --promise)"
	fi
	if [[ $words ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
	else
		compopt -o default 2>/dev/null
	fi
}

complete -F _verbs_cts verbs-cts
