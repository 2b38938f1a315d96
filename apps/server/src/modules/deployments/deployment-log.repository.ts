/** The log of a deployment: the `log` events of its run, as streamed. */
import { sql } from 'kysely'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'

export interface LogRow {
  seq: number
  data: unknown
}

export interface LogPage {
  id: Id<'dep'>
  after: number
  limit: number
  step?: string | undefined
  /** Substring to search for, ignoring case. */
  q?: string | undefined
}

export async function listLogChunks(tx: Tx, organizationId: OrganizationId, page: LogPage): Promise<LogRow[]> {
  let query = tx
    .selectFrom('run_events')
    .select(['seq', 'data'])
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', page.id)
    .where('kind', '=', 'log')
    .where('seq', '>', page.after)
  if (page.step !== undefined) query = query.where(sql<boolean>`data ->> 'step' = ${page.step}`)
  if (page.q !== undefined) {
    const part = `%${page.q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`data ->> 'text' ilike ${part}`)
  }
  return await query
    .orderBy('seq')
    .limit(page.limit + 1)
    .execute()
}
