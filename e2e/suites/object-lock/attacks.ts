/** Attacks on a locked archive with the instance's own credentials. Afterwards, it is still restored. */
import { createHash } from 'node:crypto'
import type { Backup } from '@longshore/sdk'
import { restoreInPlace } from '../../support/backups/restores.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import {
  keyOf,
  mustBackUp,
  query,
  readVersion,
  retentionHasRun,
  type Scene,
  type StoredVersion,
  versionsOf,
} from './scene.ts'

const dayMs = 86_400_000

export async function attackArchive(scene: Scene): Promise<void> {
  const { report } = scene.testEnv
  const startedMs = Date.now()
  const backup = await mustBackUp(scene)
  if (backup === null) return
  const lockedMs = Date.parse(String(backup.lockedUntil))
  report.expect(
    lockedMs >= startedMs + dayMs && lockedMs <= Date.now() + dayMs + 1_000,
    `locked for a day from the upload: ${backup.lockedUntil}`,
  )
  const stored = await versionsOf(scene, keyOf(backup))
  report.expect(stored.length === 2, `one version of the archive and of the manifest: ${JSON.stringify(stored)}`)
  let attempts = 0
  for (const version of stored) attempts += await attackVersion(scene, version)
  attempts += await attackBucket(scene)
  report.figure('attacks', attempts)
  await hideArchive(scene, backup)
  await refuseDeletion(scene, backup)
  await restore(scene, backup)
}

/** Each of these must be refused. */
async function attackVersion({ bucket, testEnv }: Scene, { key, id }: StoredVersion): Promise<number> {
  const retention = (mode: string, until: Date) =>
    Buffer.from(`<Retention><Mode>${mode}</Mode><RetainUntilDate>${until.toISOString()}</RetainUntilDate></Retention>`)
  const sooner = new Date(Date.now() + 60_000)
  const bypass = { 'x-amz-bypass-governance-retention': 'true' }
  const at = { key, query: { retention: '', versionId: id } }
  const attacks = {
    'delete the version': { method: 'DELETE', key, query: { versionId: id } },
    'delete it with a bypass': { method: 'DELETE', key, query: { versionId: id }, headers: bypass },
    'shorten the lock': { method: 'PUT', ...at, ...signed(retention('COMPLIANCE', sooner), bypass) },
    'make it a weaker lock': {
      method: 'PUT',
      ...at,
      ...signed(retention('GOVERNANCE', new Date(Date.now() + 30 * dayMs)), bypass),
    },
  } as const
  for (const [what, request] of Object.entries(attacks)) {
    const fault = await bucket.attempt(request)
    testEnv.report.expect(fault === 'access_refused', `${what} of ${key}: ${fault}`)
  }
  const list = `<Delete><Object><Key>${key}</Key><VersionId>${id}</VersionId></Object></Delete>`
  const { body } = await bucket.client.send({
    ...{ method: 'POST', query: { delete: '' }, signal: AbortSignal.timeout(60_000) },
    ...signed(Buffer.from(list)),
  })
  testEnv.report.expect(body.includes('AccessDenied'), `delete a list with ${key}: ${body.toString()}`)
  return Object.keys(attacks).length + 1
}

async function attackBucket({ bucket, testEnv }: Scene): Promise<number> {
  const suspended = Buffer.from('<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>')
  const attacks = {
    'turn versions off': { method: 'PUT', query: { versioning: '' }, ...signed(suspended) },
    'delete the bucket': { method: 'DELETE' },
  } as const
  for (const [what, request] of Object.entries(attacks)) {
    const fault = await bucket.attempt(request)
    testEnv.report.expect(fault !== 'done', `${what}: ${fault}`)
  }
  return Object.keys(attacks).length
}

function signed(body: Buffer, headers: Readonly<Record<string, string>> = {}) {
  return { body, headers: { ...headers, 'content-md5': createHash('md5').update(body).digest('base64') } }
}

/** These work, and leave the locked version as it is. */
async function hideArchive(scene: Scene, backup: Backup): Promise<void> {
  const { bucket, testEnv } = scene
  const key = keyOf(backup)
  const before = (await versionsOf(scene, key)).find((each) => each.key === key)
  const garbage = Buffer.from('garbage')
  for (const each of [key, `${key}.manifest.json`]) {
    testEnv.report.expect((await bucket.attempt({ method: 'PUT', key: each, body: garbage })) === 'done', 'overwritten')
    if (each === key)
      testEnv.report.expect((await readVersion(scene, key, null)).equals(garbage), 'the newest version is the garbage')
    testEnv.report.expect((await bucket.attempt({ method: 'DELETE', key: each })) === 'done', 'hidden')
  }
  const archive = await readVersion(scene, key, before?.id ?? 'none')
  const hash = createHash('sha256').update(archive).digest('hex')
  testEnv.report.expect(hash === backup.sha256, 'the locked version has the bytes of the archive')
}

async function refuseDeletion(scene: Scene, { id, lockedUntil }: Backup): Promise<void> {
  const { testEnv } = scene
  const { report, app } = testEnv
  const path = `/environments/${app.environmentId}/backups/${id}`
  const refused = await ask<{ code: string; lockedUntil: string }>(testEnv, 'DELETE', path)
  report.expect(
    refused.status === 409 && refused.body.code === 'backup_locked' && refused.body.lockedUntil === lockedUntil,
    `DELETE of a locked backup: ${refused.status} ${refused.text}`,
  )
  for (let count = 0; count < 2; count += 1) await mustBackUp(scene)
  report.expect(await retentionHasRun(scene), 'retention ran')
  const [failed] = await query<{ count: number }>(
    scene,
    `select count(*)::int as count from workflow_runs where kind = 'expire-backups' and status = 'failed'`,
  )
  report.expect(failed?.count === 0, `without an error: ${failed?.count}`)
  const { status } = await mustAsk<Backup>(testEnv, 'GET', path)
  report.expect(status === 'succeeded', `retention leaves a locked backup: ${status}`)
}

async function restore({ testEnv }: Scene, backup: Backup): Promise<void> {
  const { report } = testEnv
  await testEnv.query('postgres', 'drop table accounts')
  const restored = await restoreInPlace(testEnv, backup.id)
  report.expect(restored.status === 'succeeded', `the hidden archive is restored: ${JSON.stringify(restored.error)}`)
  const rows = await testEnv.query('postgres', 'select count(*) from accounts')
  report.expect(rows.trim() === '1000', `with all rows: ${rows}`)
}
