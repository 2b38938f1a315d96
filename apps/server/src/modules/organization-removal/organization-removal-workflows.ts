/** The removal of an organization as callers see it that start it; the steps are known to the worker only. */
import { z } from 'zod'
import { declareWorkflow } from '../../platform/durable/workflow-ref.ts'

/**
 * Its runs belong to no organization: they outlive the one that they remove. `userId`: the account that goes with its personal
 * organization.
 */
const Subject = z.object({ organizationId: z.uuid(), userId: z.uuid().nullable() })
export type RemovalSubject = z.output<typeof Subject>

export const removeOrganization = declareWorkflow<RemovalSubject>({
  kind: 'remove-organization',
  object: 'organization-removal',
  input: Subject,
})
