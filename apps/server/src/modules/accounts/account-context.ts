/** What the services of this module share. */
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import type { PasswordHasher } from '../../platform/passwords/password-hash.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { Secret } from '../../platform/secrets/secret.ts'
import type { AccessTokens } from './access-token.ts'

export type SignUpMode = 'open' | 'first-user' | 'closed'

export interface AccountContext {
  readonly database: Database
  readonly hasher: PasswordHasher
  readonly accessTokens: AccessTokens
  readonly sealer: Sealer
  readonly clock: Clock
  readonly publicUrl: string
  readonly signUpMode: SignUpMode
  /** False: the operator prints codes and links, there is no mail server. */
  sendsMail(): Promise<boolean>
  /** Names of servers that nothing can be removed from right now. */
  unreachableServers(tx: Tx, organizationId: OrganizationId): Promise<string[]>
  /** TOTP secrets are derived from it. */
  readonly master: Secret
}

/** Answers that must not tell whether an account exists come at multiples of this. */
export const evenQuantumMs = 250
