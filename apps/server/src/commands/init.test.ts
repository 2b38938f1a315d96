import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identityKeyOf } from '../platform/durable/identity-key.ts'
import { parseKey } from '../platform/secrets/key.ts'
import { createSealer } from '../platform/secrets/seal.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { createUnsealer, generateIdentity } from '../platform/secrets/unseal.ts'
import { initInstance } from './init.ts'

let folder: string
const publicUrl = 'https://deploy.example.test'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longshore-init-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('the identity in secrets opens what the API seals with the recipient of .env', async () => {
  await initInstance({ folder, publicUrl })
  const sealer = createSealer((await readEnvironment()).SEALING_RECIPIENT ?? '')
  const unsealer = await createUnsealer([new Secret(await readSecret('sealing-identities'))])
  const context = { table: 't', row: 'r', column: 'c', organizationId: 'o' }
  expect((await unsealer.unseal(context, await sealer.seal(context, 'hidden'))).reveal()).toBe('hidden')
})

test('the Restate key in .env verifies what the private key in secrets signs', async () => {
  await initInstance({ folder, publicUrl })
  const privateKey = createPrivateKey(await readSecret('restate-identity.pem'))
  expect((await readEnvironment()).RESTATE_IDENTITY_KEYS).toBe(identityKeyOf(createPublicKey(privateKey)))
})

test('the symmetric keys have 256 random bits, and the database URL contains its password', async () => {
  await initInstance({ folder, publicUrl })
  for (const name of ['api-derive-key', 'link-key']) expect(parseKey(await readSecret(name), name).byteLength).toBe(32)
  const url = new URL(await readSecret('database-url'))
  expect(url.password).toBe(await readSecret('database-password'))
})

test('only the owner can access the files and the secrets folder', async () => {
  await initInstance({ folder, publicUrl })
  const paths = [join(folder, '.env'), ...(await secretFiles())]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777))
  expect(new Set(modes)).toEqual(new Set([0o600]))
  expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700)
})

test('a second run changes nothing', async () => {
  await initInstance({ folder, publicUrl })
  const before = await everything()
  const second = await initInstance({ folder, publicUrl: 'https://other.example.test' })
  expect(second.made).toEqual([])
  expect(await everything()).toEqual(before)
})

test('a lost .env is created again with the public halves of the existing keys', async () => {
  await initInstance({ folder, publicUrl })
  const before = await everything()
  await rm(join(folder, '.env'))
  const { made } = await initInstance({ folder, publicUrl })
  expect(made).toEqual([join(folder, '.env')])
  expect(await everything()).toEqual(before)
})

test('uses the keys of a recovery kit, and .env has their public half', async () => {
  const { identity, recipient } = await generateIdentity()
  const kit = { SEALING_IDENTITIES: identity.reveal(), API_DERIVE_KEY: randomBytes(32).toString('base64') }
  await initInstance({ folder, publicUrl, kit })
  expect(await readSecret('sealing-identities')).toBe(kit.SEALING_IDENTITIES)
  expect(await readSecret('api-derive-key')).toBe(kit.API_DERIVE_KEY)
  expect((await readEnvironment()).SEALING_RECIPIENT).toBe(recipient)
})

test('two instances share no secret', async () => {
  await initInstance({ folder, publicUrl })
  const first = await everything()
  await rm(folder, { recursive: true })
  await initInstance({ folder, publicUrl })
  for (const text of await everything()) if (text.trim() !== '') expect(first).not.toContain(text)
})

async function secretFiles(): Promise<string[]> {
  return (await readdir(join(folder, 'secrets'))).sort().map((name) => join(folder, 'secrets', name))
}

async function everything(): Promise<string[]> {
  return await Promise.all([...(await secretFiles()), join(folder, '.env')].map((path) => readFile(path, 'utf8')))
}

async function readSecret(name: string): Promise<string> {
  return (await readFile(join(folder, 'secrets', name), 'utf8')).trim()
}

async function readEnvironment(): Promise<NodeJS.Dict<string>> {
  return parseEnv(await readFile(join(folder, '.env'), 'utf8'))
}
