/** Dependencies of a restore test. */
import type { KeyObject } from 'node:crypto'
import type { OrganizationId } from '../../../../platform/database/database.ts'
import type { RestoreTools } from '../../restores/workflow/restore.context.ts'

export interface VerificationTools
  extends Pick<RestoreTools, 'database' | 'runtimes' | 'databases' | 'backups' | 'diskReserveBytes'> {
  openProofKey(organizationId: OrganizationId): Promise<{ proofKey: KeyObject; restoreTestPublicKey: string }>
}
