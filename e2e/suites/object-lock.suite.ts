/**
 * Backups in a bucket with object lock, on a real server and a real S3 server: with the instance's own credentials, nothing
 * deletes or overwrites a locked archive, and it is still restored. Deletion, retention, and removed environments respect the
 * lock, and nothing is left once it ended.
 *
 * @tier all
 * @budget 200
 * @topics archive weaker ends removal
 */
import { startBackupTestEnv } from '../support/backup-test-env.ts'
import { createLockedBucket } from '../support/locked-bucket.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { attackArchive } from './object-lock/attacks.ts'
import { endLocks } from './object-lock/ends.ts'
import { addLocation, weakenLock } from './object-lock/location.ts'
import { removeEnvironment } from './object-lock/removal.ts'
import type { Scene } from './object-lock/scene.ts'

const report = new Report('object-lock')
{
  await using testEnv = await startBackupTestEnv({ report, hasVersions: true })
  using bucket = await createLockedBucket(testEnv.s3)
  const scene: Scene = { testEnv, bucket, destinationId: await addLocation(testEnv) }
  await testEnv.query('postgres', 'create table accounts as select n as id from generate_series(1, 1000) n')
  await runTopics(testEnv, {
    archive: () => attackArchive(scene),
    weaker: () => weakenLock(scene),
    ends: () => endLocks(scene),
    removal: () => removeEnvironment(scene),
  })
}
report.finish()
