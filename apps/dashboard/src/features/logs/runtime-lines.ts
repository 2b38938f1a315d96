/** Container lines → log lines, and how the stream continues the lines that were read. Pure. */
import type { RuntimeLine, RuntimeLines } from '@longshore/sdk'
import type { LineKind, LogPiece } from './log-store.ts'

const kinds: Record<RuntimeLine['stream'], LineKind> = {
  stdout: 'stdout',
  stderr: 'stderr',
  deployment: 'mark',
  event: 'note',
}

type Line = Pick<RuntimeLine, 'at' | 'stream' | 'text' | 'service' | 'container'>

export function toPiece({ at, stream, text, service }: Line): LogPiece {
  return { at, text, kind: kinds[stream], group: service ?? '' }
}

/** Pages are newest first, logs are oldest first. */
export function toPieces(items: readonly RuntimeLine[]): LogPiece[] {
  return items.map(toPiece).reverse()
}

export interface Joint {
  /** Start time for the stream. */
  since: string
  /** Lines of that time that are already shown, with their count. */
  known: Map<string, number>
}

/** The stream starts at the time of the newest line that was read, so it repeats the lines of that time. */
export function jointOf(items: readonly RuntimeLine[], emptySince: string): Joint {
  const since = items[0]?.at ?? emptySince
  const known = new Map<string, number>()
  for (const line of items) if (line.at >= since) known.set(keyOf(line), (known.get(keyOf(line)) ?? 0) + 1)
  return { since, known }
}

/** Streamed lines, without those that are already shown. */
export function newLines({ service, container, lines }: RuntimeLines, joint: Joint): LogPiece[] {
  return freshPieces(
    lines.map((line) => ({ ...line, service, container })),
    joint,
  )
}

/** Removes lines that are already shown. `lines`: oldest first. */
export function freshPieces(lines: readonly Line[], { known }: Joint): LogPiece[] {
  const fresh = lines.filter((line) => {
    if (known.size === 0) return true
    const key = keyOf(line)
    const count = known.get(key) ?? 0
    if (count === 0) return true
    if (count === 1) known.delete(key)
    else known.set(key, count - 1)
    return false
  })
  return fresh.map(toPiece)
}

function keyOf({ at, stream, text, service, container }: Line): string {
  return [at, stream, service, container, text].join('\n')
}
