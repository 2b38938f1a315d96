/** Row of a rehearsal that stopped its deployment, for tests of responses only. */
import { randomUUIDv7 } from 'node:crypto'
import { brandId, decodeId, encodeId } from '../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../apps/server/src/testing/superuser.ts'
import type { Setting } from './setting.ts'

const at = '2026-11-19T10:00:00.000Z'

function reportOf(backupId: string) {
  const detail = 'The column public.users.email was dropped or renamed.'
  return {
    mode: 'stop',
    skipped: null,
    findings: [{ rule: 'destructive_change', service: 'db', detail, stops: true }],
    commands: [
      { service: 'web', end: 'exited', exitCode: 0, oomKilled: false, durationMs: 2_140, output: 'Migrated.' },
    ],
    databases: [
      {
        ...{ service: 'db', engine: 'postgres', backupId, backupAt: at, restoredBytes: 104_857_600, restoreMs: 8_300 },
        ...{ diskBytes: 134_217_728, diskGrowthBytes: 16_777_216, rewritten: [], rows: [], heads: [] },
        locks: [{ relation: 'public.users', mode: 'AccessExclusiveLock', blocks: 'reads', heldMs: 120, waitMs: 0 }],
        schema: [{ action: 'dropped', kind: 'column', name: 'public.users.email', detail: null }],
        queries: {
          offered: false,
          reason: 'The extension pg_stat_statements isn’t installed.',
          replayed: 0,
          failing: [],
        },
      },
    ],
    startedAt: at,
    finishedAt: '2026-11-19T10:00:14.500Z',
    durationMs: 14_500,
  }
}

export async function insertFakeRehearsal(
  { instance }: Pick<Setting, 'instance'>,
  deploymentId: string,
): Promise<void> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    await db.query(
      `insert into deployment_rehearsals (deployment_id, organization_id, status, report)
       select id, organization_id, 'stopped', $2 from deployments where id = $1`,
      [decodeId('dep', deploymentId), JSON.stringify(reportOf(encodeId('bkp', brandId(randomUUIDv7()))))],
    )
  } finally {
    await db.end()
  }
}
