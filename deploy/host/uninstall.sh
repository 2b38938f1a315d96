# Removes Longshore from this machine. Docker stays, because other programs can use it.

uninstall_usage() {
  cat <<'TEXT'
Usage: longshore uninstall --keep-apps | --everything [--yes] [--dry-run]

  --keep-apps    Remove the control plane with its database and keys. Apps, their data, and the proxy keep running.
  --everything   Also remove all apps, their databases and volumes, and the proxy.
  --yes          Don't ask.
  --dry-run      Show what would be removed.
TEXT
}

run_uninstall() {
  local mode='' dry=no
  while (($# > 0)); do
    case $1 in
      --keep-apps | --everything) mode=$1 ;;
      --yes | -y) ASSUME_YES=yes ;;
      --dry-run) dry=yes ;;
      --help | -h) uninstall_usage; exit 0 ;;
      *) fail 2 "Unknown option \"$1\"." "The script doesn't know it." 'See --help.' ;;
    esac
    shift
  done
  [[ -n $mode ]] || fail 2 'Say what to remove.' 'Apps can keep running without Longshore.' 'Add --keep-apps or --everything.'
  check_root
  check_folder
  describe_uninstall "$mode"
  if [[ $dry == yes ]]; then return; fi
  ask 'Remove all of this? There is no way back without a backup.' || fail 5 'You said no.' 'Nothing was removed.' 'Run the command again when you are ready.'
  if [[ -d $FOLDER ]]; then lock_installation; fi
  LEFT=()
  find_access_keys
  uninstall_units
  remove_control_plane
  if [[ $mode == --everything ]]; then remove_apps; fi
  remove_access
  remove_files "$mode"
  fail_if_left
  say 'Longshore is removed.'
  if [[ $mode == --everything ]]; then say "Docker's build cache stays: other builds on this machine can use it. To empty it: docker builder prune --all"; fi
  if [[ -f $DOCKER_LIST ]]; then
    say "Docker stays. To remove it too: apt-get purge ${DOCKER_PACKAGES[*]} && rm $DOCKER_LIST $DOCKER_KEY"
  fi
}

