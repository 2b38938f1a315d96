# The switch of an upgrade: the new API starts as a candidate next to the old one, and takes over its requests while the
# containers are replaced.

# The new API next to the old one, without a published port.
upgrade_start_candidate() {
  local address
  docker rm --force "$UPGRADE_CANDIDATE" >/dev/null 2>&1 || true
  compose --progress quiet run --detach --no-deps --name "$UPGRADE_CANDIDATE" api </dev/null >/dev/null ||
    upgrade_fail "The new API couldn't be started."
  address=$(upgrade_candidate_address)
  [[ -n $address ]] && upgrade_wait_ready "$address" "$UPGRADE_CANDIDATE" ||
    upgrade_fail "The new API didn't become healthy." "Its log ends with \"$(upgrade_last_lines "$UPGRADE_CANDIDATE")\"."
}

# On the network by which callers come in; the machine reaches no other one.
upgrade_candidate_address() {
  docker inspect --format '{{range $name, $one := .NetworkSettings.Networks}}{{$name}} {{$one.IPAddress}}{{"\n"}}{{end}}' \
    "$UPGRADE_CANDIDATE" 2>/dev/null | awk '$1 ~ /_inbound$/ && $2 != "" { print $2 ":8460" }'
}

upgrade_last_lines() {
  docker logs --tail 3 "$1" 2>&1 | tr '\n\t' '  ' | tr -d '\000-\037\177' | sed 's/ *$//' | head -c 400 || true
}

# upgrade_wait_ready ADDRESS CONTAINER: until it can do work. False if it takes too long or the container ended.
upgrade_wait_ready() {
  local deadline=$((SECONDS + UPGRADE_HEALTHY_SECONDS))
  until curl --silent --fail --noproxy '*' --max-time 3 --max-filesize 65536 --output /dev/null "http://$1/health/ready"; do
    ((SECONDS < deadline)) && upgrade_is_running "$2" || return 1
    sleep 0.2
  done
}

upgrade_is_running() {
  [[ $(docker inspect --format '{{.State.Running}} {{.State.Restarting}} {{.RestartCount}}' "$1" 2>/dev/null) == 'true false 0' ]]
}

# While the API's own container is replaced, the proxy on this machine sends requests to the candidate. For callers that
# use the published port directly, the API is unreachable for as long as its container takes to start.
upgrade_switch() {
  upgrade_divert || warn "The proxy on this machine can't bridge the switch. The API is unreachable for some seconds."
  upgrade_replace_api || upgrade_fail "The new API didn't become healthy after the switch." \
    "Its log ends with \"$(upgrade_last_lines "$(upgrade_container api)")\"."
  upgrade_end_candidate
  upgrade_replace_worker ||
    upgrade_fail "The new worker didn't become healthy." "Its log ends with \"$(upgrade_last_lines "$(upgrade_container worker)")\"."
}

upgrade_replace_api() {
  compose --progress quiet up --detach --no-deps --no-build api >&2 || return 1
  upgrade_wait_ready "$(upgrade_bind)" "$(upgrade_container api)"
}

upgrade_replace_worker() {
  compose --progress quiet up --detach --no-deps --no-build --wait --wait-timeout "$UPGRADE_HEALTHY_SECONDS" worker >&2
}

upgrade_container() { compose ps --all --quiet "$1" | head -n 1; }

upgrade_bind() {
  local bind
  bind=$(setting API_BIND)
  bind=${bind:-127.0.0.1:8460}
  printf '%s' "${bind/#0.0.0.0:/127.0.0.1:}"
}

# The diversion expires after some minutes, so that a run that dies leaves no requests without a target.
upgrade_divert() {
  local proxy address
  proxy=$(docker ps --quiet --filter label=longshore.role=proxy | head -n 1)
  address=$(upgrade_candidate_address)
  [[ -n $proxy && -n $address ]] || return 1
  timeout 20 docker exec "$proxy" /longshore-proxy divert --from "$(upgrade_bind)" --to "$address" --seconds 180 >/dev/null 2>&1
}

# Open requests of the candidate end first, and streams reconnect to the API.
upgrade_end_candidate() {
  local proxy
  proxy=$(docker ps --quiet --filter label=longshore.role=proxy | head -n 1)
  if [[ -n $proxy ]]; then timeout 20 docker exec "$proxy" /longshore-proxy divert --end >/dev/null 2>&1 || true; fi
  docker stop --time 20 "$UPGRADE_CANDIDATE" >/dev/null 2>&1 || true
  docker rm --force "$UPGRADE_CANDIDATE" >/dev/null 2>&1 || true
}

# A version that crashes some seconds after its start isn't healthy.
upgrade_watch() {
  local name id
  sleep "$UPGRADE_WATCH_SECONDS"
  for name in api worker; do
    id=$(upgrade_container "$name")
    upgrade_is_running "$id" || upgrade_fail "The new $name stopped after the switch." "Its log ends with \"$(upgrade_last_lines "$id")\"."
    [[ $(docker inspect --format '{{.State.Health.Status}}' "$id") != unhealthy ]] ||
      upgrade_fail "The new $name became unhealthy after the switch." "Its log ends with \"$(upgrade_last_lines "$id")\"."
  done
  upgrade_wait_ready "$(upgrade_bind)" "$(upgrade_container api)" || upgrade_fail "The new API doesn't respond after the switch."
}
