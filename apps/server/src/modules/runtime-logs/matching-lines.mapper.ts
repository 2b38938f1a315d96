/** Returns the matching lines of a chunk. */
import { decodeChunk } from './log-chunk.policy.ts'
import type { StoredChunk } from './log-chunks.repository.ts'
import { toLine } from './log-line.mapper.ts'
import type { DownloadQuery, RuntimeLine } from './runtime-logs.schemas.ts'

export type LineFilter = DownloadQuery

export function matchingLines(chunk: StoredChunk, filter: LineFilter): { index: number; line: RuntimeLine }[] {
  const { since, until } = filter
  const text = filter.q?.toLowerCase()
  return decodeChunk(chunk.body)
    .map((each, index) => ({ index, line: toLine(chunk, each) }))
    .filter(
      ({ line }) =>
        (since === undefined || line.at >= since) &&
        (until === undefined || line.at <= until) &&
        (text === undefined || line.text.toLowerCase().includes(text)),
    )
}
