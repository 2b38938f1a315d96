/** Checks what an operator can get wrong, one line each; exits 1 when something is. */
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import { findBrokenAuditChains } from '../modules/audit/index.ts'
import { findKitExport, findLastSuccess } from '../modules/instance-backup/worker.ts'
import { createDatabase } from '../platform/database/database.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { findOpenRestore } from '../platform/durable/epoch.ts'
import { assertIdentitiesOpenEverything } from '../platform/secrets/open-keyring.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { workerSettings } from '../settings.ts'

const backupAgeMs = 2 * 86_400_000

export async function runDoctor(): Promise<void> {
  const settings = readConfig(workerSettings)
  const url = settings.DATABASE_URL.reveal()
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-doctor' })
  const checks: [string, () => Promise<string>][] = [
    ['database', async () => {
      const found = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(database.systemDb)
      return `PostgreSQL ${found.rows[0]?.version ?? '?'}`
    }],
    ['migrations', async () => {
      const pending = await pendingMigrations(url)
      if (pending.length > 0) throw new Error(`not applied: ${pending.join(', ')}; run "longshore-server migrate"`)
      return 'up to date'
    }],
    ['sealing keys', async () => {
      await assertIdentitiesOpenEverything(database, await createUnsealer(settings.SEALING_IDENTITIES))
      return 'open everything'
    }],
    ['engine', async () => {
      const answer = await fetch(`${settings.RESTATE_INGRESS_URL}/restate/health`, { signal: AbortSignal.timeout(5_000) })
      if (!answer.ok) throw new Error(`its ingress answers ${answer.status}`)
      return 'answers'
    }],
    ['audit log', async () => {
      const broken = await findBrokenAuditChains(database)
      if (broken.length > 0) throw new Error(`chains are broken: ${broken.map((each) => `${each.organizationId} at ${each.seq}`).join(', ')}`)
      return 'chains hold'
    }],
    ['backup', async () => {
      const last = await findLastSuccess(database.systemDb)
      const { INSTANCE_BACKUP_FOLDER: folder, INSTANCE_BACKUP_S3_BUCKET: bucket } = settings
      if (folder === undefined && bucket === undefined) return 'no place is set: see docs/how-to/recover-the-control-plane.md'
      if (last === null) return 'none yet; make one with "longshore-server backup"'
      if (Date.now() - last.getTime() > backupAgeMs) throw new Error(`the last one is of ${last.toISOString()}`)
      return `the last one is of ${last.toISOString()}`
    }],
    ['recovery kit', async () => {
      const [{ keyId }] = (await createUnsealer(settings.SEALING_IDENTITIES)).keys
      const at = await findKitExport(database.systemDb, keyId)
      return at === null ? 'was never taken away: run "longshore-server recovery-kit"' : `taken away ${at.toISOString()}`
    }],
    ['restore', async () => {
      const open = await findOpenRestore(database.systemDb)
      return open === undefined ? 'none waits' : 'waits for "longshore-server confirm-restore": servers are left alone'
    }],
    ['mail', async () => (settings.SMTP_URL === undefined ? 'no SMTP_URL: use "longshore-server otp EMAIL" for codes' : 'configured')],
  ] // biome-ignore format: a table
  let failed = false
  for (const [name, check] of checks) {
    try {
      console.log(`ok    ${name.padEnd(13)} ${await check()}`)
    } catch (error) {
      failed = true
      console.log(`FAIL  ${name.padEnd(13)} ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failed) process.exitCode = 1
}
