#!/bin/sh
# assemble-system.sh ARCHITECTURE FOLDER: unpacks the Debian packages that the server needs into FOLDER, for any architecture and
# without running anything of it. The image has no package manager, no Perl, and only the programs that the server starts.
set -eu
architecture=$1
system=$2

packages='base-files libc6 libstdc++6 libatomic1 ca-certificates dash coreutils util-linux git openssh-client'
# Git needs Perl only for commands that the server never runs (send-email, svn, add --patch). The others are needed only to install.
left_out='perl perl-base perl-modules-* libperl* liberror-perl libgdbm* libdb5* libsasl2-modules* adduser passwd login* debconf* cdebconf dpkg
  tar mawk *awk libpam* libsemanage* libsepol* libaudit* openssl git-man debianutils sensible-utils libfido2-* libcbor*
  libsystemd* liblz4-* libgcrypt* libgpg-error* libcap2 util-linux-extra sysvinit-utils init-system-helpers
  libuuid* libblkid* libmount* ca-certificates'
util_linux='setpriv prlimit unshare'
ssh_programs='ssh ssh-add ssh-agent ssh-keygen ssh-keyscan'
git_programs='git git-remote-http git-remote-https'
encodings='ISO8859-* UTF-* UNICODE.so CP125* KOI8-* EUC-* GBK.so GB18030.so SJIS.so BIG5.so libJIS.so libKSC.so libGB.so libCNS.so libJISX0213.so'

work=$(mktemp -d)
mkdir -p "$work/archives/partial"
: >"$work/status"

# An empty list of installed packages makes apt fetch every dependency, also the ones that this machine has.
fetch() {
  apt-get -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" -o APT::Sandbox::User=root \
    -o Dir::State::status="$work/status" -o Dir::Cache::archives="$work/archives" "$@"
}

is_in() {
  for pattern in $2; do
    # The pattern isn't quoted: it is matched, not compared.
    # shellcheck disable=SC2254
    case $1 in $pattern) return 0 ;; esac
  done
  return 1
}

# keep_only FOLDER NAMES: removes every other file in FOLDER.
keep_only() {
  for file in "$system/$1"/*; do is_in "${file##*/}" "$2" || rm -rf "$file"; done
}

set -f
fetch update -qq
# shellcheck disable=SC2086
fetch install --quiet --quiet --download-only --yes --no-install-recommends $packages >/dev/null
set +f

mkdir -p "$system/usr/bin" "$system/usr/sbin" "$system/usr/lib" "$system/usr/lib64" "$system/var/lib/dpkg/status.d"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$system/$folder"; done

unpack() {
  dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "${3:-$system}"
  # Scanners find the packages of an image without a package manager here.
  dpkg-deb --field "$1" >"$system/var/lib/dpkg/status.d/$2"
}

set -f
for archive in $(find "$work/archives" -name '*.deb' | sort); do
  name=$(dpkg-deb --field "$archive" Package)
  case $name in
    util-linux)
      mkdir "$work/util-linux"
      unpack "$archive" "$name" "$work/util-linux"
      for program in $util_linux; do cp "$work/util-linux/usr/bin/$program" "$system/usr/bin/"; done
      mkdir -p "$system/usr/share/doc/util-linux"
      cp "$work/util-linux/usr/share/doc/util-linux/copyright" "$system/usr/share/doc/util-linux/"
      ;;
    *) is_in "$name" "$left_out" || unpack "$archive" "$name" ;;
  esac
done
set +f

keep_only usr/lib/git-core "$git_programs"
for program in "$system"/usr/bin/ssh* "$system"/usr/bin/git*; do
  is_in "${program##*/}" "$ssh_programs $git_programs" || rm -rf "$program"
done
ln -sf ../../bin/git "$system/usr/lib/git-core/git"
for program in scalar scp sftp slogin; do rm -f "$system/usr/bin/$program"; done
# Encodings of old commit messages that are still in use; the others are most of the C library's size.
for table in "$system"/usr/lib/*/gconv/*.so; do is_in "${table##*/}" "$encodings" || rm -f "$table"; done
rm -f "$system"/usr/lib/*/gconv/gconv-modules.cache
rm -rf "$system/usr/lib/openssh" "$system/usr/share/gitweb" "$system/var/lib/git" "$system/var/lib/systemd"
rm -rf "$system/usr/sbin" && mkdir "$system/usr/sbin"
# Licenses stay; other documentation and translations don't.
find "$system/usr/share/doc" ! -type d ! -name copyright -delete
find "$system/usr/share/doc" -type d -empty -delete
for folder in man info locale lintian bash-completion perl perl5 bug apport gdb zsh menu; do rm -rf "$system/usr/share/$folder"; done
rm -rf "$system"/usr/lib/*/perl* "$system/usr/lib/systemd" "$system/lib/systemd" "$system/usr/share/git-core/contrib" "$system/usr/share/gcc"

# The list of authorities as its package generates it here, with the ones that the builder's operator added.
mkdir -p "$system/etc/ssl/certs"
cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/"
printf 'root:x:0:0:root:/root:/usr/sbin/nologin\nlongshore:x:10001:10001::/nonexistent:/usr/sbin/nologin\n' >"$system/etc/passwd"
printf 'root:x:0:\nlongshore:x:10001:\n' >"$system/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$system/etc/nsswitch.conf"
[ -e "$system/usr/bin/sh" ] || ln -s dash "$system/usr/bin/sh"
# New volumes take over these folders' owners: the link's socket, fetched sources, uploads, and Restate's data.
install -d -o 10001 -g 10001 -m 0700 "$system/run/longshore" "$system/var/lib/longshore" "$system/var/lib/longshore/imports" \
  "$system/var/lib/restate" "$system/var/backups/longshore"
install -d -m 1777 "$system/tmp"

# A library that was left out wrongly would only show when its program starts.
libraries=$(find "$system/usr/lib" -name '*.so*' -exec basename {} \;)
find "$system/usr/bin" "$system/usr/lib" -type f >"$work/files"
while read -r file; do
  for library in $(readelf -d "$file" 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    printf '%s\n' "$libraries" | grep -qxF "$library" || { echo "${file#"$system"} needs $library, which is missing" >&2; exit 1; }
  done
done <"$work/files"
rm -rf "$work"
