# shellcheck shell=bash
# Sourced by the scripts that run steps with names: each under a header, with its time, and with a limit of time.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# shellcheck source=scripts/lib/limit.sh
source "$(dirname "${BASH_SOURCE[0]}")/limit.sh"

# The time limit of a step in seconds: several times as long as a step takes on a slow machine.
STEP_SECONDS=${ISHI_STEP_SECONDS:-2400}

STEP_NAMES=()
STEP_TITLES=()

# step NAME TITLE: declares a step. The function step_NAME runs it.
step() {
  STEP_NAMES+=("$1")
  STEP_TITLES+=("$2")
}

# list_steps: prints the name and the title of each step.
list_steps() {
  local i
  for i in "${!STEP_NAMES[@]}"; do
    printf '%-14s %s\n' "${STEP_NAMES[$i]}" "${STEP_TITLES[$i]}"
  done
}

# step_title NAME: prints the title of a step; fails if there is no such step.
step_title() {
  local i
  for i in "${!STEP_NAMES[@]}"; do
    if [[ ${STEP_NAMES[$i]} == "$1" ]]; then
      printf '%s\n' "${STEP_TITLES[$i]}"
      return
    fi
  done
  return 1
}

STEP_TIMES=
STEP_CURRENT=
STEP_STARTED=0
# The folder with what each step that was started prints, its process and, when that has ended, its status.
STEP_LOGS=

# report_steps: whatever ends the run, no step goes on, and the last lines say what was skipped, how long each step took, which one failed
# and why.
report_steps() {
  local status=$? pids
  read -ra pids <<<"$(running_steps | tr '\n' ' ')"
  if [[ ${#pids[@]} -gt 0 ]]; then
    end_processes "${pids[@]}"
  fi
  if [[ $status -ne 0 && -n $STEP_CURRENT ]]; then
    STEP_TIMES+=$(printf '%6d s  %s (failed)' $((SECONDS - STEP_STARTED)) "$STEP_CURRENT")$'\n'
  fi
  report_skipped
  if [[ -n $STEP_TIMES ]]; then
    printf '\n== times\n%s%6d s  in all\n' "$STEP_TIMES" "$SECONDS"
  fi
  if [[ $status -eq 0 ]]; then
    printf '\nEverything passed.\n'
  elif [[ -n $STEP_CURRENT ]]; then
    report_failures
    printf '\nFAILED: %s (exit code %d)\n' "$STEP_CURRENT" "$status" >&2
  fi
  rm -rf "$STEP_LOGS"
}

# report_skipped: repeats the lines by which tests and steps say that they skip something.
report_skipped() {
  local name lines
  for name in "${STEP_NAMES[@]}"; do
    if [[ -f $STEP_LOGS/$name.log ]] && lines=$(grep -iE '^skipped: ' "$STEP_LOGS/$name.log"); then
      printf '\n== skipped by %s\n%s\n' "$name" "$(LC_ALL=C sort -u <<<"$lines")"
    fi
  done
}

# report_failures: repeats what the test runners of node and of cargo say about the tests that failed, up to 40 lines for each runner, and
# names the tests that were running at a limit of time. Other steps may have printed much since, and of a long output only the end is kept.
report_failures() {
  local name lines
  for name in "${STEP_NAMES[@]}"; do
    if [[ -f $STEP_LOGS/$name.log ]]; then
      lines=$(awk '/^(✖ failing tests:|failures:)$/ { left = 40 } left-- > 0' "$STEP_LOGS/$name.log")
      [[ -z $lines ]] || printf '\n== failed in %s\n%s\n' "$name" "$lines"
    fi
    if [[ -f $STEP_LOGS/$name.unfinished ]]; then
      printf '\n== %s has not ended after %d s (ISHI_STEP_SECONDS), in:\n' "$name" "$STEP_SECONDS"
      cat "$STEP_LOGS/$name.unfinished"
    fi
  done
}

# run_step NAME: runs a step under its header.
run_step() {
  local started=$SECONDS
  printf '\n== %s: %s\n' "$1" "$(step_title "$1")"
  "step_$1" </dev/null
  printf -- '-- %s: passed (%d s)\n' "$1" $((SECONDS - started))
}

# start_step NAME: starts a step, and keeps a copy of what it prints.
start_step() {
  local status=$STEP_LOGS/$1.status
  # A step that is named twice runs twice.
  rm -f "$status"
  (
    # By default, a process that a shell starts in the background ignores some of these signals.
    trap - INT QUIT TERM
    # Where another process gets its number, bash forgets how one has ended.
    trap 'echo "$?" >"$status"' EXIT
    export ISHI_RUNNING=$STEP_LOGS/$1.running
    : >"$ISHI_RUNNING"
    set -o pipefail
    run_step "$1" 2>&1 | tee "$STEP_LOGS/$1.log"
  ) &
  echo "$!" >"$STEP_LOGS/$1.pid"
}

# running_steps: prints the processes of the steps that have not ended.
running_steps() {
  local name
  for name in "${STEP_NAMES[@]}"; do
    if [[ -f $STEP_LOGS/$name.pid && ! -s $STEP_LOGS/$name.status ]]; then
      cat "$STEP_LOGS/$name.pid"
    fi
  done
}

# await_step NAME: waits for a step that was started, and returns its status. At the limit of time it notes what runs, and ends the
# step.
await_step() {
  local status=$STEP_LOGS/$1.status pid
  pid=$(<"$STEP_LOGS/$1.pid")
  while [[ ! -s $status ]]; do
    if [[ $SECONDS -ge $((STEP_STARTED + STEP_SECONDS)) ]]; then
      running_tests "$STEP_LOGS/$1.running" "$STEP_LOGS/$1.log" | sed 's/^/  /' >"$STEP_LOGS/$1.unfinished"
      end_processes "$pid"
      return 124
    fi
    # It was killed, and could not write its status.
    kill -0 "$pid" 2>/dev/null || [[ -s $status ]] || return 137
    sleep 0.2
  done
  return "$(<"$status")"
}

# run_beside NAME…: runs steps that mostly wait side by side, and prints one after the other. All of them end before one that has failed
# ends the script.
run_beside() {
  local name failed=''
  for name in "$@"; do
    start_step "$name" >/dev/null
  done
  for name in "$@"; do
    await_step "$name" || failed+=" $name"
    cat "$STEP_LOGS/$name.log"
  done
  [[ -z $failed ]] || die "failed:$failed"
}

# run_steps NAME…: runs steps in the order given, and ends the script at the first that fails; those of NAME+NAME… run side by side. All
# names are known before the first runs.
run_steps() {
  local name names
  names=${*//+/ }
  for name in $names; do
    if ! step_title "$name" >/dev/null; then
      say "$(basename "$0"): there is no step $name; --list names them."
      exit 2
    fi
  done
  SECONDS=0
  STEP_LOGS=$(mktemp -d)
  trap report_steps EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  for name in "$@"; do
    STEP_CURRENT=$name
    STEP_STARTED=$SECONDS
    if [[ $name == *+* ]]; then
      IFS=+ read -ra names <<<"$name"
      run_beside "${names[@]}"
    else
      start_step "$name"
      await_step "$name"
    fi
    STEP_TIMES+=$(printf '%6d s  %s' $((SECONDS - STEP_STARTED)) "$name")$'\n'
  done
  STEP_CURRENT=
}
