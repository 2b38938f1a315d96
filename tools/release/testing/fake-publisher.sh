#!/usr/bin/env bash
# Programs that publish a release, under their own names: each call is one line in $FAKE/calls, its input is in $FAKE/input, and the
# name of a program that got secrets is in $FAKE/trusted. git is the real one. $FAKE/fails lists patterns of calls that fail.
set -euo pipefail
FAKE=${0%/bin/*}
call="${0##*/} $*"
if [[ -n ${COSIGN_PASSWORD:-} ]]; then printf '%s\n' "${0##*/}" >>"$FAKE/trusted"; fi
printf '%s\n' "$call" >>"$FAKE/calls"
if [[ -f $FAKE/fails ]] && grep -qE -f "$FAKE/fails" <<<"$call"; then
  echo 'refused by the test' >&2
  exit 1
fi
if [[ $call == git\ * ]]; then PATH=${PATH#*:} exec git "$@"; fi
cat >>"$FAKE/input"
