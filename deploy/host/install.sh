# Installs Longshore on this machine: checks, downloads and verifies, shows the plan, asks, and only then changes anything.
# Running it again changes nothing.

DEFAULT_PROXY_LISTEN=127.0.0.1:8080
DEFAULT_TRUSTED_PROXIES=127.0.0.1,::1
# Not /tmp, which can be in memory: the images of a bundle are large.
WORK_PARENT=${TMPDIR:-/var/tmp}

install_usage() {
  cat <<'TEXT'
Usage: install.sh --url https://deploy.example.com [OPTIONS]

  --url URL               URL of the dashboard. Its DNS record points to this machine.
  --dry-run               Check and show the plan, change nothing.
  --yes                   Answer every question with yes.
  --offline BUNDLE        Install from a downloaded bundle, without a network.
  --behind-proxy          Ports 80 and 443 belong to a reverse proxy, which forwards to Longshore.
  --proxy-listen ADDRESS  Where that reverse proxy reaches Longshore (default: 127.0.0.1:8080).
  --proxy-tls-listen ADDRESS
                          Where that reverse proxy passes TLS connections through. Longshore then gets the certificates.
  --trusted-proxies LIST  IP addresses or networks whose client addresses are trusted (default: 127.0.0.1,::1).
  --replace-docker        Replace a Docker that's too old by Docker's own packages. Containers restart.
  --docker-apt-url URL    Docker's package repositories, or a mirror of them. The script appends /debian or /ubuntu.
  --ssh-user USER, --ssh-port PORT
                          How Longshore logs in to this machine (default: root, 22).
  --skip-dns              Don't check the DNS record.
TEXT
}

read_install_options() {
  URL='' DRY_RUN=no BUNDLE='' REPLACE_DOCKER=no SSH_USER='' SSH_PORT='' SKIP_DNS=no
  BEHIND_PROXY=no PROXY_LISTEN='' PROXY_TLS_LISTEN='' TRUSTED_PROXIES=''
  DOCKER_ACTION=none DOCKER_SOURCE=''
  while (($# > 0)); do
    case $1 in
      --dry-run) DRY_RUN=yes ;;
      --yes | -y) ASSUME_YES=yes ;;
      --behind-proxy) BEHIND_PROXY=yes ;;
      --replace-docker) REPLACE_DOCKER=yes ;;
      --skip-dns) SKIP_DNS=yes ;;
      --help | -h) install_usage; exit 0 ;;
      --url | --offline | --proxy-listen | --proxy-tls-listen | --trusted-proxies | --docker-apt-url | --ssh-user | --ssh-port)
        (($# > 1)) || fail 2 "$1 needs a value." 'It was the last word.' 'See --help.'
        read_install_value "$1" "$2"
        shift
        ;;
      *) fail 2 "Unknown option \"$1\"." "The script doesn't know it." 'See --help.' ;;
    esac
    shift
  done
  restore_url
  restore_login
  restore_proxy
}

# Values end up in files and in arguments, so each has a strict form.
read_install_value() {
  local name=$1 value=$2 form
  case $name in
    --url) form='^[Hh][Tt][Tt][Pp][Ss]?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?$' URL=$(normalize_url "$value") ;;
    --offline) form='.' BUNDLE=$value ;;
    --proxy-listen) form='^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]+\]):[0-9]{1,5}$' PROXY_LISTEN=$value ;;
    --proxy-tls-listen) form='^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]+\]):[0-9]{1,5}$' PROXY_TLS_LISTEN=$value ;;
    --trusted-proxies) form='^[0-9a-f.:/]+(,[0-9a-f.:/]+)*$' TRUSTED_PROXIES=$value ;;
    --docker-apt-url) form='^https?://[A-Za-z0-9._:/-]+$' DOCKER_APT_URL=${value%/} ;;
    --ssh-user) form='^[a-z_][a-z0-9_-]{0,31}$' SSH_USER=$value ;;
    --ssh-port) form='^[0-9]{1,5}$' SSH_PORT=$value ;;
  esac
  [[ $value =~ $form ]] || fail 2 "\"$value\" can't be used for $name." "It doesn't have the right form." 'See --help.'
}

# As the control plane stores it: in lower case, without the default port and a slash at the end.
normalize_url() {
  local url=${1,,}
  url=${url%/}
  case $url in
    https://*) url=${url%:443} ;;
    http://*) url=${url%:80} ;;
  esac
  printf '%s\n' "$url"
}

