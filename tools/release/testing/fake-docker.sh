#!/usr/bin/env bash
# Docker for tests of the host script: it remembers its calls, and which image the API and the worker run.
# $FAKE/fails lists patterns of calls that fail, $FAKE/kills those at which the script is killed, and $FAKE/waits those that
# take until $FAKE/waits is removed.
set -euo pipefail
call="$*"
printf '%s\n' "$call" >>"$FAKE/calls"
matches() { [[ -f $FAKE/$1 ]] && grep -qE -f "$FAKE/$1" <<<"$call"; }
if matches kills; then
  rm -f -- "$FAKE/kills"
  kill -9 "$(cat "$FAKE/pid")"
  exit 1
fi
if matches fails; then exit 1; fi
# The test replaces sleep on the path.
if matches waits; then while [[ -f $FAKE/waits ]]; do /bin/sleep 0.05; done; fi
case $call in
  info*) printf '%s\n' "$FAKE" ;;
  ps*) echo proxy ;;
  'image inspect'*) exit 1 ;;
  *' init /out') printf 'new files\n' >"$LONGSHORE_FOLDER/compose.yaml" ;;
  inspect*NetworkSettings*) echo 'longshore_inbound 10.0.0.5' ;;
  inspect*Config.Image*) cat "$FAKE/${call##* }.image" ;;
  inspect*Health*) echo healthy ;;
  inspect*longshore-api-candidate) if [[ -f $FAKE/candidate ]]; then echo 'true false 0'; else exit 1; fi ;;
  inspect*) echo 'true false 0' ;;
  *register-host*) cat "$FAKE/access-line" ;;
  compose*'run --detach'*) touch "$FAKE/candidate" ;;
  'rm --force longshore-api-candidate') rm -f -- "$FAKE/candidate" ;;
  compose*' ps --all --quiet '*) printf '%s\n' "${call##* }" ;;
  compose*' up '*' api') sed -n 's/^LONGSHORE_IMAGE=//p' "$LONGSHORE_FOLDER/.env" >"$FAKE/api.image" ;;
  compose*' up '*' worker') sed -n 's/^LONGSHORE_IMAGE=//p' "$LONGSHORE_FOLDER/.env" >"$FAKE/worker.image" ;;
esac
