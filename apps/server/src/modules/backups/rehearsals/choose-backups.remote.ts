/** Chooses the backups for a rehearsal, or states why there is none. */
import type { DataRuntime, Runtime } from '@longshore/remote/runtime'
import { isRehearsableEngine } from '../../environments/service-kinds.schemas.ts'
import type { LiveDatabase } from '../../workloads/worker.ts'
import { openBackup } from '../archives/open-backup.remote.ts'
import { neededCapacity, testMemoryBytes } from '../restores/capacity.policy.ts'
import { findNewestSucceeded } from '../schedules/kept-backups.repository.ts'
import {
  type ChosenBackup,
  type ChosenDatabase,
  type RehearsalTools,
  SkipError,
  type WantedRehearsal,
} from './rehearsal-tools.context.ts'

const hourMs = 3_600_000
/** Caches and queues start empty: a release command needs them at most to be there. */
const emptyMemoryBytes = 192 << 20

export async function chooseBackups(
  tools: RehearsalTools,
  rehearsal: WantedRehearsal,
  { runtime, signal }: { runtime: Runtime & DataRuntime; signal: AbortSignal },
): Promise<ChosenDatabase[]> {
  const { organizationId, environmentId } = rehearsal
  const capacity = await runtime.facts({ signal })
  const chosen: ChosenDatabase[] = []
  for (const { serviceId, hostnames } of rehearsal.databases) {
    const database = await tools.databases.open({ organizationId, environmentId }, serviceId)
    if (!isRehearsableEngine(database.service.kind)) {
      const engine = await tools.databases.imageOf(runtime, database, signal)
      chosen.push({ database, engine, hostnames, memoryBytes: emptyMemoryBytes, backup: null })
      continue
    }
    const backup = await findUsable(tools, rehearsal, database)
    const reference = backup.manifest.engineImage
    const engine = await tools.databases.obtainImage(runtime, { organizationId, reference }, signal)
    chosen.push({ database, engine, hostnames, memoryBytes: testMemoryBytes(backup.manifest, capacity), backup })
  }
  requireSize(chosen, rehearsal)
  requireCapacity(chosen, capacity, tools)
  // The first one has the network that all share, and a copy comes before an empty one.
  return chosen.sort((a, b) => Number(a.backup === null) - Number(b.backup === null))
}

async function findUsable(
  tools: RehearsalTools,
  { organizationId, environmentId, limits }: WantedRehearsal,
  { service }: LiveDatabase,
): Promise<ChosenBackup> {
  const { serviceId, name } = service
  const newest = await tools.database.tenant(organizationId, (tx) =>
    findNewestSucceeded(tx, organizationId, { environmentId, serviceId }),
  )
  if (newest === undefined) throw new SkipError({ reason: 'no_backup', detail: `${name} has no finished backup.` })
  const hours = Math.floor((tools.clock.now() - newest.startedAt.getTime()) / hourMs)
  if (hours >= limits.maxBackupAgeHours)
    throw new SkipError({
      reason: 'backup_too_old',
      detail: `The newest backup of ${name} is ${hours} hours old. The limit is ${limits.maxBackupAgeHours} hours.`,
    })
  return { ...(await openBackup(tools.backups, organizationId, newest.id)), startedAt: newest.startedAt }
}

function requireSize(chosen: readonly ChosenDatabase[], { limits }: WantedRehearsal): void {
  const bytes = chosen.reduce((sum, { backup }) => sum + (backup?.manifest.plainBytes ?? 0), 0)
  if (bytes <= limits.maxBytes) return
  const detail = `The backups have ${mebibytes(bytes)} together. The limit is ${mebibytes(limits.maxBytes)}.`
  throw new SkipError({ reason: 'backup_too_large', detail })
}

function requireCapacity(
  chosen: readonly ChosenDatabase[],
  { diskFreeBytes, memoryAvailableBytes }: { diskFreeBytes: number; memoryAvailableBytes: number },
  { diskReserveBytes }: RehearsalTools,
): void {
  const needs = chosen.map(({ backup, memoryBytes }) =>
    backup === null ? { diskBytes: 0, memoryBytes } : neededCapacity(backup.manifest),
  )
  const disk = needs.reduce((sum, { diskBytes }) => sum + diskBytes, diskReserveBytes)
  if (diskFreeBytes < disk) {
    const detail = `A copy needs ${mebibytes(disk)} of free disk. The server has ${mebibytes(diskFreeBytes)}.`
    throw new SkipError({ reason: 'not_enough_disk', detail })
  }
  const memory = needs.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  if (memoryAvailableBytes >= memory) return
  const detail = `A copy needs ${mebibytes(memory)} of memory. The server has ${mebibytes(memoryAvailableBytes)}.`
  throw new SkipError({ reason: 'not_enough_memory', detail })
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2)} MiB`
}
