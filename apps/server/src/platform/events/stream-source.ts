/**
 * Where a hub reads. Rows are read inside the organization's wall; heads are numbers only, for all keys in one query.
 * Rows of one stream come without gaps, except that retention may have dropped the beginning.
 */
import { sql } from 'kysely'
import type { Database, OrganizationId, Tx } from '../database/database.ts'

export const eventsChannel = 'events'
export const runEventsChannel = 'run_events'

/** Names one stream: an organization's events, or a run's. */
export interface StreamKey {
  key: string
  /** Null for runs of the system itself. */
  organizationId: OrganizationId | null
}

export interface StreamRow {
  seq: number
  kind: string
  projectId: string | null
  /** What it is about, for streams that can be narrowed by it. */
  subject?: string | null
  /** JSON text as PostgreSQL writes it: to parse it and write it again would be most of the work of a stream. */
  json: string
}

export interface StreamHead {
  key: string
  organizationId: string | null
  seq: number
  /** Set once the stream is closed: its last state. */
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
