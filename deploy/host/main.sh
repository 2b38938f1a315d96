#!/usr/bin/env bash
# Installs, upgrades, and removes Longshore on this machine. It's `install.sh` when you download it and
# `/usr/local/bin/longshore` afterwards. Run it with `help` to see what it can do.
#
# A release joins the parts in this folder into one file and fills in the names between @ signs. In a checkout, pass them
# as variables: LONGSHORE_BASE_URL=... LONGSHORE_RELEASE_KEY_FILE=... deploy/host/main.sh install --dry-run
set -euo pipefail

# Where releases are downloaded from. A folder per version is below it, and feed.json names the newest one.
BASE_URL=${LONGSHORE_BASE_URL:-'@BASE_URL@'}
# The version that this script installs. "latest" asks the feed.
RELEASE_VERSION=${LONGSHORE_VERSION:-'@VERSION@'}
# Name of the server image without its digest. A release with another one is refused.
IMAGE_REPOSITORY=${LONGSHORE_IMAGE_REPOSITORY:-'@IMAGE_REPOSITORY@'}
# URL of Docker's own package repositories, without the distribution at its end, and the fingerprint of their key.
DOCKER_APT_URL=${LONGSHORE_DOCKER_APT_URL:-'@DOCKER_APT_URL@'}
DOCKER_APT_FINGERPRINT=${LONGSHORE_DOCKER_APT_FINGERPRINT:-9DC858229FC7DD38854AE2D88D81803C0EBFCD88}
# Where Longshore is installed.
FOLDER=${LONGSHORE_FOLDER:-/opt/longshore}
PROGRAM=${LONGSHORE_PROGRAM:-/usr/local/bin/longshore}

# Public half of the key that signs releases.
release_key() {
  if [[ -n ${LONGSHORE_RELEASE_KEY_FILE:-} ]]; then cat -- "$LONGSHORE_RELEASE_KEY_FILE"; return; fi
  cat <<'KEY'
@RELEASE_KEY@
KEY
}

# parts: begin
# shellcheck source=/dev/null
for part in output release checks docker proxy install uninstall upgrade-units upgrade-status upgrade-switch upgrade-return upgrade; do
  if [[ -f ${BASH_SOURCE[0]%/*}/$part.sh ]]; then source "${BASH_SOURCE[0]%/*}/$part.sh"; fi
done
# parts: end

usage() {
  cat <<'TEXT'
Usage: longshore COMMAND [OPTIONS]

Commands
  install      Install Longshore on this machine. Running it again changes nothing.
  upgrade      Upgrade to a newer release, or go back.
  uninstall    Remove Longshore. Your apps keep running if you want.
  status       Show the version and what runs.
  setup-link   Print a link that creates the first account.
  proxy-snippet nginx|caddy|traefik|cloudflared
               Print the configuration for the reverse proxy in front of Longshore.
  doctor       Check this installation and show how to fix what's wrong.
  help         Show this text. `longshore COMMAND --help` shows a command's options.

The command line client for projects and deployments is the npm package "longshore".
TEXT
}

# Runs docker compose in the installation folder.
compose() {
  (cd -- "$FOLDER" && docker compose "$@")
}

require_installation() {
  [[ -f $FOLDER/compose.yaml && -f $FOLDER/.env ]] ||
    fail 3 "Longshore isn't installed in $FOLDER." "The folder has no compose.yaml and .env." \
      'Run the install script, or set LONGSHORE_FOLDER to the right folder.'
}

# Opens the lock of all runs as file descriptor 9. Only root can open the file: a descriptor that only reads can hold the
# lock too. Opened without truncation: a second run must not change the file.
open_lock() {
  local mask
  mask=$(umask)
  umask 077
  exec 9>>"$FOLDER/.lock"
  umask "$mask"
}

# Takes the lock that every upgrade holds.
lock_installation() {
  if [[ ${IS_LOCKED:-no} == yes ]]; then return; fi
  [[ -d $FOLDER ]] || install -d -m 0755 "$FOLDER"
  open_lock
  flock --nonblock 9 || fail 6 'An upgrade or another run of this script is in progress.' "Two at a time would change the same files in $FOLDER." \
    'Wait until it ends, then run the command again.'
  IS_LOCKED=yes
}

show_status() {
  require_installation
  echo "version  $(installed_version)"
  echo "image    $(setting LONGSHORE_IMAGE)"
  echo "url      $(setting PUBLIC_URL)"
  compose ps
}

print_setup_link() {
  require_installation
  compose exec -T api longshore-server setup-link
}

run_doctor() {
  require_installation
  local result=0
  compose run --rm --no-deps worker doctor || result=$?
  compose run --rm --no-deps api doctor || result=$?
  return "$result"
}

# Calls a command that a part defines.
run_part() {
  local name=$1
  shift
  declare -F "$name" >/dev/null || fail 2 'This command is missing from this copy of the script.' \
    'The copy is incomplete.' 'Download install.sh of the release again.'
  "$name" "$@"
}

main() {
  local command=install
  # The installed program needs a command; the downloaded script installs.
  if [[ ${0##*/} == longshore ]]; then command=help; fi
  if (($# > 0)) && [[ $1 != -* ]]; then
    command=$1
    shift
  fi
  case $command in
    install) run_part run_install "$@" ;;
    upgrade) run_part run_upgrade "$@" ;;
    uninstall) run_part run_uninstall "$@" ;;
    proxy-snippet) run_part print_proxy_snippet "$@" ;;
    status) show_status ;;
    setup-link) print_setup_link ;;
    doctor) run_doctor ;;
    help) usage ;;
    *)
      fail 2 "Unknown command \"$command\"." 'On this machine, "longshore" manages the installation itself.' \
        'For projects and deployments, install the npm package "longshore" on your own computer. "longshore help" lists the commands here.'
      ;;
  esac
}

# On the last line, so that a partial download does nothing.
main "$@"
