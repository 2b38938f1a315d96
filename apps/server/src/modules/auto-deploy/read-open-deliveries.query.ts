/** Reads the open deliveries of an environment and everything that the decision depends on. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type EnvironmentRow, findEnvironment, listServices } from '../environments/index.ts'
import { isDatabaseKind } from '../environments/service-kinds.schemas.ts'
import { ServiceConfiguration } from '../environments/services.schemas.ts'
import { requireProject } from '../projects/index.ts'
import { type AutoDeployRow, lockAgainstDeliveries } from './auto-deploy.repository.ts'
import { type DeliveryReason, isDeliveryReason } from './delivery-reasons.policy.ts'
import { type Linked, linkedOf, type OpenPush, type PushFacts } from './push-decision.policy.ts'
import { StoredEvent } from './stored-event.schemas.ts'
import { findOutcomeOfCommit, listOpenDeliveries } from './webhook-deliveries.repository.ts'
import type { PullRequestEvent } from './webhook-events.schemas.ts'

export interface OpenDeliveries {
  environment: EnvironmentRow
  row: AutoDeployRow
  linked: Linked
  watching: PushFacts['watching']
  pushes: (OpenPush & { receivedAt: Date })[]
  pullRequests: { id: Id<'whd'>; event: PullRequestEvent }[]
  unreadable: Id<'whd'>[]
  /** The reason why none of the deliveries starts a deployment. */
  refusal: DeliveryReason | null
}

/** Returns undefined when the environment was deleted. */
export async function readOpenDeliveries(
  tx: Tx,
  organizationId: OrganizationId,
  environmentId: Id<'env'>,
): Promise<OpenDeliveries | undefined> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  if (environment === undefined) return undefined
  const project = await requireProject(tx, organizationId, environment.project_id)
  const services = await listServices(tx, organizationId, [environmentId])
  // A transaction that stores a delivery from now on sees that this run has started, and starts another. It waits
  // meanwhile, and blocks others of the organization, so the lock comes as late as possible.
  const row = await lockAgainstDeliveries(tx, organizationId, environmentId)
  if (row === undefined) return undefined
  const deliveries = await listOpenDeliveries(tx, organizationId, environmentId)
  const open: OpenDeliveries = {
    environment,
    row,
    linked: linkedOf(
      { repositoryId: row.repository_id, fullName: row.repository_full_name },
      { fullName: project.repository_full_name, branch: environment.branch },
    ),
    watching: {
      environment: environment.auto_deploy_watch_paths,
      services: services
        .filter(({ kind }) => !isDatabaseKind(kind))
        .map(({ configuration }) => ServiceConfiguration.parse(configuration)),
    },
    pushes: [],
    pullRequests: [],
    unreadable: [],
    refusal: refusalOf(environment),
  }
  for (const { id, event: stored, received_at: receivedAt } of deliveries) {
    const event = StoredEvent.safeParse(stored).data
    if (event === undefined) open.unreadable.push(id)
    else if (event.kind === 'push') open.pushes.push({ id, event, receivedAt })
    else open.pullRequests.push({ id, event })
  }
  return open
}

function refusalOf(environment: EnvironmentRow): DeliveryReason | null {
  if (environment.deletion_requested_at !== null) return 'environment_being_deleted'
  return environment.auto_deploy_enabled ? null : 'auto_deploy_off'
}

export async function readTipReason(
  tx: Tx,
  organizationId: OrganizationId,
  commit: { environmentId: Id<'env'>; sha: string },
): Promise<PushFacts['tipReason']> {
  const outcome = await findOutcomeOfCommit(tx, organizationId, commit)
  if (outcome === undefined) return null
  return outcome.reason !== null && isDeliveryReason(outcome.reason) ? outcome.reason : 'deployed'
}
