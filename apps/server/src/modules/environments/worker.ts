import type { Database } from '../../platform/database/database.ts'
import type { LinkHandler } from '../../platform/link/call.ts'
import type { Unsealer } from '../../platform/secrets/unseal.ts'
import { createRevealCalls } from './calls/reveal.call.ts'
import { createOpenSecrets, type OpenSecrets } from './open-secrets.crypto.ts'

export { encryptTo } from './encrypt-to.crypto.ts'
export type { OpenSecrets } from './open-secrets.crypto.ts'

export interface EnvironmentsWorker {
  calls: LinkHandler[]
  /** Opens secrets for deployments. */
  secrets: OpenSecrets
}

export function createEnvironmentsWorker(options: { database: Database; unsealer: Unsealer }): EnvironmentsWorker {
  return { calls: createRevealCalls(options), secrets: createOpenSecrets(options) }
}
