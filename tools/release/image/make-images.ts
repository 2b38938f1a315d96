/** The server image for all architectures: an OCI layout to push, and the archive for machines without a network. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseCheckout } from '../checkout.ts'
import { type Architecture, architectures, type ReleaseOptions } from '../options.ts'
import { run } from '../run.ts'
import { baseArguments, buildImage, createContext } from './build-image.ts'
import { writeLayout } from './oci-layout.ts'

export interface ServerImages {
  /** `REPOSITORY@sha256:…` of the index. */
  readonly image: string
  readonly layout: string
  /** Unpacked archives, by architecture. */
  readonly folders: ReadonlyMap<Architecture, string>
  readonly tags: ReadonlyMap<Architecture, string>
  readonly bases: readonly string[]
  readonly bytes: Readonly<Record<Architecture, number>>
}

export async function makeImages(
  work: string,
  checkout: ReleaseCheckout,
  options: ReleaseOptions,
): Promise<ServerImages> {
  const context = join(work, 'context')
  await createContext(context, checkout.folder, options.programs)
  const folders = new Map<Architecture, string>()
  const tags = new Map<Architecture, string>()
  const bases = new Set<string>()
  const bytes = { amd64: 0, arm64: 0 }
  for (const architecture of architectures) {
    const tag = `${options.imageRepository}:${options.version}-${architecture}`
    const archive = join(work, `server-${architecture}.tar`)
    await buildImage(context, options, { architecture, tag, archive })
    const folder = join(work, `server-${architecture}`)
    await mkdir(folder)
    await run(['tar', '-xf', archive, '-C', folder])
    await rm(archive)
    folders.set(architecture, folder)
    tags.set(architecture, tag)
    const size = await run([options.docker, 'image', 'inspect', '--format', '{{.Size}}', tag])
    bytes[architecture] = Number(size)
    for (const base of (await baseArguments(context, architecture, options.bases)).values()) bases.add(base)
  }
  const layout = join(work, 'layout')
  const facts = { version: options.version, sourceUrl: options.sourceUrl, commit: checkout.commit }
  const digest = await writeLayout(layout, folders, facts)
  return { image: `${options.imageRepository}@${digest}`, layout, folders, tags, bases: [...bases], bytes }
}
