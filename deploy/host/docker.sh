# Installs Docker: from the distribution if its packages are new enough, and otherwise from Docker's own repository.

DOCKER_KEY=/etc/apt/keyrings/longshore-docker.asc
DOCKER_LIST=/etc/apt/sources.list.d/longshore-docker.sources
DOCKER_PACKAGES=(docker-ce docker-ce-cli containerd.io docker-buildx-plugin docker-compose-plugin)
DISTRIBUTION_PACKAGES=(docker.io docker-cli docker-buildx docker-compose)
IS_REPOSITORY_ADDED=no

# Sets DOCKER_SOURCE to distribution or repository. Without package lists, the release decides.
choose_docker_source() {
  local candidate compose
  candidate=$(candidate_of docker.io)
  compose=$(candidate_of docker-compose)
  if [[ -z $candidate ]] && grep -q '^VERSION_CODENAME=trixie' /etc/os-release; then candidate=26.1.5 compose=2.26.1; fi
  if is_at_least "$candidate" "$MIN_DOCKER" && is_at_least "$compose" "$MIN_COMPOSE"; then
    DOCKER_SOURCE=distribution
    pass "Docker $(leading_numbers "$candidate") can be installed from this distribution"
    return
  fi
  DOCKER_SOURCE=repository
  if [[ $DOCKER_APT_URL =~ ^https?://[A-Za-z0-9._:/-]+$ ]]; then
    pass "Docker can be installed from $(docker_repository)"
    return
  fi
  refuse 16 "This distribution has no Docker $MIN_DOCKER or newer." "Its newest is ${candidate:-none}, and this script has no package repository of Docker's." \
    "Install Docker's own packages as Docker's documentation describes, or name their repository with --docker-apt-url."
}

# Docker has one repository per distribution.
docker_repository() { printf '%s/%s\n' "$DOCKER_APT_URL" "$(os_release ID)"; }

# The epoch in front of the colon isn't part of the version.
candidate_of() { apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: \([0-9]*:\)\{0,1\}\([0-9].*\)$/\2/p'; }

describe_docker() {
  case $DOCKER_ACTION:$DOCKER_SOURCE in
    *:distribution) say "  - install Docker from this distribution: ${DISTRIBUTION_PACKAGES[*]}" ;;
    install:repository) say "  - add Docker's package repository $(docker_repository) (key $DOCKER_APT_FINGERPRINT) and install ${DOCKER_PACKAGES[*]}" ;;
    replace:repository) say "  - replace Docker by Docker's own packages from $(docker_repository) (key $DOCKER_APT_FINGERPRINT); running containers restart" ;;
  esac
}

ensure_docker() {
  if [[ $DOCKER_ACTION == none ]]; then return; fi
  # An interrupted run can leave a repository that apt-get can't read.
  if [[ $DOCKER_SOURCE == repository ]]; then remove_docker_repository; fi
  apt update
  if [[ $DOCKER_SOURCE == distribution ]]; then
    local -a wanted=()
    local name
    # docker-cli is a package of its own only in newer releases.
    for name in "${DISTRIBUTION_PACKAGES[@]}"; do if [[ -n $(candidate_of "$name") ]]; then wanted+=("$name"); fi; done
    apt install "${wanted[@]}"
  else
    add_docker_repository
    apt update
    if [[ $DOCKER_ACTION == replace ]]; then apt remove docker.io docker-compose containerd runc; fi
    apt install "${DOCKER_PACKAGES[@]}"
  fi
  systemctl enable --now docker >/dev/null 2>&1 || :
  local version
  version=$(timeout 60 docker version --format '{{.Server.Version}}' 2>/dev/null || :)
  is_at_least "$version" "$MIN_DOCKER" || fail 16 "Docker doesn't run after its installation." "\"docker version\" shows \"$version\"." \
    'Read "journalctl -u docker", then run the command again.'
}

# The key must be the one whose fingerprint this script has, and the only one in the file.
add_docker_repository() {
  local folder found
  folder=$(mktemp -d)
  must_download "$(docker_repository)/gpg" "$folder/key" "$SMALL_FILE_BYTES"
  command -v gpg >/dev/null || apt install gpg
  found=$(gpg --homedir "$folder" --batch --show-keys --with-colons "$folder/key" 2>/dev/null | awk -F : '$1 == "pub" { isKey = 1 } $1 == "fpr" && isKey { print $10; isKey = 0 }')
  if [[ $found != "$DOCKER_APT_FINGERPRINT" ]]; then
    rm -rf -- "$folder"
    fail 31 "The key of Docker's package repository isn't the expected one." "Its fingerprint is $(one_line "${found:-none}"), not $DOCKER_APT_FINGERPRINT." \
      'Install Docker by hand, and report this to the maintainers.'
  fi
  IS_REPOSITORY_ADDED=yes
  mkdir -p -- "${DOCKER_KEY%/*}"
  write_file "$DOCKER_KEY" 644 <"$folder/key"
  rm -rf -- "$folder"
  write_file "$DOCKER_LIST" 644 <<TEXT
Types: deb
URIs: $(docker_repository)
Suites: $(os_release VERSION_CODENAME)
Components: stable
Signed-By: $DOCKER_KEY
TEXT
}

remove_docker_repository() { rm -f -- "$DOCKER_LIST" "$DOCKER_KEY"; }

# Daemons that packages start must not inherit the lock.
apt() {
  local verb=$1
  shift
  local log
  log=$(mktemp)
  say "         apt-get $verb $*"
  DEBIAN_FRONTEND=noninteractive timeout 1200 apt-get --quiet --yes -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$verb" "$@" >"$log" 2>&1 9>&- || {
    tail -n 30 -- "$log" >&2
    rm -f -- "$log"
    if [[ $IS_REPOSITORY_ADDED == yes ]]; then remove_docker_repository; fi
    fail 16 "apt-get $verb failed." 'Its output is above.' 'Fix the package manager ("apt-get -f install"), then run the command again.'
  }
  rm -f -- "$log"
}
