/** With a single organization and closed sign-up, a hostname needs no proof. */
import type { Database } from '../../../platform/database/database.ts'
import { hasSeveralOrganizations } from './domains.system-repository.ts'

export interface ProofSettings {
  readonly database: Pick<Database, 'systemDb'>
  readonly isSignUpOpen: boolean
}

export async function isProofRequired({ database, isSignUpOpen }: ProofSettings): Promise<boolean> {
  return isSignUpOpen || (await hasSeveralOrganizations(database.systemDb))
}
