/** One worker process: it can die, pause and resume, and lose its connection to the engine without noticing. */
import type { Timers } from '../../../apps/server/src/platform/clock/timers.ts'
import { createDriver, type Drive } from '../../../apps/server/src/platform/durable/driver.ts'
import type { ClaimedRun, Journal } from '../../../apps/server/src/platform/durable/journal.ts'
import { LiveRuns } from '../../../apps/server/src/platform/durable/live-runs.ts'
import type { AnyWorkflow } from '../../../apps/server/src/platform/durable/workflow.ts'
import { createLog } from '../../../apps/server/src/platform/log/log.ts'
import { guardedJournal } from './guarded-journal.ts'
import type { ReleaseName } from './releases.ts'
import type { SimulatedTime } from './simulated-time.ts'

const silent = createLog({ level: 'silent', process: 'simulation' })

export interface WorkerSurroundings {
  readonly time: SimulatedTime
  readonly journal: Journal
  callStore<T>(worker: SimulatedWorker, name: string, work: () => Promise<T> | T): Promise<T>
  passPoint(worker: SimulatedWorker, point: string): Promise<void>
  noteClaim(worker: SimulatedWorker, run: ClaimedRun): void
  workflowsOf(worker: SimulatedWorker): ReadonlyMap<string, AnyWorkflow>
}

export class SimulatedWorker {
  readonly name: string
  readonly release: ReleaseName
  readonly live = new LiveRuns()
  readonly drive: Drive
  readonly workflows: ReadonlyMap<string, AnyWorkflow>
  readonly timers: Timers
  /** Until then the engine and the worker can't reach each other. */
  partedUntil = 0
  #state: 'up' | 'frozen' | 'dead' = 'up'
  #thawed = Promise.withResolvers<void>()

  constructor(simulation: WorkerSurroundings, { name, release }: { name: string; release: ReleaseName }) {
    this.name = name
    this.release = release
    this.timers = this.#ownTimers(simulation)
    this.workflows = simulation.workflowsOf(this)
    this.drive = createDriver({
      journal: guardedJournal(
        simulation.journal,
        (call, work) => simulation.callStore(this, call, work),
        (run) => simulation.noteClaim(this, run),
      ),
      timers: this.timers,
      workflows: this.workflows,
      live: this.live,
      log: silent,
      backoff: { initialMs: 200, maxMs: 30_000 },
      maxTakeovers: 20,
      stopGraceMs: 30_000,
      onStuck: () => undefined,
      point: (point) => simulation.passPoint(this, point),
    })
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  get isDead(): boolean {
    return this.#state === 'dead'
  }

  kill(): void {
    this.#state = 'dead'
  }

  freeze(): void {
    if (this.#state !== 'up') return
    this.#state = 'frozen'
    this.#thawed = Promise.withResolvers()
  }

  thaw(): void {
    if (this.#state !== 'frozen') return
    this.#state = 'up'
    this.#thawed.resolve()
  }

  /** Resolves while the process runs: later if it is paused, never if it is dead. */
  async pass(): Promise<void> {
    while (this.#state === 'frozen') await this.#thawed.promise
    if (this.#state === 'dead') await new Promise<never>(() => undefined)
  }

  /** Messages from outside arrive when the process runs. */
  deliver(work: () => void): void {
    void this.pass().then(work)
  }

  #ownTimers({ time }: Pick<WorkerSurroundings, 'time'>): Timers {
    const heard = (work: () => void) => () => this.deliver(work)
    return {
      wait: async (ms, signal) => {
        await time.wait(ms, signal)
        await this.pass()
      },
      after: (ms, work) => time.after(ms, heard(work)),
      every: (ms, work) => time.every(ms, heard(work)),
      turn: async () => {
        await time.wait(1)
        await this.pass()
      },
      random: time.random,
    }
  }
}
