#!/bin/sh
# install.sh FOLDER: installs the pnpm program with the hash in FOLDER/package-lock.json as FOLDER/node_modules/.bin/pnpm.
# pnpm checks every other package, so npm checks pnpm. npm skips an optional package that doesn't match.
set -eu
cd "$1"
npm ci --silent --ignore-scripts --no-audit --no-fund
mkdir -p node_modules/.bin
for program in node_modules/@pnpm/exe.*/pnpm; do ln -sf "../${program#node_modules/}" node_modules/.bin/pnpm; done
node_modules/.bin/pnpm --version || { echo "No pnpm with the hash in package-lock.json could be installed." >&2; exit 1; }
