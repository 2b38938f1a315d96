/**
 * Turns archives of `docker save`, one per architecture, into one OCI image layout. The digest of its index is the
 * image's name for installations, so it is known before anything is pushed.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { hashFile } from '../checksums.ts'
import type { Architecture } from '../options.ts'

interface Descriptor {
  mediaType: string
  digest: string
  size: number
  platform?: { os: string; architecture: string }
  annotations?: Record<string, string>
}

const media = (kind: string) => `application/vnd.oci.image.${kind}`
const compressionLevel = 9

/** `folders` are unpacked archives. Returns the digest of the index, `sha256:…`. */
export async function writeLayout(
  layout: string,
  folders: ReadonlyMap<Architecture, string>,
  { version, sourceUrl, commit }: { version: string; sourceUrl: string; commit: string },
): Promise<string> {
  await mkdir(join(layout, 'blobs/sha256'), { recursive: true })
  const manifests: Descriptor[] = []
  for (const [architecture, folder] of folders) manifests.push(await addImage(layout, folder, architecture))
  const annotations = {
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.source': sourceUrl,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  }
  const type = media('index.v1+json')
  const index = await addText(layout, type, { schemaVersion: 2, mediaType: type, manifests, annotations })
  const top = [{ ...index, annotations: { 'org.opencontainers.image.ref.name': version } }]
  await writeFile(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: top }))
  await writeFile(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  return index.digest
}

async function addImage(layout: string, folder: string, architecture: Architecture): Promise<Descriptor> {
  const saved: { Config: string; Layers: string[] }[] = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  )
  const [image] = saved
  if (image === undefined) throw new Error('the archive has no image')
  const text = await readFile(join(folder, image.Config), 'utf8')
  const config: { architecture: string; rootfs: { diff_ids: string[] } } = JSON.parse(text)
  if (config.architecture !== architecture)
    throw new Error(`the image for ${architecture} is for ${config.architecture}`)
  const layers: Descriptor[] = []
  for (const [at, name] of image.Layers.entries()) {
    const path = join(folder, name)
    if (`sha256:${await hashFile(path)}` !== config.rootfs.diff_ids[at]) throw new Error(`layer ${at} is damaged`)
    layers.push(await addLayer(layout, path))
  }
  const type = media('manifest.v1+json')
  const manifest = {
    schemaVersion: 2,
    mediaType: type,
    config: await addBytes(layout, media('config.v1+json'), Buffer.from(text)),
    layers,
  }
  return { ...(await addText(layout, type, manifest)), platform: { os: 'linux', architecture } }
}

async function addLayer(layout: string, path: string): Promise<Descriptor> {
  const packed = join(layout, 'unfinished')
  await pipeline(createReadStream(path), createGzip({ level: compressionLevel }), createWriteStream(packed))
  const hash = await hashFile(packed)
  const { size } = await stat(packed)
  await rename(packed, join(layout, 'blobs/sha256', hash))
  return { mediaType: media('layer.v1.tar+gzip'), digest: `sha256:${hash}`, size }
}

async function addText(layout: string, mediaType: string, value: object): Promise<Descriptor> {
  return await addBytes(layout, mediaType, Buffer.from(JSON.stringify(value)))
}

async function addBytes(layout: string, mediaType: string, bytes: Buffer): Promise<Descriptor> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  await writeFile(join(layout, 'blobs/sha256', hash), bytes)
  return { mediaType, digest: `sha256:${hash}`, size: bytes.length }
}
