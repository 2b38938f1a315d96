/**
 * `restore FILE|NAME|latest`: restores an instance backup into an empty database. Without an argument it lists the
 * backups.
 */
import { readConfig } from '../config.ts'
import { restoreBackup } from '../modules/instance/worker.ts'
import { createDatabase } from '../platform/database/database.ts'
import { assertIdentitiesOpenEverything } from '../platform/secrets/open-keyring.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { instanceBackupSettings } from '../settings.ts'
import { findLocation, listKeys, openLocation } from './backup-location.ts'

export async function runRestore([what]: string[]): Promise<void> {
  const settings = readConfig(instanceBackupSettings)
  if (what === undefined) {
    using place = openLocation(settings, undefined)
    for (const key of await listKeys(place.store)) console.log(key)
    console.log('usage: longshore-server restore FILE|NAME|latest')
    return
  }
  using place = await findLocation(settings, what)
  const { key, store } = place
  if (key === null) throw new Error('name a backup')
  const url = settings.DATABASE_URL.reveal()
  const { header, tables, epoch } = await restoreBackup({
    databaseUrl: url,
    open: () => store.read(key, { signal: new AbortController().signal }),
    identities: settings.SEALING_IDENTITIES,
    now: new Date(),
  })
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-restore' })
  await assertIdentitiesOpenEverything(database, await createUnsealer(settings.SEALING_IDENTITIES))
  const rows = Object.values(tables).reduce((sum, each) => sum + each.rows, 0)
  console.log(`restored ${rows} rows as of ${header.madeAt}; epoch ${epoch} begins`)
  console.log('Start the API and the worker with an empty Restate store. Longshore changes nothing on servers until')
  console.log('you check the environments and run "longshore-server confirm-restore".')
}
