#!/bin/sh
# The part of hardening that runs on the server and works without the control plane. This text is fixed: no input of a
# user or output of a server is ever inserted into it. Its data is in `manifest`, which is read line by line into
# variables and never evaluated; paths and names are checked against a small alphabet before use.
#
# A run is one directory. Exactly one file shows its state:
#
#   state.prepared ──arm──▶ state.armed ──confirm──▶ state.confirmed
#                                │
#                                └──revert (timer, boot, control plane)──▶ state.reverting ──▶ state.reverted
#
# Leaving `armed` is one rename(2), so if a confirmation and a revert come at the same instant, exactly one happens.
# Everything that changes the server uses `do`, `put`, or `restore`: they hold the lock and require `armed`.
#
# Exit codes: 0 done, 64 wrong use, 65 bad input, 70 failed, 73 another run is active, 75 not armed or no longer armed.
set -u
umask 022
LC_ALL=C
PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin
export LC_ALL PATH
tab=$(printf '\t')
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 70
id=${here##*/}
unit=longshore-harden-$id
boot_unit=longshore-harden-guard-$id.service
boot_path=/etc/systemd/system/$boot_unit
booting=0
cd "$here" || exit 70

say() { printf 'guard: %s\n' "$*" >&2; }
note() { printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$*" >>log 2>/dev/null; say "$*"; }
fail() {
  code=$1
  shift
  say "$*"
  exit "$code"
}

is_path() {
  case $1 in
    /*) ;;
    *) return 1 ;;
  esac
  case $1 in
    *[!A-Za-z0-9._/@:+-]* | */../* | */.. | */./* | *//*) return 1 ;;
  esac
}
is_name() {
  case $1 in
    '' | -* | *[!A-Za-z0-9._@-]*) return 1 ;;
  esac
}
has_file() { sed -n "s/^file$tab\([^$tab]*\)$tab.*/\1/p" "$1" | grep -Fxq -- "$2"; }
hash_of() { sha256sum -- "$1" 2>/dev/null | cut -d' ' -f1; }
quietly() { timeout -k 5 "$@" </dev/null >/dev/null 2>&1; }

# Waits for the lock of all runs of this server. A revert ends the process that holds it.
take_lock() {
  exec 9>>../lock || exit 70
  flock -w "$1" 9
}
force_lock() {
  take_lock 8 && return
  holder=$(cat pid 2>/dev/null)
  case $holder in
    '' | *[!0-9]*) ;;
    *)
      note "ending the change that holds the lock (process $holder)"
      kill -TERM "$holder" 2>/dev/null
      ;;
  esac
  flock -w 5 9 || note 'going on without the lock'
}
need_armed() { [ -e state.armed ] || fail 75 'not armed'; }

# ── snapshot: paths and names on stdin, as "kind<TAB>value" ─────────────────────────────────────────────────────────

snapshot() {
  for other in ../*/state.armed ../*/state.reverting; do
    [ -e "$other" ] || continue
    case $other in "../$id/"*) ;; *) fail 73 "another run is at work: $other" ;; esac
  done
  for state in state.*; do [ -e "$state" ] && return 0; done
  rm -rf files aside manifest manifest.new ballast
  mkdir -m 700 files || exit 70
  count=0
  : >manifest.new || exit 70
  while IFS=$tab read -r kind value; do
    case $kind in
      file | login) snap_file "$value" "$kind" || exit $? ;;
      tree)
        is_path "$value" || fail 65 "bad path"
        emit tree "$value"
        for each in "$value"/*; do
          if [ -f "$each" ] && [ ! -L "$each" ] && is_path "$each"; then snap_file "$each" file || exit $?; fi
        done
        ;;
      dir)
        is_path "$value" || fail 65 "bad path"
        if [ -d "$value" ]; then emit dir "$value" 1; else emit dir "$value" 0; fi
        ;;
      mode)
        is_path "$value" || fail 65 "bad path"
        if [ -e "$value" ] && [ ! -L "$value" ]; then
          # shellcheck disable=SC2046
          emit mode "$value" $(stat -c '%a %u %g' -- "$value")
        fi
        ;;
      unit)
        is_name "$value" || fail 65 "bad unit"
        # Fields are never empty: consecutive tabs would be read as one.
        enabled=$(systemctl is-enabled "$value" 2>/dev/null | head -n 1)
        active=$(systemctl is-active "$value" 2>/dev/null | head -n 1)
        emit unit "$value" "${enabled:-not-found}" "${active:-inactive}"
        ;;
      reload)
        is_name "$value" || fail 65 "bad unit"
        emit reload "$value"
        ;;
      sysctl)
        is_name "$value" || fail 65 "bad key"
        path=/proc/sys/$(printf %s "$value" | tr . /)
        if [ -r "$path" ]; then emit sysctl "$value" "$(head -n 1 "$path")"; fi
        ;;
      ufw)
        emit ufw "$(ufw_state)" "$(iptables-save 2>/dev/null | grep -c '^:ufw')" \
          "$(ip6tables-save 2>/dev/null | grep -c '^:ufw6')"
        for tool in iptables ip6tables; do
          for chain in INPUT FORWARD OUTPUT; do
            policy=$($tool -S $chain 2>/dev/null | sed -n "s/^-P $chain \([A-Z]*\)$/\1/p")
            [ -z "$policy" ] || emit policy "$tool" "$chain" "$policy"
          done
        done
        ;;
      ssh)
        case $value in '' | *[!0-9]*) fail 65 "bad port" ;; esac
        emit ssh "$value"
        ;;
      *) fail 65 "unknown kind" ;;
    esac
  done
  emit end "$count"
  # Reserves space that a revert can free if the disk has become full in the meantime.
  dd if=/dev/zero of=ballast bs=64k count=16 2>/dev/null || fail 70 'no space for the snapshot'
  mv manifest.new manifest || exit 70
  timeout 30 sync -f . || fail 70 'the snapshot could not be written to the disk'
  : >state.prepared || exit 70
}

emit() {
  count=$((count + 1))
  line=$1
  shift
  for word in "$@"; do line=$line$tab$word; done
  printf '%s\n' "$line" >>manifest.new || fail 70 'no space for the snapshot'
}

snap_file() {
  is_path "$1" || fail 65 "bad path"
  [ ! -L "$1" ] || fail 65 "$1 is a symbolic link"
  [ ! -d "$1" ] || fail 65 "$1 is a directory"
  # A tree and a list can name the same file.
  if has_file manifest.new "$1"; then return 0; fi
  if [ ! -e "$1" ]; then
    emit "$2" "$1" 0 - - - - -
    return 0
  fi
  copy=$((count + 1))
  cp -a -- "$1" "files/$copy" || fail 70 "no copy of $1 could be made"
  before=$(hash_of "$1")
  [ -n "$before" ] && [ "$before" = "$(hash_of "files/$copy")" ] || fail 70 "the copy of $1 differs"
  # shellcheck disable=SC2046
  emit "$2" "$1" 1 $(stat -c '%a %u %g' -- "$1") "$before" "$copy"
}

ufw_state() {
  command -v ufw >/dev/null 2>&1 || {
    echo absent
    return
  }
  if timeout 20 ufw status 2>/dev/null | grep -q '^Status: active'; then echo active; else echo inactive; fi
}

is_complete() {
  [ -r "$1" ] || return 1
  last=$(tail -n 1 "$1")
  [ "$last" = "end$tab$(($(wc -l <"$1") - 1))" ]
}

# ── arm ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

arm() {
  case $1 in '' | *[!0-9]*) fail 64 'seconds' ;; esac
  [ -e state.prepared ] || [ -e state.armed ] || fail 75 'not prepared'
  is_complete manifest || fail 70 'the manifest is not complete'
  if [ ! -e state.armed ] || [ "$2" = again ]; then
    install_boot_guard || arm_failed 'the guard for a restart could not be installed'
    old=$(cat timer 2>/dev/null)
    next=$(printf '%s' "${old##*-}" | tr -cd 0-9)
    next=$((${next:-0} + 1))
    printf '%s\n' "$unit-$next" >timer.new && mv timer.new timer || exit 70
    timeout 20 systemd-run --quiet --collect --unit="$unit-$next" --on-active="$1" --timer-property=AccuracySec=1s \
      /bin/sh "$here/guard.sh" revert timer || arm_failed 'the timer could not be started'
    systemctl is-active --quiet "$unit-$next.timer" || arm_failed 'the timer is not running'
    [ -z "$old" ] || quietly 20 systemctl stop "$old.timer"
  fi
  [ -e state.armed ] || mv state.prepared state.armed || exit 70
  timeout 30 sync -f . || true
}

# Nothing was changed yet; an armed run keeps its timer.
arm_failed() {
  [ -e state.armed ] || disarm
  fail 70 "$1"
}

# A timer of systemd-run doesn't survive a restart; this unit does. It runs before sshd, the firewall, and Docker start.
install_boot_guard() {
  if [ ! -e "$boot_path" ]; then
    cat >"$boot_path.new" <<UNIT || return 1
[Unit]
Description=Longshore: return to the state before an unconfirmed hardening
DefaultDependencies=no
RequiresMountsFor=$here /etc
After=local-fs.target
Before=sysinit.target systemd-sysctl.service ufw.service shutdown.target
Conflicts=shutdown.target
ConditionPathExists=$here/guard.sh

[Service]
Type=oneshot
ExecStart=/bin/sh $here/guard.sh boot
TimeoutStartSec=120

[Install]
WantedBy=sysinit.target
UNIT
    mv "$boot_path.new" "$boot_path" || return 1
  fi
  quietly 30 systemctl enable "$boot_unit" || return 1
  [ -L "/etc/systemd/system/sysinit.target.wants/$boot_unit" ]
}

disarm() {
  old=$(cat timer 2>/dev/null)
  if is_name "$old" && [ "$booting" = 0 ]; then quietly 20 systemctl stop "$old.timer"; fi
  rm -f "/etc/systemd/system/sysinit.target.wants/$boot_unit" "$boot_path" "$boot_path.new" ballast pid
  rmdir /etc/systemd/system/sysinit.target.wants 2>/dev/null
  if [ "$booting" = 1 ]; then quietly 30 systemctl --no-block daemon-reload; else quietly 30 systemctl daemon-reload; fi
}

confirm() {
  if mv state.armed state.confirmed 2>/dev/null; then
    timeout 30 sync -f . || true
  fi
  [ -e state.confirmed ] || fail 75 'not armed'
  seal
  disarm
}

# Records the current files, so that an undo can detect later changes.
seal() {
  [ -e sealed ] && return 0
  while IFS=$tab read -r kind path _; do
    [ "$kind" = file ] || continue
    printf '%s\t%s\n' "$path" "$(hash_of "$path")"
  done <manifest >sealed.new && mv sealed.new sealed
}

# Lists files that were changed after the run.
changed() {
  [ -r sealed ] || return 0
  while IFS=$tab read -r path sum; do
    [ "$(hash_of "$path")" = "$sum" ] || printf '%s\n' "$path"
  done <sealed
}

# ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

run_one() {
  take_lock 60 || fail 75 'the lock is held'
  need_armed
  # Runs in the background, so that a revert can end it without the process that holds the lock.
  "$@" 9>&- </dev/null &
  child=$!
  printf '%s\n' "$child" >pid
  wait "$child"
  code=$?
  : >pid
  return $code
}

put() {
  is_path "$1" || fail 65 'bad path'
  case $2 in 0[0-7][0-7][0-7]) ;; *) fail 64 'mode' ;; esac
  has_file manifest "$1" || fail 65 "$1 is not in the snapshot"
  take_lock 60 || fail 75 'the lock is held'
  need_armed
  if ! { cat >"$1.longshore-new" && chown 0:0 "$1.longshore-new" && chmod "$2" "$1.longshore-new" &&
    sync "$1.longshore-new"; }; then
    rm -f "$1.longshore-new"
    fail 70 "$1 could not be written"
  fi
  mv -f "$1.longshore-new" "$1" || fail 70 "$1 could not be replaced"
}

# ── revert ──────────────────────────────────────────────────────────────────────────────────────────────────────────

revert() {
  mv state.armed state.reverting 2>/dev/null
  if [ ! -e state.reverting ]; then
    [ -e state.reverted ] && exit 0
    fail 75 'not armed'
  fi
  note "revert ($1)"
  force_lock
  if [ -e state.reverted ]; then exit 0; fi
  rm -f ballast
  tries=0
  until restore_all manifest strict; do
    tries=$((tries + 1))
    if [ $tries -ge 3 ]; then
      note 'the revert is not complete'
      exit 70
    fi
    sleep 3
  done
  mv state.reverting state.reverted || exit 70
  timeout 30 sync -f . || true
  note 'reverted'
  disarm
}

# $1 manifest; $2 strict: files that were added next to ours since the snapshot are moved aside as well.
restore_all() {
  is_complete "$1" || {
    note "$1 is not complete"
    return 1
  }
  source=$1
  base=${1%manifest}
  broken=0
  if [ "$booting" = 0 ]; then
    stop_ufw "$1"
    stop_egress "$1"
  fi
  while IFS=$tab read -r kind a b c d e f g; do
    case $kind in
      file) restore_file "$a" "$b" "$c" "$d" "$e" "$f" "$base" "$g" || broken=1 ;;
      # The keys of the account that we sign in with: we never change them, and a later undo never restores them, because
      # that would bring back replaced keys.
      login) [ "$2" != strict ] || restore_file "$a" "$b" "$c" "$d" "$e" "$f" "$base" "$g" || broken=1 ;;
      mode) restore_mode "$a" "$b" "$c" "$d" ;;
      tree) [ "$2" = strict ] && set_aside "$1" "$a" ;;
    esac
  done <"$1"
  while IFS=$tab read -r kind a b _; do
    if [ "$kind" = dir ] && [ "$b" = 0 ] && is_path "$a"; then rmdir "$a" 2>/dev/null; fi
  done <"$1"
  if [ "$booting" = 0 ] && has_egress "$1"; then quietly 30 systemctl daemon-reload; fi
  while IFS=$tab read -r kind a b c _; do
    case $kind in
      ssh) [ "$booting" = 1 ] || revive_ssh "$a" || broken=1 ;;
      sysctl) restore_sysctl "$a" "$b" ;;
      ufw) [ "$booting" = 1 ] || restore_ufw "$a" "$b" "$c" || broken=1 ;;
      # ufw leaves ACCEPT everywhere; Docker can have set FORWARD to DROP.
      policy) [ "$booting" = 1 ] || restore_policy "$a" "$b" "$c" ;;
      reload)
        if [ "$booting" = 0 ] && is_name "$a" && systemctl is-active --quiet "$a"; then
          quietly 30 systemctl reload "$a"
        fi
        ;;
    esac
  done <"$1"
  while IFS=$tab read -r kind a b c _; do
    [ "$kind" = unit ] && restore_unit "$a" "$b" "$c"
  done <"$1"
  return $broken
}

restore_file() {
  path=$1 existed=$2 mode=$3 owner=$4:$5 sum=$6 copy=$7files/$8
  is_path "$path" || return 1
  rm -f "$path.longshore-new"
  if [ "$existed" = 0 ]; then
    rm -f -- "$path"
    return
  fi
  if [ ! -L "$path" ] && [ "$(hash_of "$path")" = "$sum" ]; then
    [ "$(stat -c '%a %u:%g' -- "$path")" = "$mode $owner" ] || { chown "$owner" -- "$path" && chmod "$mode" -- "$path"; }
    return
  fi
  [ "$(hash_of "$copy")" = "$sum" ] || {
    note "the copy of $path is damaged"
    return 1
  }
  if cp -a -- "$copy" "$path.longshore-old" && [ "$(hash_of "$path.longshore-old")" = "$sum" ]; then
    mv -f "$path.longshore-old" "$path" && chown "$owner" -- "$path" && chmod "$mode" -- "$path" && return 0
  fi
  rm -f "$path.longshore-old"
  note "$path could not be restored"
  return 1
}

restore_mode() {
  if is_path "$1" && [ -e "$1" ] && [ ! -L "$1" ] && [ "$(stat -c '%a %u %g' -- "$1")" != "$2 $3 $4" ]; then
    chown "$3:$4" -- "$1"
    chmod "$2" -- "$1"
  fi
}

set_aside() {
  is_path "$2" || return 0
  for each in "$2"/*; do
    [ -e "$each" ] || [ -L "$each" ] || continue
    if ! is_path "$each" || ! has_file "$1" "$each"; then
      mkdir -p -m 700 aside
      mv -f -- "$each" aside/ && note "set aside: $each"
    fi
  done
}

# Only a listening sshd lets us in again, so this checks the port and not the output of systemctl.
revive_ssh() {
  if ! quietly 10 sshd -t; then note 'sshd -t refuses the configuration'; fi
  if systemctl is-active --quiet ssh.service; then
    quietly 20 systemctl reload ssh.service
    is_listening "$1" 5 && return 0
  fi
  is_listening "$1" 1 && return 0
  note 'nobody listens for SSH: starting it'
  quietly 20 systemctl reset-failed ssh.service ssh.socket
  if systemctl is-enabled --quiet ssh.socket 2>/dev/null; then
    quietly 30 systemctl restart ssh.socket
  else
    quietly 30 systemctl restart ssh.service
  fi
  is_listening "$1" 10 && return 0
  note "nobody listens on port $1"
  return 1
}

is_listening() {
  tries=$2
  while [ "$tries" -gt 0 ]; do
    ss -Hltn "sport = :$1" 2>/dev/null | grep -q . && return 0
    tries=$((tries - 1))
    sleep 1
  done
  return 1
}

restore_sysctl() {
  is_name "$1" || return 0
  target=/proc/sys/$(printf %s "$1" | tr . /)
  [ "$(head -n 1 "$target" 2>/dev/null)" = "$2" ] || { printf '%s\n' "$2" >"$target"; } 2>/dev/null
}

# Runs before its files are restored, so that it can't overwrite them.
stop_ufw() {
  if grep -q "^ufw$tab" "$1" && [ "$(ufw_state)" = active ] && ! grep -q "^ufw${tab}active" "$1"; then
    quietly 30 ufw --force disable || note 'ufw could not be stopped'
  fi
}

# Runs while its file still exists: the file contains the commands that remove the rules.
stop_egress() { ! has_egress "$1" || quietly 30 systemctl stop longshore-egress.service; }
has_egress() { grep -q "^unit${tab}longshore-egress.service$tab" "$1"; }

restore_ufw() {
  case $1 in
    active)
      quietly 30 ufw reload && return 0
      note 'ufw could not be reloaded'
      return 1
      ;;
  esac
  # Chains of ufw that didn't exist before; they are empty while the firewall is off.
  [ "$2" != 0 ] || drop_chains iptables
  [ "$3" != 0 ] || drop_chains ip6tables
  return 0
}

restore_policy() {
  case $1:$2:$3 in
    iptables:[A-Z]*:ACCEPT | iptables:[A-Z]*:DROP | ip6tables:[A-Z]*:ACCEPT | ip6tables:[A-Z]*:DROP) ;;
    *) return 0 ;;
  esac
  grep -q "^ufw${tab}active" "$source" || quietly 10 "$1" -P "$2" "$3"
}

drop_chains() {
  command -v "$1" >/dev/null 2>&1 || return 0
  quietly 10 "$1" -P INPUT ACCEPT
  for chain in INPUT OUTPUT FORWARD; do
    "$1" -S "$chain" 2>/dev/null | sed -n 's/^-A [A-Z]* -j \(ufw6\{0,1\}-[a-z-]*\)$/\1/p' | while read -r jump; do
      quietly 10 "$1" -D "$chain" -j "$jump"
    done
  done
  "$1" -S 2>/dev/null | sed -n 's/^-N \(ufw6\{0,1\}-[a-z-]*\)$/\1/p' >chains.$1
  while read -r chain; do quietly 10 "$1" -F "$chain"; done <chains.$1
  while read -r chain; do quietly 10 "$1" -X "$chain"; done <chains.$1
  rm -f chains.$1
}

restore_unit() {
  is_name "$1" || return 0
  now=$(systemctl is-enabled "$1" 2>/dev/null | head -n 1)
  if [ "$now" != "$2" ]; then
    case $2 in
      enabled) quietly 30 systemctl enable "$1" ;;
      disabled | not-found) [ "$now" != enabled ] || quietly 30 systemctl disable "$1" ;;
    esac
  fi
  if [ "$booting" = 1 ]; then
    [ "$3" = active ] || quietly 20 systemctl --no-block stop "$1"
  elif [ "$3" = active ]; then
    systemctl is-active --quiet "$1" || quietly 30 systemctl start "$1"
  else
    ! systemctl is-active --quiet "$1" || quietly 60 systemctl stop "$1"
  fi
}

# Restores the files of an earlier, confirmed run: a change like any other, so it requires `armed`.
restore() {
  is_name "$1" || fail 64 'run'
  [ -e "../$1/state.confirmed" ] || [ -e "../$1/state.undone" ] || fail 65 'that run is not confirmed'
  take_lock 60 || fail 75 'the lock is held'
  need_armed
  restore_all "../$1/manifest" lenient || fail 70 'not everything could be restored'
}

status() {
  for state in state.*; do
    [ -e "$state" ] && printf '%s\n' "${state#state.}" && return 0
  done
  echo none
}

[ $# -ge 1 ] || fail 64 'verb'
verb=$1
shift
case $verb in
  snapshot) snapshot ;;
  arm) arm "${1:-}" "${2:-}" ;;
  do)
    [ $# -ge 1 ] || fail 64 'command'
    run_one "$@"
    ;;
  put) put "${1:-}" "${2:-}" ;;
  restore) restore "${1:-}" ;;
  confirm) confirm ;;
  changed) changed ;;
  undone) mv state.confirmed state.undone 2>/dev/null || [ -e state.undone ] || fail 75 'not confirmed' ;;
  revert) revert "${1:-now}" ;;
  boot)
    booting=1
    if [ -e state.armed ] || [ -e state.reverting ]; then revert boot; fi
    ;;
  # For a run that never changed anything.
  discard)
    mv state.prepared state.discarded 2>/dev/null && disarm
    [ ! -e state.armed ] || fail 75 'armed'
    ;;
  status) status ;;
  *) fail 64 'unknown verb' ;;
esac
