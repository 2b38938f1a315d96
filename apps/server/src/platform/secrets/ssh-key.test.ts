import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateSshKey, readSshKey, SshKeyError } from './ssh-key.ts'

function faultOf(text: string, passphrase?: string): string {
  try {
    readSshKey(text, passphrase)
    return 'none'
  } catch (error) {
    if (!(error instanceof SshKeyError)) throw error
    if (text.length > 60) expect(error.message).not.toContain(text.slice(40, 60))
    return error.fault
  }
}

const pkcs8 = (key: { export(options: { format: 'pem'; type: 'pkcs8' }): string | Buffer }) =>
  String(key.export({ format: 'pem', type: 'pkcs8' }))

test('reads a new key back as itself, also with Windows line ends', () => {
  const created = generateSshKey()
  expect(created.publicKey).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[\w+/=]+$/)
  expect(readSshKey(created.privateKey.reveal().replaceAll('\n', '\r\n')).publicKey).toBe(created.publicKey)
  expect(readSshKey(created.privateKey.reveal()).privateKey.reveal()).toBe(created.privateKey.reveal())
})

test('two new keys differ', () => {
  expect(generateSshKey().publicKey).not.toBe(generateSshKey().publicKey)
})

test('accepts PEM keys of the usual types', () => {
  expect(readSshKey(pkcs8(generateKeyPairSync('ed25519').privateKey)).publicKey).toMatch(/^ssh-ed25519 /)
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  expect(readSshKey(pkcs8(ec)).publicKey).toMatch(/^ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY/)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey
  expect(readSshKey(pkcs8(rsa)).publicKey).toMatch(/^ssh-rsa AAAAB3NzaC1yc2E/)
})

test('refuses short RSA keys, other curves and DSA', () => {
  expect(faultOf(pkcs8(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey))).toBe('too_short')
  expect(faultOf(pkcs8(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey))).toBe('unsupported_type')
  expect(faultOf(pkcs8(generateKeyPairSync('x25519').privateKey))).toBe('unsupported_type')
})

test('asks for the passphrase of an encrypted key and detects a wrong one', () => {
  const encrypted = generateKeyPairSync('ed25519').privateKey.export({
    format: 'pem',
    type: 'pkcs8',
    cipher: 'aes-256-cbc',
    passphrase: 'right',
  })
  expect(faultOf(String(encrypted))).toBe('passphrase_needed')
  expect(faultOf(String(encrypted), 'wrong')).toBe('passphrase_wrong')
  expect(faultOf(String(encrypted), 'right')).toBe('none')
})

test.each([
  ['a public key', generateSshKey().publicKey, 'is_public_key'],
  ['a path', '/root/.ssh/id_ed25519', 'not_a_private_key'],
  ['nothing', '', 'not_a_private_key'],
  ['a cut key', generateSshKey().privateKey.reveal().slice(0, 150), 'not_a_private_key'],
  [
    'a frame with nothing in it',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
    'not_a_private_key',
  ],
])('%s is not a private key', (_, text, fault) => {
  expect(faultOf(text)).toBe(fault)
})
