/** Workflow references; importable from the API process. */
import { z } from 'zod'
import { declareWorkflow } from '../../../platform/durable/workflow-ref.ts'
import { storedId } from '../../../platform/ids/stored-id.ts'

/**
 * Its runs belong to no organization, because they outlive the one that they remove. `userId`: the account that is
 * deleted with its own organization.
 */
const Subject = z.object({ organizationId: storedId('org'), userId: storedId('usr').nullable() })
export type RemovalSubject = z.output<typeof Subject>

export const removeOrganization = declareWorkflow<RemovalSubject>({
  kind: 'remove-organization',
  object: 'organization-removal',
  input: Subject,
})
