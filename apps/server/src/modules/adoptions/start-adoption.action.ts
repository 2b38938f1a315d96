/** Creates the project and the environment for a running stack, and starts to prepare its switch. */
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { startRun } from '../../platform/durable/runs.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import type { Environment } from '../environments/environments.schemas.ts'
import { createEnvironment } from '../environments/index.ts'
import { addImageProject, publishProjectUpdated, readProject } from '../projects/index.ts'
import { toAdoption } from './adoption.mapper.ts'
import { adoptionProblems } from './adoptions.problems.ts'
import { prepareAdoption } from './adoptions.references.ts'
import { insertAdoption, listOpenAdoptions } from './adoptions.repository.ts'
import type { AdoptBody, AdoptedProject } from './adoptions.schemas.ts'
import type { PreparedStack } from './frozen-stack.schemas.ts'

interface Wanted {
  readonly sealer: Sealer
  readonly serverId: Id<'srv'>
  readonly body: AdoptBody
  readonly prepared: PreparedStack
  domains(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<Environment['domains']>
}

export async function startAdoption(tx: Tx, actor: Actor, wanted: Wanted): Promise<AdoptedProject> {
  const { organizationId, userId } = actor
  const { serverId, body, prepared, sealer } = wanted
  const { stack, services, variables } = prepared
  const project = await addImageProject(tx, actor, {
    name: body.projectName ?? stack.name,
    image: services[0]?.source?.builder === 'image' ? services[0].source.image : 'scratch',
  })
  // The organization's row is locked, so no other request adopts it meanwhile.
  const taken = await listOpenAdoptions(tx, organizationId, serverId)
  if (taken.some((each) => each.compose_project === stack.name)) throw new AppError(adoptionProblems.adoption_exists)
  const environment = await createEnvironment(tx, organizationId, {
    projectId: project.id,
    name: body.environment,
    branch: null,
    serverId,
    services: services.map((service) => ({ ...service, ownedByFile: [] })),
    variables: variables.map((variable) => ({ ...variable, scope: 'runtime', expand: false })),
    sealer,
    createdBy: userId,
  })
  environment.domains = await wanted.domains(tx, organizationId, environment.id)
  const { id: environmentId } = environment
  const input = { environmentId }
  const runId = await startRun(tx, { workflow: prepareAdoption, key: environmentId, input, organizationId })
  const row = await insertAdoption(tx, organizationId, {
    environmentId,
    serverId,
    composeProject: stack.name,
    stack,
    runId,
    createdBy: userId,
  })
  await recordAudit(tx, actor, {
    action: 'environment.adoption_requested',
    targetKind: 'environment',
    targetId: environmentId,
    detail: {
      composeProject: stack.name,
      serverId: encodeId('srv', serverId),
      services: services.map(({ name }) => name),
    },
  })
  await publishProjectUpdated(tx, organizationId, {
    projectId: project.id,
    changed: 'environment',
    resourceId: encodeId('env', environmentId),
    action: 'created',
  })
  return { project: await readProject(tx, organizationId, project.id), environment, adoption: toAdoption(row) }
}
