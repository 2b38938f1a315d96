/**
 * The writer of server-sent events. It owns an HTTP response from its head to its end.
 *
 * - Memory per client is bounded: frames are shared between clients, and a client with too many unsent frames or bytes
 *   is disconnected and resumes by id. A client that makes no progress for a whole turn of the wheel is dropped.
 * - The socket gets little data at a time; the queue is a list of references. Passing every frame to the socket at once
 *   would cost a request object per frame and client, many times the frame itself.
 * - The body isn't chunked and ends with the connection: one frame is one write of one shared buffer, and HTTP/1.0
 *   proxies understand it.
 */
import type { ServerResponse } from 'node:http'
import type { ProblemDefinition } from '../../errors/problem.ts'
import type { Beating, HeartbeatWheel } from './heartbeat-wheel.ts'
import { encodeFrame, encodeRetry, heartbeatFrame } from './sse-frame.ts'
import { streamProblems } from './stream-problems.ts'

export type ResponseHeaders = Record<string, number | string | string[] | undefined>

export interface SseWriterOptions {
  wheel: HeartbeatWheel
  /** Headers that the HTTP platform adds to every response. */
  headers?: ResponseHeaders
  retryMs?: number
  maxPendingEvents?: number
  maxPendingBytes?: number
  /** How long an ended stream can take to send what is left. */
  closeWithinMs?: number
  /** Ends the stream; standard clients reconnect. */
  signal?: AbortSignal
}

export type StreamProblem = Pick<ProblemDefinition, 'code' | 'detail' | 'hint'>

const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}
/** A replay continues when at most this much is unsent, so that slow replays use little memory. */
const replayLowWater = { bytes: 16 * 1024, events: 64 }
/** Maximum number of bytes handed to the socket at once. */
const flushBytes = 16 * 1024

export class SseWriter implements Beating {
  readonly #response: ServerResponse
  readonly #maxPendingEvents: number
  readonly #maxPendingBytes: number
  readonly #closeWithinMs: number
  readonly #onClose: (() => void)[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  /** Frames handed to the socket that aren't sent yet. */
  #inFlight = 0
  #hasProgressed = true
  #state: 'open' | 'ending' | 'closed' = 'open'
  #resolveReady: ((isOpen: boolean) => void) | undefined

  constructor(response: ServerResponse, options: SseWriterOptions) {
    this.#response = response
    this.#maxPendingEvents = options.maxPendingEvents ?? 256
    this.#maxPendingBytes = options.maxPendingBytes ?? 1024 * 1024
    this.#closeWithinMs = options.closeWithinMs ?? 5_000
    this.#sendHead(options)
    this.#onClose.push(options.wheel.add(this))
    response.once('close', () => this.#closed())
    // A reset by the client emits an error before the close; only the close matters.
    response.on('error', () => response.destroy())
    this.#endOnAbort(options.signal)
    if (response.destroyed || response.socket?.destroyed === true) this.#closed()
  }

  get isClosed(): boolean {
    return this.#state !== 'open'
  }

  get pendingBytes(): number {
    return this.#waitingBytes + this.#response.writableLength
  }

  get #pendingEvents(): number {
    return this.#waiting.length + this.#inFlight
  }

