# Checks this machine before anything changes. Every problem is listed with its remedy; the exit code is that of the
# first one. The codes are documented in docs/guides/install.md.

MIN_MEMORY_MB=1800
MIN_DISK_MB=6000
MIN_UNPACK_MB=2000
MIN_DOCKER=25.0.2
MIN_COMPOSE=2.24.0

REFUSAL_CODE=0

# refuse CODE WHAT WHY REMEDY: notes a problem and continues with the other checks.
refuse() {
  printf 'no       %s\n         %s\n         %s\n' "$2" "$3" "$4" >&2
  if ((REFUSAL_CODE == 0)); then REFUSAL_CODE=$1; fi
}

pass() { printf 'ok       %s\n' "$*" >&2; }

check_machine() {
  check_root
  check_system
  check_programs
  check_memory
  check_disk
  check_docker
  check_ports
  check_ssh
  check_dns
  if ((REFUSAL_CODE == 0)); then return; fi
  printf '\nNothing was changed. Fix the problems above and run the command again.\n' >&2
  exit "$REFUSAL_CODE"
}

check_root() {
  if ((EUID == 0)); then return; fi
  # The other checks need root too.
  fail 10 "You aren't root." 'The script installs Docker and writes to /opt and /usr/local/bin.' 'Run it again with sudo.'
}

check_system() {
  local id='' version='' name=''
  if [[ -r /etc/os-release ]]; then
    id=$(os_release ID)
    version=$(os_release VERSION_ID)
    name=$(os_release PRETTY_NAME)
  fi
  case $id:$version in
    debian:12 | debian:13 | ubuntu:22.04 | ubuntu:24.04 | ubuntu:26.04) pass "system: $name" ;;
    *) refuse 11 "${name:-This system} isn't supported." 'The script knows Debian 12 and 13, and Ubuntu 22.04, 24.04, and 26.04.' \
      'Use one of these, or install by hand: docs/guides/install-with-compose.md.' ;;
  esac
  case $(uname -m) in
    x86_64 | aarch64) pass "architecture: $(uname -m)" ;;
    *) refuse 12 "The architecture $(uname -m) isn't supported." 'There are images for x86_64 and aarch64.' 'Use another machine.' ;;
  esac
  [[ -d /run/systemd/system ]] ||
    refuse 11 "This machine wasn't started by systemd." 'Docker and upgrades need it.' 'Use a virtual machine or a server, not a container.'
}

# os_release NAME: a value of /etc/os-release.
os_release() { sed -n "s/^$1=//p" /etc/os-release | tr -d '"'; }

