/** IDs that a drill uses on servers instead of those of the environment's services; pure. */
import { createHash } from 'node:crypto'
import type { Id } from '../../../../platform/ids/brand.ts'
import { storedId } from '../../../../platform/ids/stored-id.ts'

const ServiceId = storedId('svc')

export interface StandIns {
  of(serviceId: Id<'svc'>): Id<'svc'>
  /** Returns the service that the ID stands in for. */
  origin(standInId: Id<'svc'>): Id<'svc'>
}

/** The same for each attempt of a drill, so that a worker that takes over finds what was created. */
export function standInsFor(environmentId: Id<'env'>, serviceIds: readonly Id<'svc'>[]): StandIns {
  const known = new Map(serviceIds.map((id) => [id, standInOf(environmentId, id)]))
  const origins = new Map([...known].map(([id, standIn]) => [standIn, id]))
  return {
    of: (id) => known.get(id) ?? standInOf(environmentId, id),
    origin: (id) => origins.get(id) ?? id,
  }
}

function standInOf(environmentId: Id<'env'>, serviceId: Id<'svc'>): Id<'svc'> {
  const hash = createHash('sha256').update(`${environmentId}/${serviceId}`).digest('hex')
  // Version 8 of UUIDs is for IDs of one's own making.
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return ServiceId.parse(parts.join('-'))
}