# A wrong LONGSHORE_FOLDER must not delete files of other programs. The folder can be gone, after --keep-apps.
check_folder() {
  [[ $FOLDER == /*/* ]] || fail 2 "$FOLDER can't be removed." "It isn't a folder of its own." 'Check LONGSHORE_FOLDER.'
  if [[ ! -e $FOLDER || -f $FOLDER/.installed || -f $FOLDER/release-key.pub ]]; then return; fi
  grep -qsx 'name: longshore' "$FOLDER/compose.yaml" || fail 2 "$FOLDER can't be removed." 'It has no compose.yaml of Longshore.' \
    "Check LONGSHORE_FOLDER. If this is what an earlier removal left, delete $FOLDER first."
}

describe_uninstall() {
  say 'This removes:'
  say "  - the control plane: its containers, networks, images, and volumes with the database and all backups in them"
  say "  - $FOLDER with all keys, $PROGRAM, and Longshore's key in authorized_keys"
  if [[ $1 == --everything ]]; then
    say '  - the proxy and all apps with their data:'
    docker ps --all --filter label=longshore.instance --format '      {{.Names}} ({{.Status}})' >&2 || :
    docker volume ls --filter label=longshore.instance --format '      volume {{.Name}}' >&2 || :
    say "  It keeps Docker and its build cache, which other builds on this machine can use."
  else
    say '  It keeps the proxy, all apps, and their data. They keep running, also after a restart of the machine.'
    say '  Certificates are still renewed. You can no longer deploy.'
  fi
}

remove_control_plane() {
  local -a images=()
  if [[ -f $FOLDER/compose.yaml ]]; then
    mapfile -t images < <(compose config --images 2>/dev/null | sort -u)
    compose --profile '*' down --volumes --remove-orphans --timeout 60 >&2 || :
  fi
  # What a damaged installation left.
  remove_labeled com.docker.compose.project=longshore
  if ((${#images[@]} > 0)); then docker image rm --force "${images[@]}" >/dev/null 2>&1 || :; fi
  docker image ls --quiet --filter "reference=$IMAGE_REPOSITORY" | sort -u | xargs --no-run-if-empty docker image rm --force >/dev/null 2>&1 || :
}

# Everything that Longshore creates on a server has its label. Build images have names of ours.
remove_apps() {
  remove_labeled longshore.instance
  docker image ls --format '{{.Repository}}:{{.Tag}}' --filter 'reference=longshore/*' | xargs --no-run-if-empty docker image rm --force >/dev/null 2>&1 || :
  docker image ls --quiet --filter label=longshore.instance | sort -u | xargs --no-run-if-empty docker image rm --force >/dev/null 2>&1 || :
}

# remove_labeled LABEL: a container of yours can use a network or a volume, which Docker then doesn't remove.
remove_labeled() {
  docker ps --all --quiet --filter "label=$1" | xargs --no-run-if-empty docker rm --force --volumes >/dev/null ||
    note_left "containers with the label $1" "docker ps --all --quiet --filter label=$1 | xargs -r docker rm --force --volumes"
  docker volume ls --quiet --filter "label=$1" | xargs --no-run-if-empty docker volume rm --force >/dev/null ||
    note_left "volumes with the label $1" "docker volume ls --quiet --filter label=$1 | xargs -r docker volume rm"
  docker network ls --quiet --filter "label=$1" | xargs --no-run-if-empty docker network rm >/dev/null ||
    note_left "networks with the label $1" "docker network ls --quiet --filter label=$1 | xargs -r docker network rm"
}

# note_left WHAT REMEDY: the removal continues, so that keys and passwords don't stay because of one network.
note_left() {
  warn "Couldn't remove $1. The lines above say why."
  LEFT+=("$2")
}

fail_if_left() {
  if ((${#LEFT[@]} == 0)); then return; fi
  fail 39 'Some parts of Longshore are left.' 'The warnings above name them.' \
    "Fix the cause, for example stop the container that uses a network. Then, as root:$(printf '\n           %s' "${LEFT[@]}")"
}

# Only the control plane knows a key that was rotated in the dashboard, so this comes before its removal.
find_access_keys() {
  local key
  ACCESS_KEYS=()
  SSH_USER='' SSH_PORT=''
  restore_login
  key=$(stored_access_key)
  if [[ -n $key ]]; then ACCESS_KEYS+=("$key"); fi
  if ! is_installed; then return; fi
  key=$(current_access_key 2>/dev/null) ||
    warn "The control plane doesn't respond. If you rotated Longshore's key for this machine, remove it from authorized_keys by hand."
  if [[ -n $key && $key != "${ACCESS_KEYS[0]:-}" ]]; then ACCESS_KEYS+=("$key"); fi
}

# Arguments: the file and the pattern of the key. Exit code 1 of grep: no other lines. On a full disk, the file stays as it is.
REMOVE_KEY='export LC_ALL=C
[ -f "$1" ] && grep -qa -- "$2" "$1" || exit 0
next=$(mktemp -- "$1.XXXXXX") || exit 1
if { grep -va -- "$2" "$1" >"$next" || [ "$?" = 1 ]; } && chmod --reference="$1" -- "$next" && mv -f -- "$next" "$1"; then exit 0; fi
rm -f -- "$next"
exit 1'

# Any user can have the key. Each file is changed as its user: their folder can contain links to other files.
remove_access() {
  local key user home pattern file
  while IFS=: read -r user _ _ _ _ home _; do
    if [[ ! -d $home/.ssh ]]; then continue; fi
    file=$home/.ssh/authorized_keys
    for key in "${ACCESS_KEYS[@]}"; do
      pattern=$(key_pattern "$key") || continue
      timeout 10 runuser -u "$user" -- sh -c "$REMOVE_KEY" sh "$file" "$pattern" </dev/null ||
        note_left "Longshore's key from $file" "Remove Longshore's key from $file by hand."
    done
  done < <(getent passwd)
}

# Other folders that servers have: the owner file lets another instance add this machine.
remove_files() {
  rm -rf -- "$FOLDER" || note_left "$FOLDER" "rm -rf ${FOLDER@Q}"
  rm -f -- "$PROGRAM" /var/lib/longshore/owner.json || note_left "$PROGRAM" "rm -f ${PROGRAM@Q} /var/lib/longshore/owner.json"
  if [[ $1 == --everything ]]; then rm -rf -- /var/lib/longshore || note_left /var/lib/longshore 'rm -rf /var/lib/longshore'; fi
  rmdir --ignore-fail-on-non-empty /var/lib/longshore 2>/dev/null || :
}
