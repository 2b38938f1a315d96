/** An environment's backup settings, and the schedule that follows them. */
import type { Actor } from '../../../platform/access/actor.ts'
import { requireWholeOrganization } from '../../../platform/access/project-access.ts'
import { requireVersion } from '../../../platform/access/require-version.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { nextRunAt } from '../../../platform/durable/cron.ts'
import { upsertSchedule } from '../../../platform/durable/schedules.ts'
import { AppError, invalid } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { canSealTo } from '../../../platform/secrets/seal.ts'
import { recordAudit } from '../../audit/index.ts'
import { type EnvironmentRow, requireChangeableEnvironment, requireEnvironment } from '../../environments/index.ts'
import {
  type BackupConfigRow,
  type BackupConfigValues,
  findBackupConfig,
  saveBackupConfig,
} from './backup-configs.repository.ts'
import type { BackupConfig, DestinationTest, UpdateBackupConfig } from './backup-configs.schemas.ts'
import { checkDestination, makeBackupKey } from './calls/schedules.definition.ts'
import { checkSchedule } from './check-schedule.policy.ts'
import { nameOfPlace, toDestination } from './destination.mapper.ts'
import { type DestinationRow, findDestination, saveDestinationCheck } from './destinations.repository.ts'
import { callOptions, type DestinationsService, requireDestination } from './destinations.service.ts'
import { publishBackupConfigUpdated } from './schedules.events.ts'
import { backupScheduleProblems } from './schedules.problems.ts'
import { backUpBySchedule } from './schedules.references.ts'

export interface BackupConfigsService {
  get(actor: Actor, id: Id<'env'>): Promise<BackupConfig>
  update(actor: Actor, id: Id<'env'>, body: UpdateBackupConfig): Promise<BackupConfig>
  test(actor: Actor, id: Id<'env'>): Promise<DestinationTest>
}

export interface BackupConfigsOptions {
  database: Database
  clock: Clock
  link: Pick<LinkClient, 'call'>
  destinations: DestinationsService
}

const defaults: Omit<BackupConfigValues, 'destination_id'> = {
  enabled: true,
  schedule: '0 3 * * *',
  timezone: 'UTC',
  missed: 'run_once',
  keep_last: 7,
  keep_daily: 7,
  keep_weekly: 4,
  keep_monthly: 6,
  recipient: null,
  proof: 'daily',
}

export function createBackupConfigsService(options: BackupConfigsOptions): BackupConfigsService {
  const { database, link } = options
  return {
    async get(actor, id) {
      const { organizationId } = actor
      return await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        const row = await requireConfig(tx, organizationId, id)
        return await toConfig(tx, options.clock, row)
      })
    },
    update: (actor, id, body) => updateConfig(options, actor, { id, body }),
    async test(actor, id) {
      const { organizationId } = actor
      const { destination_id: destinationId } = await database.tenant(organizationId, async (tx) => {
        await requireEnvironment(tx, organizationId, id)
        return await requireConfig(tx, organizationId, id)
      })
      const began = performance.now()
      const { problem } = await link.call(checkDestination, { destinationId }, callOptions(actor))
      await database.tenant(organizationId, (tx) =>
        saveDestinationCheck(tx, organizationId, { id: destinationId, problem }),
      )
      if (problem === null) return { ok: true, durationMs: Math.round(performance.now() - began) }
      const known = Object.values(backupScheduleProblems).find(({ code }) => code === problem.code)
      throw new AppError(known ?? backupScheduleProblems.destination_failed, problem.detail, { hint: problem.hint })
    },
  }
}

/** For an environment that was created in the same transaction, with the default schedule. */
export async function saveFirstConfig(
  tx: Tx,
  actor: Actor,
  { environmentId, destinationId, clock }: { environmentId: Id<'env'>; destinationId: Id<'bds'>; clock: Clock },
): Promise<void> {
  const { organizationId } = actor
  checkSchedule({ ...defaults, now: clock.now() })
  const environment = await requireEnvironment(tx, organizationId, environmentId)
  await requireDestination(tx, organizationId, destinationId)
  const values = { ...defaults, destination_id: destinationId }
  const row = await saveBackupConfig(tx, organizationId, { environmentId, ...values })
  await followSchedule(tx, organizationId, row)
  await announce(tx, actor, { environment, row, action: 'created' })
}

