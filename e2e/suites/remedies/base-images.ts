/**
 * Base images of one target that differ from the usual stand-ins: a Node.js that reports version 20, and one whose package archive is a
 * folder with a compiler's packages, since builds on a target reach no other.
 */
import type { Target } from '../../fixtures/target.ts'

const older = `FROM node:24-slim
RUN printf '%s' "Object.defineProperty(process, 'version', { value: 'v20.19.0' }); Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })" > /usr/local/lib/older.cjs
ENV NODE_OPTIONS="--require /usr/local/lib/older.cjs"
`

const withArchive = `FROM node:24-slim
WORKDIR /opt/archive
RUN for name in make g++ python3; do \\
      mkdir -p "p/$name/DEBIAN" "p/$name/usr/local/bin" \\
      && printf 'Package: %s\\nVersion: 99\\nArchitecture: all\\nMaintainer: Test <test@example.com>\\nDescription: stand-in\\n' "$name" > "p/$name/DEBIAN/control" \\
      && printf '#!/bin/sh\\necho stand-in\\n' > "p/$name/usr/local/bin/$name" && chmod 755 "p/$name/usr/local/bin/$name" \\
      && dpkg-deb --build "p/$name" "$name.deb" \\
      && { cat "p/$name/DEBIAN/control"; printf 'Filename: ./%s.deb\\nSize: %s\\nSHA256: %s\\n\\n' "$name" "$(stat -c %s "$name.deb")" "$(sha256sum "$name.deb" | cut -d' ' -f1)"; } >> Packages || exit 1; \\
    done && rm -rf p /etc/apt/sources.list /etc/apt/sources.list.d/* \\
    && echo 'deb [trusted=yes] file:/opt/archive ./' > /etc/apt/sources.list
WORKDIR /
`

export async function prepareBaseImages(target: Target): Promise<void> {
  for (const [tag, text] of [
    ['node:20-slim', older],
    ['node:22-slim', withArchive],
  ] as const)
    await target.mustExec(['docker', 'build', '--quiet', '--network', 'none', '--tag', tag, '-'], { stdin: text })
}