  /** Queues one frame. Returns false if the stream is closed, or was just closed because its reader is too slow. */
  send(frame: Buffer): boolean {
    if (this.#state !== 'open') return false
    if (this.#pendingEvents >= this.#maxPendingEvents || this.pendingBytes + frame.length > this.#maxPendingBytes) {
      this.fail(streamProblems.stream_too_slow)
      return false
    }
    this.#enqueue(frame)
    return true
  }

  /**
   * Resolves when nearly all is sent: true to continue, false if the stream is closed. Supports one waiter, the replay.
   */
  ready(): Promise<boolean> {
    if (this.#state !== 'open') return Promise.resolve(false)
    if (this.#hasRoom()) return Promise.resolve(true)
    return new Promise((resolve) => {
      this.#resolveReady = resolve
    })
  }

  /** Sends these last frames, then ends the stream. */
  end(...frames: readonly Buffer[]): void {
    if (this.#state !== 'open') return
    this.#state = 'ending'
    for (const frame of frames) this.#enqueue(frame)
    if (this.#pendingEvents === 0) this.#response.end()
    this.#settleReady(false)
    // A client that doesn't read would keep unsent frames and the socket forever.
    if (this.pendingBytes > 0) {
      const timer = setTimeout(() => this.#response.destroy(), this.#closeWithinMs)
      this.#onClose.push(() => clearTimeout(timer))
    }
  }

  fail(problem: StreamProblem): void {
    const { code, detail, hint } = problem
    this.end(encodeFrame({ event: 'error', data: { code, detail, hint } }))
  }

  /** Ends the stream of a client that lost access, and discards unsent frames. */
  revoke(problem: StreamProblem): void {
    if (this.pendingBytes > 0) this.#response.destroy()
    else this.fail(problem)
  }

  /** Ends the stream and sends the client a reconnect delay. */
  restart(retryMs: number): void {
    this.end(encodeRetry(retryMs))
  }

  destroy(): void {
    this.#response.destroy()
  }

  onClose(handler: () => void): void {
    if (this.#state === 'closed') handler()
    else this.#onClose.push(handler)
  }

  /** Called once per turn of the wheel. */
  beat(): void {
    if (this.#pendingEvents === 0) {
      if (this.#state === 'open') this.#enqueue(heartbeatFrame)
    } else if (!this.#hasProgressed) {
      this.#response.destroy()
    }
    this.#hasProgressed = false
  }

  #sendHead({ headers, retryMs = 2_000 }: SseWriterOptions): void {
    const response = this.#response
    // Removed rather than unset; otherwise Node would choose chunked encoding.
    response.removeHeader('transfer-encoding')
    response.shouldKeepAlive = false
    response.writeHead(200, { ...headers, ...streamHeaders })
    this.#enqueue(encodeRetry(retryMs))
  }

  #endOnAbort(signal: AbortSignal | undefined): void {
    if (signal === undefined) return
    const end = () => this.end()
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    this.#onClose.push(() => signal.removeEventListener('abort', end))
  }

  #enqueue(frame: Buffer): void {
    if (this.#inFlight > 0) {
      this.#waiting.push(frame)
      this.#waitingBytes += frame.length
    } else {
      this.#inFlight = 1
      this.#response.write(frame, this.#onFlushed)
    }
  }

  #flush(): void {
    let bytes = 0
    while (this.#inFlight < this.#waiting.length && bytes < flushBytes) {
      bytes += this.#waiting[this.#inFlight]?.length ?? 0
      this.#inFlight += 1
    }
    this.#waitingBytes -= bytes
    const frames = this.#waiting.splice(0, this.#inFlight)
    const last = frames.pop()
    // One system call for all frames, without a copy: other clients share them.
    this.#response.cork()
    for (const frame of frames) this.#response.write(frame)
    this.#response.write(last, this.#onFlushed)
    this.#response.uncork()
  }

  // One function for all writes of this stream, to avoid a closure per event with ten thousand streams.
  readonly #onFlushed = (): void => {
    this.#inFlight = 0
    this.#hasProgressed = true
    if (this.#response.destroyed) return
    if (this.#waiting.length > 0) this.#flush()
    else if (this.#state === 'ending') this.#response.end()
    if (this.#resolveReady !== undefined && this.#hasRoom()) this.#settleReady(true)
  }

  #hasRoom(): boolean {
    return this.#pendingEvents <= replayLowWater.events && this.pendingBytes <= replayLowWater.bytes
  }

  #settleReady(isOpen: boolean): void {
    const resolve = this.#resolveReady
    this.#resolveReady = undefined
    resolve?.(isOpen)
  }

  #closed(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#settleReady(false)
    for (const handler of this.#onClose.splice(0)) handler()
  }
}
