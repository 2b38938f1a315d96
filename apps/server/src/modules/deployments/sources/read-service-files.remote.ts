/** Reads the files that services get from the repository, by object ID, so no symbolic link is followed. */
import { maxFilesLength } from '@longshore/analyzer/container'
import type { FetchedSource, SourceEntry } from '@longshore/source/git'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { DesiredService } from '../../workloads/worker.ts'

export async function readServiceFiles(
  fetched: FetchedSource,
  options: { entries: readonly SourceEntry[]; services: readonly DesiredService[]; signal: AbortSignal },
): Promise<Record<string, string>> {
  const { entries, services, signal } = options
  const wanted = services.flatMap(({ configuration }) => configuration.files.flatMap(({ source }) => source ?? []))
  const paths = [...new Set(wanted)].sort()
  if (paths.length === 0) return {}
  const ids = paths.map((path) => idOf(entries, path))
  await using blobs = fetched.openBlobs()
  const sizes = await blobs.sizes(ids, signal)
  requireSmall(paths, sizes, wanted)
  const contents = await blobs.read(ids, signal)
  const texts = paths.map((path, index) => [path, toText(path, contents[index] ?? null)] as const)
  const inJson = texts.map(([path, text]) => [path, JSON.stringify(text).length] as const)
  requireSmall(
    paths,
    inJson.map(([, length]) => length),
    wanted,
  )
  return Object.fromEntries(texts)
}

function idOf(entries: readonly SourceEntry[], path: string): string {
  const entry = entries.find((each) => each.path === path)
  if (entry?.kind === 'file') return entry.id
  const why = entry === undefined ? "isn't in the commit" : "isn't a regular file"
  throw new PermanentError('file_not_usable', `The file ${path} ${why}.`, {
    hint: 'Add it to the repository, or change the files of the service.',
  })
}

/** A file counts once for each service that gets it. */
function requireSmall(paths: readonly string[], sizes: readonly (number | null)[], wanted: readonly string[]): void {
  const total = wanted.reduce((sum, path) => sum + (sizes[paths.indexOf(path)] ?? 0), 0)
  // The steps of a deployment store the texts, in JSON.
  if (total <= maxFilesLength) return
  const largest = paths[sizes.indexOf(Math.max(...sizes.map((size) => size ?? 0)))] ?? ''
  throw new PermanentError(
    'file_not_usable',
    `The files of the services are larger than 96 KB together; the largest is ${largest}.`,
    { hint: 'Build large files into the image.' },
  )
}

function toText(path: string, content: Uint8Array | null): string {
  if (content === null)
    throw new PermanentError('file_not_usable', `The file ${path} can't be read from the repository.`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    if (!text.includes('\0')) return text
  } catch {
    // Reported below.
  }
  throw new PermanentError('file_not_usable', `The file ${path} isn't text.`, {
    hint: 'Build it into the image.',
  })
}
