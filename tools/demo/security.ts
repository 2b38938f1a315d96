/** Security scans from recordings of a real server, evaluated by the product. */

import { reportOf } from '../../packages/remote/src/security/scan-server.ts'
import { recordedEvidence } from '../../packages/remote/src/security/testing/recorded-evidence.ts'
import { servers } from './catalog.ts'
import type { Base } from './demo.ts'
import { hoursBefore, pastId } from './past-id.ts'

const recordings = { hardened: 'debian-12-hardened', weak: 'debian-12' } as const

export async function addScans(base: Base, serverIds: ReadonlyMap<string, string>): Promise<void> {
  const { db, organizationId, now } = base
  for (const { name, security } of servers) {
    const id = serverIds.get(name)
    const { score, checks, facts, durationMs } = reportOf(recordedEvidence(recordings[security]), 2_140)
    const at = hoursBefore(now, 9)
    await db.query(
      `insert into security_scans (id, organization_id, server_id, trigger, status, score, checks, facts, duration_ms, created_at,
         started_at, finished_at)
       values ($1, $2, $3, 'scheduled', 'succeeded', $4, $5, $6, $7, $8, $8, $8)`,
      [pastId(at), organizationId, id, score, JSON.stringify(checks), JSON.stringify(facts), durationMs, at],
    )
    await db.query(
      `insert into security_watches (server_id, organization_id, next_scan_at) values ($1, $2, $3::timestamptz + interval '1 year')`,
      [id, organizationId, now],
    )
    await db.query(
      `update servers set security_state = $2, security_score = $3, security_scanned_at = $4 where id = $1`,
      [id, security, score, at],
    )
  }
}
