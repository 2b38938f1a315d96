/** Encodes lines of one container as bytes and back; pure. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'

export interface LogLine {
  /** Microseconds since 1970. */
  readonly at: number
  readonly stream: LineStream
  readonly text: string
}

/** `longshore`: our own line, about a deployment or about a container. */
export type LineStream = 'stdout' | 'stderr' | 'longshore'

/** Limits of a chunk, so that it is one small database row and one stream event. */
export const chunkLimits = { bytes: 64 * 1024, lines: 1_000 } as const
/** Maximum stored length of a line. */
export const maxLineLength = 32 * 1024

const letters = { stdout: 'o', stderr: 'e', longshore: 'l' } as const
const streams: Readonly<Record<string, LineStream>> = { o: 'stdout', e: 'stderr', l: 'longshore' }
/** The first time, then the delta of each of the others; one letter for each stream; the texts. */
const Stored = z.object({ t: z.array(z.number()), s: z.string(), l: z.array(z.string()) })
const maxRawBytes = 8 << 20

export function encodeChunk(lines: readonly LogLine[]): Buffer {
  let before = 0
  const stored: z.output<typeof Stored> = { t: [], s: '', l: [] }
  for (const { at, stream, text } of lines) {
    stored.t.push(at - before)
    stored.s += letters[stream]
    stored.l.push(text)
    before = at
  }
  return zstdCompressSync(Buffer.from(JSON.stringify(stored)))
}

export function decodeChunk(body: Uint8Array): LogLine[] {
  const raw = zstdDecompressSync(body, { maxOutputLength: maxRawBytes })
  const { t, s, l } = Stored.parse(JSON.parse(raw.toString('utf8')))
  let at = 0
  return l.map((text, index) => {
    at += t[index] ?? 0
    return { at, stream: streams[s.charAt(index)] ?? 'stdout', text }
  })
}

/** Splits into groups that each fit into a chunk. */
export function inChunks(lines: readonly LogLine[]): LogLine[][] {
  const chunks: LogLine[][] = []
  let bytes = 0
  for (const line of lines) {
    const current = chunks.at(-1)
    if (current === undefined || current.length >= chunkLimits.lines || bytes + line.text.length > chunkLimits.bytes) {
      chunks.push([line])
      bytes = line.text.length
    } else {
      current.push(line)
      bytes += line.text.length
    }
  }
  return chunks
}
