/** User actions in one schedule: environments, pushes, rollbacks, cancels, all at random moments. */
import { deployEnvironment } from '../../../apps/server/src/modules/deployments/deployments.references.ts'
import { ServiceConfiguration } from '../../../apps/server/src/modules/environments/services.schemas.ts'
import type { DesiredService } from '../../../apps/server/src/modules/workloads/workloads.context.ts'
import type { RunId } from '../../../apps/server/src/platform/durable/workflow-ref.ts'
import { brandId, type Id } from '../../../apps/server/src/platform/ids/brand.ts'
import type { Random } from '../../support/random.ts'
import { serviceOf } from './data-work.ts'
import { uuid } from './memory-records.ts'
import { type Behavior, MemoryServer, wellBehaved } from './memory-server.ts'
import { oldReport } from './releases.ts'
import type { Simulation } from './simulation.ts'

const organizationId = brandId<'org'>(uuid(0x1000_0000))
const projectId = brandId<'prj'>(uuid(0x1100_0000))
/** All user actions happen within this time. */
const spanMs = 400_000

export class Scenario {
  readonly #simulation: Simulation
  readonly #server: Id<'srv'>
  #number = 0
  #open = 0

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    const { random } = simulation
    this.#server = brandId<'srv'>(uuid(0x1200_0001))
    simulation.servers.set(this.#server, new MemoryServer(this.#server))
    const count = random.chance(0.3) ? 2 : 1
    for (let index = 1; index <= count; index += 1) this.#addEnvironment(index)
  }

  /** All actions were requested. */
  get isOver(): boolean {
    return this.#open === 0
  }

  #addEnvironment(index: number): void {
    const { random, rows } = this.#simulation
    const environmentId = brandId<'env'>(uuid(0x1300_0000 + index))
    rows.desired.set(environmentId, {
      organizationId,
      environment: { id: environmentId, name: 'production', slug: 'production', branch: 'main' },
      project: { id: projectId, source: 'repository', rootDirectory: '.', composeProfiles: [] },
      services: servicesOf(random, index),
      variables: [],
    })
    const count = 1 + random.below(4)
    for (let each = 0; each < count; each += 1) {
      // Often several at once, which replace each other in the queue.
      const at = random.chance(0.3) ? random.below(3) * 60_000 : random.below(spanMs)
      this.#at(at, () => this.#deploy(environmentId))
    }
    this.#addDataWork(environmentId)
    if (random.chance(0.3)) this.#at(random.below(spanMs), () => this.#report(index))
  }

  /** Scheduled backups and restores close to each other, so that they meet. */
  #addDataWork(environmentId: Id<'env'>): void {
    const { random, data } = this.#simulation
    if (random.chance(0.5)) return
    const place = { organizationId, environmentId, serviceId: serviceOf(environmentId) }
    const from = random.below(spanMs)
    const count = 1 + random.below(5)
    for (let each = 0; each < count; each += 1) {
      const isRestore = random.chance(0.4)
      this.#at(from + random.below(30_000), async () => {
        const id = await (isRestore ? data.restore(place) : data.backUp(place))
        this.#simulation.note(() => `asked for ${isRestore ? 'restore' : 'backup'} ${id?.slice(-4) ?? ', refused'}`)
        if (id !== undefined && random.chance(0.2)) this.#at(random.below(40_000), () => this.#cancelRun(id))
      })
    }
  }

  /** A run of a kind that only one of the releases knows. */
  async #report(index: number): Promise<void> {
    const { runs } = this.#simulation
    const id = brandId<'run'>(uuid(0x6000_0000 + index))
    await runs.store.transaction(() => runs.start(id, { workflow: oldReport, key: 'all', input: {}, organizationId }))
  }

  async #cancelRun(id: RunId): Promise<void> {
    const { runs, engine } = this.#simulation
    const answer = await runs.store.transaction(() => runs.cancel(id))
    this.#simulation.note(() => `cancel ${id.slice(-4)}: ${answer}`)
    if (answer === 'requested') engine.sendCancel(id)
  }

  #at(ms: number, work: () => Promise<void> | void): void {
    this.#open += 1
    this.#simulation.time.after(ms, () => {
      void Promise.resolve(work()).then(() => {
        this.#open -= 1
      })
    })
  }

  async #deploy(environmentId: Id<'env'>): Promise<void> {
    const { rows, runs, random } = this.#simulation
    this.#number += 1
    const id = brandId<'dep'>(uuid(0x2000_0000 + this.#number))
    const kept = rows.releases.all().filter((each) => each.environmentId === environmentId && !each.imagesRemoved)
    const known = kept.filter((each) => ['live', 'retired'].includes(rows.deployment(each.deploymentId).status))
    const isRollback = known.length > 0 && random.chance(0.25)
    const sha = this.#commit()
    await runs.store.transaction(() => {
      rows.deployments.put(id, {
        id,
        number: this.#number,
        environmentId,
        serverId: this.#server,
        trigger: isRollback ? 'rollback' : 'push',
        sha,
        releaseId: isRollback ? random.pick(known).id : null,
        status: 'queued',
        switchedAt: null,
        switchFence: null,
        isReturned: false,
        finishedAt: null,
      })
      runs.start(brandId<'run'>(id), {
        workflow: deployEnvironment,
        key: environmentId,
        input: {
          environmentId,
          serverId: this.#server,
          buildServerId: this.#server,
          movesData: false,
          buildSlots: 1,
          build: { memoryBytes: null, cpus: null, cacheBytes: null },
        },
        organizationId,
      })
    })
    this.#simulation.note(() => `asked for ${id.slice(-4)} (${isRollback ? 'rollback' : sha})`)
    if (random.chance(0.3)) this.#at(Math.floor(random.next() ** 2 * 150_000), () => this.#cancel(id))
  }

  async #cancel(id: Id<'dep'>): Promise<void> {
    const { runs, rows, engine } = this.#simulation
    const runId = brandId<'run'>(id)
    const answer = await runs.store.transaction(() => {
      const said = runs.cancel(runId)
      if (said === 'requested' && runs.runs.get(id)?.status === 'cancelling') rows.setStatus(id, 'cancelling')
      return said
    })
    this.#simulation.note(() => `cancel ${id.slice(-4)}: ${answer}`)
    if (answer === 'requested') engine.sendCancel(runId)
  }

  /** Some commits have the same content as before; most behave well. */
  #commit(): string {
    const { random, behaviors } = this.#simulation
    const sha = `${random.chance(0.2) ? 'same' : `commit-${this.#number}`}`
    if (!behaviors.has(sha)) behaviors.set(sha, sha === 'same' ? wellBehaved : behaviorOf(random))
    return sha
  }
}

