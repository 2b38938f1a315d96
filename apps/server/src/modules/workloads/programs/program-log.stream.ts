/**
 * Copies the output of a program from the Engine's log to ours. The text and the position in the Engine's log are
 * stored together, so a worker that adopts the program continues with the next line. Writing waits for an unavailable
 * database, and reading waits for writing; meanwhile the Engine keeps the output. Output that the Engine dropped is
 * marked.
 */
import { StringDecoder } from 'node:string_decoder'
import { raceSignal } from '@longshore/process/race-signal'
import type { LogEntry } from '@longshore/remote/runtime'
import { maxChunkBytes, splitText } from '../../../platform/events/log-chunks.ts'
import type { RedactionStream, Redactor } from '../../../platform/secrets/redactor.ts'
import { advance, createKnown, type LogCursor, readFrom, type StreamPosition } from '../../runtime-logs/index.ts'

type OutputStream = 'stdout' | 'stderr'

export interface OutputChunk {
  readonly stream: OutputStream | 'longshore'
  readonly text: string
}

export interface ProgramLogOptions {
  readonly cursor: LogCursor
  readonly redactor: Redactor
  /** Resolves when both are stored, and retries as long as that makes sense. One call at a time. */
  store(chunks: readonly OutputChunk[], cursor: LogCursor): Promise<void>
}

export const gapLine = 'Output is missing here: the command printed more than the server could buffer.\n'

const delayMs = 250
const maxPendingLength = 8 * maxChunkBytes
/** A longer line is stored in parts, and a secret across their boundary isn't recognized. */
const maxOpenLength = 1 << 20

export class ProgramLog {
  readonly #options: ProgramLogOptions
  readonly #streams: Record<OutputStream, OpenText>
  /** Ahead of the stored cursor by what is pending. */
  #cursor: LogCursor
  #pending: OutputChunk[] = []
  #pendingLength = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | null = null

  constructor(options: ProgramLogOptions) {
    this.#options = options
    this.#cursor = options.cursor
    const { redactor, cursor } = options
    this.#streams = { stdout: new OpenText(redactor, cursor.stdout), stderr: new OpenText(redactor, cursor.stderr) }
  }

  /** Start of the next reading; null for the beginning. */
  get since(): string | null {
    return readFrom(this.#seen())
  }

  /**
   * Consumes one reading of the Engine's log from `since` on. Returns the number of new bytes, as the Engine counts
   * them.
   */
  async read(reading: AsyncIterable<readonly LogEntry[]>, signal: AbortSignal): Promise<number> {
    const seen = this.#seen()
    const isKnown = createKnown(seen)
    const last = latestOf(seen)
    let isContinuous = last === null
    let bytes = 0
    for await (const entries of reading) {
      for (const entry of entries) {
        if (isKnown(entry)) {
          isContinuous ||= entry.stream === last?.stream && entry.at === last.at
          continue
        }
        // If the last known entry was dropped, so were the entries between it and this one.
        if (!isContinuous) this.markGap()
        isContinuous = true
        bytes += entry.text.length + entryOverheadBytes
        this.#take(entry)
      }
      if (this.#pendingLength > maxPendingLength) await this.flush(signal)
      else if (this.#pending.length > 0) this.#timer ??= setTimeout(() => this.#flushSoon(signal), delayMs)
    }
    return bytes
  }

  markGap(): void {
    this.#add({ stream: 'longshore', text: gapLine })
  }

  /** Resolves when all output is stored, including an unfinished line. */
  async end(signal: AbortSignal): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) this.#settle(stream, this.#streams[stream].end())
    await this.flush(signal)
  }

  /** Writes only complete lines. An abort ends the waiting, not the write. */
  async flush(signal: AbortSignal): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#writing !== null) await raceSignal(this.#writing, signal)
    if (this.#pending.length === 0) return
    this.#writing = this.#write().finally(() => {
      this.#writing = null
    })
    await raceSignal(this.#writing, signal)
  }

  /** Call it after the last reading. */
  close(): void {
    clearTimeout(this.#timer)
  }

  #flushSoon(signal: AbortSignal): void {
    this.#timer = undefined
    // The text stays pending, and the next flush throws the same error.
    void this.flush(signal).catch(() => undefined)
  }

  async #write(): Promise<void> {
    const chunks = this.#pending
    const cursor = this.#cursor
    this.#pending = []
    this.#pendingLength = 0
    try {
      await this.#options.store(inChunks(chunks), cursor)
    } catch (error) {
      this.#pending = [...chunks, ...this.#pending]
      this.#pendingLength = this.#pending.reduce((length, { text }) => length + text.length, 0)
      throw error
    }
  }

  #take(entry: LogEntry): void {
    const text = this.#streams[entry.stream].push(entry)
    if (text !== null) this.#settle(entry.stream, text)
  }

  #settle(stream: OutputStream, text: string): void {
    this.#cursor = { ...this.#cursor, [stream]: this.#streams[stream].position }
    if (text !== '') this.#add({ stream, text })
  }

  #add(chunk: OutputChunk): void {
    this.#pending.push(chunk)
    this.#pendingLength += chunk.text.length
  }

  /** Includes text that is held back, so it isn't read again. */
  #seen(): LogCursor {
    return { stdout: this.#streams.stdout.position, stderr: this.#streams.stderr.position }
  }
}

/** Size of timestamp, stream, and length fields of each entry in the Engine's storage. */
const entryOverheadBytes = 30

/** Text of one stream that can still turn out to be part of a secret. */
class OpenText {
  readonly #redaction: RedactionStream
  readonly #decoder = new StringDecoder('utf8')
  #text = ''
  position: StreamPosition | null

  constructor(redactor: Redactor, position: StreamPosition | null) {
    this.#redaction = redactor.stream()
    this.position = position
  }

  /** Returns text that can be stored now, up to the end of this entry, or null. */
  push({ text, at, endsLine }: LogEntry): string | null {
    this.position = advance(this.position, at)
    const bytes = endsLine ? Buffer.concat([text, newline]) : text
    this.#text += this.#decoder.write(this.#redaction.push(bytes))
    if (endsLine && this.#redaction.isSettled) return this.#take()
    return this.#text.length > maxOpenLength ? this.end() : null
  }

  end(): string {
    this.#text += this.#decoder.end(this.#redaction.end())
    return this.#take()
  }

  #take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }
}

const newline = Buffer.from('\n')

function latestOf({ stdout, stderr }: LogCursor): { stream: OutputStream; at: string } | null {
  if (stdout !== null && (stderr === null || stdout.at >= stderr.at)) return { stream: 'stdout', at: stdout.at }
  return stderr === null ? null : { stream: 'stderr', at: stderr.at }
}

/** Joins adjacent chunks of one stream, up to a maximum size. */
function inChunks(pieces: readonly OutputChunk[]): OutputChunk[] {
  const joined: { stream: OutputChunk['stream']; text: string }[] = []
  for (const { stream, text } of pieces) {
    const last = joined.at(-1)
    if (last?.stream === stream) last.text += text
    else joined.push({ stream, text })
  }
  return joined.flatMap(({ stream, text }) => splitText(text, maxChunkBytes).map((part) => ({ stream, text: part })))
}
