# shellcheck shell=bash
# Sourced by the scripts that run what may hang: a time limit, and the names of the tests that run when it is reached. macOS has no
# `timeout`.
#
# ISHI_RUNNING names a file to which each runner of tests adds a line `+ NAME` when a test begins, and `- NAME` when it has ended. cargo's
# runner can't do that, but its output names each test that has run for a minute.

# wait_until END PID: waits for a process of this script, and returns its status; 124 if it still runs when SECONDS reaches END.
wait_until() {
  while kill -0 "$2" 2>/dev/null; do
    [[ $SECONDS -lt $1 ]] || return 124
    sleep 0.2
  done
  wait "$2"
}

# limited SECONDS PROGRAM…: runs a program, and ends it and all that it has started after so many seconds. Its status is then 124.
limited() {
  local end=$((SECONDS + $1)) pid status=0
  shift
  # By default, a process that a shell starts in the background ignores these signals.
  (trap - INT QUIT && exec "$@") </dev/null &
  pid=$!
  wait_until "$end" "$pid" || status=$?
  if [[ $status -eq 124 ]]; then
    end_processes "$pid"
  fi
  return "$status"
}

# with_descendants PID…: prints the processes and all that they have started, directly or not, each on a line.
with_descendants() {
  ps -A -o pid= -o ppid= | awk -v wanted="$*" '
    BEGIN { count = split(wanted, found, " "); for (i = 1; i <= count; i++) print found[i] }
    { children[$2] = children[$2] " " $1 }
    END {
      for (i = 1; i <= count; i++) {
        more = split(children[found[i]], own, " ")
        for (j = 1; j <= more; j++) { found[++count] = own[j]; print own[j] }
      }
    }'
}

# await_end PID…: waits ten seconds at most until none of the processes is there.
await_end() {
  local pid end=$((SECONDS + 10))
  for pid in "$@"; do
    while kill -0 "$pid" 2>/dev/null && [[ $SECONDS -lt $end ]]; do
      sleep 0.1
    done
  done
}

# end_processes PID…: ends processes of this script and all that they have started, which first have some time to clean up.
end_processes() {
  local pids
  # A process whose parent has ended is not found from there any more.
  read -ra pids <<<"$(with_descendants "$@" | tr '\n' ' ')"
  kill -TERM "${pids[@]}" 2>/dev/null || true
  await_end "${pids[@]}"
  read -ra pids <<<"$(with_descendants "${pids[@]}" | tr '\n' ' ')"
  kill -KILL "${pids[@]}" 2>/dev/null || true
  await_end "${pids[@]}"
  wait "$@" 2>/dev/null || true
}

# running_tests RUNNING LOG: prints what has begun and not ended, by the file of the runners and by the output of cargo's.
running_tests() {
  awk '
    FILENAME == ARGV[1] { name = substr($0, 3); running[name] += /^\+ / ? 1 : -1; next }
    /^ +(Running|Doc-tests) / { delete running; program = $2 ($2 == "unittests" ? " " $3 : ""); next }
    /^test .* has been running for over / { name = $0; sub(/^test /, "", name); sub(/ has been running for over .*/, "", name); running[name] = 1; next }
    /^test .* \.\.\. / { name = $0; sub(/^test /, "", name); sub(/( - should panic)? \.\.\. .*/, "", name); delete running[name] }
    /^test result: / { program = "" }
    END {
      for (name in running) if (running[name] > 0) print name
      if (program != "") print program
    }' "$1" "$2"
}
