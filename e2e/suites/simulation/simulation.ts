/** The state of one schedule: time, rows, servers, workers, the engine, and the faults that hit them. */
import { type Call, type Runtime, RuntimeError } from '@longshore/remote/runtime'
import { RemoteError } from '@longshore/remote/ssh'
import type { DeployDeps } from '../../../apps/server/src/modules/deployments/workflow/deploy.context.ts'
import { tidyEnvironment } from '../../../apps/server/src/modules/environments/index.ts'
import type { OrganizationId } from '../../../apps/server/src/platform/database/database.ts'
import type { ClaimedRun, Journal } from '../../../apps/server/src/platform/durable/journal.ts'
import { subjectKey } from '../../../apps/server/src/platform/durable/runs.ts'
import type { AnyWorkflow } from '../../../apps/server/src/platform/durable/workflow.ts'
import { brandId, type Id } from '../../../apps/server/src/platform/ids/brand.ts'
import { memoryJournal } from '../../../apps/server/src/testing/simulation/memory-journal.ts'
import { MemoryRuns } from '../../../apps/server/src/testing/simulation/memory-runs.ts'
import { MemoryStore } from '../../../apps/server/src/testing/simulation/memory-store.ts'
import { Random } from '../../support/random.ts'
import { DataWork } from './data-work.ts'
import { createDeployWorkflow } from './deploy-workflow.ts'
import { type Fault, Faults } from './faults.ts'
import { memoryProgramRecords } from './memory-program-records.ts'
import { MemoryRows, memoryRecords, uuid } from './memory-records.ts'
import { memoryRuntime } from './memory-runtime.ts'
import { type Behavior, type MemoryServer, wellBehaved } from './memory-server.ts'
import { memorySources } from './memory-sources.ts'
import { asRelease, createOldReport, releases } from './releases.ts'
import { type SeededDefect, withJournalDefect } from './seeded-defects.ts'
import { SimulatedEngine } from './simulated-engine.ts'
import { SimulatedTime } from './simulated-time.ts'
import { SimulatedWorker } from './simulated-worker.ts'
import { createTidyWorkflow, findActions } from './tidy-workflow.ts'
import { findStuckRuns } from './watch-waits.ts'

const instance = 'simulated'

type Place = 'store' | 'server' | 'point'

export interface SimulationOptions {
  readonly isTraced: boolean
  readonly mostFaults: number
  readonly defect: SeededDefect | null
  /** Replaces the faults that the seed would draw. */
  readonly planned?: readonly Fault[]
  /** All workers have the same release, which knows everything. */
  readonly hasOneRelease?: boolean
}

export class Simulation {
  readonly random: Random
  readonly time: SimulatedTime
  readonly runs: MemoryRuns
  readonly rows: MemoryRows
  readonly data: DataWork
  readonly journal: Journal
  readonly faults: Faults
  readonly engine: SimulatedEngine
  readonly servers = new Map<string, MemoryServer>()
  readonly behaviors = new Map<string, Behavior>()
  workers: SimulatedWorker[] = []
  /** Every claim: the run of each fence. */
  readonly runOfFence = new Map<number, string>()
  /** Marks of a step that one of the releases doesn't know, by run. */
  readonly marks = new Set<string>()
  /** The first runs that were found waiting for each other. */
  stuck: readonly string[] = []
  readonly trace: string[] = []
  tidied = 0
  readonly isTraced: boolean
  /** The seeded defect. */
  readonly defect: SeededDefect | null
  readonly #hasOneRelease: boolean
  #duplicates = 0
  #named = 0

  constructor(seed: number, options: SimulationOptions) {
    this.defect = options.defect
    this.#hasOneRelease = options.hasOneRelease ?? false
    this.random = new Random(seed)
    this.isTraced = options.isTraced
    this.time = new SimulatedTime(this.random)
    const onCommit = () => this.#watchWaits()
    const store = new MemoryStore({ now: () => new Date(this.time.now()), onCommit })
    this.runs = new MemoryRuns(store)
    this.rows = new MemoryRows(store)
    this.data = new DataWork(this.runs, this.rows, this.defect)
    this.journal = withJournalDefect(memoryJournal(this.runs), this.defect)
    this.faults = new Faults(this.random, { calls: 400, most: options.mostFaults, planned: options.planned ?? null })
    this.engine = new SimulatedEngine(this)
    this.startWorker()
    this.startWorker()
  }

  startWorker(): void {
    this.#named += 1
    // One worker of each release stays alive, so that runs that only one release knows aren't stuck forever.
    const missing = releases.filter((release) => !this.workers.some((worker) => worker.release === release))
    const release = this.#hasOneRelease ? 'later' : (missing[0] ?? this.random.pick(releases))
    this.workers.push(new SimulatedWorker(this, { name: `worker ${this.#named} (${release})`, release }))
  }

