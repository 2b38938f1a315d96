/** One open alert and one resolved alert. */
import type { Demo } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

export async function addAlerts({ db, organizationId, serverIds, now }: Demo): Promise<void> {
  const add = (rule: string, server: string, about: { detail: string; hours: number; lasted: number | null }) => {
    const since = hoursBefore(now, about.hours)
    const over = about.lasted === null ? null : hoursBefore(since, -about.lasted)
    return db.query(
      `insert into alerts (id, organization_id, rule, status, severity, server_id, detail, bad_since, fired_at, resolved_at, created_at)
       values ($1, $2, $3, $4, 'warning', $5, $6, $7, $7, $8, $7)`,
      [
        pastId(since),
        organizationId,
        rule,
        over === null ? 'firing' : 'resolved',
        serverIds.get(server),
        about.detail,
        since,
        over,
      ],
    )
  }
  await add('memory_full', 'fra-1', { detail: '91% of its memory is used: 7.3 GB of 8.0 GB.', hours: 150, lasted: 0.6 })
  const detail = 'At the current rate, its disk will be full in about 21 hours. 13.6 GB are free.'
  await add('disk_filling', 'fra-2', { detail, hours: 2, lasted: null })
}
