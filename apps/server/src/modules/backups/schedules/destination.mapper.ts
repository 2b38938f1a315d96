/** Maps storage locations between rows, requests, and responses. */
import { randomBytes } from 'node:crypto'
import type { DestinationConfiguration } from './destination-configuration.schemas.ts'
import type { DestinationRow } from './destinations.repository.ts'
import type { BackupDestination, DestinationPlace } from './destinations.schemas.ts'

export function toDestination(row: DestinationRow): BackupDestination {
  const { configuration } = row
  return {
    id: row.id,
    name: row.name,
    type: configuration.type === 'control_plane' ? 'controlPlane' : configuration.type,
    s3: configuration.type === 's3' ? { ...configuration, pathStyle: configuration.isPathStyle } : null,
    serverId: configuration.type === 'server' ? configuration.serverId : null,
    status: row.problem === null ? 'working' : 'failing',
    problem: row.problem,
    lastCheckedAt: row.checked_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function configurationOf(place: DestinationPlace): DestinationConfiguration {
  switch (place.type) {
    case 's3': {
      const { type, endpoint, region, bucket, prefix, accessKeyId, pathStyle, objectLock } = place
      return { type, endpoint, region, bucket, prefix, accessKeyId, isPathStyle: pathStyle, objectLock }
    }
    case 'server':
      return { type: 'server', serverId: place.serverId }
    case 'controlPlane':
      return { type: 'control_plane' }
  }
}

const maxName = 100

/** Names a storage location that was created together with an environment's settings. */
export function nameOfPlace(place: DestinationPlace): string {
  const mark = randomBytes(3).toString('hex')
  const what = place.type === 's3' ? `${place.bucket} at ${new URL(place.endpoint).host}` : placeNames[place.type]
  return `${what.slice(0, maxName - mark.length - 1)} ${mark}`
}

const placeNames = { server: 'Server disk', controlPlane: 'This instance' } as const
