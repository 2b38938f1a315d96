/**
 * Reads the log of a container entry by entry, each with Docker's own timestamp. It has nine digits after the point, so
 * the text order is the time order. One frame of the stream is one entry; a long line comes in several, of which only
 * the last ends with a line feed.
 */
import { failure } from '../ssh/index.ts'
import type { EngineHttp } from './engine-http.ts'
import type { OutputStream } from './raw-stream.ts'

export interface LogEntry {
  readonly stream: OutputStream
  /** Docker's format: 2026-11-15T09:30:00.123456789Z. */
  readonly at: string
  readonly text: Buffer
  /** False when the line continues in the next entry of the same stream. */
  readonly endsLine: boolean
}

const stampLength = 30
const stampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/
/** Docker splits entries at 16 KiB. */
const maxEntryBytes = 1 << 20

/**
 * Yields batches as they arrive, until the container stops. Backpressure reaches the server: nothing is read before it
 * is needed.
 */
export async function* readLogEntries(
  http: EngineHttp,
  container: string,
  { since, follow, signal }: { since: string | null; follow: boolean; signal: AbortSignal },
): AsyncGenerator<LogEntry[]> {
  const from = since === null ? {} : { since: toUnixTime(since) }
  const response = await http.open({
    signal,
    // The request lasts as long as the container: others must not wait for it.
    hasOwnSocket: true,
    method: 'GET',
    path: ['containers', container, 'logs'],
    query: { stdout: true, stderr: true, follow, timestamps: true, tail: 'all', ...from },
  })
  const entries: LogEntry[] = []
  const reader = new EntryReader((entry) => entries.push(entry))
  try {
    for await (const chunk of response) {
      reader.push(chunk)
      if (entries.length > 0) yield entries.splice(0)
    }
  } catch (cause) {
    if (cause instanceof RangeError) throw failure('docker_unreachable', { detail: 'its log cannot be read', cause })
    throw cause
  } finally {
    response.destroy()
  }
}

/** Assembles frames; throws a RangeError for invalid input. */
export class EntryReader {
  readonly #onEntry: (entry: LogEntry) => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(onEntry: (entry: LogEntry) => void) {
    this.#onEntry = onEntry
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    let at = 0
    while (bytes.length - at >= 8) {
      const length = bytes.readUInt32BE(at + 4)
      if (length > maxEntryBytes) throw new RangeError('an entry of a log is too long')
      if (bytes.length - at - 8 < length) break
      this.#onEntry(toEntry(bytes.readUInt32BE(at), bytes.subarray(at + 8, at + 8 + length)))
      at += 8 + length
    }
    // Copy the rest, so that it doesn't keep the whole chunk in memory.
    this.#rest = Buffer.from(bytes.subarray(at))
  }
}

function toEntry(kind: number, frame: Buffer): LogEntry {
  if (kind !== 0x01000000 && kind !== 0x02000000) throw new RangeError('this is not a multiplexed stream')
  const at = frame.toString('latin1', 0, stampLength)
  if (!stampPattern.test(at)) throw new RangeError('an entry of a log has no time')
  const endsLine = frame.at(-1) === 0x0a
  const text = frame.subarray(stampLength + 1, endsLine ? -1 : frame.length)
  return { stream: kind === 0x02000000 ? 'stderr' : 'stdout', at, text, endsLine }
}

/** Formats the timestamp for the Engine's `since` parameter, with all digits. */
export function toUnixTime(stamp: string): string {
  const seconds = Date.parse(`${stamp.slice(0, 19)}Z`) / 1_000
  return `${seconds}.${stamp.slice(20, 29)}`
}
