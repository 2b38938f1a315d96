/** Maps a line to the API response. */
import type { LogLine } from './log-chunk.policy.ts'
import type { ChunkKind, StoredChunk } from './log-chunks.repository.ts'
import type { RuntimeLine } from './runtime-logs.schemas.ts'

export function streamOf(kind: ChunkKind, { stream }: Pick<LogLine, 'stream'>): RuntimeLine['stream'] {
  if (kind !== 'lines') return kind
  return stream === 'stderr' ? 'stderr' : 'stdout'
}

export function toLine({ kind, service, container, deploymentId }: StoredChunk, line: LogLine): RuntimeLine {
  return {
    at: new Date(line.at / 1_000),
    stream: streamOf(kind, line),
    text: line.text,
    service,
    container,
    deploymentId,
  }
}