# An existing installation keeps its URL.
restore_url() {
  if is_installed; then
    local known
    known=$(setting PUBLIC_URL)
    if [[ -z $URL ]]; then URL=$known; fi
    if [[ $(normalize_url "$URL") != "$(normalize_url "$known")" ]]; then
      fail 4 "Longshore is already installed in $FOLDER with the URL $known." "Installing again doesn't change the URL." \
        "Change PUBLIC_URL in $FOLDER/.env and run \"docker compose up -d\" there, or leave out --url."
    fi
  fi
  [[ -n $URL ]] || fail 2 'The URL of the dashboard is missing.' 'Links, certificates, and DNS checks need it.' \
    'Add --url https://deploy.example.com with your own hostname.'
}

# How Longshore logs in to this machine: the options, or else those of an earlier run.
restore_login() {
  local user=root port=22
  if [[ -f $FOLDER/host-access.login ]]; then
    read -r user port <"$FOLDER/host-access.login" || :
    if [[ ${SSH_USER:-$user}:${SSH_PORT:-$port} != "$user:$port" ]]; then
      warn "Longshore logs in as $user on port $port until you also change the server in the dashboard."
    fi
  fi
  SSH_USER=${SSH_USER:-$user} SSH_PORT=${SSH_PORT:-$port}
}

# The options, or else the settings of an earlier run, or else the defaults.
restore_proxy() {
  local listen secure trusted
  listen=$(setting PROXY_HTTP_LISTEN)
  secure=$(setting PROXY_HTTPS_LISTEN)
  trusted=$(setting PROXY_TRUSTED)
  if [[ -n $listen ]]; then BEHIND_PROXY=yes; fi
  if [[ $BEHIND_PROXY == no && -n $PROXY_LISTEN$PROXY_TLS_LISTEN$TRUSTED_PROXIES ]]; then
    fail 2 '--proxy-listen, --proxy-tls-listen, and --trusted-proxies need --behind-proxy.' 'Longshore has ports 80 and 443 itself.' 'Add --behind-proxy, or leave them out.'
  fi
  # An empty setting means the default, here and in the control plane.
  trusted=${trusted:-$DEFAULT_TRUSTED_PROXIES}
  PROXY_LISTEN=${PROXY_LISTEN:-${listen:-$DEFAULT_PROXY_LISTEN}}
  PROXY_TLS_LISTEN=${PROXY_TLS_LISTEN:-$secure}
  TRUSTED_PROXIES=${TRUSTED_PROXIES:-$trusted}
  IS_PROXY_CHANGED=no
  if [[ $BEHIND_PROXY == yes && $PROXY_LISTEN,$PROXY_TLS_LISTEN,$TRUSTED_PROXIES != "$listen,$secure,$trusted" ]]; then IS_PROXY_CHANGED=yes; fi
}

run_install() {
  read_install_options "$@"
  say "Checking this machine"
  check_machine
  WORK=$(mktemp -d -p "$WORK_PARENT")
  trap 'rm -rf -- "$WORK"' EXIT
  # An upgrade would change the version that prepare_release reads. A new machine is locked after the question.
  if [[ $DRY_RUN == no ]] && is_installed; then lock_installation; fi
  prepare_release
  describe_install
  if [[ $DRY_RUN == yes ]]; then say '' && say 'This was a dry run. Nothing was changed.'; return; fi
  ask 'Continue?' || fail 5 'You said no.' 'Nothing was changed.' 'Run the command again when you are ready.'
  lock_installation
  ensure_docker
  ensure_images
  write_installation
  start_installation
  give_access
  finish_install
}

# Downloads and verifies the release that this script belongs to. An existing installation keeps its version.
prepare_release() {
  local version installed
  installed=$(installed_version)
  if [[ -n $BUNDLE ]]; then
    say "Verifying $BUNDLE"
    unpack_bundle "$WORK/release" "$BUNDLE"
  else
    version=$RELEASE_VERSION
    if [[ -n $installed ]]; then version=$installed; elif [[ $version == latest ]]; then version=$(newest_version); fi
    say "Downloading and verifying Longshore $version"
    fetch_release "$WORK/release" "$version"
  fi
  VERSION=$(cat -- "$WORK/release/version.txt")
  if [[ -n $installed && $installed != "$VERSION" ]]; then
    fail 4 "Longshore $installed is already installed." "This would install $VERSION." 'Run "longshore upgrade" to change the version.'
  fi
  # Loaded images have no digest of a registry; the signed checksums cover the file that they come from.
  if [[ -n $BUNDLE ]]; then IMAGE=$IMAGE_REPOSITORY:$VERSION; else IMAGE=$(release_image "$WORK/release"); fi
  # An installation by hand can lack the setting, and then uses the release's image.
  if [[ -n $installed ]]; then
    local used
    used=$(setting LONGSHORE_IMAGE)
    IMAGE=${used:-$IMAGE}
  fi
}

