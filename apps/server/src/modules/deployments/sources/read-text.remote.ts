/** Reads a file of a commit as text by its object ID, so no symbolic link is followed. Cached with the commit. */
import type { FetchedSource, SourceEntry } from '@longshore/source/git'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'

const known = new WeakMap<FetchedSource, Map<string, string>>()
const maxRemembered = 20

export async function readText(
  fetched: FetchedSource,
  entries: readonly SourceEntry[],
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const texts = known.get(fetched) ?? new Map<string, string>()
  known.set(fetched, texts)
  const remembered = texts.get(path)
  if (remembered !== undefined) return remembered
  const entry = entries.find((each) => each.path === path && each.kind === 'file')
  await using blobs = fetched.openBlobs()
  const [content] = entry === undefined ? [] : await blobs.read([entry.id], signal)
  if (content == null) throw new PermanentError('dockerfile_not_found', `The commit has no readable file ${path}.`)
  const text = content.toString()
  if (texts.size < maxRemembered) texts.set(path, text)
  return text
}
