#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# verbs-cts fleet: runs the tasks of a plan, which target.sh makes, in rounds.
#
# A round is a folder of the results:
#
#	round-1/plan.xml
#	round-1/tasks                TARGET/TASK/RECORD in each line
#	round-1/jobs/                scripts and output of jobs
#	round-1/TARGET/TASK/RECORD   results.xml or bench.xml: the task is complete
#	                   ./log     what its runs have printed
#	                   ./work/   a run that has begun; its record is renamed from here when it is complete
#	                   ./failed  why the last attempt did not complete it
#	                   ./lock    held by the processes that work on it
# shellcheck disable=SC2154
set -u

# Slurm's own limit of an array, if nobody has changed it
most_of_array=1000
declare -A size queued=() count=() # size: of each target, from target.sh
state=() stopped=''

# states: sets `state` to that of each task, and `count` to how many are in each
states()
{
	local task folder
	state=()
	count=([complete]=0 [begun]=0 [failed]=0 [waiting]=0)
	for task in "${tasks[@]}"; do
		folder=$round/${task%/*}
		if [[ -e $round/$task ]]; then
			state+=(complete)
		elif [[ -e $folder/failed ]]; then
			state+=(failed)
		elif [[ -e $folder/work ]]; then
			state+=(begun)
		else
			state+=(waiting)
		fi
		count[${state[-1]}]=$((count[${state[-1]}] + 1))
	done
}

# say_state: says how many tasks are in each state; fails if some are not complete
say_state()
{
	states
	echo "round $number: ${count[complete]} of ${#tasks[@]} tasks are complete;" \
		"${count[begun]} have begun, ${count[failed]} have failed, ${count[waiting]} wait"
	((count[complete] == ${#tasks[@]}))
}

# last_round: sets `number`, 0 if there is none, and `round`
last_round()
{
	local folder
	number=0
	for folder in "$results"/round-*; do
		[[ ! ${folder##*/} =~ ^round-([1-9][0-9]{0,6})$ ]] || ((BASH_REMATCH[1] <= number)) || number=${BASH_REMATCH[1]}
	done
	round=$results/round-$number
}

# read_round: the tasks are those of the last round, which may have begun with another plan
read_round()
{
	last_round
	[[ -e $round/tasks ]] && mapfile -t tasks <"$round/tasks"
}