describe_install() {
  say ''
  if is_installed; then say "Longshore $VERSION is installed in $FOLDER. This only repairs what is missing:"; else say "This installs Longshore $VERSION for $URL:"; fi
  describe_docker
  say "  - use the image $IMAGE"
  say "  - write compose.yaml, .env, and new keys to $FOLDER"
  say "  - start PostgreSQL, Restate, the API, and the worker, and keep them running"
  if [[ $BEHIND_PROXY == yes ]]; then
    say "  - serve the dashboard and your apps on $PROXY_LISTEN, for your reverse proxy"
    if [[ -n $PROXY_TLS_LISTEN ]]; then say "  - get certificates, for TLS connections on $PROXY_TLS_LISTEN that begin with the PROXY protocol"; fi
  else
    say '  - serve the dashboard and your apps on ports 80 and 443'
  fi
  if [[ -n $(new_feed_url) ]]; then say "  - check $(new_feed_url) for new versions once a day"; fi
  say "  - add Longshore's SSH key for $SSH_USER, so that it manages this machine"
  say "  - copy this script to $PROGRAM"
  say ''
}

ensure_images() {
  if [[ -n $BUNDLE ]]; then
    # Always: an interrupted run can have loaded only some images. Docker skips the layers that it has.
    say 'Loading the images'
    timeout 1800 docker load --quiet --input "$WORK/release/images-linux-$(machine_architecture).tar" >&2 ||
      fail 35 "Couldn't load the images." '"docker load" failed, its output is above.' 'Free some disk space and run the command again.'
    return
  fi
  if docker image inspect "$IMAGE" >/dev/null 2>&1; then return; fi
  say 'Pulling the image'
  timeout 1800 docker pull --quiet "$IMAGE" >&2 || fail 35 "Couldn't pull $IMAGE." '"docker pull" failed, its output is above.' \
    'Check the network and run the command again.'
}

write_installation() {
  local name feed
  mkdir -p -- "$FOLDER/release"
  if [[ ! -f $FOLDER/release-key.pub ]]; then release_key | write_file "$FOLDER/release-key.pub" 644; fi
  if [[ -z $(installed_version) || ! -f $FOLDER/.env || ! -f $FOLDER/compose.yaml ]]; then
    say "Writing $FOLDER"
    docker run --rm --user 0 --network none --volume "$FOLDER:/out" "$IMAGE" init /out --url "$URL" >"$WORK/init.log" 2>&1 || {
      cat -- "$WORK/init.log" >&2
      fail 36 "Couldn't write the settings and keys." '"init" failed, its output is above.' 'Run the command again. Existing keys are kept.'
    }
    # Loaded images are found by name only.
    if [[ -n $BUNDLE ]]; then sed -i 's/^\( *image: .*\)@sha256:[0-9a-f]\{64\}$/\1/' "$FOLDER/compose.yaml"; fi
  fi
  write_setting LONGSHORE_IMAGE "$IMAGE"
  if [[ $BEHIND_PROXY == yes ]]; then write_proxy_settings; fi
  feed=$(new_feed_url)
  if [[ -n $feed ]]; then write_setting VERSION_FEED_URL "$feed"; fi
  printf '%s %s\n' "$SSH_USER" "$SSH_PORT" | write_file "$FOLDER/host-access.login" 644
  for name in checksums.txt checksums.txt.sig "${RELEASE_FILES[@]}"; do
    write_file "$FOLDER/release/$name" 644 <"$WORK/release/$name"
  done
  write_file "$PROGRAM" 755 <"$WORK/release/install.sh"
  install_units
}

# TRUST_PROXY comes first: an interrupted run hasn't stored the others, so the next one writes it again.
write_proxy_settings() {
  # The API sees both proxies in X-Forwarded-For. Operators can trust more, so only a change replaces their list.
  if [[ $IS_PROXY_CHANGED == yes || -z $(setting TRUST_PROXY) ]]; then write_setting TRUST_PROXY "gateway,$TRUSTED_PROXIES"; fi
  if [[ $IS_PROXY_CHANGED == no ]]; then return; fi
  write_setting PROXY_HTTP_LISTEN "$PROXY_LISTEN"
  if [[ -n $PROXY_TLS_LISTEN ]]; then write_setting PROXY_HTTPS_LISTEN "$PROXY_TLS_LISTEN"; fi
  write_setting PROXY_TRUSTED "$TRUSTED_PROXIES"
}

