/** Sealing: what the API can do with a secret. Only the worker's identity can open it again. */
import { Encrypter } from 'age-encryption'
import { formatSealed, isRecipient, keyIdOf, packPlaintext, type SealContext } from './sealed-format.ts'
import { Secret } from './secret.ts'

export interface Sealer {
  readonly recipient: string
  readonly keyId: string
  seal(context: SealContext, plaintext: Secret | string | Uint8Array): Promise<string>
}

export function createSealer(recipient: string): Sealer {
  if (!isRecipient(recipient)) throw new Error('the sealing recipient is not an age X25519 recipient (age1…)')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const keyId = keyIdOf(recipient)
  return {
    recipient,
    keyId,
    async seal(context, plaintext) {
      const value = plaintext instanceof Secret ? plaintext.revealBytes() : Buffer.from(plaintext)
      return formatSealed(keyId, await encrypter.encrypt(packPlaintext(context, value)))
    },
  }
}

/** Returns false for text of the right form that isn't a key, because a character is wrong. */
export async function canSealTo(recipient: string): Promise<boolean> {
  try {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    await encrypter.encrypt('')
    return true
  } catch {
    return false
  }
}
