# How an upgrade that failed, was interrupted, or is unwanted returns to the previous release.

# Puts the files of the previous release back, and replaces what doesn't run as they say. Called in conditions, where bash
# doesn't stop at errors: each command that matters ends in `|| return 1`.
upgrade_return() {
  local previous=$FOLDER/release/previous name
  [[ -f $previous/compose.yaml && -f $previous/.env ]] || return 1
  LEFT_IMAGE=$(setting LONGSHORE_IMAGE)
  for name in "${UPGRADE_FILES[@]}"; do
    if [[ $name == .env ]]; then upgrade_restore_settings; else upgrade_restore_file "$name"; fi || return 1
  done
  compose --progress quiet up --detach --no-deps --no-build --wait postgres restate >&2 || return 1
  # If the switch didn't happen yet, the API still runs.
  if ! upgrade_runs_image "$(upgrade_container api)" "$(setting LONGSHORE_IMAGE)"; then
    # In a subshell: without a candidate, the API is unreachable for some seconds.
    if ! upgrade_is_running "$UPGRADE_CANDIDATE"; then (upgrade_start_candidate) && upgrade_divert || true; fi
    upgrade_replace_api || return 1
  fi
  upgrade_end_candidate
  upgrade_replace_worker || return 1
  for name in "${UPGRADE_RELEASE_FILES[@]}"; do
    [[ ! -f $previous/$name ]] || cp -p -- "$previous/$name" "$FOLDER/release/$name" || return 1
  done
  rm -rf -- "$FOLDER/release/next"
}

upgrade_restore_file() {
  local previous=$FOLDER/release/previous
  [[ ! -f $previous/$1 ]] || { cp -p -- "$previous/$1" "$FOLDER/$1.next" && mv -T -- "$FOLDER/$1.next" "$FOLDER/$1"; }
}

# A deliberate return can come long after the upgrade, so it keeps the settings and only replaces the image. The previous
# release ignores settings that it doesn't know. A failed upgrade also undoes what the new release wrote into .env.
upgrade_restore_settings() {
  local previous=$FOLDER/release/previous image
  if upgrade_is_deliberate_return; then
    image=$(FOLDER=$previous setting LONGSHORE_IMAGE)
    [[ $(setting LONGSHORE_IMAGE) != "$image" ]] || return 0
    # In a subshell: a failure must reach the caller.
    upgrade_keep_settings && (write_setting LONGSHORE_IMAGE "$image")
    return
  fi
  # An interrupted return can have restored it already. The copy of the replaced file must stay then.
  cmp --silent -- "$previous/.env" "$FOLDER/.env" || { upgrade_keep_settings && upgrade_restore_file .env; }
}

# Only root can read the copy, whatever the mode of the file is.
upgrade_keep_settings() (
  umask 077
  rm -f -- "$FOLDER/.env.before.next"
  cp -- "$FOLDER/.env" "$FOLDER/.env.before.next" && mv -T -- "$FOLDER/.env.before.next" "$FOLDER/.env.before"
)

# The mark of `--previous` names no version to upgrade to, also if the return itself failed or was interrupted.
upgrade_is_deliberate_return() { grep -qs '^changed [^ ]* -$' "$UPGRADE_FOLDER/unfinished"; }

# After a return, and after upgrade_finish: until then, release/previous is what an interrupted return needs.
upgrade_forget_failed() {
  upgrade_restore_older
  upgrade_remove_image "$LEFT_IMAGE"
}

# A failed upgrade must not take the way back to the release before.
upgrade_restore_older() {
  local previous=$FOLDER/release/previous
  [[ -d $previous.older ]] || return 0
  rm -rf -- "$previous"
  mv -T -- "$previous.older" "$previous"
}

upgrade_runs_image() {
  upgrade_is_running "$1" && [[ $(docker inspect --format '{{.Config.Image}}' "$1") == "$2" ]]
}

