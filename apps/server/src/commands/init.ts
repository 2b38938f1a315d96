/**
 * Creates the keys of a new instance: one file per secret, and `.env` with the public values. Nothing is ever
 * overwritten: a lost `.env` is created again from the existing secrets, so that public and private halves always
 * match.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { identityKeyOf } from '../platform/durable/identity-key.ts'
import { Secret } from '../platform/secrets/secret.ts'
import { createUnsealer, generateIdentity } from '../platform/secrets/unseal.ts'

export interface InitOptions {
  folder: string
  publicUrl: string
  /** User and group id that the containers run as, which becomes the owner of the secrets. Needs root. */
  owner?: number
  /** Values of a lost instance's recovery kit, whose keys are used instead of new ones. */
  kit?: Readonly<Record<string, string | undefined>>
}

export interface InitResult {
  made: string[]
  kept: string[]
}

export async function initInstance({ folder, publicUrl, owner, kit = {} }: InitOptions): Promise<InitResult> {
  const files = new OnceWritten()
  const secrets = join(folder, 'secrets')
  await mkdir(secrets, { recursive: true, mode: 0o700 })
  const make = (name: string, value: () => string | Promise<string>) => files.make(join(secrets, name), value, owner)

  await make('api-derive-key', () => kit.API_DERIVE_KEY ?? randomKey())
  await make('link-key', randomKey)
  await make('postgres-password', randomPassword)
  const databasePassword = await make('database-password', randomPassword)
  await make('database-url', () => `postgresql://longshore:${databasePassword}@postgres:5432/longshore`)
  for (const name of ['api', 'worker'])
    await make(
      `database-${name}-url`,
      () => `postgresql://longshore_${name}:${randomPassword()}@postgres:5432/longshore`,
    )
  // Empty: instance backups go to no bucket.
  await make('instance-backup-s3-secret', () => '')
  // Empty: no mail server. To set one, write its URL into the file.
  await make('smtp-url', () => '')
  const identities = await make(
    'sealing-identities',
    async () => kit.SEALING_IDENTITIES ?? (await generateIdentity()).identity.reveal(),
  )
  const engineKey = await make('restate-identity.pem', newEngineKey)

  await files.make(join(folder, '.env'), async () =>
    environmentText({
      publicUrl,
      recipient: (await createUnsealer(identities.split(',').map((each) => new Secret(each)))).keys[0].recipient,
      engineKey: identityKeyOf(createPublicKey(createPrivateKey(engineKey))),
    }),
  )
  await chmod(secrets, 0o700)
  if (owner !== undefined) await chown(secrets, owner, owner)
  return { made: files.made, kept: files.kept }
}

class OnceWritten {
  readonly made: string[] = []
  readonly kept: string[] = []

  /** Returns the final content of the file. */
  async make(path: string, value: () => string | Promise<string>, owner?: number): Promise<string> {
    try {
      const text = (await value()).trim()
      await writeFile(path, `${text}\n`, { flag: 'wx', mode: 0o600 })
      if (owner !== undefined) await chown(path, owner, owner)
      this.made.push(path)
      return text
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      this.kept.push(path)
      return (await readFile(path, 'utf8')).trim()
    }
  }
}

function randomKey(): string {
  return randomBytes(32).toString('base64')
}

/** Contains no character that needs escaping in a URL. */
function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}

function newEngineKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function environmentText(values: { publicUrl: string; recipient: string; engineKey: string }): string {
  return `# Settings of this instance that are not secret; any of docs/reference/settings.md can be written here.
# The address people use. Links in mail are made from it.
PUBLIC_URL=${values.publicUrl}
# Public half of secrets/sealing-identities.
SEALING_RECIPIENT=${values.recipient}
# Public half of secrets/restate-identity.pem.
RESTATE_IDENTITY_KEYS=${values.engineKey}
# Where the API is published on this machine: only for the proxy, which stands in front with HTTPS.
API_BIND=127.0.0.1:8460
# Whose X-Forwarded-For is believed: the proxy on this machine. Add the addresses of others, separated by commas.
TRUST_PROXY=gateway
# open, first-user or closed.
SIGN_UP_MODE=first-user
`
}