# open_round: continues the last round if one of its tasks is not complete, or begins the next one. The scripts of its jobs are made
# again: this program may have another path now.
open_round()
{
	local target said
	if read_round && states && ((count[complete] < ${#tasks[@]})) && [[ ! $begin ]]; then
		cmp -s "$file" "$round/plan.xml" ||
			fail "$file differs from the plan of round $number, which is not complete ($round/plan.xml); --new begins another round"
	else
		tasks=("${planned[@]}") number=$((number + 1))
		round=$results/round-$number
		said=$(mkdir -p "$round/jobs" 2>&1) || fail "$round: ${said##*: }"
		cp "$file" "$round/plan.xml" && printf '%s\n' "${tasks[@]}" >"$round/tasks.new" &&
			mv "$round/tasks.new" "$round/tasks" || exit 2
	fi
	for target in "${targets[@]}"; do
		print_job "$target" >"$round/jobs/$target.sh" || exit 2
	done
}

# Slurm

# node_folder: prints the folder of the round on nodes that have none in common, with %N for the node. Rounds of one number that
# began at different times, in other folders, are not the same.
node_folder()
{
	echo "$node_results/$name/$(stat -c %Y "$round/plan.xml" 2>/dev/null || echo 0)/round-$number"
}

# read_queue: sets `queued` to the tasks of the round that are in the queue: NAME OF THE JOB, a blank, index
read_queue()
{
	local lines job index offset
	lines=$(squeue --me --noheader --array '--format=%j %K %k') || fail "squeue failed"
	queued=()
	while read -r job index offset; do
		[[ $job != "$name.$number."* || ! $index$offset =~ ^[0-9]+$ ]] || queued[$job $((index + offset))]=1
	done <<<"$lines"
}

# indexes TARGET FIRST FROM: sets `list` to what is to be submitted, as sbatch wants it: "0-3,7", and `n` to how many these are.
# FIRST is the index of the target's first task.
indexes()
{
	local i last=-2
	list='' n=0
	for ((i = $3; i < size[$1] && i < $3 + most_of_array; i++)); do
		[[ ${state[$2 + i]} != complete && ! ${queued[$name.$number.$1 $i]-} ]] || continue
		((i == last + 1)) && list=${list%-*}-$((i - $3)) || list+=${list:+,}$((i - $3))
		last=$i n=$((n + 1))
	done
}

# submit [SHOW]: submits an array of jobs for each target, with the tasks that are neither complete nor in the queue, or shows them
submit()
{
	local target first=0 from list n words id
	[[ ${1-} ]] || read_queue
	for target in "${targets[@]}"; do
		[[ ! ${1-} ]] || { echo "# $round/jobs/$target.sh" && print_job "$target"; }
		for ((from = 0; from < size[$target]; from += most_of_array)); do
			indexes "$target" "$first" "$from"
			((n)) || continue
			# The comment tells the queue's reader what is added to the index.
			words=(sbatch --parsable "--array=$list" "--comment=$from" "$round/jobs/$target.sh" "$from")
			if [[ ${1-} ]]; then
				echo "${words[*]}   # $n tasks"
			else
				id=$("${words[@]}") || fail "sbatch failed"
				echo "job ${id%%;*}: $target, $n task$( ((n == 1)) || echo s)"
			fi
		done
		[[ ! ${1-} ]] || echo
		first=$((first + size[$target]))
	done
}

wait_for_jobs()
{
	local before=''
	while read_queue && ((${#queued[@]})) && [[ ! $stopped ]]; do
		[[ ${#queued[@]} == "$before" ]] || say_state
		before=${#queued[@]}
		sleep 2
	done
}

# take TASK FROM: moves what a node has of a task; the record last: with it the task is complete
take()
{
	local there=$2/${1%/*} here=$round/${1%/*}
	[[ ! -e $round/$1 && -e $there ]] && mkdir -p "$here" || return
	[[ ! -e $there/log ]] || mv "$there/log" "$here"
	if [[ ! -e $2/$1 ]]; then
		[[ ! -e $there/failed ]] || mv "$there/failed" "$here"
	elif mv "$2/$1" "$here"; then
		rm -f "$here/failed"
	fi
}

# fetch: brings what the nodes have of the round. A node that cannot be asked now is named. It keeps its files: what is fetched
# twice, or of two nodes, counts once.
fetch()
{
	local node task from option options where=() folder
	[[ $node_results ]] || return 0
	folder=$(node_folder)
	# Which of the plan's options of sbatch say where a job may run; the others are for its tasks.
	read -ra options <<<"$sbatch"
	for option in "${options[@]}"; do
		[[ ! $option =~ ^--(partition|account|qos|reservation)= ]] || where+=("$option")
	done
	# A node of several partitions is in several lines, one after the other.
	for node in $(sinfo --noheader --Node --responding --format=%N | uniq); do
		from=$round/.fetched-$node
		rm -rf "$from"
		# Not --unbuffered: with it, the node's end is a terminal, which changes bytes.
		# shellcheck disable=SC2016
		if mkdir "$from" && srun --quiet --nodes=1 --ntasks=1 --chdir=/ --immediate=60 "--job-name=$name.$number.fetch" \
			"--nodelist=$node" "${where[@]}" sh -c 'cd "$1" 2>/dev/null || exit 0
				exec tar -cf - --exclude=work "--exclude=work.*" --exclude=lock .' sh "${folder//%N/"$node"}" \
			</dev/null >"$from.tar" && { [[ ! -s $from.tar ]] || tar -xf "$from.tar" -C "$from"; }; then
			for task in "${tasks[@]}"; do take "$task" "$from"; done
			! compgen -G "$from/jobs/*" >/dev/null || mv "$from"/jobs/* "$round/jobs"
		else
			echo "verbs-cts: the results of node $node could not be fetched now; 'verbs-cts fleet --fetch $file' tries it again" >&2
		fi
		rm -rf "$from" "$from.tar"
	done
}

# This machine

# judged RECORD: what the checks of a complete task came to: "; 12 of 21 checks judged"
judged()
{
	local all skipped
	[[ $1 == */results.xml && -e $1 ]] || return
	all=$(grep -c '^  <check ' "$1")
	skipped=$(grep -c '^  <check [^>]*verdict="SKIP"' "$1")
	if ((all && all == skipped)); then
		echo "; nothing was judged: all $all checks were skipped"
	elif ((all)); then
		echo "; $((all - skipped)) of $all checks judged"
	fi
}

# run_here: runs the tasks that are not complete, $jobs at a time. Tasks on the same adapter run one after the other.
run_here()
{
	local said=("complete, nothing new" "complete, does not conform" "not complete: wrong usage or environment" "not complete")
	local -A running=() busy=()
	local pending=() i task pid target first=0 n=0 all done=0 code
	local scripts=() offsets=()
	for target in "${targets[@]}"; do
		for ((i = 0; i < size[$target]; i++)); do
			scripts+=("$round/jobs/$target.sh") offsets+=("$i")
			[[ ${state[first + i]} == complete ]] || pending+=($((first + i)))
		done
		first=$((first + size[$target]))
	done
	all=${#pending[@]}
	# shellcheck disable=SC2086
	unset ${!SLURM_@}
	while :; do
		for n in "${!pending[@]}"; do
			i=${pending[n]}
			[[ ! $stopped && ${#running[@]} -lt $jobs ]] || break
			[[ ! ${devices[i]} || ! ${busy[${devices[i]}]-} ]] || continue
			sh "${scripts[i]}" "${offsets[i]}" &
			running[$!]=$i
			[[ ! ${devices[i]} ]] || busy[${devices[i]}]=1
			unset "pending[n]"
		done
		((${#running[@]})) || break
		wait -n
		[[ ! $stopped ]] || kill -TERM "${!running[@]}" 2>/dev/null
		for pid in "${!running[@]}"; do
			! kill -0 "$pid" 2>/dev/null || continue
			wait "$pid"
			code=$? task=${tasks[running[$pid]]} done=$((done + 1))
			echo "$done/$all ${task%/*}: ${said[code < 4 ? code : 3]}$( ((code > 1)) || judged "$round/$task")"
			[[ ! ${devices[running[$pid]]} ]] || unset "busy[${devices[running[$pid]]}]"
			unset "running[$pid]"
		done
	done
}

# plan LINE ATTRIBUTE=VALUE...: the root of the plan: does what was asked
plan()
{
	local name='' results='' node_results='' sbatch='' number round planned=("${tasks[@]}")
	local "${@:2}"
	[[ $results == /* ]] || results=$(dirname "$(realpath "$file")")/$results
	[[ $action != local ]] || results+=/local node_results=''
	case $action in
	show)
		last_round
		number=$((number + 1))
		round=$results/round-$number
		states
		submit show
		exit
		;;
	status | fetch)
		read_round || { echo "no round has begun" && exit 3; }
		[[ $action != fetch ]] || fetch
		say_state || exit 3
		exit
		;;
	esac
	# What nodes have of the last round may complete it.
	if [[ $node_results ]] && read_round && states && ((count[complete] < ${#tasks[@]})); then
		fetch
	fi
	open_round
	states
	if [[ $action == local ]]; then
		trap 'stopped=1; kill -TERM $(jobs -pr) 2>/dev/null' TERM INT HUP
		run_here
	else
		submit
		if [[ ! $wait ]]; then
			say_state
			exit 0
		fi
		trap stopped=1 TERM INT HUP
		wait_for_jobs
		fetch
	fi
	say_state
	[[ ! $stopped ]] || exit 3
	exec "$program" fleet --report "$results" --out "${out:-$results/report}" --jobs "$jobs"
}
