/**
 * Reveals secrets. The worker encrypts them to a key that is generated here for one request, so no one in between can read them,
 * not even the API process. A separate entry point, because it needs a larger dependency.
 */
import { armor, Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Client } from './client.ts'
import { exportBackupKey, revealComposeFile, revealServiceCredentials, revealVariable } from './operations.generated.ts'
import type { CallOptions } from './request.ts'
import type { Revealed, RevealRequest } from './types.generated.ts'

/** Needs a sign-in within the last ten minutes, or fails with `recent_sign_in_required`. */
export async function readVariable(
  client: Pick<Client, 'call'>,
  variable: { id: string; key: string; service?: string | undefined },
  options?: CallOptions,
): Promise<string> {
  return await open((body) => client.call(revealVariable, { ...variable, body }, options))
}

export interface DatabaseCredentials {
  username: string
  databaseName: string
  password: string
  /** Hostname inside the environment's network: the name of the service. */
  host: string
  port: number
  /** Connection URL for services of the environment. */
  url: string
  /** Connection URL while the SSH tunnel is open. Null without a tunnel port. */
  tunnelUrl: string | null
  /** Variables that other services of the environment get, by key. */
  variables: Record<string, string>
}

export async function readCredentials(
  client: Pick<Client, 'call'>,
  service: { id: string; serviceId: string },
  options?: CallOptions,
): Promise<DatabaseCredentials> {
  const text = await open((body) => client.call(revealServiceCredentials, { ...service, body }, options))
  const credentials: DatabaseCredentials = JSON.parse(text)
  return credentials
}

/** The compose file of an environment. Needs a sign-in within the last ten minutes. */
export async function readComposeFile(
  client: Pick<Client, 'call'>,
  environment: { id: string },
  options?: CallOptions,
): Promise<string> {
  return await open((body) => client.call(revealComposeFile, { ...environment, body }, options))
}

/** The key file that opens every backup of the organization without this instance, for `age -d -i`. */
export async function readRecoveryKit(client: Pick<Client, 'call'>, options?: CallOptions): Promise<string> {
  return await open((body) => client.call(exportBackupKey, { body }, options))
}

async function open(ask: (body: RevealRequest) => Promise<Revealed>): Promise<string> {
  const identity = await generateX25519Identity()
  const { ciphertext } = await ask({ recipient: await identityToRecipient(identity) })
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return await decrypter.decrypt(armor.decode(ciphertext), 'text')
}
