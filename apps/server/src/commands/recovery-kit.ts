/** Prints the recovery kit, to be stored off this machine. */
import { readConfig } from '../config.ts'
import { recordKitExported, writeKit } from '../modules/instance/worker.ts'
import { readInstanceId } from '../modules/servers/worker.ts'
import { createDatabase } from '../platform/database/database.ts'
import { createUnsealer } from '../platform/secrets/unseal.ts'
import { recoveryKitSettings } from '../settings.ts'

export async function printRecoveryKit(): Promise<void> {
  const settings = readConfig(recoveryKitSettings)
  const url = settings.DATABASE_URL.reveal()
  await using database = createDatabase({ url, poolSize: 2, applicationName: 'longshore-kit' })
  const { keys } = await createUnsealer(settings.SEALING_IDENTITIES)
  const kit = writeKit({
    instanceId: await readInstanceId(database.systemDb),
    publicUrl: settings.PUBLIC_URL,
    madeAt: new Date(),
    sealingIdentities: settings.SEALING_IDENTITIES.map((each) => each.reveal()),
    sealingRecipient: keys[0].recipient,
    deriveKey: settings.API_DERIVE_KEY?.revealBytes().toString('base64') ?? null,
  })
  await recordKitExported(database.systemDb, { keyId: keys[0].keyId, by: null })
  process.stdout.write(kit)
}
