/**
 * Base images of one target that differ from the usual stand-ins: runtimes that are really older, from the package registries of their
 * languages, and one with Node.js' own headers, which compilers of native modules fetch from a server that targets don't reach.
 */
import { createTar } from '../../fixtures/tar.ts'
import { type Home, loadBases, loadImages } from '../../support/starters/load-bases.ts'
import { readChanged } from './changed-starter.ts'
import type { Variant } from './variant.ts'

const buildTimeoutMs = 300_000
const nodePackage = (version: string) =>
  `npm install --prefix /opt/node --ignore-scripts --no-audit --no-fund "node-linux-$(node -p process.arch)@${version}"`

const layers: Readonly<Record<string, readonly string[]>> = {
  'node:18-slim': [`RUN ${nodePackage('18.20.8')} && cp --remove-destination /opt/node/node_modules/node-linux-*/bin/node /usr/local/bin/node`],
  'node:22-slim': [`RUN ${nodePackage('$(node -p process.versions.node)')} && ln -s /opt/node/node_modules/node-linux-* /opt/headers`, 'ENV npm_config_nodedir=/opt/headers'],
  'golang:1.24-bookworm': ['RUN GOTOOLCHAIN=go1.24.6 go version && mv /go/pkg/mod/golang.org/toolchain@*go1.24.6* /opt/go && rm -rf /usr/local/go && mv /opt/go /usr/local/go'],
} // biome-ignore format: one image per line

/** Everything that the variant's builds begin with, also after its remedy. */
export async function loadVariantImages(home: Home, { app, images = [] }: Variant): Promise<void> {
  const isKnown = new Set(home.loaded)
  await loadImages(home, images)
  for (const name of images.filter((each) => !isKnown.has(each))) await addLayer(home, name)
  await loadBases(home, 'starter' in app ? await readChanged(app) : app)
}

async function addLayer({ server }: Home, name: string): Promise<void> {
  const lines = layers[name]
  if (lines === undefined) return
  const content = [`FROM ${name}`, ...lines, ''].join('\n')
  const context = createTar([{ path: 'Dockerfile', mode: 0o644, content }])
  await server.target.mustExec(['docker', 'build', '--quiet', '--tag', name, '-'], {
    stdin: context,
    deadlineMs: buildTimeoutMs,
  })
}
