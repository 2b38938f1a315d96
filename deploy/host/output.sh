# Messages and questions. Everything a person reads is printed here; results for other programs go to standard output.

say() { printf '%s\n' "$*" >&2; }
warn() { printf 'warning  %s\n' "$*" >&2; }

# fail CODE WHAT WHY REMEDY: stops with what happened, why, and what to do next. An upgrade also keeps the reason.
fail() {
  if [[ -n ${FAILURE_FILE:-} ]]; then printf '%s %s\n' "$2" "$3" >"$FAILURE_FILE"; fi
  printf '\nerror    %s\n         %s\n         %s\n' "$2" "$3" "$4" >&2
  exit "$1"
}

# ask QUESTION: true if the answer is yes. Reads from the terminal, because standard input can be the script itself.
ask() {
  if [[ ${ASSUME_YES:-} == yes ]]; then return 0; fi
  local answer=''
  if ! { : </dev/tty; } 2>/dev/null; then
    fail 5 'There is no terminal to ask you.' "The question was: $1" 'Add --yes to answer every question with yes.'
  fi
  printf '%s [y/N] ' "$1" >/dev/tty
  read -r answer </dev/tty || answer=''
  [[ $answer == [yY] || $answer == [yY][eE][sS] ]]
}

# setting NAME: a value of the installation's .env, or nothing.
setting() {
  [[ -f $FOLDER/.env ]] || return 0
  sed -n "s/^$1=//p" "$FOLDER/.env" | tail -n 1
}

# has_setting NAME: true if .env has it, even without a value.
has_setting() { grep -qs "^$1=" "$FOLDER/.env"; }

# write_setting NAME VALUE: sets a value in .env, and leaves the file alone if it has it already.
write_setting() {
  [[ $(setting "$1") != "$2" ]] || return 0
  local next=$FOLDER/.env.next
  copy_with_setting "$1" "$2" "$next" || {
    rm -f -- "$next"
    fail 36 "Couldn't write $FOLDER/.env." 'The disk is full or read-only. The file is unchanged.' 'Fix that, then run the command again.'
  }
  mv -f -- "$next" "$FOLDER/.env"
}

# Only root can read the copy before it has the mode of the original. Exit code 1 of grep: no other lines.
copy_with_setting() (
  umask 077
  rm -f -- "$3"
  { grep -v "^$1=" "$FOLDER/.env" || (($? == 1)); } >"$3" && printf '%s=%s\n' "$1" "$2" >>"$3" &&
    chmod --reference="$FOLDER/.env" "$3" && chown --reference="$FOLDER/.env" "$3"
)

# write_file PATH MODE: writes standard input to the file, if it differs.
write_file() {
  local path=$1 mode=$2 next=$1.next
  cat >"$next"
  chmod "$mode" "$next"
  if cmp --silent -- "$next" "$path"; then rm -f -- "$next"; else mv -f -- "$next" "$path"; fi
}