async function updateConfig(
  options: BackupConfigsOptions,
  actor: Actor,
  { id, body }: { id: Id<'env'>; body: UpdateBackupConfig },
): Promise<BackupConfig> {
  const { database, clock, link } = options
  const { organizationId } = actor
  const { recipient } = body.encryption ?? {}
  const known = await database.tenant(organizationId, async (tx) => {
    await requireChangeableEnvironment(tx, organizationId, id)
    return await findBackupConfig(tx, organizationId, id)
  })
  requireVersion(actor, known?.version ?? 0)
  if (typeof recipient === 'string' && !(await canSealTo(recipient)))
    throw invalid('/encryption/recipient', 'invalid_format', "isn't a valid age public key (checksum mismatch)")
  checkSchedule({ ...valuesOf(known, body), now: clock.now() })
  const destinationId = await destinationOf(options, actor, { body, known })
  // The key is created before the first backup, so the recovery kit can be exported as soon as there is something to
  // recover.
  await link.call(makeBackupKey, {}, callOptions(actor))
  return await database.tenant(organizationId, async (tx) => {
    const environment = await requireChangeableEnvironment(tx, organizationId, id)
    await requireDestination(tx, organizationId, destinationId)
    const before = await findBackupConfig(tx, organizationId, id)
    requireVersion(actor, before?.version ?? 0)
    const values = { ...valuesOf(before, body), destination_id: destinationId }
    const row = await saveBackupConfig(tx, organizationId, { environmentId: id, ...values })
    await followSchedule(tx, organizationId, row)
    const config = await toConfig(tx, clock, row)
    await announce(tx, actor, { environment, row, action: before === undefined ? 'created' : 'updated' })
    return config
  })
}

/** A new storage location is tested and saved for the whole organization, with a generated name. */
async function destinationOf(
  { destinations }: BackupConfigsOptions,
  actor: Actor,
  { body, known }: { body: UpdateBackupConfig; known: BackupConfigRow | undefined },
): Promise<Id<'bds'>> {
  const { destination } = body
  if (destination === undefined) {
    if (known !== undefined) return known.destination_id
    throw invalid('/destination', 'required', 'is required to set up backups')
  }
  // Other storage locations belong to the organization, and so would a new one.
  if (!('id' in destination) || destination.id !== known?.destination_id) requireWholeOrganization(actor)
  if ('id' in destination) return (await destinations.get(actor, destination.id)).id
  const unclaimed = { ...actor, idempotency: null }
  return (await destinations.create(unclaimed, { ...destination, name: nameOfPlace(destination) })).id
}

function valuesOf(
  known: BackupConfigRow | undefined,
  body: UpdateBackupConfig,
): Omit<BackupConfigValues, 'destination_id'> {
  const before = known ?? defaults
  const { retention = {}, catchUp, encryption } = body
  return {
    enabled: body.enabled ?? before.enabled,
    schedule: body.schedule ?? before.schedule,
    timezone: body.timezone ?? before.timezone,
    missed: catchUp === undefined ? before.missed : catchUp ? 'run_once' : 'skip',
    keep_last: retention.keepLast ?? before.keep_last,
    keep_daily: retention.keepDaily ?? before.keep_daily,
    keep_weekly: retention.keepWeekly ?? before.keep_weekly,
    keep_monthly: retention.keepMonthly ?? before.keep_monthly,
    recipient: encryption === undefined ? before.recipient : encryption.recipient,
    proof: body.restoreTests ?? before.proof,
  }
}

async function followSchedule(tx: Tx, organizationId: OrganizationId, row: BackupConfigRow): Promise<void> {
  const { environment_id: environmentId, schedule: cron, timezone, missed, enabled } = row
  const input = { environmentId }
  const subject = { workflow: backUpBySchedule, key: environmentId, input, organizationId }
  await upsertSchedule(tx, { ...subject, cron, timezone, missed, enabled })
}

async function requireConfig(tx: Tx, organizationId: OrganizationId, id: Id<'env'>): Promise<BackupConfigRow> {
  const row = await findBackupConfig(tx, organizationId, id)
  if (row === undefined) throw new AppError(backupScheduleProblems.backups_not_configured)
  return row
}

async function toConfig(tx: Tx, clock: Clock, row: BackupConfigRow): Promise<BackupConfig> {
  const { id, name, type, status } = toDestination(await destinationOfRow(tx, row))
  return {
    environmentId: row.environment_id,
    enabled: row.enabled,
    schedule: row.schedule,
    timezone: row.timezone,
    catchUp: row.missed === 'run_once',
    nextRunAt: row.enabled ? nextRunAt(row.schedule, row.timezone, clock.now()) : null,
    retention: {
      keepLast: row.keep_last,
      keepDaily: row.keep_daily,
      keepWeekly: row.keep_weekly,
      keepMonthly: row.keep_monthly,
    },
    destination: { id, name, type, status },
    encryption: { recipient: row.recipient },
    restoreTests: row.proof,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

async function destinationOfRow(tx: Tx, row: BackupConfigRow): Promise<DestinationRow> {
  const found = await findDestination(tx, row.organization_id, row.destination_id)
  if (found === undefined) throw new Error('a destination is gone that a setting names')
  return found
}

async function announce(
  tx: Tx,
  actor: Actor,
  { environment, row, action }: { environment: EnvironmentRow; row: BackupConfigRow; action: string },
): Promise<void> {
  const { id: environmentId, project_id: projectId } = environment
  const { enabled, schedule, timezone, proof } = row
  await recordAudit(tx, actor, {
    action: `environment.backups_${action === 'created' ? 'set_up' : 'changed'}`,
    targetKind: 'environment',
    targetId: environmentId,
    detail: { enabled, schedule, timezone, restoreTests: proof },
  })
  await publishBackupConfigUpdated(tx, actor.organizationId, { environmentId, projectId, action })
}
