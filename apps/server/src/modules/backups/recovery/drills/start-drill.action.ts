/**
 * Starts a drill: a deployment of the live release under an ID that no environment has, so that nothing of it can be
 * confused with the environment itself.
 */
import type { Actor } from '../../../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../../../platform/database/database.ts'
import { readNow } from '../../../../platform/database/read-now.ts'
import { startRun } from '../../../../platform/durable/runs.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../../../platform/ids/brand.ts'
import { newId } from '../../../../platform/ids/type-id.ts'
import { type EnvironmentRow, environmentProblems } from '../../../environments/index.ts'
import { requireConnectedServer } from '../../../servers/index.ts'
import { recoveryProblems } from '../recovery.problems.ts'
import { lossOf } from '../recovery-figures.policy.ts'
import { readRecoveryPlan } from '../recovery-plan.query.ts'
import { runDrill } from './drills.references.ts'
import { type DrillRow, findUnfinishedDrill, insertDrill } from './drills.repository.ts'
import type { DrillTrigger } from './drills.schemas.ts'
import { findRecoverySettings } from './recovery-settings.repository.ts'

export interface DrillRequest {
  environment: EnvironmentRow
  trigger: DrillTrigger
  serverId: Id<'srv'> | null
  by: Actor | null
}

export async function startDrill(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, trigger, serverId: chosen, by }: DrillRequest,
): Promise<DrillRow> {
  const { id: environmentId, live_server_id: liveServerId } = environment
  const { release, data, obstacles } = await readRecoveryPlan(tx, organizationId, environment)
  if (release === null || liveServerId === null) throw new AppError(environmentProblems.environment_not_deployed)
  const [obstacle] = obstacles
  if (obstacle !== undefined) {
    const isData = obstacle.code === recoveryProblems.recovery_without_backup.code
    const problem = isData ? recoveryProblems.drill_without_backup : recoveryProblems.recovery_impossible
    throw new AppError(problem, obstacle.message)
  }
  if ((await findUnfinishedDrill(tx, organizationId, environmentId)) !== undefined)
    throw new AppError(recoveryProblems.drill_under_way)
  const settings = await findRecoverySettings(tx, organizationId, environmentId)
  const serverId = chosen ?? settings?.drill_server_id ?? liveServerId
  const server = await requireConnectedServer(tx, organizationId, serverId)
  const now = await readNow(tx)
  const standInId = newId('env')
  const numberOf = (value: string | number | null) => (value === null ? null : Number(value))
  const input = {
    ...{
      environmentId: standInId,
      serverId,
      buildServerId: serverId,
      buildSlots: server.build_slots,
      movesData: false,
    },
    build: {
      memoryBytes: numberOf(server.build_memory_bytes),
      cpus: server.build_cpus,
      cacheBytes: numberOf(server.build_cache_bytes),
    },
  }
  const runId = await startRun(tx, { workflow: runDrill, key: standInId, input, organizationId })
  const age = lossOf(
    data.map(({ backup }) => backup?.dataAt ?? null),
    now,
  )
  return await insertDrill(tx, organizationId, {
    ...{ id: brandId<'drl'>(runId), environmentId, standInId, releaseId: release.id, serverId, trigger },
    backups: data.map(({ serviceId, service, volume, backup }) => ({
      ...{ serviceId, service, volume, backupId: backup?.id ?? null, dataAt: backup?.dataAt.toISOString() ?? null },
    })),
    dataAgeMs: data.length === 0 || age === null ? null : age * 1_000,
    createdBy: by?.userId ?? null,
  })
}
