/**
 * Checks the supply chain: exact versions, few direct packages, integrity for each one and for pnpm, only packages from
 * the registry, no install scripts, none younger than a week, known licenses, no version below a known vulnerability,
 * and every image in the image lock.
 *
 * Decision: docs/decisions/0022-a-library-for-a-specification.md
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finishCheck, type Seed } from './finish-check.ts'
import { findMissingDigests, inspectImages } from './images/inspect-images.ts'
import { readLock } from './images/lock.ts'
import { inspectPnpm } from './inspect-pnpm.ts'
import { listFiles, root } from './source-files.ts'

const maxRuntimePackages = 40
const minReleaseAgeMinutes = 7 * 24 * 60
const licenses = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'MIT-0', 'Python-2.0', '(MIT OR Apache-2.0)', '(MIT AND BSD-3-Clause)', '(BSD-2-Clause OR MIT OR Apache-2.0)', 'MIT OR Apache-2.0', 'Apache-2.0 OR MIT']) // biome-ignore format: a list
/** Lowest version that can appear anywhere in the lockfile. */
const floors: Record<string, string> = { tar: '7.5.22', nodemailer: '10.0.5', fastify: '5.8.5' }
/** Never shipped: vulnerabilities without a fix, or a false sense of safety. */
const refused = ['ip', 'shell-quote', 'request', 'node-ipc', 'simple-git', 'fast-jwt']

interface Manifest {
  name?: string
  packageManager?: string
  version?: string
  license?: string | { type?: string }
  licenses?: { type?: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const manifests = await readManifests()
const read = (path: string) => readFile(join(root, path), 'utf8')
const lockfile = await read('pnpm-lock.yaml')
const workspace = await read('pnpm-workspace.yaml')
const imageFiles = { dockerfile: await read('Dockerfile'), compose: await read('compose.yaml') }
const images = await readLock()
const pnpmFiles = {
  packageManager: manifests.find(({ path }) => path === 'package.json')?.manifest.packageManager ?? '',
  lock: await read('tools/pnpm/package-lock.json'),
  environment: await read('bin/env'),
  dockerfile: imageFiles.dockerfile,
}
const tree = await walkRuntimeTree(manifests)
const runtime = new Set(manifests.filter(ships).flatMap((each) => Object.keys(each.manifest.dependencies ?? {})))
const locked = readLocked(lockfile)
if (locked.size < 20 || tree.length < 20) throw new Error('almost no packages were seen')

finishCheck('supply-chain', {
  findings: [
    ...manifests.flatMap((each) => findLoosePins(each.path, each.manifest)),
    ...(runtime.size > maxRuntimePackages
      ? [`${runtime.size} direct runtime packages, more than ${maxRuntimePackages}`]
      : []),
    ...inspectLockfile(lockfile),
    ...inspectSettings(workspace),
    ...tree.flatMap(inspectInstalled),
    ...inspectImages(imageFiles, images),
    ...inspectPnpm(pnpmFiles),
  ],
  seeds: [...seedFindings(), ...seedImages(), ...seedPnpm()],
  figures: { direct: runtime.size, runtime: tree.length, locked: locked.size, images: images.length },
})

async function readManifests(): Promise<{ path: string; manifest: Manifest }[]> {
  const paths = await listFiles(/(^|\/)package\.json$/)
  return await Promise.all(
    paths.map(async (path) => ({ path, manifest: JSON.parse(await readFile(join(root, path), 'utf8')) })),
  )
}

function ships(each: { path: string }): boolean {
  return /^(apps|packages)\//.test(each.path)
}

function findLoosePins(path: string, manifest: Manifest): string[] {
  const all = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies }
  return Object.entries(all)
    .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*)$/.test(version))
    .map(([name, version]) => `${path}: ${name} is "${version}", not an exact version`)
}

function readLocked(text: string): Map<string, string[]> {
  const section = /\npackages:\n([\s\S]*?)\nsnapshots:\n/.exec(text)?.[1] ?? ''
  const entries = [...section.matchAll(/^ {2}'?((?:@[^/\s]+\/)?[^@\s']+)@([^:\s']+)'?:\n((?: {4}.*\n?)*)/gm)]
  return new Map(entries.map(([, name = '', version = '', body = '']) => [`${name}@${version}`, [name, version, body]]))
}

