# Downloads a release and verifies it. A release is a folder of files: checksums.txt lists the hash of each, and
# checksums.txt.sig is its signature. Nothing of a release is used before both were checked.
#
#   fetch_release FOLDER VERSION    downloads the small files into FOLDER and verifies them
#   unpack_bundle FOLDER FILE       the same from an offline bundle, without a network
#                                   (the small files and images-linux-ARCH.tar; checksums.txt has the hash of that file,
#                                   and not of the bundle, which contains checksums.txt)
#   release_image FOLDER            the image of the verified release, by digest
#   newest_version                  the version that the feed names
#   version_is_newer A B            true if A is newer than B
# The key is FOLDER_OF_INSTALLATION/release-key.pub if there is one, and otherwise the one in this script.

RELEASE_FILES=(version.txt image.txt images.txt notes.md install.sh)
SMALL_FILE_BYTES=1000000

# download URL PATH MAX_BYTES: to a file, or not at all. An HTTPS server can't redirect to plain HTTP.
download() {
  local url=$1 path=$2 limit=$3 protocols='=https'
  if [[ $url == http://* ]]; then protocols='=http,https'; fi
  curl --fail --silent --show-error --location --max-redirs 5 --proto "$protocols" --proto-redir "$protocols" \
    --connect-timeout 15 --max-time 900 --retry 3 --retry-delay 2 --max-filesize "$limit" \
    --output "$path.part" -- "$url" || {
    rm -f -- "$path.part"
    return 1
  }
  # A response without a length gets past --max-filesize.
  if (($(stat -c %s -- "$path.part") > limit)); then rm -f -- "$path.part"; return 1; fi
  mv -f -- "$path.part" "$path"
}

must_download() {
  download "$@" || fail 30 "Couldn't download $1." "The server didn't send it, or it's larger than $3 bytes." \
    'Check the network and the URL, then run the command again. For a machine without a network, use --offline BUNDLE.'
}

# Verifies checksums.txt of the folder with the release key.
verify_checksums() {
  local folder=$1 key=$1/.key result=0
  if [[ -f $FOLDER/release-key.pub ]]; then cp -- "$FOLDER/release-key.pub" "$key"; else release_key >"$key"; fi
  base64 -d <"$folder/checksums.txt.sig" >"$folder/.signature" 2>/dev/null || result=1
  openssl dgst -sha256 -verify "$key" -signature "$folder/.signature" "$folder/checksums.txt" >/dev/null 2>&1 || result=1
  rm -f -- "$key" "$folder/.signature"
  ((result == 0)) || fail 31 "The signature of this release isn't valid." \
    'Its checksums were not signed with the release key, so its files could come from anyone.' \
    'Download again. If it stays, report it to the maintainers and install nothing.'
}

# check_file FOLDER NAME: compares a file with the verified checksums.
check_file() {
  local folder=$1 name=$2 wanted
  wanted=$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1 }' "$folder/checksums.txt")
  [[ $wanted =~ ^[0-9a-f]{64}$ && $(sha256sum <"$folder/$name") == "$wanted  -" ]] ||
    fail 32 "$name isn't the file that was released." "Its hash differs from the signed checksums." \
      'Download again. If it stays, report it to the maintainers and install nothing.'
}

fetch_release() {
  local folder=$1 version=$2 name
  is_version "$version" || fail 2 "\"$version\" isn't a version." 'A version has three numbers.' 'Use a version such as 1.4.0.'
  mkdir -p -- "$folder"
  for name in checksums.txt checksums.txt.sig; do
    must_download "$BASE_URL/$version/$name" "$folder/$name" "$SMALL_FILE_BYTES"
  done
  verify_checksums "$folder"
  for name in "${RELEASE_FILES[@]}"; do
    must_download "$BASE_URL/$version/$name" "$folder/$name" "$SMALL_FILE_BYTES"
  done
  verify_files "$folder" "$version"
}

# The version in it is for the caller to judge.
unpack_bundle() {
  local folder=$1 bundle=$2 images
  images=images-linux-$(machine_architecture).tar
  [[ -f $bundle ]] || fail 30 "There is no file $bundle." 'The offline bundle is missing.' 'Copy it to this machine and pass its path.'
  mkdir -p -- "$folder"
  # Only these files, whatever else the archive has.
  tar --extract --gzip --file "$bundle" --directory "$folder" --no-same-owner --no-same-permissions \
    -- checksums.txt checksums.txt.sig "${RELEASE_FILES[@]}" "$images" ||
    fail_unpack "$folder" "$bundle"
  # A link would let the checksums be right for another file than the one that is used later.
  [[ -z $(find "$folder" -mindepth 1 ! -type f) ]] ||
    fail 31 "Couldn't verify $bundle." 'It contains something other than plain files.' 'Copy the right bundle again.'
  verify_checksums "$folder"
  verify_files "$folder" ''
  check_file "$folder" "$images"
}

# fail_unpack FOLDER BUNDLE: tar keeps what it wrote, so a full disk is still full.
fail_unpack() {
  local folder=$1 bundle=$2 free
  free=$(df --output=avail -B 1M -- "$folder" | tail -n 1 | tr -d ' ')
  if ((free < 50)); then
    fail 30 "Couldn't unpack $bundle." "The disk is full: $folder has $free MB left." \
      'Free some space, then run the command again. The install script unpacks in another folder if you set TMPDIR.'
  fi
  fail 30 "Couldn't unpack $bundle." "It isn't a complete bundle for this machine's architecture." 'Copy the right bundle again.'
}

# As in the names of images and files.
machine_architecture() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64) echo arm64 ;;
    *) uname -m ;;
  esac
}

