/** A backup restores lost data exactly. A restore whose copy differs from the backup is refused and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import type { S3Server } from '../../fixtures/s3-server.ts'
import { addDatabases, type BackupTestEnv } from '../../support/backup-test-env.ts'
import { restoreInPlace } from '../../support/backups/restores.ts'
import { seedPostgres } from '../../support/backups/seed.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'

const rows = 5_000

export async function backUpAndRestore(deploys: DeployTestEnv, s3: S3Server): Promise<void> {
  const testEnv = await addDatabases(deploys, s3, { engines: ['postgres'], name: 'ledger' })
  const { report } = testEnv
  await seedPostgres(testEnv, rows)
  const before = await testEnv.backUp('postgres')
  if (!report.expect(before.status === 'succeeded', `the backup: ${JSON.stringify(before.error)}`)) return
  await testEnv.query('postgres', 'drop table accounts cascade;')
  const restore = await restoreInPlace(testEnv, before.id)
  report.expect(restore.status === 'succeeded', `the restore: ${JSON.stringify(restore.error)}`)
  const after = await testEnv.backUp('postgres')
  const isSame = isDeepStrictEqual(after.content?.tables, before.content?.tables)
  report.expect(
    isSame,
    `expected tables ${JSON.stringify(before.content?.tables)}, found ${JSON.stringify(after.content?.tables)}`,
  )
  await refuseOtherContent(testEnv, after.id)
}

/** Changes the backup's record, so that no copy can match it. */
async function refuseOtherContent(testEnv: BackupTestEnv, id: string): Promise<void> {
  const { report, instance } = testEnv
  await testEnv.query('postgres', 'create table written_later (id int); insert into written_later values (1);')
  const sql = connectAsSuperuser(instance.databaseUrl)
  try {
    const change = `update backups set manifest = jsonb_set(manifest, '{content,tables,0,rows}', '987654') where id = $1`
    await sql.query(change, [decodeId('bkp', id)])
  } finally {
    await sql.end()
  }
  const refused = await restoreInPlace(testEnv, id)
  const { status, error } = refused
  report.expect(
    status === 'failed' && error?.code === 'restore_mismatch',
    `expected restore_mismatch, found ${status} ${JSON.stringify(error)}`,
  )
  const kept = await testEnv.query('postgres', 'select count(*) from written_later;').catch(String)
  report.expect(kept.trim() === '1', `a refused restore keeps the current data: ${kept}`)
}
