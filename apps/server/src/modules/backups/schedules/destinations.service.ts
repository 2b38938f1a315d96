/** Storage locations of an organization. Nothing is saved without a successful test. */
import type { Actor } from '../../../platform/access/actor.ts'
import { requireVersion } from '../../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { type AuditVerb, recordAudit } from '../../audit/index.ts'
import { requireQuota } from '../../organizations/index.ts'
import { requireConnectedServer } from '../../servers/index.ts'
import { deletedBy, isNeededInTrash, keepInTrash } from '../../trash/index.ts'
import { isDestinationUsed } from './backup-configs.repository.ts'
import { checkDestination, tryDestination } from './calls/schedules.definition.ts'
import { configurationOf, toDestination } from './destination.mapper.ts'
import type { DestinationConfiguration } from './destination-configuration.schemas.ts'
import {
  countDestinations,
  type DestinationRow,
  findDestination,
  insertDestination,
  listDestinations,
  lockDestination,
  saveDestinationCheck,
  updateDestination,
} from './destinations.repository.ts'
import type { BackupDestination, CreateDestination, UpdateDestination } from './destinations.schemas.ts'
import { holdsBackups } from './kept-backups.repository.ts'
import { publishDestinationUpdated } from './schedules.events.ts'
import { backupScheduleProblems } from './schedules.problems.ts'
import { destinationSecret } from './sealed-values.crypto.ts'

export interface DestinationsService {
  list(actor: Actor, query: PageQuery): Promise<Page<BackupDestination>>
  get(actor: Actor, id: Id<'bds'>): Promise<BackupDestination>
  create(actor: Actor, body: CreateDestination): Promise<BackupDestination>
  update(actor: Actor, id: Id<'bds'>, body: UpdateDestination): Promise<BackupDestination>
  check(actor: Actor, id: Id<'bds'>): Promise<BackupDestination>
  remove(actor: Actor, id: Id<'bds'>): Promise<void>
}

export interface DestinationsOptions {
  database: Database
  sealer: Sealer
  link: Pick<LinkClient, 'call'>
}

/** Longer than the worker's own limit for a test. */
const tryWithinMs = 90_000

export function createDestinationsService(options: DestinationsOptions): DestinationsService {
  const { database, link } = options
  return {
    async list(actor, { cursor, limit }) {
      const { organizationId } = actor
      const rows = await database.tenant(organizationId, (tx) =>
        listDestinations(tx, organizationId, { before: cursor, limit }),
      )
      return toPage(rows.map(toDestination), limit)
    },
    async get(actor, id) {
      const { organizationId } = actor
      return toDestination(await database.tenant(organizationId, (tx) => requireDestination(tx, organizationId, id)))
    },
    create: (actor, body) => createDestination(options, actor, body),
    update: (actor, id, body) => changeDestination(options, actor, { id, body }),
    async check(actor, id) {
      const { organizationId } = actor
      await database.tenant(organizationId, (tx) => requireDestination(tx, organizationId, id))
      const { problem } = await link.call(checkDestination, { destinationId: id }, callOptions(actor))
      const row = await database.tenant(organizationId, (tx) =>
        saveDestinationCheck(tx, organizationId, { id, problem }),
      )
      if (row === undefined) throw notFound()
      return toDestination(row)
    },
    remove: (actor, id) =>
      database.tenant(actor.organizationId, async (tx) => {
        const { organizationId } = actor
        const row = await lockDestination(tx, organizationId, id)
        if (row === undefined) throw notFound()
        requireVersion(actor, row.version)
        const isUsed = await isDestinationUsed(tx, organizationId, id)
        const trashed = { table: 'backups', column: 'destination_id', id }
        const isNeeded = isUsed || (await isNeededInTrash(tx, organizationId, trashed))
        if (isNeeded || (await holdsBackups(tx, organizationId, id)))
          throw new AppError(backupScheduleProblems.destination_in_use)
        const about = { kind: 'backup_destination', subjectId: id, name: row.name } as const
        await keepInTrash(tx, organizationId, { ...about, by: deletedBy(actor) })
        await announce(tx, actor, row, 'removed')
      }),
  }
}

