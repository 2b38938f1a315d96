#!/bin/sh
# prune-packages.sh FOLDER: removes files of npm packages that are never read at run time. Licenses stay.
set -eu
# Types, source maps, sources in TypeScript, documentation.
find "$1" -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsx' -o -name '*.flow' \
  -o -name '*.tsbuildinfo' -o -iname '*.md' -o -iname '*.markdown' \) ! -iname '*licen[cs]e*' ! -iname '*notice*' -delete
# Tests and examples at the top of a package, with and without a scope.
for depth in 4 5; do
  scope='*/node_modules/@*'
  find "$1/.pnpm" -mindepth $depth -maxdepth $depth -type d \
    \( -name test -o -name tests -o -name __tests__ -o -name bench -o -name benchmark -o -name benchmarks \
      -o -name example -o -name examples -o -name docs -o -name .github -o -name coverage \) >/tmp/found
  while read -r folder; do
    case $depth$folder in
      4$scope) ;; # A package with a scope: this is its name.
      4* | 5$scope) rm -rf "$folder" ;;
    esac
  done </tmp/found
done
