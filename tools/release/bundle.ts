/** Offline bundles: all images of an installation and the small files of the release, one archive per architecture. */
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findComposeImages } from '../images/find-references.ts'
import { type LockedImage, referenceOf } from '../images/lock.ts'
import { hashFile, type ReleaseFile } from './checksums.ts'
import { type Architecture, type ReleaseOptions, replacementOf } from './options.ts'
import { packFolder } from './pack-folder.ts'
import { run } from './run.ts'

const smallFiles = ['version.txt', 'image.txt', 'images.txt', 'notes.md', 'install.sh', 'manifest.json']

/** Images besides ours that an installation starts, by digest when the lock has one. */
export function composeImages(compose: string, lock: readonly LockedImage[]): LockedImage[] {
  const named = new Set(findComposeImages(compose))
  return lock.filter((each) => named.has(referenceOf({ ...each, digest: null })))
}

export function archiveName(architecture: Architecture): string {
  return `images-linux-${architecture}.tar`
}

/** The images under the names that compose.yaml uses, as one archive that `docker load` reads. */
export async function saveImages(
  folder: string,
  { architecture, tag, others }: { architecture: Architecture; tag: string; others: readonly LockedImage[] },
  options: Pick<ReleaseOptions, 'bundled' | 'docker' | 'imageRepository' | 'version'>,
): Promise<ReleaseFile> {
  const { docker, bundled } = options
  const own = `${options.imageRepository}:${options.version}`
  await run([docker, 'tag', tag, own])
  const names = [own]
  for (const each of others) {
    const name = `${each.name}:${each.tag}`
    const replacement = replacementOf(bundled, architecture, each.name)
    if (replacement === undefined)
      await run([docker, 'pull', '--quiet', '--platform', `linux/${architecture}`, referenceOf(each)])
    await run([docker, 'tag', replacement ?? referenceOf(each), name])
    names.push(name)
  }
  await mkdir(folder, { recursive: true })
  const path = join(folder, archiveName(architecture))
  await run([docker, 'save', '--output', path, ...names])
  // Another architecture gets the same names.
  await run([docker, 'image', 'rm', ...names])
  return { name: archiveName(architecture), sha256: await hashFile(path), bytes: (await stat(path)).size }
}

/** After the checksums are signed, which are part of the bundle. */
export async function packBundle(
  release: string,
  folder: string,
  { architecture, version, epoch }: { architecture: Architecture; version: string; epoch: number },
): Promise<string> {
  const name = `longshore-${version}-linux-${architecture}.tar.gz`
  const names = [...smallFiles, 'checksums.txt', 'checksums.txt.sig']
  for (const each of names) await copyFile(join(release, each), join(folder, each))
  await packFolder(join(release, name), { folder, names: [...names, archiveName(architecture)], epoch })
  await rm(join(folder, archiveName(architecture)))
  return name
}