async function createDestination(
  { database, sealer, link }: DestinationsOptions,
  actor: Actor,
  body: CreateDestination,
): Promise<BackupDestination> {
  const { organizationId } = actor
  const configuration = configurationOf(body)
  await database.tenant(organizationId, (tx) => requirePlace(tx, organizationId, configuration))
  const secret = body.type === 's3' ? new Secret(body.secretAccessKey) : null
  await link.call(tryDestination, { configuration, secret, secretOf: null }, callOptions(actor))
  return await createOnce(database, actor, async (tx) => {
    const count = () => countDestinations(tx, organizationId)
    await requireQuota(tx, organizationId, { name: 'backupDestinations', count })
    const id = newId('bds')
    const context = contextOf(destinationSecret, id, organizationId)
    const sealedSecret = secret === null ? null : await sealer.seal(context, secret)
    const row = await insertDestination(tx, organizationId, { id, name: body.name, configuration, sealedSecret })
    if (row === undefined) throw new AppError(backupScheduleProblems.destination_name_taken)
    await announce(tx, actor, row, 'created')
    return toDestination(row)
  })
}

async function changeDestination(
  { database, sealer, link }: DestinationsOptions,
  actor: Actor,
  { id, body }: { id: Id<'bds'>; body: UpdateDestination },
): Promise<BackupDestination> {
  const { organizationId } = actor
  const known = await database.tenant(organizationId, (tx) => requireDestination(tx, organizationId, id))
  requireVersion(actor, known.version)
  const configuration = withChanges(known.configuration, body)
  const secret = body.secretAccessKey === undefined ? null : new Secret(body.secretAccessKey)
  if (configuration !== known.configuration || secret !== null)
    await link.call(tryDestination, { configuration, secret, secretOf: id }, callOptions(actor))
  return await database.tenant(organizationId, async (tx) => {
    const locked = await lockDestination(tx, organizationId, id)
    if (locked === undefined) throw notFound()
    // The location changed after the test, so the tested values aren't the ones that would be saved.
    if (locked.version !== known.version) requireVersion({ ifMatch: known.version }, locked.version)
    const context = contextOf(destinationSecret, id, organizationId)
    const sealedSecret = secret === null ? locked.sealed_secret : await sealer.seal(context, secret)
    const name = body.name ?? locked.name
    const row = await updateDestination(tx, organizationId, { id, name, configuration, sealedSecret })
    if (row === undefined) throw new AppError(backupScheduleProblems.destination_name_taken)
    await announce(tx, actor, row, 'updated')
    return toDestination(row)
  })
}

/** Returns the same object if nothing changes. */
function withChanges(configuration: DestinationConfiguration, body: UpdateDestination): DestinationConfiguration {
  const { accessKeyId, objectLock } = body
  if (configuration.type === 's3') {
    if (accessKeyId === undefined && objectLock === undefined) return configuration
    return {
      ...configuration,
      ...(accessKeyId === undefined ? {} : { accessKeyId }),
      ...(objectLock === undefined ? {} : { objectLock }),
    }
  }
  for (const name of ['accessKeyId', 'secretAccessKey', 'objectLock'] as const)
    if (body[name] !== undefined) throw invalid(`/${name}`, 'not_allowed', 'is only for storage locations of type s3')
  return configuration
}

/** Servers of other organizations don't exist for the caller. */
async function requirePlace(
  tx: Tx,
  organizationId: OrganizationId,
  configuration: DestinationConfiguration,
): Promise<void> {
  if (configuration.type === 'server') await requireConnectedServer(tx, organizationId, configuration.serverId)
}

export async function requireDestination(
  tx: Tx,
  organizationId: OrganizationId,
  id: Id<'bds'>,
): Promise<DestinationRow> {
  const row = await findDestination(tx, organizationId, id)
  if (row === undefined) throw notFound()
  return row
}

async function announce(
  tx: Tx,
  actor: Actor,
  row: DestinationRow,
  action: AuditVerb<'backup_destination'>,
): Promise<void> {
  const { name, configuration } = row
  // A weaker lock can be the preparation of a deletion, so the audit log shows it.
  const lock = configuration.type === 's3' ? { objectLock: configuration.objectLock } : {}
  await recordAudit(tx, actor, {
    action: `backup_destination.${action}`,
    targetKind: 'backup_destination',
    targetId: row.id,
    detail: { name, type: configuration.type, ...lock },
  })
  await publishDestinationUpdated(tx, actor.organizationId, { id: row.id, action })
}

export function callOptions(actor: Actor): { organizationId: OrganizationId; actorId: string; deadlineMs: number } {
  return { organizationId: actor.organizationId, actorId: actor.userId, deadlineMs: tryWithinMs }
}
