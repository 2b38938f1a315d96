#!/usr/bin/env bash
# Programs that publish a release, under their own names: each call is one line in $FAKE/calls, and its input is in $FAKE/input.
# git is the real one. $FAKE/fails lists patterns of calls that fail.
set -euo pipefail
call="${0##*/} $*"
printf '%s\n' "$call" >>"$FAKE/calls"
if [[ -f $FAKE/fails ]] && grep -qE -f "$FAKE/fails" <<<"$call"; then
  echo 'refused by the test' >&2
  exit 1
fi
if [[ $call == git\ * ]]; then PATH=${PATH#*:} exec git "$@"; fi
cat >>"$FAKE/input"