verify_files() {
  local folder=$1 version=$2 name
  for name in "${RELEASE_FILES[@]}"; do check_file "$folder" "$name"; done
  local found
  found=$(head -c 50 -- "$folder/version.txt")
  if ! is_version "$found" || [[ -n $version && $found != "$version" ]]; then
    fail 33 "The download isn't version $version." "It says that it's version $found." \
      'An old release could be offered in place of the one you want. Report it to the maintainers.'
  fi
  release_image "$folder" >/dev/null
}

# Only the repository that this script knows is accepted.
release_image() {
  local image
  image=$(head -n 1 -- "$1/image.txt")
  [[ $image =~ ^[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}$ && ${image%@*} == "$IMAGE_REPOSITORY" ]] ||
    fail 34 "The release names the image \"${image:0:200}\"." "This script only accepts images of $IMAGE_REPOSITORY by digest." \
      'Download install.sh of the new release and read its notes.'
  printf '%s\n' "$image"
}

# In a folder of its own: the download also uses the path with ".part" at its end, which must not be another user's file.
# A subshell, so that the folder is removed at every exit.
newest_version() (
  folder=$(mktemp -d)
  trap 'rm -rf -- "$folder"' EXIT
  must_download "$BASE_URL/feed.json" "$folder/feed" "$SMALL_FILE_BYTES"
  version=$(sed -n 's/.*"version"[[:space:]]*:[[:space:]]*"v\{0,1\}\([0-9.]*\)".*/\1/p' "$folder/feed" | head -n 1)
  is_version "$version" || fail 30 'The release feed has no version.' "$BASE_URL/feed.json isn't what was expected." 'Check the network, then run the command again. For a machine without a network, use --offline BUNDLE.'
  printf '%s\n' "$version"
)

installed_version() {
  if [[ -f $FOLDER/release/version.txt ]]; then head -n 1 -- "$FOLDER/release/version.txt"; fi
}

is_version() { [[ $1 =~ ^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$ ]]; }

# Compares release numbers; anything else is never newer.
version_is_newer() {
  is_version "$1" && is_version "$2" || return 1
  local -a one other
  local at
  IFS=. read -r -a one <<<"$1"
  IFS=. read -r -a other <<<"$2"
  for at in 0 1 2; do
    if ((10#${one[at]} != 10#${other[at]})); then ((10#${one[at]} > 10#${other[at]})); return; fi
  done
  return 1
}
