import { readConfig } from '../config.ts'
import { migrate } from '../platform/database/migrate.ts'
import { migrateSettings } from '../settings.ts'
import { prepareLogins } from './prepare-logins.ts'

export async function runMigrate(): Promise<void> {
  const settings = readConfig(migrateSettings)
  const applied = await migrate(settings.DATABASE_URL.reveal())
  await prepareLogins(settings)
  console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.join(', ')}`)
}
