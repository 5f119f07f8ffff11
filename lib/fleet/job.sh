# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only OR Linux-OpenIB
# The end of each job's script: runs the task "$task" of "$target". Its command is "$@", and it leaves "$record". What is above
# has set these, "$round", "$own" (its folder is one of this node) and "$adapter" (its device is one of this node).
# shellcheck disable=SC2154

say()
{
	echo "verbs-cts: $*" >&2
}

node=${SLURMD_NODENAME:-$(uname -n)}
[ ! "$own" ] || round=$(printf '%s' "$round" | sed "s/%N/$node/g")
here=$round/$target/$task work=$round/$target/$task/work log=$round/$target/$task/log
mkdir -p "$round/jobs" "$here" || exit 2
[ ! "$own" ] || [ ! "${SLURM_ARRAY_JOB_ID-}" ] ||
	exec >>"$round/jobs/$target.${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.$node" 2>&1

# One run at a time works on a task. The run inherits the lock: as long as any process of it is left, no other one begins.
exec 9>>"$here/lock" || exit 2
flock -n 9 || { say "$here: waiting for the process that works on this task" && flock 9; } || exit 2
[ ! -e "$here/$record" ] || exit 0

# begin: makes an empty folder. A run that cannot go on stays beside it if it has a journal; it is not counted.
begin()
{
	aside=1 resume=''
	if [ -s "$work/$record.journal" ]; then
		while [ -e "$work.$aside" ]; do aside=$((aside + 1)); done
		mv "$work" "$work.$aside"
	fi
	rm -rf "$work" && mkdir "$work"
}

# attempt COMMAND...: runs it; its exit code is in $code
attempt()
{
	before=$(wc -c 2>/dev/null <"$log" || echo 0)
	echo "$node" >"$work/node"
	"$@" </dev/null >>"$log" 2>&1 &
	run=$!
	while
		wait "$run"
		code=$?
		kill -0 "$run" 2>/dev/null
	do :; done
}

# last_words: prints what the attempt has printed: all of a few lines, or the last one of many
last_words()
{
	words=$(tail -c "+$((before + 1))" "$log" | tail -c 2048)
	[ "$(printf "%s\n" "$words" | wc -l)" -le 3 ] || words=$(printf "%s" "$words" | tail -n 1)
	printf "%s" "${words:-it said nothing}" | tr '\n' ';'
}

# A run on a device of its node goes on only there: one results.xml is about one adapter.
resume='' stopped='' run=''
trap 'stopped=1; [ ! "$run" ] || kill -TERM "$run" 2>/dev/null' TERM INT HUP
if [ -s "$work/$record.journal" ] && { [ ! "$adapter" ] || [ "$(cat "$work/node")" = "$node" ]; }; then
	resume=1
else
	begin || exit 2
fi
echo "$node: $target/$task $([ "$resume" ] && echo goes on || echo begins)"
attempt "$@"
# Another build or kernel cannot continue it.
if [ "$code" = 2 ] && [ "$resume" ] && [ ! "$stopped" ]; then
	begin && attempt "$@"
fi
# Renamed: before, the task has no record, afterwards it is complete.
case $code in
0 | 1)
	if [ -s "$work/$record" ] && mv "$work/$record" "$here/$record"; then
		rm -rf "$here/failed" "$work"
		exit "$code"
	fi
	;;
esac
if [ "$stopped" ]; then
	rm -f "$here/failed"
	say "$target/$task was stopped, and can go on"
	exit 3
fi
[ "$code" = 2 ] || code=3
words="exit code $code: $(last_words)"
printf "%s\n" "$words" >"$here/failed.new" && mv "$here/failed.new" "$here/failed"
say "$target/$task is not complete: $words; more in $log"
exit "$code"
