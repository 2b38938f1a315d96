# `longshore upgrade`: replaces the release that runs with a newer one, and returns to it if the newer one is unhealthy.
#
# The old release serves until the new one has proved itself: migrations only add to the database, so both run on it. The
# new API first starts as a candidate next to the old one. The file upgrade/unfinished exists while a run does, and says
# whether it has changed anything. A run that finds the file was preceded by one that died, and first returns if needed.
#
# Decision: docs/decisions/0024-the-machine-upgrades-itself.md

UPGRADE_CANDIDATE=longshore-api-candidate
UPGRADE_FREE_MB=1500
UPGRADE_HEALTHY_SECONDS=120
UPGRADE_WATCH_SECONDS=8
UPGRADE_LOCK_SECONDS=1800
UPGRADE_FILES=(compose.yaml .env deploy/create-database.sh deploy/restate.toml)
# The version is the last one: with it, the new release counts as installed.
UPGRADE_RELEASE_FILES=(image.txt images.txt checksums.txt checksums.txt.sig notes.md version.txt)
UPGRADE_REPAIR="Run \"docker compose up -d --wait\" in $FOLDER."

upgrade_usage() {
  cat <<'TEXT'
Usage: longshore upgrade [OPTIONS]

Downloads the newest release, verifies it with the key from the installation, backs up and migrates the database, starts the
new version next to the running one, and switches. If the new version is unhealthy, the previous version runs again.

  --to VERSION   Upgrade to this version instead of the newest one.
  --offline FILE Upgrade from a downloaded bundle, without a network.
  --previous     Go back to the version that ran before the last upgrade.
  --yes          Don't ask.
  --dry-run      Show what would happen, and change nothing. A release is downloaded and verified.
TEXT
}

run_upgrade() {
  local to='' dry_run=no mode=upgrade
  BUNDLE=''
  while (($# > 0)); do
    case $1 in
      --to)
        (($# > 1)) && is_version "$2" || fail 2 '--to needs a version.' 'A version has three numbers.' 'Use --to 1.4.0.'
        to=$2
        shift
        ;;
      --offline)
        (($# > 1)) || fail 2 '--offline needs a file.' 'It was the last word.' 'Name the bundle of the release.'
        BUNDLE=$2
        shift
        ;;
      --yes) ASSUME_YES=yes ;;
      --dry-run) dry_run=yes ;;
      --previous) mode=previous ;;
      # From systemd, for the dashboard's button or after an interruption. The request contains nothing.
      --requested) mode=requested ASSUME_YES=yes ;;
      --help)
        upgrade_usage
        return
        ;;
      *) fail 2 "Unknown option \"$1\"." 'longshore upgrade has no such option.' 'Run longshore upgrade --help.' ;;
    esac
    shift
  done
  upgrade_prepare
  trap 'upgrade_ended $?' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  case $mode in
    requested) upgrade_requested ;;
    previous) upgrade_recover; upgrade_go_back "$dry_run" ;;
    *) upgrade_recover; upgrade_to "$to" "$dry_run" ;;
  esac
}

# Takes the lock that every run holds, so that two never change the same files.
upgrade_prepare() {
  require_installation
  [[ $(id -u) == 0 ]] || fail 40 'Upgrading needs root.' 'It changes the files of the installation.' 'Run it with sudo.'
  [[ -f $FOLDER/release-key.pub ]] ||
    fail 40 "This installation can't verify releases." "It has no $FOLDER/release-key.pub, because it was installed by hand." \
      'Run install.sh of a release once, or follow "Upgrade by hand" in the upgrade guide.'
  # The candidate isn't a service of compose.yaml.
  export COMPOSE_IGNORE_ORPHANS=true
  UPGRADE_FOLDER=$FOLDER/upgrade
  open_lock
  if ! flock --nonblock 9; then
    say 'Another upgrade is running. Waiting for it to end.'
    flock --timeout "$UPGRADE_LOCK_SECONDS" 9 || fail 40 'Another upgrade is still running.' 'Only one can run at a time.' 'Wait for it, then try again.'
  fi
  # The run that this one waited for can have removed the installation, or changed its version.
  require_installation
  FROM_VERSION=$(installed_version)
  TO_VERSION=''
  STARTED_AT=$(upgrade_now)
  install_units
  FAILURE_FILE=$UPGRADE_FOLDER/failure
  rm -f -- "$FAILURE_FILE"
}