function inspectLockfile(text: string): string[] {
  const found: string[] = []
  for (const [id, [name = '', version = '', body = '']] of readLocked(text)) {
    if (!/resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}/.test(body)) found.push(`${id} has no plain integrity`)
    const floor = floors[name]
    if (floor !== undefined && isBelow(version, floor)) found.push(`${id} is below ${floor}`)
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s+deprecated:/.test(line)) continue
    if (/https?:\/\/|git\+|git@|tarball:|codeload/.test(line))
      found.push(`pnpm-lock.yaml:${index + 1} names a host: ${line}`)
  }
  return found
}

function inspectSettings(text: string): string[] {
  const age = Number(/^minimumReleaseAge: (\d+)$/m.exec(text)?.[1] ?? 0)
  return [
    ...(/^ignoreScripts: true$/m.test(text) ? [] : ['pnpm-workspace.yaml lacks ignoreScripts: true']),
    ...(age >= minReleaseAgeMinutes ? [] : [`minimumReleaseAge is ${age}, less than ${minReleaseAgeMinutes} minutes`]),
    ...(/^(minimumReleaseAgeExclude|onlyBuiltDependencies|dangerouslyAllowAllBuilds|allowBuilds):/m.test(text)
      ? ['pnpm-workspace.yaml lets packages around the age or the script rule']
      : []),
  ]
}

function inspectInstalled(manifest: Manifest): string[] {
  const id = `${manifest.name}@${manifest.version}`
  const named = typeof manifest.license === 'object' ? manifest.license.type : manifest.license
  const license = named ?? manifest.licenses?.[0]?.type ?? 'none'
  return [
    ...(licenses.has(license) ? [] : [`${id} has the license ${license}, which is not on the list`]),
    ...(refused.includes(manifest.name ?? '') ? [`${id} must not ship`] : []),
  ]
}

/** All installed dependencies of the shipped packages. */
async function walkRuntimeTree(all: { path: string; manifest: Manifest }[]): Promise<Manifest[]> {
  const seen = new Map<string, Manifest>()
  const queue = all.filter(ships).map((each) => ({ folder: join(root, dirname(each.path)), manifest: each.manifest }))
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { dependencies, optionalDependencies = {} } = next.manifest
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = await findInstalled(next.folder, name)
      if (folder === undefined && name in optionalDependencies) continue
      if (folder === undefined) throw new Error(`${name} is not installed; run bin/setup`)
      if (seen.has(folder)) continue
      const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
      // Workspace packages are ours and are visited separately.
      if (!folder.includes('node_modules')) continue
      seen.set(folder, manifest)
      queue.push({ folder, manifest })
    }
  }
  return [...seen.values()]
}

async function findInstalled(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    const isThere = await stat(candidate).then(
      () => true,
      () => false,
    )
    if (isThere) return await realpath(candidate)
  }
  return undefined
}

function isBelow(version: string, floor: string): boolean {
  const parts = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [a, b] = [parts(version), parts(floor)]
  const different = [0, 1, 2].find((index) => a[index] !== b[index])
  return different !== undefined && (a[different] ?? 0) < (b[different] ?? 0)
}

function seedFindings(): Seed[] {
  const sum = `sha512-${'A'.repeat(86)}==`
  const lock = (entry: string) => `\npackages:\n\n${entry}\nsnapshots:\n\n`
  const good = lock(`  zod@4.6.7:\n    resolution: {integrity: ${sum}}\n`)
  const settings = 'ignoreScripts: true\nminimumReleaseAge: 10080\n'
  const caught = (what: string, found: string[]) => ({ what, caught: found.length > 0 })
  return [
    caught('caret range', findLoosePins('package.json', { dependencies: { zod: '^4.6.7' } })),
    caught('tag', findLoosePins('package.json', { devDependencies: { zod: 'latest' } })),
    caught('git dependency', findLoosePins('package.json', { dependencies: { zod: 'github:owner/zod' } })),
    caught('package without integrity', inspectLockfile(lock('  zod@4.6.7:\n    engines: {node: 1}\n'))),
    caught('weak integrity', inspectLockfile(lock('  zod@4.6.7:\n    resolution: {integrity: sha1-abc}\n'))),
    caught('tarball', inspectLockfile(lock(`  'zod@4.6.7':\n    resolution: {integrity: ${sum}, tarball: https://a.example/z}\n`))),
    caught('old nodemailer', inspectLockfile(lock(`  nodemailer@10.0.4:\n    resolution: {integrity: ${sum}}\n`))),
    caught('old tar', inspectLockfile(lock(`  tar@7.5.8:\n    resolution: {integrity: ${sum}}\n`))),
    caught('allowed install script', inspectSettings('minimumReleaseAge: 10080\n')),
    caught('young packages', inspectSettings('ignoreScripts: true\nminimumReleaseAge: 60\n')),
    caught('exception from the age', inspectSettings(`${settings}minimumReleaseAgeExclude:\n  - zod\n`)),
    caught('copyleft license', inspectInstalled({ name: 'a', license: 'AGPL-3.0-only' })),
    caught('missing license', inspectInstalled({ name: 'a' })),
    caught('refused package', inspectInstalled({ name: 'ip', license: 'MIT' })),
    { what: 'clean lockfile, which is allowed,', caught: inspectLockfile(good).length === 0 && readLocked(good).size === 1 },
    { what: 'clean settings, which are allowed,', caught: inspectSettings(settings).length === 0 },
  ] // biome-ignore format: one seed per line
}

