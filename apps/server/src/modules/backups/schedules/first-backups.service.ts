/** Sets up backups of an environment in the transaction that creates it. Everything slow happens before. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { AppError, invalid } from '../../../platform/errors/app-error.ts'
import { platformProblems } from '../../../platform/errors/platform-problems.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { LinkClient } from '../../../platform/link/link-client.ts'
import { saveFirstConfig } from './backup-configs.service.ts'
import { makeBackupKey } from './calls/schedules.definition.ts'
import { nameOfPlace } from './destination.mapper.ts'
import { listDestinations } from './destinations.repository.ts'
import { callOptions, createDestinationsService, type DestinationsService } from './destinations.service.ts'
import { backupScheduleProblems } from './schedules.problems.ts'

export interface FirstBackupsOptions {
  database: Database
  clock: Clock
  link: LinkClient
  /** False on multi-tenant instances, where organizations don't get this machine's disk unless they ask for it. */
  isDiskOffered: boolean
}

export interface FirstBackups {
  destination: { id: Id<'bds'>; name: string }
  /** Daily backups, and a restore test every day. */
  attach(tx: Tx, actor: Actor, environmentId: Id<'env'>): Promise<void>
}

/** Null when a person has to add or choose a storage location. */
export type PrepareFirstBackups = (
  actor: Actor,
  choice: { destinationId: Id<'bds'> | undefined; pointer: string },
) => Promise<FirstBackups | null>

export function createFirstBackups(
  options: FirstBackupsOptions & Parameters<typeof createDestinationsService>[0],
): PrepareFirstBackups {
  const { clock, link } = options
  const destinations = createDestinationsService(options)
  return async (actor, { destinationId, pointer }) => {
    const destination =
      destinationId === undefined
        ? await findDefaultDestination(options, actor, destinations)
        : await requireChosen(destinations, actor, { id: destinationId, pointer })
    if (destination === undefined) return null
    // The key is created before the first backup, so the recovery kit can be exported as soon as there is something to
    // recover.
    await link.call(makeBackupKey, {}, callOptions(actor))
    const { id, name } = destination
    return {
      destination: { id, name },
      attach: (tx, by, environmentId) => saveFirstConfig(tx, by, { environmentId, destinationId: id, clock }),
    }
  }
}

interface Destination {
  id: Id<'bds'>
  name: string
}

/** 422 instead of 404, because the body names the missing resource. */
async function requireChosen(
  destinations: DestinationsService,
  actor: Actor,
  { id, pointer }: { id: Id<'bds'>; pointer: string },
): Promise<Destination> {
  try {
    return await destinations.get(actor, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== platformProblems.not_found.code) throw error
    throw invalid(pointer, 'not_found', "isn't a storage location of this organization")
  }
}

/** Returns the only storage location, or creates one on the disk of this instance where the operator offers it. */
async function findDefaultDestination(
  { database, isDiskOffered }: FirstBackupsOptions,
  actor: Actor,
  destinations: DestinationsService,
): Promise<Destination | undefined> {
  const { organizationId } = actor
  const [only, ...others] = await database.tenant(organizationId, (tx) =>
    listDestinations(tx, organizationId, { before: undefined, limit: 2 }),
  )
  if (others.length > 0) return undefined
  if (only !== undefined) return { id: only.id, name: only.name }
  if (!isDiskOffered) return undefined
  const disk = { type: 'controlPlane' } as const
  const asker = { ...actor, ifMatch: null, idempotency: null }
  return await destinations.create(asker, { ...disk, name: nameOfPlace(disk) }).catch((error: unknown) => {
    // The operator set no folder.
    if (error instanceof AppError && error.problem === backupScheduleProblems.control_plane_not_offered)
      return undefined
    throw error
  })
}
