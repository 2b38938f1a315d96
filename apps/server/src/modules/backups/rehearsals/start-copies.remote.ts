/** Restores the chosen backups into new volumes, and starts a database on each. */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { engineOf, labelsOf, volumeName, type WorkloadClock } from '../../workloads/worker.ts'
import type { DatabaseSite } from '../engines/dump-containers.remote.ts'
import { fillVolume } from '../restores/copy-data.remote.ts'
import { type CopiedDatabase, copyContainer, nameOfCopy } from './copy-containers.remote.ts'
import type { ChosenDatabase, RehearsalTools, WantedRehearsal } from './rehearsal-tools.context.ts'

export interface StartedCopy {
  readonly copy: CopiedDatabase
  readonly restoreMs: number
}

interface Starting {
  readonly runtime: Runtime & DataRuntime
  readonly chosen: readonly ChosenDatabase[]
  readonly signal: AbortSignal
}

const readyWithinMs = 120_000
const pauseMs = 200

export async function startCopies(
  tools: RehearsalTools,
  rehearsal: WantedRehearsal,
  { runtime, chosen, signal }: Starting,
): Promise<StartedCopy[]> {
  const names = Object.fromEntries(chosen.flatMap(({ hostnames }, index) => hostnames.map((name) => [name, index + 1])))
  const started: StartedCopy[] = []
  for (const [index, one] of chosen.entries()) {
    const copy = describeCopy(rehearsal, one, index + 1)
    const restoreMs = await restore(tools, rehearsal, { runtime, one, copy, signal })
    const first = started[0]?.copy ?? null
    await runtime.startContainer(copyContainer(copy, { first, names }), { signal })
    await waitUntilUp(tools.clock, runtime, { copy, signal })
    started.push({ copy, restoreMs })
  }
  return started
}

/** Name of the volume of a copy. The same in each attempt of a run, so that a second attempt finds the first one's. */
export function copyVolume({ id }: { id: Id<'svc'> }, runId: Id<'run'>): string {
  return volumeName(id, `rehearsal-${runId.replaceAll('-', '').slice(-16)}`)
}

function describeCopy(
  { organizationId, environmentId, runId }: WantedRehearsal,
  { database, engine, memoryBytes }: ChosenDatabase,
  address: number,
): CopiedDatabase {
  const { serviceId, name, kind, configuration } = database.service
  const service = { id: serviceId, name }
  return {
    ...{ organizationId, environmentId, runId, service, kind, ...engine, address },
    // The login of the service, so that the release command's connection string works.
    access: { ...database.access, host: `127.0.0.${address}` },
    volume: copyVolume(service, runId),
    memoryBytes,
    cpus: configuration.resources.cpus,
  }
}

/** Returns how long it took. */
async function restore(
  { clock }: RehearsalTools,
  rehearsal: WantedRehearsal,
  { runtime, one, copy, signal }: Omit<Starting, 'chosen'> & { one: ChosenDatabase; copy: CopiedDatabase },
): Promise<number> {
  const { organizationId, environmentId, service, kind, image, reference, access, volume } = copy
  const labels = labelsOf({ organizationId, environmentId, service })
  await runtime.ensureVolume({ name: volume, labels }, { signal })
  const { backup } = one
  if (backup === null) return 0
  await rehearsal.writeLine(
    `Restoring the backup of ${service.name} from ${backup.startedAt.toISOString()} into a copy.`,
  )
  const began = clock.now()
  const site: DatabaseSite = { organizationId, environmentId, service, kind, image, reference, access }
  const container = { name: nameOfCopy(copy), volume, memoryBytes: copy.memoryBytes }
  await fillVolume({ runtime, site, ...container, signal }, backup.plain(signal), async () => undefined)
  return Math.max(0, Math.round(clock.now() - began))
}

async function waitUntilUp(
  clock: WorkloadClock,
  runtime: Runtime,
  { copy, signal }: { copy: CopiedDatabase; signal: AbortSignal },
): Promise<void> {
  const { readyCheck, saysReady = () => true } = engineOf(copy.kind)
  const check = checkOf(copy, readyCheck(copy.access))
  for (const until = clock.now() + readyWithinMs; clock.now() < until; await clock.wait(pauseMs, signal)) {
    const answer = await runtime.execIn(nameOfCopy(copy), check, { signal, deadlineMs: 10_000 }).catch(() => null)
    signal.throwIfAborted()
    if (answer?.exitCode === 0 && saysReady(answer.output)) return
  }
  throw new PermanentError('database_not_ready', `The copy of ${copy.service.name} didn't start.`)
}

/** The checks ask the first address of the loopback. */
function checkOf({ address }: CopiedDatabase, check: readonly [string, ...string[]]): readonly [string, ...string[]] {
  const [program, ...rest] = check
  const own = `127.0.0.${address}`
  if (program === 'redis-cli') return [program, '-h', own, ...rest]
  return [program, ...rest.map((word) => word.replace('127.0.0.1', own))]
}
