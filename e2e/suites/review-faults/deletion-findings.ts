/** Findings about deletions, uploads and accounts. */
import { backupsOfDeleted, deletedOrganization } from './deletions.ts'
import type { Finding } from './finding.ts'
import { forcedRemovalDeadlock } from './lock-order.ts'
import { automaticDomain, forgottenPassword } from './responses.ts'
import { lostCommitAnswer, uploadsInMemory } from './uploads.ts'

/** `deletedOrganization` removes the organization of the world's person, with its server: nothing else can use that world after it. */
export const deletionFindings: readonly Finding[] = [
  uploadsInMemory,
  lostCommitAnswer,
  forcedRemovalDeadlock,
  backupsOfDeleted,
  automaticDomain,
  forgottenPassword,
  deletedOrganization,
]
