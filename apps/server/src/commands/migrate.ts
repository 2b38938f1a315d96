import { readConfig } from '../config.ts'
import { migrate } from '../platform/database/migrate.ts'
import { databaseSettings } from '../settings.ts'

export async function runMigrate(): Promise<void> {
  const settings = readConfig(databaseSettings)
  const applied = await migrate(settings.DATABASE_URL.reveal())
  console.log(applied.length === 0 ? 'the database is up to date' : `applied ${applied.join(', ')}`)
}
