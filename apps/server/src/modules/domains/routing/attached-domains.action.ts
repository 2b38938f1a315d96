/** Attaches and detaches hostnames as a person or token asked: with an audit entry and events. */
import type { Actor } from '../../../platform/access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { recordAudit } from '../../audit/index.ts'
import {
  type EnvironmentRow,
  publishEnvironmentUpdated,
  requireChangeableEnvironment,
  requireEnvironment,
} from '../../environments/index.ts'
import { deletedBy, keepInTrash } from '../../trash/index.ts'
import { publishDomainUpdated } from '../dns/domains.events.ts'
import { type AttachTools, attachDomain, type PreparedDomain, prepareDomain } from './attach-domain.action.ts'
import type { FirstDomain } from './attached-domains.schemas.ts'
import { reloadProxies } from './reload-proxies.action.ts'
import { findDomainRoute, listRoutesOfEnvironments, type RouteRow } from './routes.repository.ts'

/** Attaches the first domain of an environment as part of finalize. */
export function createFirstDomain(tools: AttachTools) {
  return async (first: FirstDomain) => {
    const body = await prepareDomain(first)
    return async (tx: Tx, actor: Actor, environmentId: Id<'env'>): Promise<void> => {
      const environment = await requireEnvironment(tx, actor.organizationId, environmentId)
      await attachAs(tx, actor, { environment, body, tools })
    }
  }
}

/** Also used by requests that attach a hostname together with something else. */
export async function attachAs(
  tx: Tx,
  actor: Actor,
  { environment, body, tools }: { environment: EnvironmentRow; body: PreparedDomain; tools: AttachTools },
): Promise<RouteRow> {
  const { route, isNew } = await attachDomain(tx, actor.organizationId, { environment, body, tools })
  await announce(tx, actor, { environment, route, action: isNew ? 'attached' : 'settings_changed' })
  return route
}

export async function detachAs(
  tx: Tx,
  actor: Actor,
  { id, domainId }: { id: Id<'env'>; domainId: Id<'dom'> },
): Promise<void> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const route = await findDomainRoute(tx, organizationId, domainId)
  if (route === undefined || route.environmentId !== id) throw notFound()
  const all = await listRoutesOfEnvironments(tx, organizationId, [id])
  const led = all.filter(({ options }) => options.redirectTo === route.hostname)
  for (const each of [...led, route]) {
    if (each.domainId === null) continue
    const about = { kind: 'attached_domain', subjectId: each.domainId, rowId: each.id, name: each.hostname } as const
    const place = { projectId: environment.project_id, environmentId: id }
    await keepInTrash(tx, organizationId, { ...about, ...place, by: deletedBy(actor) })
  }
  await reloadProxies(tx, organizationId, { environment, domainId })
  await announce(tx, actor, { environment, route, action: 'detached' })
}

async function announce(
  tx: Tx,
  actor: Actor,
  {
    environment,
    route,
    action,
  }: { environment: EnvironmentRow; route: RouteRow; action: 'attached' | 'settings_changed' | 'detached' },
): Promise<void> {
  const { hostname, service, tls, domainId } = route
  await recordAudit(tx, actor, {
    action: `environment.domain_${action}`,
    targetKind: 'environment',
    targetId: environment.id,
    detail: { hostname, service, ssl: tls },
  })
  const change = { id: environment.id, projectId: environment.project_id, action: `domain_${action}` }
  await publishEnvironmentUpdated(tx, actor.organizationId, change)
  if (domainId !== null) await publishDomainUpdated(tx, actor.organizationId, { id: domainId, action })
}
