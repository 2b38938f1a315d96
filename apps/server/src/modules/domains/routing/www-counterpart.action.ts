/**
 * The counterpart of a hostname (with or without `www.`): a separate route that redirects everyone. It is added and
 * removed with its hostname.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { AppError, invalid } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { EnvironmentRow } from '../../environments/index.ts'
import { findOrAddDomain } from '../dns/find-domain.action.ts'
import { parseHostname } from '../dns/hostname.policy.ts'
import { attachedDomainProblems } from './attached-domains.problems.ts'
import { counterpartOf } from './redirect-rules.policy.ts'
import { noOptions } from './route-options.schemas.ts'
import { deleteDomainRoutes, listDomainRoutes, type RouteRow, saveDomainRoute } from './routes.repository.ts'

export async function updateCounterpart(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, route }: { environment: EnvironmentRow; route: RouteRow },
): Promise<void> {
  const hostname = counterpartOf(route.hostname)
  const [known] = await listDomainRoutes(tx, organizationId, [hostname])
  const isOurs = known?.environmentId === environment.id && known.options.redirectTo === route.hostname
  if (!route.options.www) {
    if (known !== undefined && isOurs) await deleteDomainRoutes(tx, organizationId, [known.id])
    return
  }
  if (parseHostname(hostname).hostname !== hostname)
    throw invalid('/redirects/www', 'invalid', `isn't possible: ${hostname} isn't one of your domains`)
  if (known !== undefined && !isOurs)
    throw new AppError(attachedDomainProblems.domain_attached_elsewhere, `${hostname} is attached separately.`)
  const domain = await findOrAddDomain(tx, organizationId, hostname)
  const saved = await saveDomainRoute(tx, organizationId, {
    id: known?.id ?? newId('rte'),
    environmentId: environment.id,
    domainId: domain.id,
    hostname,
    service: route.service,
    // A custom certificate is bound to its own hostname.
    tls: route.tls === 'off' ? 'off' : 'auto',
    certificate: null,
    sealedPrivateKey: null,
    forceHttps: route.forceHttps,
    options: { ...noOptions, redirectTo: route.hostname, hsts: route.options.hsts },
  })
  if (saved === undefined) throw new AppError(attachedDomainProblems.domain_attached_elsewhere)
}