function seedImages(): Seed[] {
  const { dockerfile, compose } = imageFiles
  const inDockerfile = (from: string | RegExp, to: string) =>
    inspectImages({ compose, dockerfile: dockerfile.replace(from, to) }, images)
  const inCompose = (from: string, to: string) =>
    inspectImages({ dockerfile, compose: compose.replace(from, to) }, images)
  const inLock = (change: object) =>
    inspectImages(
      imageFiles,
      images.map((each, index) => (index === 0 ? { ...each, ...change } : each)),
    )
  const caught = (what: string, found: string[]) => ({ what, caught: found.length > 0 })
  return [
    caught('floating tag in compose.yaml', inCompose('postgres:18.6-trixie', 'postgres:18-trixie')),
    caught('foreign image behind a variable', inCompose('image: postgres:', 'image: ${DATABASE:-mirror.example/postgres}:')),
    caught('image without a tag', inCompose('postgres:18.6-trixie', 'postgres')),
    caught('image in one line', inCompose('services:\n', 'services:\n  cache: { image: redis:7 }\n')),
    caught('floating argument of the Dockerfile', inDockerfile(/GO_IMAGE=\S+/, 'GO_IMAGE=golang:latest')),
    caught('stage on another image', inDockerfile('${NODE_IMAGE} AS packages', 'node:24 AS packages')),
    caught('last stage on another image', inDockerfile(/FROM compiled-\S+\n/, 'FROM --platform=linux/amd64 debian:13\n')),
    caught('copy from an image', inDockerfile('COPY --from=buildx', 'COPY --from=docker/buildx-bin:latest')),
    caught('mount of an image', inDockerfile('RUN node tools', 'RUN --mount=type=bind,from=busybox,target=/b node tools')),
    caught('foreign reader of the Dockerfile', inDockerfile(/^/, '# syntax=docker/dockerfile:1\n')),
    caught('series in the lock', inLock({ tag: '24-trixie-slim' })),
    caught('short digest in the lock', inLock({ digest: 'sha256:abc' })),
    caught('image that nothing uses', inspectImages(imageFiles, [...images, { name: 'redis', tag: '8.0.0', digest: null }])),
    caught('release without a digest', findMissingDigests([{ name: 'node', tag: '1.2.3', digest: null }])),
  ] // biome-ignore format: one seed per line
}

function seedPnpm(): Seed[] {
  const withPnpm = (change: object) => ({ caught: inspectPnpm({ ...pnpmFiles, ...change }).length > 0 })
  const { lock, dockerfile } = pnpmFiles
  return [
    { what: 'other version of pnpm', ...withPnpm({ packageManager: 'pnpm@1.2.3' }) },
    { what: 'pnpm without a hash', ...withPnpm({ lock: lock.replace('sha512-', 'sha1-') }) },
    { what: 'pnpm without a program for arm64', ...withPnpm({ lock: lock.replaceAll('exe.linux-arm64', 'exe.other') }) },
    { what: 'npm install in the Dockerfile', ...withPnpm({ dockerfile: `${dockerfile}RUN npm install --global tool\n` }) },
  ] // biome-ignore format: one seed per line
}
