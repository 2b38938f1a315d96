/** Dependencies that the services of this module share. */
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { PasswordHasher } from '../../platform/passwords/password-hash.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { AccessTokens } from './access-token.crypto.ts'

export type SignUpMode = 'open' | 'first-user' | 'closed'

export interface AccountContext {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly accessTokens: AccessTokens
  readonly sealer: Sealer
  readonly clock: Clock
  readonly publicUrl: string
  readonly signUpMode: SignUpMode
  /** Returns false when there is no mail server and the operator prints codes and links. */
  sendsMail(): Promise<boolean>
  /** Returns the names of servers that can't be cleaned up right now. */
  unreachableServers(tx: Tx, organizationId: OrganizationId): Promise<string[]>
  /** TOTP secrets are derived from this key. */
  readonly master: Secret
}

/** Responses that must not reveal whether an account exists are sent at multiples of this interval. */
export const evenQuantumMs = 250
