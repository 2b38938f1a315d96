/** Shapes of finalize: from a report to an environment. */
import { z } from 'zod'
import { Deployment } from '../deployments/deployments.schemas.ts'
import { Environment, NewEnvironmentBody } from '../environments/environments.schemas.ts'
import { ServiceList } from '../environments/services.schemas.ts'
import { VariableList } from '../environments/variables.schemas.ts'
import { FirstDomainBody } from '../proxy/attached-domains.schemas.ts'
import { Project } from './projects.schemas.ts'

export const FinalizeBody = z
  .strictObject({
    environment: NewEnvironmentBody,
    services: ServiceList.optional().meta({ description: 'The full list. Default: what the analysis found.' }),
    variables: VariableList.default([]),
    domain: FirstDomainBody.optional().meta({
      description: 'Attached to the new environment, as by POST /environments/:id/domain.',
    }),
    deploy: z.boolean().default(false).meta({ description: 'Begin a deployment at once; needs a server.' }),
  })
  .meta({ id: 'FinalizeProjectRequest' })
export type Finalize = z.output<typeof FinalizeBody>

export const FinalizedProject = z
  .object({
    project: Project,
    environment: Environment,
    deployment: Deployment.nullable().meta({ description: 'With `deploy`: the first one, which has begun.' }),
    missingVariables: z
      .array(
        z.object({
          key: z.string(),
          secret: z.boolean(),
          scope: z.enum(['build', 'runtime', 'both']),
          services: z.array(z.string()),
          description: z.string().nullable(),
        }),
      )
      .meta({ description: 'What the code needs, nobody gave, and no database of the environment will provide.' }),
    externalDatabases: z
      .array(z.object({ engine: z.string(), name: z.string(), variables: z.array(z.string()) }))
      .meta({ description: 'What the code uses and Longshore does not run: give their addresses as variables.' }),
    leftOut: z
      .array(z.object({ service: z.string(), field: z.string(), reason: z.string() }))
      .meta({ description: 'What the analysis suggests and a service cannot have.' }),
  })
  .meta({ id: 'FinalizedProject' })
export type FinalizedProject = z.output<typeof FinalizedProject>
