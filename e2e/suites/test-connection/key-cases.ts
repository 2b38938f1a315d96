/** Faults of a key. */
import { createKeyPair } from '../../fixtures/login-key.ts'
import type { Target, TargetUser } from '../../fixtures/target.ts'
import { type Case, loginTo } from './cases.ts'

const passphrase = 'correct horse'

export async function keyCases(target: Target, username: TargetUser): Promise<Case[]> {
  const [stranger, locked, weak] = await Promise.all([
    createKeyPair(),
    createKeyPair({ passphrase }),
    createKeyPair({ type: 'rsa', bits: 2_048 }),
  ])
  const fingerprint = (await target.readHostKeys())[0]?.fingerprint
  const base = { ...loginTo(target, username), hostKeyFingerprint: fingerprint }
  const withKey = (privateKey: string, rest = {}) => ({ ...base, privateKey, ...rest })
  const auth = { stage: 'auth', skips: ['privileges', 'docker', 'clock'], fine: ['host_key'] }
  const publicPart = stranger.publicKey.split(' ').slice(0, 2).join(' ')
  return [
    { ...auth, name: 'a key that nobody knows', code: 'key_refused', hint: publicPart, detail: username, body: () => withKey(stranger.privateKey) },
    { ...auth, name: 'a locked key', code: 'key_passphrase_needed', body: () => withKey(locked.privateKey) },
    {
      ...auth,
      name: 'a wrong passphrase',
      code: 'key_passphrase_wrong',
      body: () => withKey(locked.privateKey, { passphrase: 'wrong' }),
    },
    {
      ...auth,
      name: 'an opened key that nobody knows', isVariant: true,
      code: 'key_refused',
      body: () => withKey(locked.privateKey, { passphrase }),
    },
    { ...auth, name: 'a short RSA key', code: 'key_too_weak', body: () => withKey(weak.privateKey) },
    { ...auth, name: 'half a key', code: 'key_unreadable', body: () => withKey(stranger.privateKey.slice(0, 150)) },
    {
      ...auth,
      name: 'the public half', isVariant: true,
      code: 'key_unreadable',
      detail: 'public half',
      body: () => withKey(stranger.publicKey),
    },
  ] // biome-ignore format: one case a line where it fits
}
