#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# verbs-cts fleet: makes the tasks of a plan, and the scripts of their jobs. lib/fleet/plan.c puts what it was asked above this
# text, and below it round.sh and the elements of the plan, as calls of what(), target() and, last, plan().
# shellcheck disable=SC2154,SC2034
set -u

# What a wrong number in a plan may ask for; names of folders
most_nodes=100000 most_tasks=1000000 longest_name=255
declare -A line_of=() tasks_of=([run]='' [bench]='') seen=() size=() functions=() cases=() places=()
targets=() tasks=() devices=()

fail()
{
	echo "verbs-cts: $*" >&2
	exit 2
}

[[ $action != submit && $action != fetch ]] || command -v sbatch >/dev/null ||
	fail "there is no sbatch; is this a machine of a Slurm cluster? --local runs the plan without Slurm"

# The folders beside this program, in a build and where it is installed
for fixtures in "${program%/*}"/../{,lib/verbs-cts/}fixtures ''; do [[ ! -d $fixtures ]] || break; done
for waivers in "${program%/*}"/{../fixtures/waivers,../share/verbs-cts/waivers,waivers}; do [[ ! -d $waivers ]] || break; done
fixtures=${fixtures:+$(realpath "$fixtures")}
shopt -s nullglob
waivers=("$(realpath -m "$waivers")"/*.xml)

wrong() # wrong LINE WHAT NAME
{
	fail "$file:$1: $2: $3"
}

# quote WORD...: prints words for the shell: whatever one contains, it is one word
quote()
{
	local word
	for word; do printf " '%s'" "${word//\'/\'\\\'\'}"; done
}

once() # once LINE KIND NAME
{
	[[ ! ${line_of[$2 $3]-} ]] || wrong "$1" "this name is given twice" "$3"
	line_of[$2 $3]=$1
}

# what run|bench LINE ATTRIBUTE=VALUE... -- ELEMENT TEXT...: what is to run: a line for each task, with what, task and words
what()
{
	local kind=$1 line=$2 name='' times=1 seeds='' seed time options='' profiles='' checks=''
	shift
	while shift && [[ $1 != -- ]]; do local "$1"; done
	shift
	once "$line" what "$name"
	while (($#)); do
		set -- "$1" "${2//$'\n'/ }" "${@:3}"
		case $1 in
		option) options+=$(quote "$2") ;;
		profile) profiles+=$(quote "--profile=$2") ;;
		check | point) checks+=$(quote "$2") ;;
		esac
		shift 2
	done
	for seed in ${seeds:-''}; do
		for ((time = 1; time <= times; time++)); do
			tasks_of["$kind"]+="$name $name${seed:+.seed-$seed}.$time $kind${seed:+ --shuffle=$seed}$options$profiles$checks"$'\n'
		done
	done
}

# nodes_in LIST: sets `names` to the names in "n[1-4,07],m2"; fails if it is no such list
nodes_in()
{
	local rest=$1, word='[A-Za-z0-9._-]*' before after range ranges from to
	names=()
	while [[ $rest ]]; do
		[[ $rest =~ ^($word)(\[([0-9,-]*)\]($word))?,(.*)$ ]] || return
		before=${BASH_REMATCH[1]} after=${BASH_REMATCH[4]} rest=${BASH_REMATCH[5]}
		if [[ ! ${BASH_REMATCH[2]} ]]; then
			[[ $before ]] || return
			names+=("$before")
			continue
		fi
		IFS=, read -ra ranges <<<"${BASH_REMATCH[3]},x"
		for range in "${ranges[@]:0:${#ranges[@]}-1}"; do
			[[ $range =~ ^([0-9]{1,9})(-([0-9]{1,9}))?$ ]] || return
			from=${BASH_REMATCH[1]} to=${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}
			((10#$from <= 10#$to && 10#$to - 10#$from + ${#names[@]} < most_nodes)) || return
			mapfile -t -O "${#names[@]}" names < <(seq -f "$before%0${#from}.0f$after" "$from" "$to")
		done
		((${#ranges[@]} > 1)) || return
	done
}

device_words() # device_words DEV PORT GID-INDEX
{
	quote "--ib-dev=$1" ${2:+"--ib-port=$2"} ${3:+"--gid-index=$3"}
}

# set_functions: how the target, whose attributes are those of target(), does each kind of task. They replace the job's process
# that calls them, in the folder $work.
set_functions()
{
	local before='' own=" '--ib-dev=refhca0'" far=" '--ib-dev=refhca0' '--shared'" run bench peer='' moved=(' --moved}' '}')
	# shellcheck disable=SC2016 # the job expands them
	local record=' --results="$work/results.xml"' resume=' ${resume:+--resume' rate=' --quick --out="$work/bench.xml"'
	case $kind in
	device) own=$(device_words "$dev" "$port" "$gid_index") ;;
	pair)
		[[ ! $adapter ]] || own=$(device_words "$near_dev" "$near_port" "$near_gid_index")
		[[ ! $adapter ]] || far=$(device_words "$far_dev" "$far_port" "$far_gid_index")
		# shellcheck disable=SC2016
		peer=' --peer="$peer"'
		;;
	guest) own=" --ib-dev=${device%%-*}$([[ $device == rxe || $device == siw ]] || echo _)0" ;;
	esac
	if [[ $kind == guest ]]; then
		before=$(quote --kernel "$kernel" --device "$device")
		run="$(quote "$fixtures/guest/conformance")$before --out \"\$work\" --guests 1$resume} --"
		bench="$(quote "$fixtures/guest/run")$before --results \"\$work\" --"
	else
		[[ $adapter ]] || before=$(quote "$fixtures/refhca/run" "--config=${config-}")
		run="$before$(quote "$program") run$own$record$peer"
		run+=$([[ $adapter ]] && quote "${waivers[@]/#/--waivers=}")"$resume${moved[${#adapter}]}"
		bench=$before
	fi
	functions[$1]="run()
{
	exec$run \"\$@\"
}
bench()
{
	exec$bench$(quote "$program") bench srq-post$own$rate \"\$@\"
}
"
	[[ $kind != pair ]] || functions[$1]+="peer=\"$(quote "$program" | cut -c 2-) peer$far\"
$(two_nodes)
"
}

# find_end VARIABLE NODE FEATURE OTHER: prints what sets the variable to the named node, or to one with the feature
find_end()
{
	if [[ $2 ]]; then
		echo "		$1=$2"
	else
		echo "		$1=\$(node_with '$3' $4)"
	fi
}

# two_nodes: prints what lets a job of a pair go on on the near node, with srun as the way to the far one
two_nodes()
{
	cat <<'JOB'
# node_with FEATURE OTHER: prints the first node of this job, other than OTHER, that has it
node_with()
{
	for node in $(scontrol show hostnames "$SLURM_JOB_NODELIST"); do
		[ "$node" != "$2" ] || continue
		case ",$(sinfo --noheader --node="$node" --format=%f | head -n 1)," in
		*",$1,"*) echo "$node" && return ;;
		esac
		[ "$1" ] || { echo "$node" && return; }
	done
}
if [ "${SLURM_JOB_NODELIST-}" ]; then
	if [ ! "${VCT_FAR-}" ]; then
JOB
	[[ $near_node ]] && find_end near "$near_node" '' ''
	find_end VCT_FAR "$far_node" "$far_feature" "${near_node:-''}"
	[[ $near_node ]] || find_end near '' "$near_feature" "\"\$VCT_FAR\""
	cat <<'JOB'
		[ "$near" ] && [ "$VCT_FAR" ] || { echo "this job has no node for each end of the pair: $SLURM_JOB_NODELIST" >&2; exit 2; }
		export VCT_FAR
		exec srun --overlap --nodes=1 --ntasks=1 -w "$near" sh -s -- "$@" <"$0"
	fi
	peer="srun --overlap --nodes=1 --ntasks=1 -w $VCT_FAR --quiet --unbuffered $peer"
fi
JOB
}

# set_places NAME NODE: the options of sbatch that say where the jobs of a target run. An adapter has one run at a time, and nobody
# else's traffic; both nodes of a pair are of one job.
set_places()
{
	local n=2 features=''
	if [[ $kind != pair ]]; then
		places[$1]="--nodes=1 --ntasks=1${2:+ --nodelist=$2}${feature:+ --constraint=$feature}"
		[[ $kind != device ]] || places[$1]+=' --exclusive'
		return
	fi
	[[ ! $near_node || $near_node != "$far_node" ]] || n=1 far_node=''
	features=${near_feature:+$near_feature*1}
	features+=${far_feature:+${features:+&}$far_feature*1}
	places[$1]="--nodes=$n --ntasks-per-node=1 --exclusive"
	[[ ! $near_node$far_node ]] || places[$1]+=" --nodelist=$near_node${near_node:+${far_node:+,}}$far_node"
	places[$1]+=${features:+ --constraint=[$features]}
}

# add_target NAME NODE: a target on one node, or on any; its tasks
add_target()
{
	local of task words n=0 own=''
	((${#1} <= longest_name)) || wrong "$line" "the name of a target is longer than that of a folder may be" "$1"
	[[ $1 != jobs && $1 != plan.xml && $1 != tasks ]] || wrong "$line" "a round has another file of this name" "$1"
	[[ ! $adapter ]] || own=${dev:-$near_dev}
	cases[$1]=''
	while read -r of task words; do
		[[ $of && (! $runs || " $runs " == *[[:space:]]"$of"[[:space:]]*) ]] || continue
		[[ ! ${seen[$1/$task]-} ]] || wrong "$line" "two tasks of this target have the same name" "$task"
		((${#tasks[@]} < most_tasks)) || wrong "$line" "the plan has more than a million tasks; at" "$1"
		seen["$1/$task"]=1
		cases[$1]+="$n) task=$task && set -- $words ;;"$'\n'
		tasks+=("$1/$task/$([[ $words == bench* ]] && echo bench || echo results).xml") devices+=("$own")
		n=$((n + 1))
	done <<<"${tasks_of[run]}$([[ $kind == pair ]] || echo "${tasks_of[bench]}")" # the benchmark has no far end
	size[$1]=$n
	targets+=("$1")
	set_functions "$1"
	set_places "$1" "$2"
	places[$1]+=" $sbatch"
	functions[$1]+="adapter=$adapter"
}

# target device|guest|persona|pair LINE ATTRIBUTE=VALUE...: where; attributes of near and far have these words before their names
target()
{
	local kind=$1 line=$2 name='' runs='' nodes='' feature='' sbatch='' dev='' port='' gid_index='' kernel='' device=rxe config
	local adapter='' near_dev='' near_port='' near_gid_index='' near_node='' near_feature='' far_dev='' far_port='' far_gid_index='' far_node='' \
		far_feature='' word
	local "${@:3}"
	once "$line" target "$name"
	for word in $runs; do
		[[ ${line_of[what $word]-} ]] || wrong "$line" "the plan has no <run> or <bench> of this name" "$word"
	done
	[[ $kind != device && ($kind != pair || -v config) ]] || adapter=1
	[[ $adapter || $fixtures ]] ||
		fail "there is no folder fixtures beside this program; install verbs-cts-guest on each node, or use a build"
	if [[ ! $nodes ]]; then
		add_target "$name" ''
		return
	fi
	nodes_in "$nodes" || wrong "$line" "this is not a list of nodes, as n[1-4,7] is" "$nodes"
	for word in "${names[@]}"; do
		add_target "$name$( ((${#names[@]} == 1)) || echo "@$word")" "$word"
	done
}

# print_job TARGET: prints the script for the tasks of a target
print_job()
{
	local option options at=$round own=''
	[[ ! $node_results ]] || { at=$(node_folder) && own=1; }
	echo '#!/bin/sh'
	# jobs/ of the node's folder has the output
	read -ra options <<<"$([[ $own ]] && echo --output=/dev/null || echo --open-mode=append) ${places[$1]} $sbatch"
	for option in "--job-name=$name.$number.$1" --requeue "${options[@]}"; do echo "#SBATCH $option"; done
	[[ $own ]] || echo "#SBATCH --output=$round/jobs/$1.%A_%a"
	echo "target=$1 own=$own round=$(quote "$at" | cut -c 2-)"
	echo "${functions[$1]}"
	echo '# The argument is added to the index; a task that is complete does not run again.'
	# shellcheck disable=SC2016 # the job expands them
	printf 'case $((${1:-0} + ${SLURM_ARRAY_TASK_ID:-0})) in\n%s*) exit 2 ;;\nesac\n' "${cases[$1]}"
	# shellcheck disable=SC2016
	printf 'record=results.xml\n[ "$1" = run ] || record=bench.xml\n'
	printf '%s\n' "$job"
}
