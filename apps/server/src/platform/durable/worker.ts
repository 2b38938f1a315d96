/**
 * The durable worker: everything in this folder, composed into one process. Any number of workers can run; each relays,
 * reconciles, ticks and drives what Restate sends it.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { systemTimers } from '../clock/timers.ts'
import type { Database } from '../database/database.ts'
import { readDatabaseTime } from '../database/database-clock.ts'
import type { Listener } from '../database/listener.ts'
import { brandId } from '../ids/brand.ts'
import type { Log } from '../log/log.ts'
import type { Backoff } from './attempt.ts'
import { findDeadlocks } from './deadlocks.ts'
import { createDriver } from './driver.ts'
import { endObsoleteRuns } from './end-obsolete-runs.ts'
import { Endpoint } from './endpoint.ts'
import { EngineClient } from './engine-client.ts'
import { LiveRuns } from './live-runs.ts'
import { type BackgroundLoop, Loop } from './loop.ts'
import { resumeRetries, sweep } from './maintenance.ts'
import { postgresJournal } from './postgres-journal.ts'
import { reconcileRuns } from './reconciler.ts'
import { relayOutbox } from './relay.ts'
import { repairSchedules } from './repair-schedules.ts'
import { channels } from './runs.ts'
import { type StuckStep, watchStuckSteps } from './stuck-steps.ts'
import { tickSchedules } from './ticker.ts'
import type { AnyWorkflow } from './workflow.ts'

export interface DurableWorkerOptions {
  readonly database: Database
  /** The caller starts it. */
  readonly listener: Listener
  readonly log: Log
  readonly workflows: readonly AnyWorkflow[]
  /** Restate's private URLs. */
  readonly ingressUrl: string
  readonly adminUrl: string
  /**
   * The address on which this worker listens, and the URL under which Restate reaches it (or a load balancer in front
   * of several).
   */
  readonly endpoint: { host: string; port: number }
  readonly advertisedUrl?: string
  /** Restate's public keys, newest first; several while a key is rotated. */
  readonly identityKeys: readonly string[]
  readonly backoff?: Backoff
  readonly reconcileEveryMs?: number
  readonly tickEveryMs?: number
  readonly sweepEveryMs?: number
  readonly maxTakeovers?: number
  /** How long a step can continue after its signal fired before each log message about it. */
  readonly stopGraceMs?: number
  /** Called when a step has ignored its signal for so long that only ending this process stops it. */
  readonly onGiveUp?: (where: StuckStep) => void
  /** Test hook, called at each point where a worker may die. */
  readonly onPoint?: (point: string, runId: string) => Promise<void> | void
}

export interface DurableWorker extends AsyncDisposable {
  /** Resolves with the port when the endpoint listens; Restate can start later. */
  start(): Promise<number>
  readonly loops: readonly BackgroundLoop[]
}

export function createDurableWorker(options: DurableWorkerOptions): DurableWorker {
  return new Worker(options)
}

const stopTimeoutMs = 15_000

class Worker implements DurableWorker {
  readonly #options: DurableWorkerOptions
  readonly #workflows: ReadonlyMap<string, AnyWorkflow>
  readonly #engine: EngineClient
  readonly #live = new LiveRuns()
  readonly #endpoint: Endpoint
  readonly #loops: { relay: Loop; reconcile: Loop; tick: Loop; sweep: Loop; cancel: Loop }
  readonly #unlisten: (() => void)[] = []
  #advertisedUrl = ''
  #registration: Promise<void> | undefined

