/** Shapes of environments. */
import { z } from 'zod'
import { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
import { ShortText } from '../accounts/accounts.schemas.ts'
import { Service } from './services.schemas.ts'
import { BranchName } from './source-names.schemas.ts'

export const environmentStatuses = ['idle', 'deploying', 'live', 'degraded', 'stopped', 'deleting'] as const
export type EnvironmentStatus = (typeof environmentStatuses)[number]

export const EnvironmentSummary = z
  .object({
    id: idOf('env'),
    name: z.string(),
    slug: z.string(),
    branch: z.string().nullable(),
    serverId: idOf('srv').nullable(),
    status: z.enum(environmentStatuses),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'EnvironmentSummary' })
export type EnvironmentSummary = z.output<typeof EnvironmentSummary>

export const Environment = z
  .object({
    ...EnvironmentSummary.shape,
    projectId: idOf('prj'),
    autoDeploy: z.object({ enabled: z.boolean(), watchPaths: z.array(z.string()), requireChecks: z.boolean() }),
    services: z.array(Service),
    liveDeploymentId: idOf('dep').nullable(),
    version: z.int(),
  })
  .meta({ id: 'Environment' })
export type Environment = z.output<typeof Environment>

export const NewEnvironmentBody = z.strictObject({
  name: ShortText.meta({ example: 'production' }),
  branch: BranchName.optional().meta({ description: 'Default: the branch that was analysed.' }),
  serverId: idOf('srv').optional().meta({ description: 'Where it will run; may be chosen later.' }),
})
