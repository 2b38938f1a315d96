/**
 * Runs a container to its end with streams as input and output, for dumps and restores. Backpressure applies to the
 * other side, and the server stores none of the data.
 */
import type { Duplex } from 'node:stream'
import type { ContainerSpec } from '../runtime/container-spec.ts'
import type { Call, PipedCall, PipedEnd, ReadingCall } from '../runtime/runtime.ts'
import { RuntimeError } from '../runtime/runtime-error.ts'
import { ContainerOutput, isEarlyEnd } from '../streams/container-output.ts'
import type { EngineTarget } from '../streams/engine-stream.ts'
import { readEnd, runToEnd } from './run-to-end.ts'
import { createAndStart, type Host } from './start-container.ts'

const defaultDeadlineMs = 6 * 60 * 60_000
const attachDeadlineMs = 60_000
const finalOutputMs = 5_000

export async function runPiped<Result>(
  host: Host,
  spec: ContainerSpec,
  { signal, deadlineMs = defaultDeadlineMs, input, use }: PipedCall<Result>,
): Promise<PipedEnd<Result>> {
  const attached = new Attached()
  const stop = () => attached.end()
  return await runToEnd(host, spec.name, { signal, deadlineMs }, async (within) => {
    within.addEventListener('abort', stop, { once: true })
    try {
      const piped = input === undefined ? 'output' : 'both'
      const beforeStart = (id: string) => attached.open(host, id, { signal: within, hasInput: input !== undefined })
      const id = await createAndStart(host, { ...spec, restart: 'no', piped }, { signal: within, beforeStart })
      const feeding = input === undefined ? null : attached.feed(input)
      // When a program ends before it has read all of its input, the Engine would wait for the rest forever.
      if (feeding !== null)
        void waitForEnd(host, id, within).then(
          () => attached.endSoon(),
          () => undefined,
        )
      const result = await use(attached.output())
      await attached.drain()
      const end = await readEnd(host, id, within)
      // A program that ended before it read all of its input leaves the rest waiting in the connection.
      attached.end()
      await feeding
      return { result, ...end, errors: attached.errors() }
    } finally {
      within.removeEventListener('abort', stop)
      attached.end()
    }
  })
}

/** Like `runPiped`, for output that is read in another thread. */
export async function runPipedTo<Result>(
  host: Host,
  spec: ContainerSpec,
  { signal, deadlineMs = defaultDeadlineMs, reader }: ReadingCall<Result>,
): Promise<PipedEnd<Result>> {
  const { http } = host.engine
  return await runToEnd(host, spec.name, { signal, deadlineMs }, async (within) => {
    const beforeStart = async (id: string) => {
      const place = await placeOf(host, id, within)
      await http.whileConnected(reader.open(place), within)
    }
    const whole: ContainerSpec = { ...spec, restart: 'no', piped: 'output' }
    const id = await createAndStart(host, whole, { signal: within, beforeStart })
    const { result, errors } = await http.whileConnected(reader.read(), within)
    return { result, errors, ...(await readEnd(host, id, within)) }
  })
}

async function placeOf({ engine }: Host, id: string, signal: AbortSignal): Promise<EngineTarget> {
  const place = await engine.http.placeOf({ ...attachTo(id, false), signal, deadlineMs: attachDeadlineMs })
  return { ...place, method: 'POST', form: 'frames' }
}

function attachTo(id: string, hasInput: boolean) {
  const query = { stream: '1', stdout: '1', stderr: '1', ...(hasInput ? { stdin: '1' } : {}) }
  return { method: 'POST', path: ['containers', id, 'attach'], query } as const
}

async function waitForEnd({ engine }: Host, id: string, signal: AbortSignal): Promise<void> {
  const path = ['containers', id, 'wait'] as const
  await engine.http.send({ method: 'POST', path: [...path], signal, deadlineMs: defaultDeadlineMs })
}

/** The connection to a container's streams. A container that is created again gets a new one. */
class Attached {
  #socket: Duplex | null = null
  readonly #printed = new ContainerOutput()
  #sourceFault: unknown = null
  #isOver = false
  #wake: () => void = () => undefined

  async open({ engine }: Host, id: string, { hasInput, ...call }: Call & { hasInput: boolean }): Promise<void> {
    this.end()
    this.#isOver = false
    this.#socket = await engine.http.hijack({ ...attachTo(id, hasInput), ...call, deadlineMs: attachDeadlineMs })
    // Readers receive the error; writers only have to stop.
    this.#socket.on('error', () => undefined)
    if (!hasInput) this.#socket.end()
  }

  /**
   * Ends with the source, or when the other side stops reading: the exit code shows whether the program ended too
   * early.
   */
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

  /**
   * Resolves when the other side can take more data, or has disconnected. This isn't a pipeline because that would wait
   * for a closed socket.
   */
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
    const frames = this.#connection().iterator({ destroyOnReturn: false })
    yield* this.#printed.read(frames, (error) => this.#sourceFault !== null || this.#isOver || isEarlyEnd(error))
    if (this.#sourceFault !== null) throw this.#sourceFault
  }

  /** Output that `use` left unread must not keep the program from ending. */
  async drain(): Promise<void> {
    const socket = this.#connection()
    if (!socket.readableEnded && !socket.destroyed) for await (const _ of this.output());
  }

  errors(): string {
    return this.#printed.errors()
  }

  /** Output that the program has printed is still in transit; wait for it. */
  endSoon(): void {
    setTimeout(() => this.end(), finalOutputMs).unref()
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
