/** A long-lived child process: prefixes its output lines with its name, and stops it in an orderly way. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { formatLine } from './format-line.ts'

export interface ServiceOptions {
  name: string
  program: string
  args: string[]
  environment: NodeJS.ProcessEnv
  stopSignal: 'SIGTERM' | 'SIGINT'
  uid?: number
  gid?: number
  cwd?: string
}

export class Service {
  readonly name: string
  readonly exited: Promise<unknown>
  readonly #child: ChildProcess
  readonly stopSignal: 'SIGTERM' | 'SIGINT'

  constructor({ name, program, args, environment, stopSignal, ...rest }: ServiceOptions) {
    this.name = name
    this.stopSignal = stopSignal
    // Use a new process group: Ctrl-C must reach only us, so that the database is still there while the others finish.
    this.#child = spawn(program, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...rest,
    })
    this.exited = once(this.#child, 'exit')
    this.#child.once('error', (error) => console.log(formatLine(name, error.message)))
    for (const stream of [this.#child.stdout, this.#child.stderr]) if (stream !== null) this.#print(stream)
  }

  get processId(): number {
    return this.#child.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined
  }

  /** Ends the process itself and, if it doesn't exit, its whole group. */
  async stop(timeoutMs: number): Promise<void> {
    if (!this.isRunning) return
    this.#child.kill(this.stopSignal)
    const timer = new AbortController()
    const isLate = delay(timeoutMs, true, { signal: timer.signal }).catch(() => false)
    if (await Promise.race([this.exited.then(() => false), isLate])) {
      console.log(formatLine(this.name, `did not stop within ${timeoutMs} ms and is killed`))
      process.kill(-this.processId, 'SIGKILL')
      await this.exited
    }
    timer.abort()
  }

  #print(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => console.log(formatLine(this.name, line)))
  }
}