  anyWorker(): SimulatedWorker | undefined {
    const there = this.workers.filter((worker) => worker.isUp && worker.partedUntil <= this.time.now())
    return there.length === 0 ? undefined : this.random.pick(there)
  }

  takeDuplicate(): boolean {
    if (this.#duplicates === 0) return false
    this.#duplicates -= 1
    return true
  }

  workflowsOf(worker: SimulatedWorker): ReadonlyMap<string, AnyWorkflow> {
    const deps = this.#depsOf(worker)
    const { release, timers } = worker
    const deploy = createDeployWorkflow(deps, this.rows, this.defect)
    const data = release === 'later' ? this.data.workflows(timers) : []
    const report = release === 'earlier' || this.#hasOneRelease ? [createOldReport(timers)] : []
    const own = asRelease(deploy, release, this.marks, timers)
    const workflows = [own, createTidyWorkflow(deps, this.rows), ...data, ...report]
    return new Map(workflows.map((each) => [each.ref.kind, each]))
  }

  #watchWaits(): void {
    if (this.stuck.length > 0) return
    this.stuck = findStuckRuns(this.runs)
    if (this.stuck.length > 0) this.note(() => `STUCK ${this.stuck.map((id) => id.slice(-4)).join(', ')}`)
  }

  note(text: () => string): void {
    if (this.isTraced) this.trace.push(`${((this.time.now() - Date.UTC(2030, 0, 1)) / 1_000).toFixed(3)} ${text()}`)
  }

  /** The periodic server check: an environment that no run works on, and that differs from its rows, gets a run. */
  async sweep(): Promise<void> {
    const worker = this.anyWorker()
    if (worker === undefined) return
    for (const { environment, organizationId } of this.rows.desired.values()) {
      for (const server of this.servers.values()) {
        const where = { organizationId, environmentId: environment.id, serverId: brandId<'srv'>(server.id) }
        const key = subjectKey(tidyEnvironment, environment.id)
        const pending = findActions(this.#depsOf(worker), this.rows, where, new AbortController().signal)
        const actions = await pending.catch(() => [])
        if (actions.length === 0 || this.runs.unfinished(key).length > 0) continue
        await this.runs.store.transaction(() => this.#startTidy(where))
      }
    }
  }

  #startTidy(where: { organizationId: OrganizationId; environmentId: Id<'env'>; serverId: Id<'srv'> }): void {
    const { organizationId, environmentId, serverId } = where
    this.tidied += 1
    this.note(() => `a run to tidy ${environmentId.slice(-4)}`)
    const input = { environmentId, serverId }
    const id = brandId<'run'>(uuid(0x4000_0000 + this.tidied))
    this.runs.start(id, { workflow: tidyEnvironment, key: environmentId, input, organizationId })
  }

  noteClaim(worker: SimulatedWorker, run: ClaimedRun): void {
    this.runOfFence.set(run.fence, run.id)
    this.note(() => `${worker.name} claimed ${run.id.slice(-4)} under fence ${run.fence}, ${run.status}`)
  }

  async passPoint(worker: SimulatedWorker, point: string): Promise<void> {
    await worker.pass()
    this.note(() => `${worker.name} at ${point}`)
    this.faults.nextCall(point)
    await this.#suffer(worker, { name: point, place: 'point', when: 'before' })
  }

  /** A statement or transaction of this worker. */
  async callStore<T>(worker: SimulatedWorker, name: string, work: () => Promise<T> | T): Promise<T> {
    await worker.pass()
    this.faults.nextCall(name)
    await this.#suffer(worker, { name, place: 'store', when: 'before' })
    await this.time.wait(1 + this.random.below(4))
    await worker.pass()
    const result = await work()
    await this.#suffer(worker, { name, place: 'store', when: 'after' })
    await this.time.wait(1)
    await worker.pass()
    return result
  }

  #depsOf(worker: SimulatedWorker): DeployDeps {
    return {
      runtimes: {
        use: async (_organizationId, serverId, work, signal) => {
          const server = this.servers.get(serverId)
          if (server === undefined) throw new Error(`no server ${serverId}`)
          await this.#callServer(
            worker,
            server,
            { name: 'connect', signal, takesMs: 5, isWhole: true },
            () => undefined,
          )
          return await work(this.#runtimeFor(worker, server))
        },
      },
      records: memoryRecords(this.rows, (name, work) => this.callStore(worker, name, work)),
      sources: memorySources(async (name, signal, takesMs, work) => {
        await worker.pass()
        this.faults.nextCall(name)
        await this.#suffer(worker, { name, place: 'point', when: 'before' })
        await this.time.wait(takesMs * (0.5 + this.random.next()), signal)
        await worker.pass()
        return work()
      }),
      log: { open: () => quietLog },
      programs: memoryProgramRecords(this.rows.store, this.rows.programs, (name, work) =>
        this.callStore(worker, name, work),
      ),
      settings,
      clock: { now: () => this.time.now(), wait: (ms, signal) => worker.timers.wait(ms, signal) },
    }
  }

