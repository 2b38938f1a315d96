/**
 * Runs a program once and to its end, whatever happens to the worker meanwhile. Its container belongs to the run, not
 * to the worker:
 *
 * - Its start is recorded before it happens, and after that the program is only adopted.
 * - A worker that stops, crashes, or loses the server or the database leaves it running, and the next worker continues
 *   its log.
 * - Only its own time limit ends it here; a cancellation ends it in the undo of the step.
 * - Its container is removed after its end was recorded. A container that vanished before that means that the program
 *   was interrupted, and it doesn't run again.
 */
import { type ContainerSpec, type ContainerState, keptOutputBytes, type Runtime } from '@longshore/remote/runtime'
import type { OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { createRedactor, type Redactor } from '../../../platform/secrets/redactor.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import { emptyCursor, type LogCursor } from '../../runtime-logs/index.ts'
import { explainRemote } from '../remote-failure.remote.ts'
import { backOffMs, isPassing, persist } from './persist.remote.ts'
import { type OutputChunk, ProgramLog } from './program-log.stream.ts'
import type { ProgramContext, ProgramRecord } from './program-ports.context.ts'
import type { ProgramWork } from './program-work.context.ts'
import type { ProgramOutcome } from './programs.schemas.ts'

export interface Program {
  readonly organizationId: OrganizationId
  readonly serverId: Id<'srv'>
  readonly deploymentId: Id<'dep'>
  readonly service: string
  readonly container: string
  /** Null when the program was already started, and only its container is known. */
  readonly spec: ContainerSpec | null
  readonly secrets: readonly Secret[]
  /** Step whose log it belongs to. */
  readonly step: string
  readonly limitMs: number
  /** True when the caller removes the container, once the output has arrived. */
  readonly keepsContainer?: boolean
}

/** How long to wait for an unreachable server after the program's limit. */
export const maxUnreachableMs = 10 * 60_000
/**
 * Takeover limit of a step that runs programs. They don't run in the worker, so frequent worker crashes must not end
 * them.
 */
export const maxProgramTakeovers = 1_000
const stopGraceSeconds = 30
const followAgainMs = 500
/** Attempts to remove the container after its end was recorded. */
const maxRemovals = 5
const tail = { lines: 60, maxBytes: 8_000 }

export async function runProgram(
  work: ProgramWork,
  context: ProgramContext,
  program: Program,
): Promise<ProgramOutcome> {
  const attendance = await ProgramRun.open(work, context, program)
  try {
    return await attendance.toEnd()
  } finally {
    attendance.close()
  }
}

/** One worker's handling of a program. */
class ProgramRun {
  readonly #work: ProgramWork
  readonly #context: ProgramContext
  readonly #program: Program
  readonly #redactor: Redactor
  readonly #log: ProgramLog
  #outcome: ProgramOutcome | null
  #isBegun: boolean
  #writes: number
  /** Time of the start on the worker's clock. */
  #beganAt: number

  private constructor(work: ProgramWork, context: ProgramContext, program: Program, known: ProgramRecord | undefined) {
    this.#work = work
    this.#context = context
    this.#program = program
    this.#outcome = known?.outcome ?? null
    this.#isBegun = known !== undefined
    this.#writes = known?.writes ?? 0
    this.#beganAt = work.clock.now() - (known?.ranMs ?? 0)
    this.#redactor = createRedactor(program.secrets)
    const cursor = known?.cursor ?? emptyCursor
    this.#log = new ProgramLog({ cursor, redactor: this.#redactor, store: (chunks, now) => this.#store(chunks, now) })
  }

  static async open(work: ProgramWork, context: ProgramContext, program: Program): Promise<ProgramRun> {
    const records = await work.programs.list(program.organizationId, context.run)
    const known = records.find((each) => each.container === program.container)
    return new ProgramRun(work, context, program, known)
  }

  /** Waits for an unreachable server or database for as long as the program can run. */
  async toEnd(): Promise<ProgramOutcome> {
    const { clock, runtimes } = this.#work
    const { signal } = this.#context
    const { organizationId, serverId, limitMs } = this.#program
    for (let tries = 1, removals = 0; ; tries += 1) {
      try {
        return await runtimes.use(organizationId, serverId, (runtime) => this.#attend(runtime), signal)
      } catch (error) {
        signal.throwIfAborted()
        if (!this.#isBegun || !isPassing(error)) throw error
        if (this.#outcome !== null) {
          removals += 1
          // The next sweep finds the leftovers once the run is over.
          if (removals > maxRemovals) return this.#outcome
        } else if (clock.now() > this.#beganAt + limitMs + maxUnreachableMs)
          throw explainRemote(error, { isLast: true })
        await clock.wait(backOffMs(removals > 0 ? removals : tries), signal)
      }
    }
  }

  close(): void {
    this.#log.close()
  }

  async #attend(runtime: Runtime): Promise<ProgramOutcome> {
    const { container, keepsContainer = false } = this.#program
    const { signal } = this.#context
    this.#outcome ??= await this.#runOut(runtime)
    if (!keepsContainer) await runtime.removeContainer(container, { signal })
    return this.#outcome
  }

  async #runOut(runtime: Runtime): Promise<ProgramOutcome> {
    const { container } = this.#program
    const wasBegun = this.#isBegun
    const started = await this.#start(runtime)
    const end = started === null ? 'interrupted' : await this.#follow(runtime, wasBegun)
    const outcome: ProgramOutcome = { ...judge(end), logTail: await this.#readTail(runtime) }
    await this.#persist(() => this.#work.programs.end(this.#context, { container, outcome }))
    return outcome
  }

  async #start(runtime: Runtime): Promise<ContainerState | null> {
    const { container, spec, serverId, deploymentId, service } = this.#program
    const { signal } = this.#context
    const { programs, clock } = this.#work
    if (this.#isBegun || spec === null) return await runtime.adoptProgram(container, { signal })
    return await runtime.startProgram(spec, {
      signal,
      onCreated: async () => {
        // Not retried here: the Engine waits, and the next attempt finds a container without a record.
        await programs.begin(this.#context, { container, serverId, deploymentId, service })
        this.#isBegun = true
        this.#beganAt = clock.now()
      },
    })
  }

  /** Follows the program to its end or its limit, and stores all output. */
  async #follow(runtime: Runtime, wasBegun: boolean): Promise<ContainerState | 'timed_out' | 'interrupted'> {
    const { signal } = this.#context
    const { container, limitMs } = this.#program
    const limit = new AbortController()
    const ended = new AbortController()
    const leftMs = Math.max(0, this.#beganAt + limitMs - this.#work.clock.now())
    const waiting = AbortSignal.any([signal, ended.signal])
    void this.#work.clock.wait(leftMs, waiting).then(
      () => limit.abort(),
      () => undefined,
    )
    let end: ContainerState | 'timed_out' | 'interrupted'
    try {
      if (wasBegun) await this.#readBacklog(runtime)
      end = await this.#followToEnd(runtime, AbortSignal.any([signal, limit.signal]))
    } catch (error) {
      if (!limit.signal.aborted || signal.aborted) throw error
      await runtime.stopContainer(container, { signal, graceSeconds: stopGraceSeconds })
      end = 'timed_out'
    } finally {
      ended.abort()
    }
    // Reads what the Engine wrote between the end of the reading and the end of the program.
    if (end !== 'interrupted') await this.#read(runtime, { follow: false, signal })
    await this.#log.end(signal)
    return end
  }

  async #followToEnd(runtime: Runtime, signal: AbortSignal): Promise<ContainerState | 'interrupted'> {
    const { container } = this.#program
    for (;;) {
      await this.#read(runtime, { follow: true, signal })
      const state = await runtime.inspectContainer(container, { signal })
      if (state === null) return 'interrupted'
      if (!isUp(state)) return state
      await this.#work.clock.wait(followAgainMs, signal)
    }
  }

  /**
   * If a program was adopted before any output was stored, only the amount of output shows whether its first lines were
   * dropped.
   */
  async #readBacklog(runtime: Runtime): Promise<void> {
    if (this.#log.since !== null) return
    const bytes = await this.#read(runtime, { follow: false, signal: this.#context.signal })
    if (bytes >= keptOutputBytes) this.#log.markGap()
  }

  async #read(runtime: Runtime, { follow, signal }: { follow: boolean; signal: AbortSignal }): Promise<number> {
    const reading = runtime.readOutput(this.#program.container, { since: this.#log.since, follow, signal })
    return await this.#log.read(reading, signal)
  }

  async #readTail(runtime: Runtime): Promise<string> {
    const { signal } = this.#context
    return this.#redactor.text(await runtime.readLogTail(this.#program.container, { signal, ...tail }))
  }

  async #store(chunks: readonly OutputChunk[], cursor: LogCursor): Promise<void> {
    const { container, step } = this.#program
    const writes = this.#writes
    await this.#persist(() => this.#work.programs.append(this.#context, { container, step, writes, cursor, chunks }))
    this.#writes += 1
  }

  async #persist(work: () => Promise<void>): Promise<void> {
    await persist(work, { signal: this.#context.signal, clock: this.#work.clock })
  }
}

export function isUp({ state }: ContainerState): boolean {
  return state === 'running' || state === 'paused' || state === 'restarting'
}

function judge(end: ContainerState | 'timed_out' | 'interrupted'): Omit<ProgramOutcome, 'logTail'> {
  if (typeof end === 'string') return { end, exitCode: null, oomKilled: false }
  return { end: 'exited', exitCode: end.exitCode ?? -1, oomKilled: end.oomKilled }
}
