/** Checks what an operator can get wrong, one line each; exits 1 when something is. */
import { sql } from 'kysely'
import { readConfig } from '../config.ts'
import { findBrokenAuditChains } from '../modules/audit/index.ts'
import { createDatabase } from '../platform/database/database.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import { assertIdentitiesOpenEverything } from '../platform/secrets/open-keyring.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { workerSettings } from '../settings.ts'

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
