/** Removing an environment with its backups permanently ends, and reports the locked ones that stay. */
import type { Backup } from '@longshore/sdk'
import { becomesTrue } from '../../support/eventually.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { mustPurge } from '../../support/trash.ts'
import { keyOf, mustBackUp, query, type Scene, versionsOf } from './scene.ts'

export async function removeEnvironment(scene: Scene): Promise<void> {
  const { testEnv } = scene
  const { report, app } = testEnv
  const backup = await mustBackUp(scene)
  if (backup === null) return
  const path = `/environments/${app.environmentId}`
  await mustAsk(testEnv, 'DELETE', `${path}?backups=delete`)
  const isGone = await becomesTrue(async () => (await ask(testEnv, 'GET', path)).status === 404, { withinMs: 120_000 })
  report.expect(isGone, 'the environment is deleted')
  report.expect(await mustPurge(testEnv, app.environmentId), 'a person removes it permanently')
  const { items } = await mustAsk<{ items: Backup[] }>(testEnv, 'GET', '/backups?limit=100')
  const left = items.find(({ id }) => id === backup.id)
  report.expect(left?.lockedUntil === backup.lockedUntil, `the locked backup is listed: ${JSON.stringify(left)}`)
  const locked = items.filter(({ lockedUntil }) => lockedUntil !== null)
  const [entry] = await query<{ detail: { lockedBackups?: { count: number; until: string } } }>(
    scene,
    `select detail from audit_log where action = 'environment.deleted' order by seq desc limit 1`,
  )
  const reported = entry?.detail.lockedBackups
  report.expect(
    reported?.count === locked.length && reported.until === backup.lockedUntil,
    `the audit log reports ${locked.length}: ${JSON.stringify(entry?.detail)}`,
  )
  const refused = await ask(testEnv, 'DELETE', `/backups/${backup.id}`)
  report.expect(refused.status === 409, `it can't be deleted yet: ${refused.status}`)
  report.expect((await versionsOf(scene, keyOf(backup))).length === 2, 'its archive is still there')
}
