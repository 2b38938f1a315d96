# What an upgrade writes down while it runs: the status that the dashboard shows, and the mark of an unfinished run.

upgrade_mark() { printf '%s %s %s\n' "$1" "$FROM_VERSION" "$TO_VERSION" | write_file "$UPGRADE_FOLDER/unfinished" 0644; }

upgrade_has_changed() { grep -qs '^changed ' "$UPGRADE_FOLDER/unfinished"; }

upgrade_now() { date --utc +%Y-%m-%dT%H:%M:%SZ; }

upgrade_step() {
  say "step     $1"
  upgrade_write_status running "$1" '' null
}

upgrade_finish() {
  upgrade_write_status "$1" 'done' "$2" "\"$(upgrade_now)\""
  rm -f -- "$UPGRADE_FOLDER/unfinished"
}

# The worker reads the file at any time, so it is replaced as a whole.
upgrade_write_status() {
  printf '{"state":"%s","step":"%s","fromVersion":"%s","toVersion":"%s","startedAt":"%s","finishedAt":%s,"message":"%s"}\n' \
    "$1" "$2" "$FROM_VERSION" "$TO_VERSION" "$STARTED_AT" "$4" "$(upgrade_escape "$3")" |
    write_file "$UPGRADE_FOLDER/status.json" 0644
}

# Text for a JSON string. Its limit comes first: a cut must not hit an escape.
upgrade_escape() {
  local text
  text=$(printf '%s' "${1:0:900}" | tr '\n\t' '  ' | tr -d '\000-\037\177')
  text=${text//\\/\\\\}
  printf '%s' "${text//\"/\\\"}"
}
