/**
 * Upgrades between two releases: backs up the database, migrates it, and prepares the logins of the API and the worker.
 * Compose runs it at every start. A failed backup stops the upgrade, and the old release keeps running.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { isMigrated, migrate, pendingMigrations } from '../platform/database/migrate.ts'
import { upgradeSettings } from '../settings.ts'
import { backUp } from './backup.ts'
import { prepareLogins } from './prepare-logins.ts'

export async function runUpgrade(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      'without-backup': { type: 'boolean', default: false },
      /** Backs up even if the database stays as it is, because the new release can still write wrong data. */
      'always-back-up': { type: 'boolean', default: false },
    },
  })
  const settings = readConfig(upgradeSettings)
  const url = settings.DATABASE_URL.reveal()
  const isNew = !(await isMigrated(url))
  const pending = isNew ? [] : await pendingMigrations(url)
  if (!isNew && pending.length === 0) {
    const kept = values['always-back-up'] ? await backUpFirst(settings) : null
    await prepareLogins(settings)
    await kept?.keepRecord()
    return console.log('the database is up to date')
  }
  const backup = isNew || values['without-backup'] ? null : await backUpFirst(settings)
  const applied = await migrate(url)
  await prepareLogins(settings)
  await backup?.keepRecord()
  console.log(`applied ${applied.join(', ')}`)
}

async function backUpFirst(settings: Parameters<typeof backUp>[0]): ReturnType<typeof backUp> {
  try {
    return await backUp(settings)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const remedy = 'Fix the backup location in the settings, or run "upgrade --without-backup" once.'
    throw new Error(`Nothing was changed, because the backup before the upgrade failed: ${reason}\n${remedy}`, {
      cause,
    })
  }
}