# After a run that died. It can also have died after it removed its mark.
upgrade_recover() {
  if [[ -f $UPGRADE_FOLDER/unfinished ]]; then upgrade_recover_unfinished; fi
  upgrade_restore_older
}

upgrade_recover_unfinished() {
  local changed=''
  read -r changed FROM_VERSION TO_VERSION <"$UPGRADE_FOLDER/unfinished" || true
  if [[ $changed != changed ]]; then
    upgrade_finish failed 'The upgrade was interrupted. Nothing was changed.'
  elif [[ $(installed_version) == "$TO_VERSION" ]]; then
    upgrade_remove_older
    upgrade_finish succeeded "Version $TO_VERSION runs."
    FROM_VERSION=$TO_VERSION
  else
    say "The upgrade to $TO_VERSION was interrupted. Returning to version $FROM_VERSION."
    upgrade_step returning
    upgrade_return || fail 44 "Couldn't return to version $FROM_VERSION." 'Its containers are not healthy.' "$UPGRADE_REPAIR"
    upgrade_finish returned "The upgrade was interrupted. Version $FROM_VERSION runs again."
    upgrade_forget_failed
  fi
}

upgrade_go_back() {
  local dry_run=$1 previous=$FOLDER/release/previous
  if [[ -f $previous/version.txt ]]; then TO_VERSION=$(head -n 1 -- "$previous/version.txt"); fi
  [[ -n $TO_VERSION && $TO_VERSION != "$FROM_VERSION" ]] ||
    fail 41 'There is no previous version.' 'Nothing was upgraded since the last return.' 'To use another version, see the upgrade guide.'
  if [[ $dry_run == yes ]]; then
    say "This goes back from $FROM_VERSION to $TO_VERSION: it restores the files of that release and replaces the API and the worker."
    say "It keeps the database and your settings in $FOLDER/.env."
    say 'Nothing was changed (--dry-run).'
    return
  fi
  ask "Go back from $FROM_VERSION to $TO_VERSION?" || fail 5 "Longshore didn't go back." 'You answered no.' 'Run the command again when you are ready.'
  # If this run dies, the next one goes on: the release that runs is the one to leave.
  printf 'changed %s -\n' "$TO_VERSION" | write_file "$UPGRADE_FOLDER/unfinished" 0644
  upgrade_step returning
  upgrade_return || fail 44 "Couldn't return to version $TO_VERSION." 'Its containers are not healthy.' "$UPGRADE_REPAIR"
  upgrade_finish succeeded "Version $TO_VERSION runs again."
  say "Longshore $TO_VERSION runs again."
}

# At every exit of a run. After the first change, a failure means: return.
upgrade_ended() {
  local code=$1 reason='The upgrade was stopped.' back=''
  trap - EXIT
  ((code != 0)) || return 0
  set +e
  if [[ -s $FAILURE_FILE ]]; then reason=$(head -c 1000 -- "$FAILURE_FILE"); fi
  rm -f -- "$FAILURE_FILE"
  if ! upgrade_has_changed; then
    rm -rf -- "$FOLDER/release/next"
    upgrade_restore_older
    # 5: a person decided against it.
    if ((code == 5)); then upgrade_finish idle ''; exit "$code"; fi
    upgrade_finish failed "$reason Nothing was changed."
    exit "$code"
  fi
  read -r _ back _ <"$UPGRADE_FOLDER/unfinished"
  say "Returning to version $back."
  upgrade_step returning
  if upgrade_return; then
    upgrade_finish returned "$reason Version $back runs again."
    upgrade_forget_failed
    say "Returned to version $back. $reason"
  else
    reason="$reason Returning to version $back failed too. $UPGRADE_REPAIR"
    # The mark stays, so systemd tries again.
    upgrade_write_status failed 'done' "$reason" "\"$(upgrade_now)\""
    say "$reason"
  fi
  exit "$code"
}
