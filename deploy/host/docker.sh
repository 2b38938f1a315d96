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
  local known repository
  if [[ $DOCKER_ACTION == none ]]; then return; fi
  repository="Docker's package repository $(docker_repository) (key $DOCKER_APT_FINGERPRINT)"
  known=$(known_docker_source)
  if [[ -n $known ]]; then repository="use $known with $repository"; else repository="add $repository"; fi
  case $DOCKER_ACTION:$DOCKER_SOURCE in
    *:distribution) say "  - install Docker from this distribution: ${DISTRIBUTION_PACKAGES[*]}" ;;
    install:repository) say "  - $repository and install ${DOCKER_PACKAGES[*]}" ;;
    replace:repository) say "  - $repository and replace Docker by Docker's own packages; running containers restart" ;;
  esac
}

ensure_docker() {
  local known version
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
    known=$(known_docker_source)
    if [[ -n $known ]]; then
      check_docker_source "$known"
    else
      add_docker_repository
      apt update
    fi
    if [[ $DOCKER_ACTION == replace ]]; then apt remove docker.io docker-compose containerd runc; fi
    apt install "${DOCKER_PACKAGES[@]}"
  fi
  systemctl enable --now docker >/dev/null 2>&1 || :
  version=$(timeout 60 docker version --format '{{.Server.Version}}' 2>/dev/null || :)
  is_at_least "$version" "$MIN_DOCKER" || fail 16 "Docker doesn't run after its installation." "\"docker version\" shows \"$version\"." \
    'Read "journalctl -u docker", then run the command again.'
}

# The file in which this machine already has the repository, for example after Docker's own instructions.
known_docker_source() {
  local uri suite entry repository release
  repository=$(docker_repository)/
  release=$(os_release VERSION_CODENAME)
  # shellcheck disable=SC2016
  while read -r uri suite entry; do
    if [[ $uri == "$repository" && $suite == "$release" && ${entry%:*} != "$DOCKER_LIST" ]]; then
      printf '%s\n' "${entry%:*}"
      return
    fi
  done < <(apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(SOURCESENTRY)' 'Created-By: Packages' 2>/dev/null)
}

# check_docker_source FILE: apt-get refuses a second entry for a repository with another keyring, so the known entry is
# used. One of the keyrings in the file must have the key whose fingerprint this script has.
check_docker_source() {
  local keyring
  command -v gpg >/dev/null || apt install gpg
  while IFS= read -r keyring; do
    if grep -qxF -- "$DOCKER_APT_FINGERPRINT" <<<"$(key_fingerprints "$keyring")"; then return; fi
  done < <(sed -n 's/.*[Ss]igned-[Bb]y[=:][[:space:]]*\(\/[^],[:space:]]*\).*/\1/p' "$1")
  fail 16 "$1 has Docker's package repository without the expected key." "No keyring that it names in Signed-By has the key $DOCKER_APT_FINGERPRINT." \
    "Remove the repository $(docker_repository) from $1, then run the command again. The script adds it with its key."
}

# key_fingerprints FILE: those of the primary keys.
key_fingerprints() {
  local folder
  folder=$(mktemp -d)
  gpg --homedir "$folder" --batch --show-keys --with-colons "$1" 2>/dev/null </dev/null |
    awk -F : '$1 == "pub" { isKey = 1 } $1 == "fpr" && isKey { print $10; isKey = 0 }' || :
  rm -rf -- "$folder"
}

# The key must be the one whose fingerprint this script has, and the only one in the file.
add_docker_repository() {
  local folder found
  folder=$(mktemp -d)
  must_download "$(docker_repository)/gpg" "$folder/key" "$SMALL_FILE_BYTES"
  command -v gpg >/dev/null || apt install gpg
  found=$(key_fingerprints "$folder/key")
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
