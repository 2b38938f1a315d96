/** An in-memory server with one program on it, for tests of programs that outlive the worker. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ContainerSpec, ContainerState, LogEntry, Runtime } from '@longshore/remote/runtime'

/** The program prints when the test says so; counts how often it was started. */
export class FakeServer {
  starts = 0
  removals = 0
  container: { state: 'running' | 'exited'; exitCode: number } | null = null
  entries: LogEntry[] = []
  isReachable = true
  readonly #lost: () => Error
  #changed = Promise.withResolvers<void>()

  /** `lost` creates the error that a caller gets while the server is unreachable. */
  constructor(lost = () => new Error('the connection was lost')) {
    this.#lost = lost
  }

  print(...texts: string[]): void {
    for (const text of texts) {
      const at = `2026-11-15T09:30:00.${String(Math.floor(this.entries.length / 3)).padStart(9, '0')}Z`
      this.entries.push({ stream: 'stdout', at, text: Buffer.from(text), endsLine: true })
    }
    this.#notify()
  }

  exit(exitCode: number): void {
    if (this.container !== null) this.container = { state: 'exited', exitCode }
    this.#notify()
  }

  cut(): void {
    this.isReachable = false
    this.#notify()
  }

  #notify(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  #reach(signal: AbortSignal): void {
    signal.throwIfAborted()
    if (!this.isReachable) throw this.#lost()
  }

  #state(): ContainerState | null {
    return this.container === null ? null : ({ ...this.container, oomKilled: false } as ContainerState)
  }

  async *#read({ since, follow, signal }: Parameters<Runtime['readOutput']>[1]): AsyncGenerator<LogEntry[]> {
    const from = this.entries.findIndex(({ at }) => since === null || at >= since)
    for (let at = from === -1 ? this.entries.length : from; ; ) {
      this.#reach(signal)
      const some = this.entries.slice(at, at + 2)
      at += some.length
      if (some.length > 0) yield some
      else if (!follow || this.container?.state !== 'running') return
      else await Promise.race([this.#changed.promise, delay(5_000, undefined, { signal, ref: false })])
    }
  }

  readonly runtime = {
    startProgram: async (_spec: ContainerSpec, { onCreated, signal }: Parameters<Runtime['startProgram']>[1]) => {
      this.#reach(signal)
      await onCreated()
      this.starts += 1
      this.container = { state: 'running', exitCode: 0 }
      return this.#state()
    },
    adoptProgram: async (_name: string, { signal }: { signal: AbortSignal }) => {
      this.#reach(signal)
      return this.#state()
    },
    readOutput: (_name: string, call: Parameters<Runtime['readOutput']>[1]) => this.#read(call),
    inspectContainer: async (_name: string, { signal }: { signal: AbortSignal }) => {
      this.#reach(signal)
      return this.#state()
    },
    stopContainer: async (_name: string, { signal }: { signal: AbortSignal }) => {
      this.#reach(signal)
      this.exit(143)
    },
    removeContainer: async (_name: string, { signal }: { signal: AbortSignal }) => {
      this.#reach(signal)
      if (this.container !== null) this.removals += 1
      this.container = null
    },
    readLogTail: async () => this.entries.map(({ text }) => `${text}\n`).join(''),
  } as unknown as Runtime
}