# Prints where the control plane finds new versions, if this run should set it. Later runs keep the operator's choice, and
# a machine without a network can't read the feed.
new_feed_url() {
  if [[ -z $BUNDLE && ! -f $FOLDER/.installed && $BASE_URL =~ ^https://[A-Za-z0-9._:/~%+-]+$ ]] && ! has_setting VERSION_FEED_URL; then
    printf '%s\n' "$BASE_URL/feed.json"
  fi
}

start_installation() {
  say 'Starting Longshore'
  compose up --detach --wait --wait-timeout 600 >"$WORK/up.log" 2>&1 || {
    tail -n 30 -- "$WORK/up.log" >&2
    compose ps --all >&2 || :
    fail 37 "Longshore didn't start." 'A container is unhealthy, see the list above.' \
      'Run "longshore doctor", fix what it shows, and run the install command again.'
  }
}

# Arguments: the file and the key. The last line of the file can lack its end.
ADD_KEY='umask 077
mkdir -p -- "${1%/*}"
if [ -s "$1" ] && [ -n "$(tail -c 1 -- "$1")" ]; then echo >>"$1"; fi
printf "%s\n" "$2" >>"$1"'

give_access() {
  local key file
  file=$(getent passwd "$SSH_USER" | cut -d : -f 6)/.ssh/authorized_keys
  # With several organizations, register-host can't know whose server this machine is.
  if has_key "$file" "$(stored_access_key)"; then return; fi
  key=$(current_access_key 2>"$WORK/register.log") || {
    tail -n 5 -- "$WORK/register.log" >&2
    fail 38 "Couldn't add this machine as a server." '"register-host" failed, its output is above.' 'Add it in the dashboard under Servers.'
  }
  [[ -n $key ]] || fail 38 "Couldn't add this machine as a server." '"register-host" printed no key.' 'Add it in the dashboard under Servers.'
  printf '%s\n' "$key" | write_file "$FOLDER/host-access.pub" 644
  if has_key "$file" "$key"; then return; fi
  # As the user: the folder can contain links to other files.
  runuser -u "$SSH_USER" -- sh -c "$ADD_KEY" sh "$file" "$key" </dev/null ||
    fail 38 "Couldn't add this machine as a server." "Couldn't write to $file as $SSH_USER." 'Make it writable and run the command again.'
}

# has_key FILE KEY
has_key() {
  local pattern
  pattern=$(key_pattern "$2") && LC_ALL=C grep -qsa -- "$pattern" "$1"
}

# key_pattern KEY: a basic regular expression for the lines of authorized_keys with this key. Operators can restrict a key
# with options in front of it, such as from="...", and change its comment. Fails for text that isn't a key, so nothing in
# the key has a special meaning in the expression.
key_pattern() {
  local type data
  read -r type data _ <<<"$1"
  [[ $type =~ ^ssh-[a-z0-9-]+$ && $data =~ ^[A-Za-z0-9+/=]+$ ]] || return 1
  printf '^[[:blank:]]*\([^#[:blank:]].*[[:blank:]]\)\{0,1\}%s[[:blank:]]\{1,\}%s\([[:blank:]].*\)\{0,1\}$\n' "$type" "$data"
}

# The key when the install script ran last. It can be rotated in the dashboard.
stored_access_key() { head -n 1 -- "$FOLDER/host-access.pub" 2>/dev/null || :; }

# The worker prints a shell line; only the public key in it is used.
current_access_key() {
  local line
  line=$(cd -- "$FOLDER" && timeout 120 docker compose exec -T worker longshore-server register-host --user "$SSH_USER" --port "$SSH_PORT" </dev/null) || return 1
  sed -n "s/^.*'\(ssh-[a-z0-9-]* [A-Za-z0-9+/=]*\( [A-Za-z0-9@._-]*\)\{0,1\}\)'.*$/\1/p" <<<"$line"
}

# Waits until this machine's own proxy serves the dashboard, so that the printed link works.
finish_install() {
  local address=http://127.0.0.1 until=$((SECONDS + 180)) link='' host
  host=$(host_of "$URL")
  if [[ $BEHIND_PROXY == yes ]]; then address=http://$PROXY_LISTEN; fi
  say 'Waiting for the proxy'
  until curl --silent --output /dev/null --max-time 5 --header "Host: $host" "$address/" || ((SECONDS > until)); do sleep 1; done
  ((SECONDS <= until)) || warn 'The proxy has not started yet. "longshore doctor" shows why.'
  if [[ ! -f $FOLDER/.installed ]]; then link=$(compose exec -T api longshore-server setup-link 2>/dev/null || :); fi
  say ''
  if [[ $BEHIND_PROXY == yes ]]; then say "Next, let your reverse proxy forward to $PROXY_LISTEN: \"longshore proxy-snippet nginx\" prints its configuration."; fi
  if [[ -n $link ]]; then
    say 'Longshore is installed. Create the first account with this link. It works once and expires after a day:'
    printf '%s\n' "$link"
  else
    say "Longshore is installed at $URL. If it has no account yet, \"longshore setup-link\" prints a link for the first one."
  fi
  # An interrupted first run hasn't shown the link yet.
  [[ -f $FOLDER/.installed ]] || : >"$FOLDER/.installed"
}