function servicesOf(random: Random, index: number): DesiredService[] {
  const make = (number: number, name: string, kind: DesiredService['kind'], fields: object): DesiredService => ({
    id: brandId<'svc'>(uuid(0x1400_0000 + index * 16 + number)),
    name,
    kind,
    configuration: ServiceConfiguration.parse({ drainSeconds: random.below(20), ...fields }),
    ownedByFile: [],
  })
  const source = { builder: 'dockerfile', dockerfile: 'Dockerfile', context: '.', target: null }
  const volumes = random.chance(0.25) ? [{ name: 'data', path: '/data' }] : []
  const releaseCommand = random.chance(0.3) ? 'migrate' : null
  const replicas = volumes.length === 0 && random.chance(0.3) ? 2 : 1
  return [
    make(1, 'web', 'web', { source, port: 3_000, volumes, releaseCommand, replicas }),
    ...(random.chance(0.5) ? [make(2, 'worker', 'worker', { sharesImageWith: 'web' })] : []),
    ...(random.chance(0.3) ? [make(3, 'db', 'postgres', {})] : []),
  ]
}

function behaviorOf(random: Random): Behavior {
  const kind = random.next()
  const readyAfterMs = 100 + Math.floor(random.next() ** 3 * 20_000)
  if (kind < 0.6) return { ...wellBehaved, readyAfterMs }
  if (kind < 0.7) return { ...wellBehaved, status: 503 }
  if (kind < 0.78) return { ...wellBehaved, readyAfterMs: 1e9 }
  if (kind < 0.86) return { ...wellBehaved, crashAfterMs: 50 }
  if (kind < 0.88) return { ...wellBehaved, hangs: true }
  if (kind < 0.93) return { ...wellBehaved, readyAfterMs, crashAfterMs: readyAfterMs + 2_000 + random.below(30_000) }
  return { ...wellBehaved, exitCode: 1 }
}
