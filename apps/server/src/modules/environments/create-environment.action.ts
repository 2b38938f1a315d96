/** Creates an environment with its services and variables in the caller's transaction. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { requireQuota } from '../organizations/index.ts'
import { toEnvironment } from './environment.mapper.ts'
import { environmentProblems } from './environments.problems.ts'
import { countEnvironments, type EnvironmentPreview, insertEnvironment } from './environments.repository.ts'
import type { Environment } from './environments.schemas.ts'
import type { MissingVariable } from './missing-variables.schemas.ts'
import { findPendingChanges } from './pending-changes.policy.ts'
import { newServiceCredential } from './service-credentials.crypto.ts'
import { insertServiceCredentials } from './service-credentials.repository.ts'
import { isDatabaseKind } from './service-kinds.schemas.ts'
import { insertServices } from './services.repository.ts'
import type { ServiceInput } from './services.schemas.ts'
import { slugOf } from './slug.policy.ts'
import type { SealedVariable } from './variable-values.crypto.ts'
import { insertVariables } from './variables.repository.ts'

export interface EnvironmentRequest {
  projectId: Id<'prj'>
  name: string
  branch: string | null
  serverId: Id<'srv'> | null
  services: readonly (ServiceInput & { ownedByFile: readonly string[] })[]
  /** Each `service` is a name from the list. */
  variables: readonly SealedVariable[]
  /** Variables that need a value. */
  missing?: readonly MissingVariable[]
  /** Seals the passwords of its databases. */
  sealer: Sealer
  /** Null when no person created it. */
  createdBy: Id<'usr'> | null
  buildServerId?: Id<'srv'> | null
  /** The saved compose file of the environment that it was copied from. */
  composeFileId?: string | null
  preview?: EnvironmentPreview
}

/**
 * 409 when the project already has this name. The caller adds the domains, because they belong to modules above this
 * one.
 */
export async function createEnvironment(
  tx: Tx,
  organizationId: OrganizationId,
  request: EnvironmentRequest,
): Promise<Environment> {
  const count = () => countEnvironments(tx, organizationId)
  await requireQuota(tx, organizationId, { name: 'environments', count })
  const { projectId, name, branch, serverId } = request
  const row = await insertEnvironment(tx, organizationId, {
    id: newId('env'),
    projectId,
    name,
    slug: slugOf(name, 'environment'),
    branch,
    serverId,
    buildServerId: request.buildServerId ?? null,
    missingVariables: request.missing ?? [],
    composeFileId: request.composeFileId ?? null,
    ...(request.preview === undefined ? {} : { preview: request.preview }),
  })
  if (row === undefined)
    throw new AppError(
      environmentProblems.environment_exists,
      `The project already has an environment named "${name}".`,
    )
  const services = await insertServices(tx, organizationId, {
    environmentId: row.id,
    services: request.services.map(({ name: serviceName, kind, ownedByFile, ...configuration }) => ({
      id: newId('svc'),
      name: serviceName,
      kind,
      configuration,
      ownedByFile,
    })),
  })
  const databases = services.filter(({ kind }) => isDatabaseKind(kind))
  await insertServiceCredentials(
    tx,
    organizationId,
    await Promise.all(databases.map((service) => newServiceCredential(request.sealer, organizationId, service))),
  )
  const idOfName = new Map(services.map((service) => [service.name, service.id]))
  await insertVariables(tx, organizationId, {
    environmentId: row.id,
    updatedBy: request.createdBy,
    variables: request.variables.map(({ service, ...variable }) => ({
      ...variable,
      serviceId: service === null ? null : requiredId(idOfName, service),
    })),
  })
  // Nothing is live yet, so the first deployment starts everything.
  const wanted = { branch, isMoved: false, services, variables: [], file: null }
  const pendingChanges = findPendingChanges(null, wanted)
  return toEnvironment(row, { services, server: null, domains: [], pendingChanges, hasBackups: false })
}

function requiredId(idOfName: ReadonlyMap<string, Id<'svc'>>, name: string): Id<'svc'> {
  const id = idOfName.get(name)
  if (id === undefined) throw new Error(`no service ${name} for a variable`)
  return id
}
