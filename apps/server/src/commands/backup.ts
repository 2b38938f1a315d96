/**
 * `backup [FILE]`: backs up the instance's database to a file, or to the storage location from the settings, and
 * verifies it by reading it back.
 */
import { readConfig } from '../config.ts'
import { backupKeyOf, createBackup, recordBackupCreated, recordBackupStarted } from '../modules/instance/worker.ts'
import { readInstanceId } from '../modules/servers/worker.ts'
import { createDatabase } from '../platform/database/database.ts'
import { newId } from '../platform/ids/type-id.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { type InstanceBackupSettings, instanceBackupSettings } from '../settings.ts'
import { version } from '../version.ts'
import { openLocation } from './backup-location.ts'

export async function runBackup([file]: string[]): Promise<void> {
  const settings = readConfig(instanceBackupSettings)
  await (await backUp(settings, file)).keepRecord()
}

/**
 * The caller runs `keepRecord` later if the database is about to be changed: its tables may be those of an older
 * release.
 */
export async function backUp(
  settings: InstanceBackupSettings,
  file?: string,
): Promise<{ keepRecord(): Promise<void> }> {
  const url = settings.DATABASE_URL.reveal()
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-backup' })
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  const [identity] = settings.SEALING_IDENTITIES
  if (identity === undefined) throw new Error('no sealing identity is set')
  using place = openLocation(settings, file)
  const id = newId('bkp')
  const key = place.key ?? backupKeyOf(new Date(), id)
  const { INSTANCE_BACKUP_RECIPIENTS: more } = settings
  const created = await createBackup({
    databaseUrl: url,
    store: place.store,
    key,
    instanceId: await readInstanceId(database.systemDb),
    version,
    recipients: [unsealer.keys[0].recipient, ...(more === undefined ? [] : [more])],
    identity,
    signal: new AbortController().signal,
  })
  const { rows, tables, madeAt } = created.content
  console.log(
    `backup of ${madeAt}: ${rows} rows of ${tables} tables, ${created.sizeBytes} bytes, sha256 ${created.sha256}`,
  )
  console.log(`saved as ${file ?? key}; read back and verified`)
  return {
    async keepRecord() {
      // The operator manages files; backups in the store are recorded, retained and removed with the others.
      if (file !== undefined) return
      await using again = createDatabase({ url, poolSize: 2, applicationName: 'longshore-backup' })
      await recordBackupStarted(again.systemDb, { id, key })
      await recordBackupCreated(again.systemDb, { id, ...created })
    },
  }
}
