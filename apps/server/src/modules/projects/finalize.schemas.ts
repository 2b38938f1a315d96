/** Schemas of finalize: from a report to an environment. */
import { z } from 'zod'
import { Deployment } from '../deployments/deployments.schemas.ts'
import { FirstDomainBody } from '../domains/routing/attached-domains.schemas.ts'
import { Environment, NewEnvironmentBody } from '../environments/environments.schemas.ts'
import { ServiceList } from '../environments/services.schemas.ts'
import { Variable, VariableList } from '../environments/variables.schemas.ts'
import { Project } from './projects.schemas.ts'

export const FinalizeBody = z
  .strictObject({
    environment: NewEnvironmentBody.describe('Name, branch, and server of the new environment.'),
    services: ServiceList.optional().meta({
      description: 'Complete list of services. Defaults to the ones that the analysis suggests.',
    }),
    variables: VariableList.default([]).describe(
      'Variables to set, at most 500. Add the ones that the analysis marks as required. A compose file’s own values, except secrets, are set for keys that you do not send.',
    ),
    domain: FirstDomainBody.optional().meta({
      description: 'Domain to attach to the new environment, as with `POST /environments/{id}/domain`.',
    }),
    deploy: z
      .boolean()
      .default(false)
      .meta({ description: 'Starts the first deployment immediately. Requires a server in `environment`.' }),
  })
  .meta({ id: 'FinalizeProjectRequest' })
export type Finalize = z.output<typeof FinalizeBody>

export const FinalizedProject = z
  .object({
    project: Project.describe('The project, now active.'),
    environment: Environment.describe('The new environment with its services and generated hostname.'),
    deployment: Deployment.nullable().meta({
      description: 'The first deployment, which has started. Null without `deploy`.',
    }),
    missingVariables: z
      .array(
        z.object({
          key: z.string().meta({ description: 'Name of the variable that the code reads.', example: 'STRIPE_API_KEY' }),
          secret: z
            .boolean()
            .describe('Whether you should set it as a secret, because it looks like a password or token.'),
          scope: Variable.shape.scope,
          services: z.array(z.string()).describe('Names of the services whose code reads it. Empty if all do.'),
          description: z.string().nullable().describe('What the repository says about it. Null if it says nothing.'),
        }),
      )
      .meta({
        description:
          'Variables that the code needs, that you did not send, and that no database of the environment provides. Set them before you deploy.',
      }),
    externalDatabases: z
      .array(
        z.object({
          engine: z.string().meta({ description: 'Database software that the code uses.', example: 'mongodb' }),
          name: z.string().describe('Name that the analysis gave it.'),
          variables: z.array(z.string()).describe('Variables through which the code expects the connection URL.'),
        }),
      )
      .meta({
        description:
          'Databases that the code uses and that Longshore cannot run. Run them elsewhere and set their connection URLs as variables.',
      }),
    skippedSuggestions: z
      .array(
        z.object({
          service: z.string().describe('Service in the analysis report whose proposed value isn’t used.'),
          field: z.string().describe('Setting from the analysis that Longshore did not use.'),
          reason: z.string().describe('Why the service cannot have it.'),
        }),
      )
      .meta({ description: 'Suggestions from the analysis that Longshore did not use, each with the reason.' }),
  })
  .meta({
    id: 'FinalizedProject',
    description: 'The new environment, and what is still missing before it can be deployed.',
  })
export type FinalizedProject = z.output<typeof FinalizedProject>
