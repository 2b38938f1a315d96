/**
 * A container that runs to its end and whose input and output are streams of bytes: dumps and their restoration. The other side
 * waits when nobody reads, and nothing of what passes is kept on the server.
 */
import type { Duplex } from 'node:stream'
import { Gatherer } from '../docker/gather.ts'
import { RawStreamReader } from '../docker/raw-stream.ts'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { Call, PipedCall, PipedEnd } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { abortFailure, Deadline } from '../ssh/index.ts'
import { readEnd, removeByName } from './run-once.ts'
import { createAndStart, type Host } from './start-container.ts'

const defaultDeadlineMs = 6 * 60 * 60_000
const attachDeadlineMs = 60_000
const gatheredBytes = 256 << 10
const keptErrorBytes = 16 << 10
const lastWordsMs = 5_000

export async function runPiped<Result>(
  host: Host,
  spec: ContainerSpec,
  { signal, deadlineMs = defaultDeadlineMs, input, use }: PipedCall<Result>,
): Promise<PipedEnd<Result>> {
  using deadline = new Deadline(deadlineMs, [signal])
  const call = { signal: deadline.signal }
  const attached = new Attached()
  const stop = () => attached.end()
  deadline.signal.addEventListener('abort', stop, { once: true })
  try {
    await removeByName(host, spec.name)
    const piped = input === undefined ? 'output' : 'both'
    const beforeStart = (id: string) => attached.open(host, id, { ...call, hasInput: input !== undefined })
    const id = await createAndStart(host, { ...spec, restart: 'no', piped }, { ...call, beforeStart })
    const feeding = input === undefined ? null : attached.feed(input)
    // A program that ends before it has all of its input: the Engine would wait for the rest for ever.
    if (feeding !== null)
      void waitForEnd(host, id, deadline.signal).then(
        () => attached.endSoon(),
        () => undefined,
      )
    const result = await use(attached.output())
    await attached.drain()
    const end = await readEnd(host, id, deadline.signal)
    // One that ended before it had all of its input leaves the rest waiting in the connection.
    attached.end()
    await feeding
    return { result, ...end, errors: attached.errors() }
  } catch (error) {
    if (signal.aborted || !deadline.signal.aborted) throw error
    throw abortFailure(deadline.signal, 'command_timeout')
  } finally {
    deadline.signal.removeEventListener('abort', stop)
    attached.end()
    await removeByName(host, spec.name)
  }
}

async function waitForEnd({ engine }: Host, id: string, signal: AbortSignal): Promise<void> {
  const path = ['containers', id, 'wait'] as const
  await engine.http.send({ method: 'POST', path: [...path], signal, deadlineMs: defaultDeadlineMs })
}

/** The connection to a container's streams. A container that is made anew gets a new one. */
class Attached {
  #socket: Duplex | null = null
  #errors = Buffer.alloc(0)
  #sourceFault: unknown = null
  #isOver = false
  #wake: () => void = () => undefined

  async open({ engine }: Host, id: string, { hasInput, ...call }: Call & { hasInput: boolean }): Promise<void> {
    this.end()
    this.#isOver = false
    this.#socket = await engine.http.hijack({
      method: 'POST',
      path: ['containers', id, 'attach'],
      query: { stream: '1', stdout: '1', stderr: '1', ...(hasInput ? { stdin: '1' } : {}) },
      ...call,
      deadlineMs: attachDeadlineMs,
    })
    // Who reads hears of it; who writes only has to stop.
    this.#socket.on('error', () => undefined)
    if (!hasInput) this.#socket.end()
  }

  /** Ends with the source, or when nobody takes it any more: a program that ends before it has all is told by its exit code. */
  async feed(input: AsyncIterable<Uint8Array>): Promise<void> {
    const socket = this.#connection()
    try {
      for await (const chunk of input) {
        if (this.#isOver || socket.destroyed) return
        if (!socket.write(chunk)) await this.#untilTaken(socket)
      }
      socket.end()
    } catch (error) {
      this.#sourceFault = error
      this.end()
    }
  }

  /** The other side has room again, or there is no other side. By hand: a pipeline waits for a socket that is gone. */
  async #untilTaken(socket: Duplex): Promise<void> {
    if (this.#isOver || socket.destroyed) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    socket.once('drain', resolve)
    socket.once('close', resolve)
    await promise
    socket.off('drain', resolve)
    socket.off('close', resolve)
  }

  async *output(): AsyncGenerator<Buffer> {
    const parts: Buffer[] = []
    const gatherer = new Gatherer(gatheredBytes)
    const reader = new RawStreamReader((stream, part) => {
      if (stream === 'stdout') parts.push(part)
      else this.#errors = Buffer.concat([this.#errors, part]).subarray(-keptErrorBytes)
    })
    try {
      for await (const chunk of this.#connection().iterator({ destroyOnReturn: false })) {
        reader.push(chunk)
        for (const part of parts.splice(0)) yield* gatherer.push(part)
      }
    } catch (error) {
      if (this.#sourceFault === null && !this.#isOver && !isEarlyEnd(error)) throw error
    }
    yield* gatherer.end()
    if (this.#sourceFault !== null) throw this.#sourceFault
  }

  /** What `use` left unread must not keep the program from ending. */
  async drain(): Promise<void> {
    const socket = this.#connection()
    if (!socket.readableEnded && !socket.destroyed) for await (const _ of this.output());
  }

  errors(): string {
    return new TextDecoder().decode(this.#errors)
  }

  /** What it has printed is on its way: some time for it. */
  endSoon(): void {
    setTimeout(() => this.end(), lastWordsMs).unref()
  }

  end(): void {
    this.#isOver = true
    this.#socket?.destroy()
    this.#wake()
  }

  #connection(): Duplex {
    if (this.#socket === null) throw new RuntimeError('engine_refused', 'The container has no streams.')
    return this.#socket
  }
}

function isEarlyEnd(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
