/** deploy/images.lock.json: every image that a release builds on or starts, by exact tag and, once a release resolved it, by digest. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../source-files.ts'

export interface LockedImage {
  name: string
  tag: string
  /** `sha256:…` of the manifest or index; null until a release resolved it. */
  digest: string | null
}

const path = join(root, 'deploy/images.lock.json')

export async function readLock(): Promise<LockedImage[]> {
  const lock: { images: LockedImage[] } = JSON.parse(await readFile(path, 'utf8'))
  if (lock.images.length === 0) throw new Error(`${path} lists no image`)
  return lock.images
}

export async function writeLock(images: readonly LockedImage[]): Promise<void> {
  await writeFile(path, `${JSON.stringify({ images }, null, 2)}\n`)
}

/** With a digest, the tag is only for readers: Docker uses exactly that manifest. */
export function referenceOf({ name, tag, digest }: LockedImage): string {
  return digest === null ? `${name}:${tag}` : `${name}:${tag}@${digest}`
}
