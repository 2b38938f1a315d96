/** After its lock ended, a backup is deleted with all its versions: by retention, and by a person. */
import type { Backup } from '@longshore/sdk'
import { ask, mustAsk } from '../../support/servers.ts'
import { mustPurge } from '../../support/trash.ts'
import { hasEnded, keyOf, mustBackUp, query, retentionHasRun, type Scene, versionsOf } from './scene.ts'

const lockSeconds = 20

export async function endLocks(scene: Scene): Promise<void> {
  const { testEnv } = scene
  const { report, app } = testEnv
  const at = (id: string) => `/environments/${app.environmentId}/backups/${id}`
  // The API only knows whole days.
  await setDays(scene, lockSeconds / 86_400)
  // A shortened retention counts only after the retention of the trash, which is days.
  await query(scene, 'update backup_configs set kept_longer = null')
  const [first, second] = [await mustBackUp(scene), await mustBackUp(scene)]
  if (first === null || second === null) return
  report.expect((await versionsOf(scene, keyOf(first))).length === 2, 'a locked backup is stored')
  report.expect(await hasEnded(second.lockedUntil), 'both locks ended')
  const last = await mustBackUp(scene)
  report.expect(await retentionHasRun(scene), 'retention ran')
  const expired = await mustAsk<Backup>(testEnv, 'GET', at(first.id))
  report.expect(expired.status === 'expired', `retention deletes it after its lock: ${expired.status}`)
  const left = await versionsOf(scene, keyOf(first))
  report.expect(left.length === 0, `with every version: ${JSON.stringify(left)}`)
  if (last === null) return
  report.expect(await hasEnded(last.lockedUntil), 'the last lock ended')
  const removal = await ask(testEnv, 'DELETE', at(last.id))
  report.expect(removal.status === 202, `a person deletes it after its lock: ${removal.status} ${removal.text}`)
  report.expect((await ask(testEnv, 'GET', at(last.id))).status === 404, 'its entry is gone')
  report.expect((await versionsOf(scene, keyOf(last))).length === 2, 'the trash keeps its archive')
  report.expect(await mustPurge(testEnv, last.id), 'a person removes it permanently')
  report.expect((await versionsOf(scene, keyOf(last))).length === 0, 'and every version')
  await setDays(scene, 1)
}

async function setDays(scene: Scene, days: number): Promise<void> {
  const text = `update backup_destinations
    set configuration = jsonb_set(configuration, '{objectLock,days}', to_jsonb($1::float8)) where name = 'Locked'`
  await query(scene, text, [days])
}
