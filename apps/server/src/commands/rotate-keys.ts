/**
 * Reseals everything to the worker's first identity, while the instance runs. It can be stopped and restarted at any
 * time; when nothing is left, the old identity can be removed from the settings.
 */
import { readConfig } from '../config.ts'
import { createDatabase } from '../platform/database/database.ts'
import { retireKey } from '../platform/secrets/key-retirement.ts'
import { assertIdentitiesOpenEverything } from '../platform/secrets/open-keyring.ts'
import { rotateSealedColumns } from '../platform/secrets/rotation.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { operatorSettings } from '../settings.ts'
import { sealedColumns } from '../wiring/sealed-columns.ts'

export async function rotateKeys(): Promise<void> {
  const settings = readConfig(operatorSettings)
  await using database = createDatabase({
    url: settings.DATABASE_URL.reveal(),
    poolSize: 4,
    applicationName: 'longshore-rotate',
  })
  const unsealer = await createUnsealer(settings.SEALING_IDENTITIES)
  await assertIdentitiesOpenEverything(database, unsealer)
  const sealer = createSealer(unsealer.keys[0].recipient)
  const result = await rotateSealedColumns({ database, unsealer, sealer, columns: sealedColumns })
  console.log(`encrypted ${result.rotated} values with key ${sealer.keyId}, ${result.left} left`)
  for (const failure of result.failures)
    console.error(`can't open ${failure.table}.${failure.column} of ${failure.row}: ${failure.reason}`)
  if (result.left > 0 || result.failures.length > 0) {
    process.exitCode = 1
    return
  }
  for (const { keyId } of unsealer.keys.slice(1)) await retireKey(database, keyId, sealedColumns)
  console.log('old identities can be removed once every api uses the new SEALING_RECIPIENT')
}
