# shellcheck shell=bash
# Sourced by scripts/test and scripts/audit: steps with names, each under a header and with its time.

# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

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

# report_steps: whatever ends the run, its last lines say how long each step took and which one failed.
report_steps() {
  local status=$?
  if [[ $status -ne 0 && -n $STEP_CURRENT ]]; then
    STEP_TIMES+=$(printf '%6d s  %s (failed)' $((SECONDS - STEP_STARTED)) "$STEP_CURRENT")$'\n'
  fi
  if [[ -n $STEP_TIMES ]]; then
    printf '\n== times\n%s%6d s  in all\n' "$STEP_TIMES" "$SECONDS"
  fi
  if [[ $status -eq 0 ]]; then
    printf '\nEverything passed.\n'
  elif [[ -n $STEP_CURRENT ]]; then
    printf '\nFAILED: %s (exit code %d)\n' "$STEP_CURRENT" "$status" >&2
  fi
}

# run_step NAME: runs a step under its header.
run_step() {
  local started=$SECONDS
  printf '\n== %s: %s\n' "$1" "$(step_title "$1")"
  "step_$1" </dev/null
  printf -- '-- %s: passed (%d s)\n' "$1" $((SECONDS - started))
}

# run_beside NAME…: runs steps that mostly wait side by side, and prints one after the other. All of them end before one that has failed
# ends the script.
run_beside() {
  local name failed='' work pids=()
  work=$(mktemp -d)
  for name in "$@"; do
    (
      set -e
      run_step "$name"
    ) >"$work/$name" 2>&1 &
    pids+=($!)
  done
  for name in "$@"; do
    wait "${pids[0]}" || failed+=" $name"
    pids=("${pids[@]:1}")
    cat "$work/$name"
  done
  rm -rf "$work"
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
  trap report_steps EXIT
  for name in "$@"; do
    STEP_CURRENT=$name
    STEP_STARTED=$SECONDS
    if [[ $name == *+* ]]; then
      IFS=+ read -ra names <<<"$name"
      run_beside "${names[@]}"
    else
      run_step "$name"
    fi
    STEP_TIMES+=$(printf '%6d s  %s' $((SECONDS - STEP_STARTED)) "$name")$'\n'
  done
  STEP_CURRENT=
}