  constructor(options: DurableWorkerOptions) {
    this.#options = options
    this.#workflows = indexByKind(options.workflows)
    this.#engine = new EngineClient(options)
    this.#endpoint = new Endpoint({
      drive: createDriver(this.#driverOptions()),
      identityKeys: options.identityKeys,
      log: options.log,
    })
    this.#loops = this.#createLoops()
  }

  get loops(): readonly BackgroundLoop[] {
    return Object.values(this.#loops)
  }

  async start(): Promise<number> {
    const { endpoint, listener } = this.#options
    const port = await this.#endpoint.listen(endpoint.host, endpoint.port)
    this.#advertisedUrl = this.#options.advertisedUrl ?? `http://${endpoint.host}:${port}`
    const { relay, cancel } = this.#loops
    this.#unlisten.push(await listener.listen(channels.outbox, () => relay.wake()))
    this.#unlisten.push(await listener.listen(channels.cancel, (runId) => this.#hearCancel(runId)))
    this.#unlisten.push(listener.onReconnect(() => this.#catchUp()))
    for (const loop of this.loops) await loop.start()
    cancel.wake()
    return port
  }

  #driverOptions() {
    const { database, log, backoff, maxTakeovers, stopGraceMs, onGiveUp, onPoint } = this.#options
    return {
      journal: postgresJournal(database),
      timers: systemTimers,
      workflows: this.#workflows,
      live: this.#live,
      log,
      backoff: backoff ?? { initialMs: 200, maxMs: 30_000 },
      maxTakeovers: maxTakeovers ?? 20,
      stopGraceMs: stopGraceMs ?? 30_000,
      onStuck: watchStuckSteps({ log, onGiveUp: onGiveUp ?? (() => undefined) }),
      point: onPoint ?? (() => undefined),
    }
  }

  #createLoops() {
    const { database, log, reconcileEveryMs, tickEveryMs, sweepEveryMs, onPoint } = this.#options
    const workflows = this.#workflows
    const engine = this.#engine
    const point = onPoint ?? (() => undefined)
    const register = () => this.#register()
    let isRegistered = false
    const relay = async (signal: AbortSignal) => {
      // Register at each start, because a new release may have changed the handlers.
      if (!isRegistered) await register()
      isRegistered = true
      await relayOutbox({ database, workflows, engine, register, point }, signal)
    }
    const reconcile = async (signal: AbortSignal) => {
      const isLiveHere = (key: string) => this.#live.has(key)
      const resubmitted = await reconcileRuns({ database, engine, isLiveHere }, signal)
      if (resubmitted > 0) log.warn({ resubmitted }, 'runs had no living turn at the engine: submitted again')
    }
    return {
      relay: new Loop({ name: 'relay', everyMs: 500, log }, relay),
      reconcile: new Loop({ name: 'reconcile', everyMs: reconcileEveryMs ?? 2_000, log }, reconcile),
      tick: new Loop({ name: 'tick', everyMs: tickEveryMs ?? 500, log }, async (signal) => {
        await tickSchedules({ database, log, point }, await readDatabaseTime(database.systemDb), signal)
        await resumeRetries(database)
      }),
      cancel: new Loop({ name: 'cancel', everyMs: 5_000, log }, async () => {
        await this.#readMissedCancels()
        await endObsoleteRuns(postgresJournal(database), workflows)
      }),
      sweep: new Loop({ name: 'sweep', everyMs: sweepEveryMs ?? 60_000, log }, async () => {
        const now = await readDatabaseTime(database.systemDb)
        await sweep(database, now)
        await repairSchedules({ database, log }, now)
        const deadlocked = await findDeadlocks(database.systemDb)
        if (deadlocked.length > 0) log.error({ runIds: deadlocked.slice(0, 50) }, 'runs wait for each other')
      }),
    }
  }

  #hearCancel(runId: string): void {
    if (!this.#live.cancel(runId)) this.#loops.cancel.wake()
  }

  #catchUp(): void {
    this.#loops.relay.wake()
    this.#loops.cancel.wake()
  }

  async #readMissedCancels(): Promise<void> {
    const runIds = this.#live.runIds()
    if (runIds.length === 0) return
    const rows = await this.#options.database.systemDb
      .selectFrom('workflow_runs')
      .select('id')
      .where('id', 'in', runIds.map(brandId<'run'>))
      .where('cancel_requested_at', 'is not', null)
      .execute()
    for (const row of rows) this.#live.cancel(row.id)
  }

  /** Runs one registration at a time, so that a burst of refused submissions triggers only one. */
  async #register(): Promise<void> {
    this.#registration ??= this.#engine.register(this.#advertisedUrl).finally(() => {
      this.#registration = undefined
    })
    await this.#registration
  }

  /** Interrupts steps without canceling them: another worker, or this one after its restart, continues them. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const unlisten of this.#unlisten) unlisten()
    const loops = Promise.all(this.loops.map((loop) => loop[Symbol.asyncDispose]()))
    const stopped = Promise.all([loops, this.#live.shutDown()])
    await Promise.race([stopped, delay(stopTimeoutMs, undefined, { ref: false })])
    await this.#endpoint[Symbol.asyncDispose]()
    this.#engine[Symbol.dispose]()
  }
}

function indexByKind(workflows: readonly AnyWorkflow[]): ReadonlyMap<string, AnyWorkflow> {
  const index = new Map(workflows.map((each) => [each.ref.kind, each]))
  if (index.size !== workflows.length) throw new TypeError('two workflows share one kind')
  return index
}
