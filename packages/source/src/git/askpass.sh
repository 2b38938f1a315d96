#!/bin/sh
# git calls this for a user name or password. The prompt is sent to the worker over descriptor 3, a socket that git
# inherits, and the reply comes back on it: no file, argument, or variable ever contains a credential.
printf '%s\n' "$1" >&3 || exit 1
IFS= read -r line <&3 || exit 1
printf '%s\n' "$line"