upgrade_requested() {
  local request=$UPGRADE_FOLDER/requests/upgrade is_asked=no
  if [[ -e $request || -L $request ]]; then is_asked=yes; fi
  # Removed first: systemd starts this again for as long as it exists.
  rm -rf -- "$request"
  upgrade_recover
  if [[ $is_asked == yes ]]; then upgrade_to '' no; fi
}

upgrade_to() {
  local dry_run=$2
  TO_VERSION=$1
  is_version "$FROM_VERSION" || fail 41 "It's unknown which version runs." "$FOLDER/release/version.txt doesn't say." 'Run install.sh of the version that runs.'
  NEXT=$FOLDER/release/next
  rm -rf -- "$NEXT"
  install -d -m 0755 "$FOLDER/release" "$NEXT"
  upgrade_mark unchanged
  upgrade_step checking
  if [[ -n $BUNDLE ]]; then
    unpack_bundle "$NEXT" "$BUNDLE"
    TO_VERSION=$(head -n 1 -- "$NEXT/version.txt")
  elif [[ -z $TO_VERSION ]]; then
    TO_VERSION=$(newest_version)
  fi
  if [[ $TO_VERSION == "$FROM_VERSION" ]]; then
    rm -rf -- "$NEXT"
    say "Longshore $FROM_VERSION is up to date."
    upgrade_finish up_to_date "Version $FROM_VERSION is the newest one."
    return
  fi
  version_is_newer "$TO_VERSION" "$FROM_VERSION" ||
    fail 41 "Version $TO_VERSION is older than $FROM_VERSION." "$FROM_VERSION runs now." 'To go back, run longshore upgrade --previous.'
  if [[ -z $BUNDLE ]]; then
    upgrade_step downloading
    fetch_release "$NEXT" "$TO_VERSION"
  fi
  say "Longshore $TO_VERSION (running: $FROM_VERSION)"
  say ''
  head -c 20000 -- "$NEXT/notes.md" | tr -d '\000-\010\013-\037\177' >&2
  say ''
  upgrade_check_disk
  upgrade_describe
  if [[ $dry_run == yes ]]; then
    rm -rf -- "$NEXT"
    upgrade_finish idle ''
    say 'Nothing was changed (--dry-run).'
    return
  fi
  ask "Upgrade to $TO_VERSION?" || fail 5 "Longshore wasn't upgraded." 'You answered no.' 'Run longshore upgrade when you are ready.'
  upgrade_apply
}

upgrade_describe() {
  say "It gets the image $(upgrade_image), backs up and migrates the database,"
  say 'starts the new version next to the running one, and switches when it is healthy.'
}

# Loaded images have no digest of a registry; the signed checksums cover the file that they come from.
upgrade_image() {
  if [[ -n $BUNDLE ]]; then printf '%s\n' "$IMAGE_REPOSITORY:$TO_VERSION"; else release_image "$NEXT"; fi
}

# Everything before keep_previous changes nothing of the installation.
upgrade_apply() {
  local image
  image=$(upgrade_image)
  upgrade_step pulling
  if [[ -n $BUNDLE ]]; then upgrade_load; else upgrade_pull "$image"; fi
  upgrade_keep_previous
  upgrade_step backing_up
  # Adds keys that the new release needs and replaces compose.yaml. Running containers notice neither.
  docker run --rm --user 0 --network none --volume "$FOLDER:/out" "$image" init /out >/dev/null ||
    upgrade_fail "The new version couldn't write its files."
  if [[ -n $BUNDLE ]]; then sed -i 's/^\( *image: .*\)@sha256:[0-9a-f]\{64\}$/\1/' "$FOLDER/compose.yaml"; fi
  write_setting LONGSHORE_IMAGE "$image"
  # Does nothing unless the new release names other versions or settings of these two.
  compose --progress quiet up --detach --no-deps --wait postgres restate >&2 || upgrade_fail "PostgreSQL or Restate didn't start."
  compose --progress quiet run --rm --no-deps -T migrate upgrade --always-back-up </dev/null >&2 ||
    upgrade_fail 'The backup or the migration of the database failed.'
  upgrade_step starting
  upgrade_start_candidate
  upgrade_step switching
  upgrade_switch
  upgrade_step watching
  upgrade_watch
  upgrade_keep_release
  upgrade_finish succeeded "Version $TO_VERSION runs."
  say "Longshore $TO_VERSION runs. To go back to $FROM_VERSION, run longshore upgrade --previous."
}

