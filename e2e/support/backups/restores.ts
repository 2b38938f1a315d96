/** Lost data is restored: every table has exactly the content of the backup. */

import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Restore } from '@longshore/sdk'
import type { BackupTestEnv, Engine } from '../backup-test-env.ts'
import { eventually } from '../eventually.ts'
import { ask, mustAsk } from '../servers.ts'

const waitMs = 900_000
const ended = new Set(['succeeded', 'failed', 'cancelled', 'reverted'])
const losses: Readonly<Record<Engine, string>> = {
  postgres: 'drop table accounts cascade; drop schema "Odd ; Type: TABLE" cascade;',
  mariadb: 'drop view totals; drop table accounts; drop procedure bump;',
  redis: 'flushall',
}

export async function restoreAll(testEnv: BackupTestEnv): Promise<void> {
  const { report } = testEnv
  for (const engine of ['postgres', 'mariadb', 'redis'] as const) {
    const before = await testEnv.backUp(engine)
    if (!report.expect(before.status === 'succeeded', `${engine}: ${JSON.stringify(before.error)}`)) continue
    await testEnv.query(engine, losses[engine])
    const restore = await restoreInPlace(testEnv, before.id)
    if (!report.expect(restore.status === 'succeeded', `${engine} is restored: ${JSON.stringify(restore.error)}`))
      continue
    const after = await testEnv.backUp(engine)
    const isSame = isDeepStrictEqual(after.content?.tables, before.content?.tables)
    report.expect(isSame, `${engine}: every table has its rows and its hash again`)
    report.expect(after.content?.objectCount === before.content?.objectCount, `${engine}: and everything else is there`)
  }
}

export async function restoreInPlace(testEnv: BackupTestEnv, backupId: string): Promise<Restore> {
  const at = `/environments/${testEnv.app.environmentId}/backups`
  const body = { target: 'inPlace', confirm: 'production' }
  // After an undo, the run that starts the apps and removes the volume can still be in the way.
  const { body: begun } = await eventually(
    'a restore is accepted',
    () => ask<Restore>(testEnv, 'POST', `${at}/${backupId}/restore`, body),
    { holds: ({ status }) => status === 202, everyMs: 200 },
  )
  return await waitForRestore(testEnv, begun.id, ({ status }) => ended.has(status))
}

export async function waitForRestore(
  testEnv: BackupTestEnv,
  id: string,
  holds: (restore: Restore) => boolean,
): Promise<Restore> {
  const path = `/environments/${testEnv.app.environmentId}/backups/restores/${id}`
  for (const deadline = Date.now() + waitMs; ; await delay(200)) {
    const restore = await mustAsk<Restore>(testEnv, 'GET', path)
    if (holds(restore)) return restore
    if (Date.now() > deadline) throw new Error(`the restore stays ${restore.status}`)
  }
}
