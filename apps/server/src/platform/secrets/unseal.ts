/**
 * Unsealing, for the worker only. The first identity is the current one; the others open values that aren't rotated
 * yet.
 */
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { keyIdOf, parseSealed, type SealContext, unpackPlaintext } from './sealed-format.ts'
import { Secret } from './secret.ts'

export type UnsealFailure = 'malformed' | 'unknown_key' | 'damaged' | 'wrong_context'

/** The message names neither value nor key, so it can be logged. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
  readonly reason: UnsealFailure

  constructor(reason: UnsealFailure, message: string, options?: { cause: unknown }) {
    super(message, options)
    this.reason = reason
  }
}

export interface UnsealerKey {
  keyId: string
  recipient: string
}

export interface Unsealer {
  /** The current key is first. */
  readonly keys: readonly [UnsealerKey, ...UnsealerKey[]]
  unseal(context: SealContext, sealed: string): Promise<Secret>
}

const maximumIdentities = 8

export async function createUnsealer(identities: readonly Secret[]): Promise<Unsealer> {
  if (identities.length > maximumIdentities) throw new Error(`at most ${maximumIdentities} sealing identities`)
  const opened = await Promise.all(identities.map(openIdentity))
  const [current, ...old] = opened
  if (current === undefined) throw new Error('no sealing identity is configured: stored secrets cannot be opened')
  const decrypters = new Map(opened.map((each) => [each.keyId, each.decrypter]))
  return {
    keys: [keyOf(current), ...old.map(keyOf)],
    async unseal(context, sealed) {
      const parsed = parseSealed(sealed)
      if (parsed === undefined) throw new UnsealError('malformed', 'not a sealed value')
      const decrypter = decrypters.get(parsed.keyId)
      if (decrypter === undefined)
        throw new UnsealError('unknown_key', `sealed under key ${parsed.keyId}, which this worker does not have`)
      const value = unpackPlaintext(context, await open(decrypter, parsed.file))
      if (value === undefined)
        throw new UnsealError('wrong_context', `the sealed value does not belong to ${context.table}.${context.column}`)
      return new Secret(value)
    },
  }
}

/** Generates an identity (for the worker) and its recipient (for the API). */
export async function generateIdentity(): Promise<{ identity: Secret; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity: new Secret(identity), recipient: await identityToRecipient(identity) }
}

interface OpenIdentity extends UnsealerKey {
  decrypter: Decrypter
}

async function openIdentity(identity: Secret): Promise<OpenIdentity> {
  const text = identity.reveal().trim()
  const decrypter = new Decrypter()
  try {
    // The library would accept post-quantum identities too; the sealer creates only X25519, so any other is a mistake.
    if (!/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/.test(text)) throw new Error('wrong shape')
    decrypter.addIdentity(text)
    const recipient = await identityToRecipient(text)
    return { decrypter, recipient, keyId: keyIdOf(recipient) }
  } catch {
    // The library's message could quote the key.
    throw new Error('a sealing identity is not an age X25519 identity (AGE-SECRET-KEY-1…)')
  }
}

function keyOf({ keyId, recipient }: UnsealerKey): UnsealerKey {
  return { keyId, recipient }
}

async function open(decrypter: Decrypter, file: Buffer): Promise<Buffer> {
  try {
    return Buffer.from(await decrypter.decrypt(file))
  } catch (cause) {
    throw new UnsealError('damaged', 'the sealed value was altered or cut', { cause })
  }
}
