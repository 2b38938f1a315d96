/** Finds what is wrong with an OCI image layout, from its files alone. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { hashFile } from '../checksums.ts'

interface Named {
  readonly digest: string
  readonly size: number
  readonly platform?: { readonly os: string; readonly architecture: string }
}

interface Manifest {
  readonly config: Named
  readonly layers: readonly Named[]
}

interface Configuration {
  readonly architecture: string
  readonly rootfs: { readonly diff_ids: readonly string[] }
}

/** `digest` is the expected one of the index, and `platforms` are those such as `linux/amd64`. */
export async function findLayoutFaults(
  layout: string,
  { digest, platforms }: { digest: string; platforms: readonly string[] },
): Promise<string[]> {
  const top: { manifests: Named[] } = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8'))
  const [index] = top.manifests
  if (index === undefined || top.manifests.length !== 1) return [`index.json names ${top.manifests.length} indexes`]
  const faults = index.digest === digest ? [] : [`index.json names ${index.digest} and not ${digest}`]
  const damage = await findDamage(layout, index)
  if (damage !== null) return [...faults, damage]
  const { manifests }: { manifests: Named[] } = await readBlob(layout, index)
  const found = manifests.map(({ platform }) => `${platform?.os}/${platform?.architecture}`)
  if (found.join() !== platforms.join()) faults.push(`the index has the platforms ${found.join(', ')}`)
  const used = new Set([index.digest])
  for (const each of manifests) faults.push(...(await inspectImage(layout, each, used)))
  for (const name of await readdir(join(layout, 'blobs/sha256')))
    if (!used.has(`sha256:${name}`)) faults.push(`nothing names the blob ${name}`)
  return faults
}

async function inspectImage(layout: string, image: Named, used: Set<string>): Promise<string[]> {
  used.add(image.digest)
  const damage = await findDamage(layout, image)
  if (damage !== null) return [damage]
  const manifest: Manifest = await readBlob(layout, image)
  const faults: string[] = []
  for (const each of [manifest.config, ...manifest.layers]) {
    used.add(each.digest)
    const damaged = await findDamage(layout, each)
    if (damaged !== null) faults.push(damaged)
  }
  if (faults.length > 0) return faults
  const configuration: Configuration = await readBlob(layout, manifest.config)
  const { architecture, rootfs } = configuration
  if (architecture !== image.platform?.architecture)
    faults.push(`the image for ${image.platform?.architecture} is for ${architecture}`)
  const unpacked: string[] = []
  for (const each of manifest.layers) unpacked.push(await hashUnpacked(pathOf(layout, each)))
  if (unpacked.join() !== rootfs.diff_ids.join()) faults.push(`the image for ${architecture} has other layers`)
  return faults
}

/** Null if the blob is what its digest and size say. */
async function findDamage(layout: string, named: Named): Promise<string | null> {
  const path = pathOf(layout, named)
  const size = await stat(path).then(
    (file) => file.size,
    () => null,
  )
  if (size === null) return `the blob ${named.digest} is missing`
  if (size !== named.size) return `the blob ${named.digest} has ${size} bytes and not ${named.size}`
  return `sha256:${await hashFile(path)}` === named.digest ? null : `the blob ${named.digest} has another hash`
}

async function readBlob<Content>(layout: string, named: Named): Promise<Content> {
  return JSON.parse(await readFile(pathOf(layout, named), 'utf8'))
}

async function hashUnpacked(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), createGunzip(), hash)
  return `sha256:${hash.digest('hex')}`
}

function pathOf(layout: string, { digest }: Named): string {
  return join(layout, 'blobs', digest.replace(':', '/'))
}