# upgrade_fail WHAT [WHY]: ends the run after something was changed, so it returns.
upgrade_fail() {
  fail 43 "$1" "${2:-The lines above say why.}" "Version $FROM_VERSION keeps running. Report the problem, and try the next release."
}

upgrade_check_disk() {
  local folder free needed=${LONGSHORE_UPGRADE_FREE_MB:-$UPGRADE_FREE_MB}
  for folder in "$FOLDER" "$(docker info --format '{{.DockerRootDir}}')"; do
    [[ -d $folder ]] || continue
    free=$(($(df --output=avail --block-size=1M "$folder" | tail -n 1)))
    ((free >= needed)) || fail 42 "The disk is too full." "$folder has $free MB free, and the upgrade needs $needed MB." \
      'Free some space, for example with docker image prune --all.'
  done
}

upgrade_pull() {
  local image
  for image in "$1" $(cat -- "$NEXT/images.txt"); do
    docker image inspect -- "$image" >/dev/null 2>&1 && continue
    say "Pulling $image"
    timeout 1800 docker pull --quiet -- "$image" >/dev/null ||
      fail 42 "Docker couldn't pull the image." "$image isn't available." 'Check the network and the registry, then try again.'
  done
}

upgrade_load() {
  local images
  images=$NEXT/images-linux-$(machine_architecture).tar
  timeout 1800 docker load --quiet --input "$images" >&2 ||
    fail 42 "Docker couldn't load the images." 'The lines above say why.' 'Free some disk space, then try again.'
  rm -f -- "$images"
}

# From here on, a run that dies is noticed: the next one returns to these files. The release to which `--previous` went
# until now stays in previous.older until the new one runs.
upgrade_keep_previous() {
  local previous=$FOLDER/release/previous name
  rm -rf -- "$previous.next"
  install -d -m 0700 "$previous.next" "$previous.next/deploy"
  for name in "${UPGRADE_FILES[@]}"; do
    [[ ! -f $FOLDER/$name ]] || cp -p -- "$FOLDER/$name" "$previous.next/$name"
  done
  for name in "${UPGRADE_RELEASE_FILES[@]}"; do
    [[ ! -f $FOLDER/release/$name ]] || cp -p -- "$FOLDER/release/$name" "$previous.next/$name"
  done
  if [[ -d $previous ]]; then mv -T -- "$previous" "$previous.older"; fi
  mv -T -- "$previous.next" "$previous"
  upgrade_mark changed
}

# This program is replaced too; the key that verifies releases isn't.
upgrade_keep_release() {
  local name
  write_file "$PROGRAM" 0755 <"$NEXT/install.sh"
  for name in "${UPGRADE_RELEASE_FILES[@]}"; do
    [[ ! -f $NEXT/$name ]] || mv -T -- "$NEXT/$name" "$FOLDER/release/$name"
  done
  rm -rf -- "$NEXT"
  upgrade_remove_older
}

# Two releases stay on the disk: the one that runs, and the one to go back to.
upgrade_remove_older() {
  local older=$FOLDER/release/previous.older image=''
  if [[ -f $older/.env ]]; then image=$(sed -n 's/^LONGSHORE_IMAGE=//p' "$older/.env" | tail -n 1); fi
  rm -rf -- "$older"
  upgrade_remove_image "$image"
}

# upgrade_remove_image IMAGE: unless the release that runs or the one to go back to uses it.
upgrade_remove_image() {
  if [[ -z $1 || $1 == "$(setting LONGSHORE_IMAGE)" ]] || grep -qsxF -- "LONGSHORE_IMAGE=$1" "$FOLDER/release/previous/.env"; then return; fi
  docker image rm -- "$1" >/dev/null 2>&1 || true
}
