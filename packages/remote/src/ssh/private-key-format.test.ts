import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPublicKey } from './login-key.ts'
import { readPrivateKey } from './private-key-format.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ls-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Keys in the format of ssh-keygen. */
function keygen(name: string, ...args: string[]): { privateKey: string; publicKey: string } {
  const path = join(folder, name)
  execFileSync('ssh-keygen', ['-q', '-f', path, '-C', 'x', ...args])
  const [type, key] = readFileSync(`${path}.pub`, 'utf8').split(' ')
  return { privateKey: readFileSync(path, 'utf8'), publicKey: `${type} ${key}` }
}

describe('common key formats', () => {
  test.each([
    ['ed25519', ['-t', 'ed25519', '-N', ''], undefined],
    ['ed25519-locked', ['-t', 'ed25519', '-N', 'two words é', '-a', '4'], 'two words é'],
    ['ecdsa', ['-t', 'ecdsa', '-b', '521', '-N', ''], undefined],
    ['rsa', ['-t', 'rsa', '-b', '3072', '-N', ''], undefined],
    ['rsa-pem', ['-t', 'rsa', '-b', '3072', '-m', 'PEM', '-N', ''], undefined],
    ['rsa-pem-locked', ['-t', 'rsa', '-b', '3072', '-m', 'PEM', '-N', 'secret'], 'secret'],
    ['ecdsa-pem', ['-t', 'ecdsa', '-b', '256', '-m', 'PEM', '-N', ''], undefined],
    ['rsa-pkcs8-locked', ['-t', 'rsa', '-b', '3072', '-m', 'PKCS8', '-N', 'secret'], 'secret'],
  ])('the agent opens %s, and its public half is correct', async (name, args, passphrase) => {
    const pair = keygen(name, ...args)
    const key = {
      privateKey: pair.privateKey.replaceAll('\n', '\r\n'),
      ...(passphrase === undefined ? {} : { passphrase }),
    }
    await expect(readPublicKey(key)).resolves.toBe(pair.publicKey)
    if (passphrase === undefined) return
    await expect(readPublicKey({ ...key, passphrase: 'another' })).rejects.toMatchObject({
      code: 'key_passphrase_wrong',
    })
    await expect(readPublicKey({ privateKey: pair.privateKey })).rejects.toMatchObject({
      code: 'key_passphrase_needed',
    })
  })

  test('reads an Ed25519 key in PKCS#8', async () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await expect(readPublicKey({ privateKey: pem })).resolves.toMatch(/^ssh-ed25519 /)
  })
})

describe('rejects', () => {
  test.each([
    ['RSA with 2048 bits', 'key_too_weak', () => keygen('weak', '-t', 'rsa', '-b', '2048', '-N', '').privateKey],
    [
      'RSA with 2048 bits in PEM',
      'key_too_weak',
      () => keygen('weak-pem', '-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '').privateKey,
    ],
    [
      'RSA with 2048 bits, locked',
      'key_too_weak',
      () => keygen('weak-locked', '-t', 'rsa', '-b', '2048', '-N', 'x').privateKey,
    ],
    ['DSA', 'key_too_weak', () => keygen('dsa', '-t', 'dsa', '-N', '').privateKey],
    ['the public half', 'key_unreadable', () => keygen('public', '-t', 'ed25519', '-N', '').publicKey],
    ['PuTTY’s format', 'key_unreadable', () => 'PuTTY-User-Key-File-3: ssh-ed25519\n'],
    ['nothing', 'key_unreadable', () => ''],
    ['a path', 'key_unreadable', () => '/root/.ssh/id_ed25519'],
    [
      'half a key',
      'key_unreadable',
      () => keygen('half', '-t', 'ed25519', '-N', '').privateKey.replace(/\n[^-]{40}/, '\n'),
    ],
    ['an endless one', 'key_unreadable', () => 'x'.repeat(100_000)],
    [
      'an empty body',
      'key_unreadable',
      () => '-----BEGIN OPENSSH PRIVATE KEY-----\n-----END OPENSSH PRIVATE KEY-----\n',
    ],
  ])('%s', (_name, code, make) => {
    const text = make()
    expect(() => readPrivateKey(text, undefined)).toThrow(expect.objectContaining({ code }))
  })
})
