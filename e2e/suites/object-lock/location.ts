/** A location with object lock is tested before it is saved, and a weaker lock doesn't unlock what is stored. */
import type { Backup, BackupDestination } from '@longshore/sdk'
import { type BackupTestEnv, destinationOf } from '../../support/backup-test-env.ts'
import { lockedBucket } from '../../support/locked-bucket.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { keyOf, mustBackUp, type Scene, versionsOf } from './scene.ts'

const objectLock = { mode: 'compliance', days: 1 }

/** Returns its ID. The environment's backups go there from now on. */
export async function addLocation(testEnv: BackupTestEnv): Promise<string> {
  const { report, s3, app } = testEnv
  const place = { ...destinationOf(s3), objectLock }
  const plain = await ask(testEnv, 'POST', '/backup-destinations', { ...place, name: 'Plain' })
  const isRefused = plain.status === 422 && plain.text.includes('destination_lock_unavailable')
  report.expect(isRefused, `a bucket without object lock is refused: ${plain.status} ${plain.text}`)
  const body = { ...place, bucket: lockedBucket, name: 'Locked' }
  const { id, s3: saved } = await mustAsk<BackupDestination>(testEnv, 'POST', '/backup-destinations', body)
  report.expect(
    saved?.objectLock?.mode === 'compliance' && saved.objectLock.days === 1,
    `it says its lock: ${JSON.stringify(saved)}`,
  )
  const checked = await mustAsk<BackupDestination>(testEnv, 'POST', `/backup-destinations/${id}/check`)
  report.expect(checked.status === 'working', `it works: ${JSON.stringify(checked.problem)}`)
  const retention = { keepLast: 1, keepDaily: 0, keepWeekly: 0, keepMonthly: 0 }
  await mustAsk(testEnv, 'PATCH', `/environments/${app.environmentId}/backups/config`, {
    destination: { id },
    retention,
  })
  return id
}

export async function weakenLock(scene: Scene): Promise<void> {
  const { testEnv, bucket, destinationId } = scene
  const { report } = testEnv
  const locked = await mustBackUp(scene)
  const change = (to: typeof objectLock | null) =>
    mustAsk(testEnv, 'PATCH', `/backup-destinations/${destinationId}`, { objectLock: to })
  await change(null)
  const unlocked = await mustBackUp(scene)
  report.expect(unlocked?.lockedUntil === null, `without a lock, a backup has none: ${unlocked?.lockedUntil}`)
  await change(objectLock)
  if (locked === null) return
  const { lockedUntil } = await mustAsk<Backup>(
    testEnv,
    'GET',
    `/environments/${testEnv.app.environmentId}/backups/${locked.id}`,
  )
  report.expect(lockedUntil === locked.lockedUntil, `an earlier backup stays locked: ${lockedUntil}`)
  for (const { key, id } of await versionsOf(scene, keyOf(locked))) {
    const fault = await bucket.attempt({ method: 'DELETE', key, query: { versionId: id } })
    report.expect(fault === 'access_refused', `in the bucket too: ${fault}`)
  }
}
