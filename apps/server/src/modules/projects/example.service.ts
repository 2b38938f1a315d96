/** Deploys the example app in one call: project, environment, and first deployment, without an analysis. */
import type { Actor } from '../../platform/access/actor.ts'
import type { Permission } from '../../platform/access/permissions.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { createEnvironment, requireTarget } from '../environments/index.ts'
import { addImageProject } from './add-project.action.ts'
import type { CreateExample } from './example.schemas.ts'
import { exampleService } from './example-app.policy.ts'
import type { FinalizedProject } from './finalize.schemas.ts'
import type { FinalizeOptions } from './finalize.service.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { readProject } from './read-project.query.ts'

const exampleName = 'Example'
const needed: readonly Permission[] = ['environments:write', 'deployments:write']

export interface ExampleService {
  create(actor: Actor, body: CreateExample): Promise<FinalizedProject>
}

export interface ExampleOptions {
  database: Database
  sealer: Sealer
  deploy: FinalizeOptions['deploy']
  domains: FinalizeOptions['domains']
  exampleImage: string
}

export function createExampleService(options: ExampleOptions): ExampleService {
  const { database, sealer, deploy, domains, exampleImage } = options
  return {
    async create(actor, { serverId }) {
      const missing = needed.filter((permission) => !actor.permissions.has(permission))
      if (missing.length > 0)
        throw new AppError(platformProblems.forbidden, `This also needs the permission ${missing.join(', ')}.`)
      const { organizationId } = actor
      return await createOnce(database, actor, async (tx) => {
        const project = await addImageProject(tx, actor, { name: exampleName, image: exampleImage, isExample: true })
        await requireTarget(tx, actor, { serverId, pointer: '/serverId' })
        const environment = await createEnvironment(tx, organizationId, {
          projectId: project.id,
          name: 'production',
          branch: null,
          serverId,
          services: [{ ...exampleService(exampleImage), ownedByFile: [] }],
          variables: [],
          sealer,
          createdBy: actor.userId,
        })
        environment.domains = await domains(tx, organizationId, environment.id)
        const deployment = await deploy(tx, actor, environment.id)
        await publishProjectUpdated(tx, organizationId, {
          projectId: project.id,
          changed: 'environment',
          resourceId: encodeId('env', environment.id),
          action: 'created',
        })
        return {
          project: await readProject(tx, organizationId, project.id),
          environment,
          deployment,
          missingVariables: [],
          externalDatabases: [],
          skippedSuggestions: [],
        }
      })
    },
  }
}
