import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Architecture } from '../options.ts'
import { findLayoutFaults } from './inspect-layout.ts'
import { writeLayout } from './oci-layout.ts'

const platforms = ['linux/amd64', 'linux/arm64']
const facts = { version: '1.4.0', sourceUrl: 'https://git.example/longshore', commit: '0'.repeat(40) }
let folder = ''
let layout = ''
let digest = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-layout-'))
  layout = join(folder, 'layout')
  digest = await writeLayout(layout, new Map([await saveArchive('amd64'), await saveArchive('arm64')]), facts)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** An unpacked archive as `docker save` writes it. The first layer is the same for both architectures. */
async function saveArchive(architecture: Architecture): Promise<[Architecture, string]> {
  const archive = join(folder, architecture)
  await mkdir(archive)
  const layers = { one: 'the same', two: `for ${architecture}` }
  for (const [name, text] of Object.entries(layers)) await writeFile(join(archive, name), text)
  const ids = Object.values(layers).map((text) => `sha256:${createHash('sha256').update(text).digest('hex')}`)
  await writeFile(join(archive, 'config'), JSON.stringify({ architecture, rootfs: { diff_ids: ids } }))
  const manifest = [{ Config: 'config', Layers: Object.keys(layers) }]
  await writeFile(join(archive, 'manifest.json'), JSON.stringify(manifest))
  return [architecture, archive]
}

test('the layout has both platforms, and every blob is what its name says', async () => {
  expect(await findLayoutFaults(layout, { digest, platforms })).toEqual([])
})

test('another digest or platform is a fault', async () => {
  const other = `sha256:${'0'.repeat(64)}`
  expect(await findLayoutFaults(layout, { digest: other, platforms })).toEqual([
    `index.json names ${digest} and not ${other}`,
  ])
  expect(await findLayoutFaults(layout, { digest, platforms: ['linux/amd64'] })).toEqual([
    'the index has the platforms linux/amd64, linux/arm64',
  ])
})

test.each<[what: string, change: (path: string) => Promise<unknown>, fault: RegExp]>([
  ['missing', (path) => rm(path), /is missing$/],
  ['longer', (path) => appendFile(path, 'x'), /has \d+ bytes and not \d+$/],
  ['changed', async (path) => await writeFile(path, Buffer.alloc((await stat(path)).size, 'x')), /has another hash$/],
])('each blob that is %s is noticed', async (_, change, fault) => {
  const blobs = join(layout, 'blobs/sha256')
  const names = await readdir(blobs)
  // The index, and for each platform a manifest, a configuration, and a layer. The other layer is shared.
  expect(names).toHaveLength(8)
  for (const name of names) {
    const path = join(blobs, name)
    const before = await readFile(path)
    await change(path)
    const [first] = await findLayoutFaults(layout, { digest, platforms })
    expect(first).toContain(name)
    expect(first).toMatch(fault)
    await writeFile(path, before)
  }
})

test('a blob that nothing names is noticed', async () => {
  await writeFile(join(layout, 'blobs/sha256/other'), '')
  expect(await findLayoutFaults(layout, { digest, platforms })).toEqual(['nothing names the blob other'])
})

test('a layer that differs from the archive stops the release', async () => {
  await writeFile(join(folder, 'amd64/two'), 'changed')
  const folders = new Map([['amd64' as const, join(folder, 'amd64')]])
  await expect(writeLayout(join(folder, 'second'), folders, facts)).rejects.toThrow('layer 1 is damaged')
})
