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

# run_steps NAME…: runs steps in the order given, and ends the script at the first that fails. All names are known before the first runs.
run_steps() {
  local name
  for name in "$@"; do
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
    printf '\n== %s: %s\n' "$name" "$(step_title "$name")"
    "step_$name" </dev/null
    printf -- '-- %s: passed (%d s)\n' "$name" $((SECONDS - STEP_STARTED))
    STEP_TIMES+=$(printf '%6d s  %s' $((SECONDS - STEP_STARTED)) "$name")$'\n'
  done
  STEP_CURRENT=
}
