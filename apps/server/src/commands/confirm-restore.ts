/** An operator's confirmation after a restore: from now on servers are reconciled with the database. */
import { readConfig } from '../config.ts'
import { requestAllConfigurations } from '../modules/domains/index.ts'
import { createDatabase } from '../platform/database/database.ts'
import { confirmRestore } from '../platform/durable/epoch.ts'
import { databaseSettings } from '../settings.ts'

export async function runConfirmRestore(): Promise<void> {
  const url = readConfig(databaseSettings).DATABASE_URL.reveal()
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-confirm' })
  const isConfirmed = await database.system(async (tx) => {
    const isOpen = await confirmRestore(tx, null)
    if (isOpen) await requestAllConfigurations(tx)
    return isOpen
  })
  console.log(isConfirmed ? 'confirmed: Longshore manages servers again' : 'there is no restore to confirm')
}
