/**
 * An unprivileged process, one per analysis. Its boundaries, from the outside in:
 * - kernel limits: once its code is loaded, it can't open files or sockets or write anything, and its processor time is
 *   limited; it has no capabilities and can't gain any;
 * - its own namespaces where the kernel allows them: a network without interfaces, and no other processes to trace;
 * - Node's permissions: it reads only its own code, starts nothing, loads no native code, and evaluates no text;
 * - an empty environment, and no handle to the network in the language (sandbox/drop-handles.ts).
 * It ends with the worker. The kernel limits its memory, and the worker checks the memory ten times a second.
 *
 * Decision: docs/decisions/0009-analysis-in-a-sandboxed-process.md
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endOf, killGroup, type StartedProgram } from '@longshore/process/started-program'
import { abortFailure, failure } from '../git/failures.ts'
import { canIsolate, sealSandbox, startSandbox } from '../programs.ts'
import { type Frame, frameHead, type Kind, readFrames } from './frames.ts'
import { readableFolders } from './readable-folders.ts'

export interface SandboxLimits {
  /** Size limit of the JavaScript heap. */
  readonly heapMb: number
  /** Limit of the resident memory of the whole process. */
  readonly memoryBytes: number
  readonly cpuSeconds: number
  /** Size limit of one frame that the process sends. */
  readonly frameBytes: number
}

const folder = join(import.meta.dirname, 'sandbox')
export const dropHandlesArgs: readonly string[] = ['--import', join(folder, 'drop-handles.ts')]
const memoryEveryMs = 100
const maxStderr = 8_192
const readyWithinMs = 20_000
let canIsolateHere: Promise<boolean> | undefined

export class Sandbox implements AsyncDisposable {
  readonly #started: StartedProgram
  readonly #frames: AsyncGenerator<Frame>
  readonly #timer: NodeJS.Timeout
  #stderr = ''
  #isOverMemory = false

  private constructor(started: StartedProgram, limits: SandboxLimits) {
    this.#started = started
    this.#frames = readFrames(started.stdout, limits.frameBytes)
    started.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('latin1')).slice(-maxStderr)
    })
    this.#timer = setInterval(() => void this.#watchMemory(limits.memoryBytes), memoryEveryMs)
  }

  /**
   * Resolves once the process is sealed, before it has seen anything of a repository. Only tests of the boundaries pass
   * another `program`.
   */
  static async open(
    limits: SandboxLimits,
    options: { signal: AbortSignal; program?: readonly string[]; isIsolated?: boolean },
  ): Promise<Sandbox> {
    canIsolateHere ??= canIsolate()
    const isIsolated = options.isIsolated ?? (await canIsolateHere)
    const readable = await readableFolders()
    const nodeArgs = [
      '--permission',
      ...readable.map((each) => `--allow-fs-read=${each}`),
      ...['--no-addons', '--disable-proto=delete', '--disallow-code-generation-from-strings'],
      `--max-old-space-size=${limits.heapMb}`,
      ...(options.program ?? [...dropHandlesArgs, join(folder, 'main.ts')]),
    ]
    const sandbox = new Sandbox(
      startSandbox({ nodeArgs: nodeArgs, cpuSeconds: limits.cpuSeconds, isIsolated: isIsolated }),
      limits,
    )
    try {
      await sandbox.#close(limits, options.signal)
      return sandbox
    } catch (error) {
      await sandbox[Symbol.asyncDispose]()
      throw error
    }
  }

  get processId(): number | undefined {
    return this.#started.pid
  }

  /** The last standard error output, for the log. */
  get stderrTail(): string {
    return this.#stderr
  }

  async send(kind: Kind, bodies: readonly Buffer[]): Promise<void> {
    const bytes = bodies.reduce((sum, body) => sum + body.length, 0)
    const { stdin } = this.#started
    stdin.cork()
    stdin.write(frameHead(kind, bytes))
    const isRoomLeft = bodies.map((body) => stdin.write(body)).at(-1) ?? true
    stdin.uncork()
    if (isRoomLeft || stdin.destroyed) return
    await new Promise<void>((resolve) => {
      const go = () => {
        stdin.off('drain', go).off('close', go)
        resolve()
      }
      stdin.on('drain', go).on('close', go)
    })
  }

  /** Undefined when the process ended without sending another frame. */
  async next(signal: AbortSignal): Promise<Frame | undefined> {
    const onAbort = () => void killGroup(this.#started)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const { value } = await this.#frames.next()
      if (signal.aborted) throw abortFailure(signal, 'analysis_timeout')
      return value
    } catch (error) {
      throw error instanceof RangeError ? failure('analysis_failed', { cause: error }) : error
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Explains why the process ended before it was done. */
  async explain(): Promise<ReturnType<typeof failure>> {
    const end = await endOf(this.#started)
    const cause = `${end.code ?? end.signal ?? 'not started'}: ${this.#stderr}`
    if (this.#isOverMemory || isOutOfMemory(this.#stderr)) return failure('analysis_out_of_memory', { cause })
    if (end.signal === 'SIGXCPU' || end.signal === 'SIGKILL') return failure('analysis_timeout', { cause })
    return failure('analysis_failed', { cause })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await killGroup(this.#started)
  }

  async #close(limits: SandboxLimits, signal: AbortSignal): Promise<void> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(readyWithinMs)])
    const frame = await this.next(within)
    const { pid } = this.#started
    if (frame?.kind !== 'ready' || pid === undefined)
      throw failure('sandbox_unavailable', { cause: (await this.explain()).cause })
    try {
      // Memory that Node has only reserved counts as data. The limit therefore applies to what is allocated on top of
      // it.
      const status = await readFile(`/proc/${pid}/status`, 'latin1')
      const memoryBytes = kilobytes(status, 'VmData') + limits.memoryBytes - kilobytes(status, 'VmRSS')
      await sealSandbox(pid, { memoryBytes })
      // Don't trust the exit code; read the limits that the kernel enforces.
      const inForce = await readFile(`/proc/${pid}/limits`, 'latin1')
      if (!/^Max open files +0 +0 /m.test(inForce)) throw new Error('the limit on open files is not in force')
    } catch (error) {
      throw signal.aborted ? abortFailure(signal) : failure('sandbox_unavailable', { cause: error })
    }
  }

  async #watchMemory(maxBytes: number): Promise<void> {
    const statm = await readFile(`/proc/${this.#started.pid}/statm`, 'latin1').catch(() => '')
    const pages = Number(statm.split(' ')[1] ?? 0)
    if (pages * 4_096 <= maxBytes) return
    this.#isOverMemory = true
    await killGroup(this.#started)
  }
}

/** Matches Node's messages for an exhausted heap. */
export function isOutOfMemory(text: string): boolean {
  return /heap out of memory|allocation failed|out of memory/i.test(text)
}

function kilobytes(status: string, key: 'VmData' | 'VmRSS'): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1_024
}
