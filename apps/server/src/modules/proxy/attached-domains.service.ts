/**
 * Custom hostnames of environments. They take effect as soon as the server's proxy has them; no deployment is needed.
 */
import type { Actor } from '../../platform/access/actor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { recordAudit } from '../audit/index.ts'
import { isProofRequired, publishDomainUpdated } from '../domains/index.ts'
import { type EnvironmentRow, publishEnvironmentUpdated, requireChangeableEnvironment } from '../environments/index.ts'
import { type AttachTools, attachDomain, type PreparedDomain, prepareDomain } from './attach-domain.ts'
import type { AttachDomain, AttachedDomain } from './attached-domains.schemas.ts'
import { reloadProxies } from './proxy-workflows.ts'
import { readAttached } from './read-attached.ts'
import { deleteDomainRoutes, findDomainRoute, listRoutesOfEnvironments, type RouteRow } from './routes.repository.ts'

export interface AttachedDomainsService {
  attach(actor: Actor, id: Id<'env'>, body: AttachDomain): Promise<AttachedDomain>
  detach(actor: Actor, id: Id<'env'>, domainId: Id<'dom'>): Promise<void>
}

export interface AttachedDomainsOptions extends AttachTools {
  readonly database: Database
  readonly isSignUpOpen: boolean
}

export function createAttachedDomainsService(options: AttachedDomainsOptions): AttachedDomainsService {
  const { database } = options
  return {
    async attach(actor, id, body) {
      const { organizationId } = actor
      const prepared = await prepareDomain(body)
      const proof = await isProofRequired(options)
      return await createOnce(database, actor, async (tx) => {
        const environment = await requireChangeableEnvironment(tx, organizationId, id)
        const route = await attachAs(tx, actor, { environment, body: prepared, tools: options })
        const found = { routes: [route], environment, isTxtRequired: proof }
        const [attached] = await readAttached(tx, organizationId, found)
        if (attached === undefined) throw new Error('one route makes one domain')
        return attached
      })
    },
    detach: (actor, id, domainId) => database.tenant(actor.organizationId, (tx) => detach(tx, actor, { id, domainId })),
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

async function detach(tx: Tx, actor: Actor, { id, domainId }: { id: Id<'env'>; domainId: Id<'dom'> }): Promise<void> {
  const { organizationId } = actor
  const environment = await requireChangeableEnvironment(tx, organizationId, id)
  const route = await findDomainRoute(tx, organizationId, domainId)
  if (route === undefined || route.environmentId !== id) throw notFound()
  const all = await listRoutesOfEnvironments(tx, organizationId, [id])
  const led = all.filter(({ options }) => options.redirectTo === route.hostname)
  await deleteDomainRoutes(
    tx,
    organizationId,
    [route, ...led].map((each) => each.id),
  )
  await reloadProxies(tx, organizationId, { environment, domainId })
  await announce(tx, actor, { environment, route, action: 'detached' })
}

async function announce(
  tx: Tx,
  actor: Actor,
  { environment, route, action }: { environment: EnvironmentRow; route: RouteRow; action: string },
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
