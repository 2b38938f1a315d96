#!/usr/bin/env bash
# Installs the Longshore CLI in the version of this action, and deploys. Called by action.yml.
set -euo pipefail

fail() {
  echo "::error::$1"
  exit 2
}

[ -n "${LONGSHORE_URL:-}" ] || fail 'The input url is missing.'
[ -n "${LONGSHORE_TOKEN:-}" ] || fail 'The input token is missing. Store an API token as a secret: longshore token create ci'
[ -n "${LONGSHORE_ENVIRONMENT:-}" ] || fail 'The input environment is missing.'

here=$(cd "$(dirname "$0")" && pwd)
package=${INPUT_PACKAGE:-}
if [ -z "$package" ]; then
  version=$(node -p 'require(process.argv[1]).version' "$here/../apps/cli/package.json")
  package="longshore@$version"
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The token isn't for npm, and the package runs no scripts.
env -u LONGSHORE_TOKEN timeout 300 npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error "$package"

arguments=(deploy)
if [ "${INPUT_FOLLOW:-true}" = true ]; then arguments+=(--follow); fi
images=0
while IFS= read -r image; do
  [ -n "$image" ] || continue
  arguments+=(--image "$image")
  images=1
done <<<"${INPUT_IMAGE:-}"
# An image was built from its own commit.
if [ "$images" = 0 ] && [ -n "${INPUT_COMMIT:-}" ]; then arguments+=(--commit "$INPUT_COMMIT"); fi
"$folder/node_modules/.bin/longshore" "${arguments[@]}"
