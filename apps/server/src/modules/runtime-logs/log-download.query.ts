/** A range of lines as text, for a download: oldest first, a few chunks in memory at a time, with a total limit. */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { listChunks, type StoredChunk } from './log-chunks.repository.ts'
import { type LineFilter, matchingLines } from './matching-lines.mapper.ts'
import type { RuntimeLine } from './runtime-logs.schemas.ts'

export type TextPart = string

const pageChunks = 40
const maxBytes = 500_000_000

export async function* readText(
  database: Database,
  organizationId: OrganizationId,
  filter: LineFilter & { environmentId: Id<'env'> },
): AsyncGenerator<TextPart> {
  let from: number | null = null
  let bytes = 0
  for (;;) {
    const range: Parameters<typeof listChunks>[2] = { ...filter, order: 'oldest', from, limit: pageChunks }
    const chunks: StoredChunk[] = await database.tenant(organizationId, (tx) => listChunks(tx, organizationId, range))
    const lines = chunks.flatMap((chunk) => matchingLines(chunk, filter).map(({ line }) => line))
    const text = lines
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map(toText)
      .join('')
    bytes += text.length
    if (text !== '') yield text
    if (chunks.length < pageChunks) return
    if (bytes > maxBytes) return yield 'longshore: output truncated. Choose a shorter time range.\n'
    from = (chunks.at(-1)?.seq ?? 0) + 1
  }
}

function toText({ at, service, stream, text }: RuntimeLine): string {
  return `${at.toISOString()} ${service ?? 'longshore'} ${stream} ${text}\n`
}
