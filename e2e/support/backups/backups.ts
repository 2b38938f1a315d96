/**
 * Backups report their content exactly, are the only objects in their storage location, and end in the right status.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '@longshore/sdk'
import type { BackupTestEnv, Engine } from '../backup-test-env.ts'
import { ask, mustAsk } from '../servers.ts'
import { mustPurge } from '../trash.ts'

export async function makeBackups(
  testEnv: BackupTestEnv,
  expected: Readonly<Record<Engine | 'volume', Readonly<Record<string, number>>>>,
): Promise<void> {
  const { report } = testEnv
  const begun = await testEnv.trigger()
  report.expect(begun.length === 4, `one backup of each database and volume: ${begun.length}`)
  for (const { id, engine } of begun) {
    const backup = await testEnv.waitForBackup(id)
    if (!report.expect(backup.status === 'succeeded', `${engine}: ${JSON.stringify(backup.error)}`)) continue
    const rows = Object.fromEntries((backup.content?.tables ?? []).map((table) => [table.name, table.rows]))
    for (const [table, count] of Object.entries(expected[engine]))
      report.expect(
        rows[table] === count,
        `${engine} ${table}: ${rows[table]} rows, not ${count} (${JSON.stringify(rows)})`,
      )
    report.expect(
      engine === 'volume' || /^\d+\./.test(String(backup.engineVersion)),
      `${engine} says its version: ${backup.engineVersion}`,
    )
    await compareDownloads(testEnv, backup)
  }
  await findLeftovers(testEnv, begun.length)
}

/** The archive as stored, and the dump in it. */
async function compareDownloads({ instance, person, report, app }: BackupTestEnv, backup: Backup): Promise<void> {
  const fetchBytes = async (what: string) => {
    const address = `${instance.url}/api/v1/environments/${app.environmentId}/backups/${backup.id}/${what}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${person.token}` } })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const stored = await fetchBytes('download')
  const hash = createHash('sha256').update(stored.bytes).digest('hex')
  report.expect(hash === backup.sha256, `${backup.engine}: the download is what is stored (${stored.status})`)
  report.expect(stored.bytes.length === backup.sizeBytes, `${backup.engine}: of the reported size`)
  const plain = await fetchBytes('download-decrypted')
  report.expect(
    plain.bytes.length === backup.content?.uncompressedBytes,
    `${backup.engine}: the dump is whole (${plain.status})`,
  )
}

/** Two objects of each backup, nothing readable in them, no container on the server. */
export async function findLeftovers({ report, s3, server }: BackupTestEnv, backups: number): Promise<void> {
  const files = await filesOf(s3.folder)
  report.expect(files.length === 2 * backups, `two objects of each backup: ${files.join(' ')}`)
  for (const file of files) {
    const bytes = await readFile(file)
    report.expect(bytes.subarray(0, 21).toString() === 'age-encryption.org/v1', `${file} is encrypted`)
    report.expect(!bytes.includes('accounts'), `${file} reveals nothing`)
  }
  const names = await server.target.mustExec(['docker', 'ps', '-a', '--filter', 'label=longshore.role=backup', '-q'])
  report.expect(names.trim() === '', 'no container of a backup is left')
}

export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'data', 'backups'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

export async function endBackups(testEnv: BackupTestEnv): Promise<void> {
  const { report, app, s3 } = testEnv
  const before = (await filesOf(s3.folder)).length
  const at = (id: string, rest = '') => `/environments/${app.environmentId}/backups/${id}${rest}`
  const [begun] = await testEnv.trigger('postgres')
  await testEnv.waitForBackup(begun.id, ({ status }) => status !== 'queued')
  await ask(testEnv, 'POST', at(begun.id, '/cancel'))
  const ended = await testEnv.waitForBackup(begun.id)
  report.expect(ended.status === 'cancelled' || ended.status === 'succeeded', `a cancel ends it: ${ended.status}`)
  const kept = ended.status === 'succeeded' ? 2 : 0
  report.expect((await filesOf(s3.folder)).length === before + kept, 'of a cancelled one nothing is left')
  await testEnv.server.target.mustExec(['docker', 'stop', testEnv.containerOf('mariadb')])
  const failed = await testEnv.backUp('mariadb')
  report.expect(failed.error?.code === 'backup_database_not_running', `says why: ${JSON.stringify(failed.error)}`)
  await testEnv.server.target.mustExec(['docker', 'start', testEnv.containerOf('mariadb')])
  const { items } = await mustAsk<{ items: [Backup] }>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}/backups?status=succeeded&limit=1`,
  )
  await mustAsk(testEnv, 'DELETE', at(items[0].id))
  report.expect((await filesOf(s3.folder)).length === before + kept, 'a deleted one stays in its storage')
  report.expect((await ask(testEnv, 'GET', at(items[0].id))).status === 404, 'a deleted one is still listed')
  report.expect(await mustPurge(testEnv, items[0].id), 'a person removes it permanently')
  report.expect((await filesOf(s3.folder)).length === before + kept - 2, 'a purged one is removed from its storage')
}
