/** One of Longshore's processes, as users run it, with its output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const defaultMain = join(import.meta.dirname, '../../apps/server/src/main.ts')
const readyTimeoutMs = 240_000
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

export interface ServerProcessOptions {
  command: 'api' | 'worker'
  environment: Record<string, string>
  /** Runs the process by this program, such as `unshare`. */
  wrapper?: string[]
  nodeOptions?: string[]
  main?: string | undefined
}

export class ServerProcess implements AsyncDisposable {
  readonly #options: ServerProcessOptions
  #child: ChildProcess | undefined
  output = ''

  constructor(options: ServerProcessOptions) {
    this.#options = options
  }

  get processId(): number {
    if (this.#child?.pid === undefined) throw new Error('not running')
    return this.#child.pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async start(isReady: () => Promise<boolean>): Promise<void> {
    const { command, environment, wrapper = [], nodeOptions = [], main = defaultMain } = this.#options
    const [program = process.execPath, ...args] = [
      ...wrapper,
      process.execPath,
      '--disable-proto=delete',
      '--max-semi-space-size=8',
      ...nodeOptions,
      main,
      command,
    ]
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH ?? '', ...compileCache, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const keep = (chunk: Buffer) => {
      this.output = (this.output + chunk.toString('utf8')).slice(-4_000_000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await delay(25)) {
      if (!this.isRunning) throw new Error(`${command} ended:\n${this.output.slice(-3_000)}`)
      if (await isReady().catch(() => false)) return
    }
    throw new Error(`${command} is not ready:\n${this.output.slice(-3_000)}`)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Resident and proportional memory in bytes. */
  memory(): { rss: number; pss: number } {
    const text = readFileSync(`/proc/${this.processId}/smaps_rollup`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1_024
    return { rss: read('Rss'), pss: read('Pss') }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL')
  }
}