  #runtimeFor(worker: SimulatedWorker, server: MemoryServer): Runtime {
    return memoryRuntime(server, {
      instance,
      now: () => this.time.now(),
      random: this.time.random,
      hasFences: this.defect !== 'fences-ignored',
      behaviorOf: (folder) => this.behaviors.get(folder.slice('memory:'.length)) ?? wellBehaved,
      call: (name, call: Call, { takesMs, isWhole = false }, effect) =>
        this.#callServer(worker, server, { name, signal: call.signal, takesMs, isWhole }, effect),
    })
  }

  async #callServer<T>(
    worker: SimulatedWorker,
    server: MemoryServer,
    { name, signal, takesMs, isWhole }: { name: string; signal: AbortSignal; takesMs: number; isWhole: boolean },
    effect: () => T,
  ): Promise<T> {
    await worker.pass()
    signal.throwIfAborted()
    this.faults.nextCall(name)
    await this.#suffer(worker, { name, place: 'server', when: 'before', server })
    if (server.isDown) throw lost()
    const { boot } = server
    let isAborted = false
    await this.time.wait(takesMs * (0.5 + this.random.next()), signal).catch(() => {
      isAborted = true
    })
    await worker.pass()
    if (server.isDown || server.boot !== boot) throw lost()
    // Messages in transit may have arrived.
    if (isAborted && (isWhole || this.random.chance(0.5))) throw signal.reason
    const result = effect()
    this.note(() => `${worker.name} did ${name}`)
    await this.#suffer(worker, { name, place: 'server', when: 'after', server })
    await this.time.wait(1)
    await worker.pass()
    if (isAborted) throw signal.reason
    return result
  }

  async #suffer(
    worker: SimulatedWorker,
    { name, place, when, server }: { name: string; place: Place; when: 'before' | 'after'; server?: MemoryServer },
  ): Promise<void> {
    for (const fault of this.faults.take(name, when, place)) {
      this.note(() => `FAULT ${fault.kind} ${when} ${name} of ${worker.name}`)
      this.#cause(fault, worker, server)
    }
    await worker.pass()
  }

  #cause(fault: Fault, worker: SimulatedWorker, server: MemoryServer | undefined): void {
    const { kind, lastsMs } = fault
    const target = server ?? this.random.pick([...this.servers.values()])
    if (kind === 'kill') {
      worker.kill()
      this.workers = this.workers.filter((each) => each !== worker)
      this.time.after(Math.min(lastsMs, 5_000), () => this.startWorker())
    } else if (kind === 'freeze') {
      worker.freeze()
      this.time.after(lastsMs, () => worker.thaw())
    } else if (kind === 'partition') worker.partedUntil = this.time.now() + lastsMs
    else if (kind === 'connection') throw lost()
    else if (kind === 'refusal') throw new RuntimeError('proxy_failed', 'no file can be written')
    else if (kind === 'database') throw Object.assign(new Error('connection terminated'), { code: '57P01' })
    else if (kind === 'reboot') {
      target.goDown()
      this.time.after(Math.min(lastsMs, 30_000), () => target.comeBack(this.time.now()))
    } else if (kind === 'disk-full') {
      target.isDiskFull = true
      this.time.after(lastsMs, () => {
        target.isDiskFull = false
      })
    } else if (kind === 'engine-wiped') this.engine.wipe()
    else this.#duplicates += 1
  }
}

function lost(): RemoteError {
  return new RemoteError('connection_lost', 'The connection broke.', { hint: 'Try again.' })
}

const settings: DeployDeps['settings'] = {
  instance,
  networkPool: { base: '10.210.0.0/16', prefix: 27 },
  keepReleases: 2,
  // More than an hour, so that no step ends a build before its own limit does.
  buildTimeMs: 4_200_000,
  buildOutputBytes: 1e7,
  buildPids: 1_000,
  diskReserveBytes: 2e9,
  memoryReserveBytes: 1e9,
}

const quietLog = {
  write: () => undefined,
  writeLine: async () => undefined,
  mask: () => undefined,
  redact: (text: string) => text,
  async [Symbol.asyncDispose]() {
    await Promise.resolve()
  },
}