check_programs() {
  local name
  local -a missing=()
  for name in curl openssl sha256sum ss getent awk base64 tar; do command -v "$name" >/dev/null || missing+=("$name"); done
  ((${#missing[@]} == 0)) || refuse 22 "Programs are missing: ${missing[*]}." 'The script needs them to check the download and this machine.' \
    'Run: apt-get update && apt-get install curl openssl coreutils iproute2 libc-bin mawk tar'
}

check_memory() {
  local mb
  mb=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
  if ((mb >= MIN_MEMORY_MB)); then pass "memory: $mb MB"; else
    refuse 13 "This machine has $mb MB of memory." "Longshore and its database need 2 GB, and your apps need some too." 'Use a machine with at least 2 GB.'
  fi
}

# All folders can be on file systems of their own.
check_disk() {
  local path is_fine=yes space='Free some space ("docker system df" and "du -xh -d 1 /" show what uses it), or'
  for path in "$FOLDER" "$(docker_root)"; do
    check_free "$path" "$MIN_DISK_MB" 'The images and the database need' "$space use a larger disk." || is_fine=no
  done
  if [[ -n $BUNDLE ]]; then
    check_free "$WORK_PARENT" "$MIN_UNPACK_MB" 'The unpacked bundle needs' "$space set TMPDIR to a folder with more space." || is_fine=no
  fi
  [[ $is_fine == no ]] || pass 'disk space'
}

# check_free PATH MB WHY REMEDY
check_free() {
  local path free
  path=$(nearest_folder "$1")
  free=$(df --output=avail -B 1M -- "$path" | tail -n 1 | tr -d ' ')
  if ((free >= $2)) || is_installed; then return 0; fi
  refuse 14 "$path has $free MB of free disk space." "$3 $2 MB there." "$4"
  return 1
}

nearest_folder() {
  local path=$1
  while [[ ! -d $path ]]; do path=$(dirname -- "$path"); done
  printf '%s\n' "$path"
}

docker_root() {
  local root=''
  if command -v docker >/dev/null; then root=$(timeout 20 docker info --format '{{.DockerRootDir}}' 2>/dev/null || :); fi
  printf '%s\n' "${root:-/var/lib/docker}"
}

# Sets DOCKER_ACTION to none, install, or replace.
check_docker() {
  local version compose
  DOCKER_ACTION=none
  if command -v docker >/dev/null && docker --version 2>/dev/null | grep -qi podman || { command -v podman >/dev/null && ! command -v docker >/dev/null; }; then
    refuse 21 'This machine has Podman in place of Docker.' "Longshore needs Docker Engine. Podman isn't supported." \
      'Remove podman-docker, or use another machine. The script then installs Docker.'
    return
  fi
  if ! command -v docker >/dev/null; then
    DOCKER_ACTION=install
    choose_docker_source
    return
  fi
  version=$(timeout 30 docker version --format '{{.Server.Version}}' 2>/dev/null || :)
  if [[ -z $version ]]; then
    refuse 16 "Docker doesn't respond." '"docker version" failed.' 'Run "systemctl start docker" and read "journalctl -u docker".'
    return
  fi
  if ! is_at_least "$version" "$MIN_DOCKER"; then
    if [[ $REPLACE_DOCKER == yes ]]; then
      DOCKER_ACTION=replace
      choose_docker_source
      return
    fi
    refuse 17 "Docker $version is too old." "Longshore needs $MIN_DOCKER or newer: older ones ignore limits of builds." \
      "Run the command again with --replace-docker to install Docker's own packages. Containers on this machine restart."
    return
  fi
  compose=$(timeout 30 docker compose version --short 2>/dev/null || :)
  if ! is_at_least "$compose" "$MIN_COMPOSE"; then
    refuse 18 "The Compose plugin ${compose:-is missing}${compose:+ is too old}." "Longshore needs version $MIN_COMPOSE or newer." \
      'Run: apt-get install docker-compose-plugin (with Docker'"'"'s repository) or apt-get install docker-compose (Debian 13).'
    return
  fi
  pass "Docker $version, Compose $compose"
}

# is_at_least VERSION MINIMUM: compares the three leading numbers.
is_at_least() {
  local -a one other
  local at
  IFS=. read -r -a one <<<"$(leading_numbers "$1")"
  IFS=. read -r -a other <<<"$2"
  ((${#one[@]} > 0)) || return 1
  for at in 0 1 2; do
    if ((10#${one[at]:-0} != 10#${other[at]:-0})); then ((10#${one[at]:-0} > 10#${other[at]:-0})); return; fi
  done
}

leading_numbers() { sed -n 's/^[^0-9]*\([0-9]*\(\.[0-9]*\)\{0,2\}\).*/\1/p' <<<"$1"; }

# Ports that our own proxy has don't count.
check_ports() {
  local port holder
  if [[ $BEHIND_PROXY == yes ]]; then
    check_inner_port --proxy-listen "$PROXY_LISTEN"
    if [[ -n $PROXY_TLS_LISTEN ]]; then check_inner_port --proxy-tls-listen "$PROXY_TLS_LISTEN"; fi
    return
  fi
  for port in 80 443; do
    holder=$(port_holder "$port")
    if [[ -z $holder || $holder == ours ]]; then continue; fi
    refuse 15 "Port $port is used by $holder." 'The proxy of Longshore serves the dashboard and your apps on ports 80 and 443.' \
      "Stop it, or run the command again with --behind-proxy to install Longshore behind it."
    return
  done
  pass 'ports 80 and 443'
}

# check_inner_port OPTION ADDRESS
check_inner_port() {
  local holder port=${2##*:}
  holder=$(port_holder "$port")
  if [[ -z $holder || $holder == ours ]]; then pass "port $port for your reverse proxy"; return; fi
  refuse 15 "Port $port is used by $holder." 'Your reverse proxy reaches Longshore there.' "Name another one: $1 127.0.0.1:18080."
}

# Name of the program that listens on a TCP port, "ours", or nothing.
port_holder() {
  local line name pid
  line=$(ss -H -l -t -n -p "sport = :$1" | head -n 1)
  if [[ -z $line ]]; then return; fi
  name=$(sed -n 's/.*users:(("\([^"]*\)",.*/\1/p' <<<"$line")
  pid=$(sed -n 's/.*users:(("[^"]*",pid=\([0-9]*\),.*/\1/p' <<<"$line")
  if is_our_proxy "$pid"; then echo ours; return; fi
  if [[ $name == docker-proxy ]]; then
    name=$(docker ps --filter "publish=$1" --format 'the container {{.Names}}' | head -n 1)
  fi
  printf '%s\n' "${name:-another program}"
}

# The proxy uses the network of the host, so its process is found by its control group.
is_our_proxy() {
  local container
  if [[ -z $1 ]] || ! command -v docker >/dev/null; then return 1; fi
  while IFS= read -r container; do
    if grep -qF -- "$container" "/proc/$1/cgroup" 2>/dev/null; then return 0; fi
  done < <(docker ps --quiet --no-trunc --filter label=longshore.role=proxy 2>/dev/null)
  return 1
}

# The worker logs in to this machine over SSH, like to every other server.
check_ssh() {
  local banner='' allowed
  # shellcheck disable=SC2016
  banner=$(timeout 10 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" && head -c 4 <&3' - "$SSH_PORT" 2>/dev/null || :)
  if [[ $banner != SSH- ]]; then
    refuse 20 "No SSH server responds on port $SSH_PORT." 'Longshore manages this machine over SSH, like every other server.' \
      'Run "apt-get install openssh-server", or name the port with --ssh-port.'
    return
  fi
  if ! getent passwd "$SSH_USER" >/dev/null; then
    refuse 20 "There is no user $SSH_USER." 'Longshore logs in as this user.' 'Create it, or name another one with --ssh-user.'
    return
  fi
  allowed=$(sshd_option permitrootlogin)
  if [[ $SSH_USER == root && $allowed == no ]]; then
    refuse 20 "The SSH server doesn't let root log in." '"PermitRootLogin no" is set.' \
      'Set "PermitRootLogin prohibit-password", or name a user who can use Docker and sudo with --ssh-user.'
    return
  fi
  pass "SSH on port $SSH_PORT as $SSH_USER"
}

sshd_option() {
  local sshd
  sshd=$(command -v sshd || echo /usr/sbin/sshd)
  if [[ -x $sshd ]]; then timeout 10 "$sshd" -T 2>/dev/null | sed -n "s/^$1 //p" || :; fi
}

check_dns() {
  local host found own
  host=$(host_of "$URL")
  if [[ $SKIP_DNS == yes || $host == localhost ]] || is_address "$host"; then return; fi
  found=$(timeout 20 getent ahosts "$host" | awk '{ print $1 }' | sort -u || :)
  if [[ -z $found ]]; then
    refuse 19 "$host doesn't resolve." 'There is no DNS record for it, so nobody can reach the dashboard and no certificate can be issued.' \
      "Add an A record for $host with the IP address of this machine, wait a minute, and run the command again. --skip-dns skips this check."
    return
  fi
  own=$(own_addresses)
  if [[ -n $(comm -12 <(echo "$found") <(echo "$own")) ]]; then pass "DNS: $host points to this machine"; return; fi
  # A tunnel, a CDN, or a proxy on another machine is in front.
  if [[ $BEHIND_PROXY == yes ]]; then warn "$host points to $(one_line "$found"), which isn't this machine. Your reverse proxy must be there."; return; fi
  if ! has_public_address "$own"; then
    warn "$host points to $(one_line "$found"). This machine only knows private addresses, so whether that's right can't be checked."
    return
  fi
  refuse 19 "$host points to $(one_line "$found")." "This machine has $(one_line "$own")." \
    "Change the DNS record, wait until its old value has expired, and run the command again. --skip-dns skips this check."
}

host_of() {
  local rest=${1#*://}
  rest=${rest%%/*}
  if [[ $rest == \[* ]]; then rest=${rest#[}; printf '%s\n' "${rest%%]*}"; else printf '%s\n' "${rest%%:*}"; fi
}

is_address() { [[ $1 =~ ^[0-9.]+$ || $1 == *:* ]]; }

own_addresses() { ip -o addr show scope global | awk '{ sub(/\/.*/, "", $4); print $4 }' | sort -u; }

has_public_address() {
  grep -qvE '^(10\.|192\.168\.|172\.(1[6-9]|2[0-9]|3[01])\.|100\.(6[4-9]|[7-9][0-9]|1[01][0-9]|12[0-7])\.|169\.254\.|f[cd]|fe80)' <<<"$1"
}

one_line() { tr '\n' ' ' <<<"$1" | sed 's/ *$//'; }

is_installed() { [[ -f $FOLDER/.env && -f $FOLDER/compose.yaml ]]; }
