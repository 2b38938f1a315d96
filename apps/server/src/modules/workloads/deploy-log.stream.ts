/**
 * The deployment log. Output of builds and programs is written to its stream in chunks, with secrets masked. Secrets are
 * masked from the moment a step names them, also when a chunk boundary splits one.
 */
import { StringDecoder } from 'node:string_decoder'
import { retryTransient } from '../../platform/durable/transient.ts'
import type { StepContext } from '../../platform/durable/workflow.ts'
import { LogChunks } from '../../platform/events/log-chunks.ts'
import { appendRunEvents } from '../../platform/events/publish.ts'
import { createRedactor, type RedactionStream } from '../../platform/secrets/redactor.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { DeployLog, DeployLogWriter } from './workloads.context.ts'

type Stream = 'stdout' | 'stderr' | 'longshore'
type Context = Pick<StepContext<unknown>, 'run' | 'write' | 'signal'>

export function createDeployLog(): DeployLog {
  return { open: (context, step) => new LogWriter(context, step) }
}

/** Each output stream has its own queue of chunks, so its text stays in order. */
class LogWriter implements DeployLogWriter {
  readonly #redactor = createRedactor()
  readonly #streams = new Map<Stream, { chunks: LogChunks; redaction: RedactionStream; decoder: StringDecoder }>()
  readonly #context: Context
  readonly #step: string
  #writing: Promise<void> = Promise.resolve()

  constructor(context: Context, step: string) {
    this.#context = context
    this.#step = step
  }

  readonly write = async (text: string, stream: 'stdout' | 'stderr'): Promise<void> => {
    await this.#push(stream, text)
  }

  async writeLine(line: string): Promise<void> {
    await this.#push('longshore', `${line}\n`)
  }

  mask(secrets: Iterable<Secret>): void {
    for (const secret of secrets) this.#redactor.add(secret)
  }

  redact(text: string): string {
    return this.#redactor.text(text)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { chunks, redaction, decoder } of this.#streams.values()) {
      const rest = decoder.end(redaction.end())
      // After a cancellation or a takeover, writes are rejected, and only the tail of a log is lost.
      await chunks
        .push(rest)
        .then(() => chunks.flush())
        .catch(() => undefined)
    }
  }

  async #push(stream: Stream, text: string): Promise<void> {
    const { chunks, redaction, decoder } = this.#streamOf(stream)
    await chunks.push(decoder.write(redaction.push(Buffer.from(text))))
  }

  #streamOf(stream: Stream) {
    const known = this.#streams.get(stream)
    if (known !== undefined) return known
    const created = {
      chunks: new LogChunks({ write: (texts) => this.#append(stream, texts) }),
      redaction: this.#redactor.stream(),
      decoder: new StringDecoder('utf8'),
    }
    this.#streams.set(stream, created)
    return created
  }

  /** Writes of both streams are serialized, so their chunks stay in chronological order. */
  async #append(stream: Stream, texts: readonly string[]): Promise<void> {
    const at = new Date().toISOString()
    const { id: runId, organizationId } = this.#context.run
    const events = texts.filter((text) => text !== '').map((text) => toLogEvent({ step: this.#step, stream, text, at }))
    if (events.length === 0) return
    const before = this.#writing
    const write = async () => {
      await before.catch(() => undefined)
      // A brief database outage must not fail a build. A duplicate chunk is better than another build.
      const append = () => this.#context.write((tx) => appendRunEvents(tx, { runId, organizationId, events }))
      await retryTransient(append, this.#context.signal)
    }
    this.#writing = write()
    await this.#writing
  }
}

export function toLogEvent(data: { step: string; stream: Stream; text: string; at: string }) {
  return { kind: 'log', data }
}
