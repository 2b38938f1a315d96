/** Creates an environment from a report in the caller's transaction, and can start its first deployment. */
import type { Report } from '@longshore/analyzer/report'
import type { Actor } from '../../platform/access/actor.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { encodeId } from '../../platform/ids/type-id.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { recordAudit } from '../audit/index.ts'
import type { Deployment } from '../deployments/deployments.schemas.ts'
import type { Environment } from '../environments/environments.schemas.ts'
import { createEnvironment, isInBuilds, isLoaderKey, type SealedVariable } from '../environments/index.ts'
import { type StatedVariable, statedVariables } from './compose-variables.policy.ts'
import type { FinalizedProject } from './finalize.schemas.ts'
import { findExternalDatabases, findMissingVariables } from './missing-variables.policy.ts'
import { publishProjectUpdated } from './projects.events.ts'
import { projectProblems } from './projects.problems.ts'
import { type ProjectRow, updateProject } from './projects.repository.ts'
import type { ProjectSource } from './projects.schemas.ts'
import { readProject } from './read-project.query.ts'
import { type Suggestion, suggestServices, withoutOwner } from './suggested-services.policy.ts'

export type AttachFirst = (tx: Tx, actor: Actor, environmentId: Id<'env'>) => Promise<void>

export interface FirstEnvironmentParts {
  sealer: Sealer
  /** Starts the first deployment, in the same transaction. */
  deploy(tx: Tx, actor: Actor, environmentId: Id<'env'>): Promise<Deployment>
  /** Includes the automatic domain, which the environment has from the start. */
  domains(tx: Tx, organizationId: OrganizationId, environmentId: Id<'env'>): Promise<Environment['domains']>
}

export interface FirstEnvironment {
  project: ProjectRow
  report: Report | undefined
  suggestion: Suggestion
  name: string
  branch: string | null
  serverId: Id<'srv'> | null
  variables: readonly SealedVariable[]
  /** Keys of variables that the request set. */
  given: readonly { readonly key: string }[]
  /** Attaches what was prepared before the transaction, such as a domain. */
  attach: AttachFirst | null
  isDeployed: boolean
  parts: FirstEnvironmentParts
}

export async function createFirstEnvironment(tx: Tx, actor: Actor, first: FirstEnvironment): Promise<FinalizedProject> {
  const { project, report, suggestion, variables, attach, parts } = first
  const { organizationId } = actor
  const names = new Set(suggestion.services.map((service) => service.name))
  const given = new Set(first.given.map((variable) => variable.key))
  const missing = report === undefined ? [] : findMissingVariables(report, given, names)
  const environment = await createEnvironment(tx, organizationId, {
    ...{ projectId: project.id, name: first.name, branch: first.branch, serverId: first.serverId, variables },
    services: suggestion.services,
    missing: missing.filter(isReference).map(({ key, scope }) => ({ key, service: null, scope })),
    sealer: parts.sealer,
    createdBy: actor.userId,
  })
  await updateProject(tx, organizationId, { id: project.id, finalized_at: project.finalized_at ?? new Date() })
  await audit(tx, actor, { project, environment })
  await attach?.(tx, actor, environment.id)
  environment.domains = await parts.domains(tx, organizationId, environment.id)
  const deployment = first.isDeployed ? await parts.deploy(tx, actor, environment.id) : null
  await announce(tx, actor, { project, environment })
  return {
    project: await readProject(tx, organizationId, project.id),
    environment,
    deployment,
    missingVariables: missing,
    externalDatabases: report === undefined ? [] : findExternalDatabases(report, names),
    skippedSuggestions: suggestion.skippedSuggestions,
  }
}

/** Values of the environment refer to it, so the environment shows that it needs a value. */
function isReference({ scope }: Pick<StatedVariable, 'scope'>): boolean {
  return scope === 'reference'
}

/** 409 for a report without services. */
export function requireSuggestion(report: Report, source: ProjectSource): Suggestion {
  const suggestion = suggestServices(report)
  if (suggestion.services.length === 0) throw new AppError(projectProblems.no_service_found)
  return source === 'repository' ? suggestion : { ...suggestion, services: suggestion.services.map(withoutOwner) }
}

/** Values that a compose file states, for services with these names, except secrets and keys that the request sets. */
export function fileVariablesOf(
  report: Report | undefined,
  given: readonly { readonly key: string }[],
  names: ReadonlySet<string>,
) {
  return statedVariables(report, given, names)
    .filter(({ key, scope }) => !isInBuilds(scope) || !isLoaderKey(key))
    .map((variable) => ({ ...variable, secret: false, sealed: false }))
}

interface Finalized {
  project: ProjectRow
  environment: FinalizedProject['environment']
}

async function audit(tx: Tx, actor: Actor, { project, environment }: Finalized): Promise<void> {
  await recordAudit(tx, actor, {
    action: 'project.finalized',
    targetKind: 'project',
    targetId: project.id,
    detail: {
      environmentId: encodeId('env', environment.id),
      name: environment.name,
      services: environment.services.map(({ name }) => name),
    },
  })
}

async function announce(tx: Tx, actor: Actor, { project, environment }: Finalized): Promise<void> {
  await publishProjectUpdated(tx, actor.organizationId, {
    projectId: project.id,
    changed: 'environment',
    resourceId: encodeId('env', environment.id),
    action: 'created',
  })
}
