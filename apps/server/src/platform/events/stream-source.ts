/**
 * The data source of a hub. It reads rows under row-level security; heads are only numbers, for all keys in one query.
 * Rows of one stream have no gaps, except that retention may have dropped the beginning.
 */
import { sql } from 'kysely'
import type { Database, OrganizationId, Tx } from '../database/database.ts'

export const eventsChannel = 'events'
export const runEventsChannel = 'run_events'

/** Identifies one stream: an organization's events, or a run's. */
export interface StreamKey {
  key: string
  /** Null for runs of the system itself. */
  organizationId: OrganizationId | null
}

export interface StreamRow {
  seq: number
  kind: string
  projectId: string | null
  /** The row's subject, for streams that can be filtered by it. */
  subject?: string | null
  /** JSON text as PostgreSQL returns it; parsing and serializing it again would dominate the cost of a stream. */
  json: string
}

export interface StreamHead {
  key: string
  organizationId: string | null
  seq: number
  /** Final state, set once the stream is closed. */
  final: { kind: string; data: unknown } | null
}

export interface StreamSource {
  readonly channel: string
  read(stream: StreamKey, afterSeq: number, limit: number): Promise<StreamRow[]>
  heads(keys: readonly string[]): Promise<StreamHead[]>
}

const jsonText = sql<string>`data::text`.as('json')

export function createEventSource(database: Database): StreamSource {
  return {
    channel: eventsChannel,
    async read({ organizationId }, afterSeq, limit) {
      if (organizationId === null) throw new TypeError('events belong to an organization')
      return await database.tenant(organizationId, (tx) =>
        tx
          .selectFrom('events')
          .select(['seq', 'kind', 'project_id as projectId', jsonText])
          .where('organization_id', '=', organizationId)
          .where('seq', '>', afterSeq)
          .orderBy('seq')
          .limit(limit)
          .execute(),
      )
    },
    async heads(keys) {
      const rows = await database.systemDb
        .selectFrom('event_counters')
        .select(['organization_id as key', 'organization_id as organizationId', 'seq'])
        .where(sql<boolean>`organization_id = any(${keys}::uuid[])`)
        .execute()
      return rows.map((row) => ({ ...row, final: null }))
    },
  }
}

export function createRunEventSource(database: Database): StreamSource {
  return {
    channel: runEventsChannel,
    async read({ key, organizationId }, afterSeq, limit) {
      const select = (tx: Tx) =>
        tx
          .selectFrom('run_events')
          .select(['seq', 'kind', jsonText])
          .where('run_id', '=', key)
          .where('seq', '>', afterSeq)
          .orderBy('seq')
          .limit(limit)
          .execute()
      const rows = await (organizationId === null ? database.system(select) : database.tenant(organizationId, select))
      return rows.map((row) => ({ ...row, projectId: null }))
    },
    async heads(keys) {
      return await database.systemDb
        .selectFrom('run_event_counters')
        .select(['run_id as key', 'organization_id as organizationId', 'seq'])
        .select((eb) => eb.ref('final').$castTo<StreamHead['final']>().as('final'))
        .where(sql<boolean>`run_id = any(${keys}::uuid[])`)
        .execute()
    },
  }
}
