import { armor, Encrypter } from 'age-encryption'
import { handleCall, type LinkHandler } from '../../../platform/link/call.ts'
import type { Secret } from '../../../platform/secrets/secret.ts'
import type { Unsealer } from '../../../platform/secrets/unseal.ts'
import { writeKit } from '../recovery-kit.policy.ts'
import { makeRecoveryKit } from './recovery-kit.definition.ts'

export interface RecoveryKitOptions {
  instanceId: string
  publicUrl: string
  identities: readonly Secret[]
  unsealer: Pick<Unsealer, 'keys'>
}

export function createRecoveryKitCall(options: RecoveryKitOptions): LinkHandler {
  const { instanceId, publicUrl, identities, unsealer } = options
  return handleCall(makeRecoveryKit, async ({ recipient, deriveKey }) => {
    const [{ recipient: sealingRecipient, keyId }] = unsealer.keys
    const kit = writeKit({
      instanceId,
      publicUrl,
      madeAt: new Date(),
      sealingIdentities: identities.map((each) => each.reveal()),
      sealingRecipient,
      deriveKey: deriveKey.reveal(),
    })
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    return { ciphertext: armor.encode(await encrypter.encrypt(kit)), keyId }
  })
}
