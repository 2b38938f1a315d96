/**
 * Attaches a hostname to an environment, in the caller's transaction. Fields that are missing stay unchanged, null
 * removes them; a new hostname starts with the defaults.
 */
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/ids/type-id.ts'
import type { Sealer } from '../../../platform/secrets/seal.ts'
import { contextOf } from '../../../platform/secrets/sealed-column.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { type EnvironmentRow, listServices } from '../../environments/index.ts'
import { isRoutedKind } from '../../environments/service-kinds.schemas.ts'
import { checkCustomCertificate } from '../certificates/custom-certificate.crypto.ts'
import { routePrivateKey } from '../certificates/route-private-key.crypto.ts'
import { domainProblems } from '../dns/domains.problems.ts'
import { checkAgainSoon, type DomainRow } from '../dns/domains.repository.ts'
import { findOrAddDomain, requireDomain } from '../dns/find-domain.action.ts'
import { isReservedHostname, type ReservedNames } from '../dns/reserved-hostnames.policy.ts'
import { attachedDomainProblems } from './attached-domains.problems.ts'
import type { AttachDomain } from './attached-domains.schemas.ts'
import { inMatchOrder, mergePaths, type PreparedPath, requireUsablePaths } from './path-routes.policy.ts'
import { preparePaths, requireDistinctUsers } from './prepare-paths.crypto.ts'
import { findRedirectLoop } from './redirect-rules.policy.ts'
import { reloadProxies } from './reload-proxies.action.ts'
import { requireDistinct } from './require-distinct.policy.ts'
import { noOptions, type RouteOptions } from './route-options.schemas.ts'
import type { RouteRules } from './route-rules.schemas.ts'
import { findDomainRoute, isAutomaticHostname, type RouteRow, saveDomainRoute } from './routes.repository.ts'
import { hashSignIn } from './sign-in-hash.crypto.ts'
import { updateCounterpart } from './www-counterpart.action.ts'

export interface AttachTools {
  readonly names: ReservedNames
  readonly sealer: Sealer
}

/** Contains hashes instead of passwords: they are computed before the transaction, because that takes a while. */
export type PreparedDomain = Omit<AttachDomain, 'basicAuth' | 'paths'> & {
  signIns?: RouteOptions['signIns']
  paths?: PreparedPath[]
}

export async function prepareDomain({ basicAuth, paths, ...body }: AttachDomain): Promise<PreparedDomain> {
  if (basicAuth !== undefined && basicAuth !== null) requireDistinctUsers(basicAuth, '/basicAuth')
  return {
    ...body,
    ...(basicAuth === undefined ? {} : { signIns: await Promise.all((basicAuth ?? []).map(hashSignIn)) }),
    ...(paths === undefined ? {} : { paths: await preparePaths(paths ?? []) }),
  }
}

export async function attachDomain(
  tx: Tx,
  organizationId: OrganizationId,
  { environment, body, tools }: { environment: EnvironmentRow; body: PreparedDomain; tools: AttachTools },
): Promise<{ route: RouteRow; isNew: boolean }> {
  const domain = await chooseDomain(tx, organizationId, { body, names: tools.names })
  const known = await findDomainRoute(tx, organizationId, domain.id)
  requireOwn(known, environment)
  const services = await listRoutedServices(tx, organizationId, environment)
  const service = chooseService(services, { given: body.service, known })
  if (body.paths !== undefined) requireUsablePaths(body.paths, services)
  const id = known?.id ?? newId('rte')
  const tls = await chooseTls({ body, known, hostname: domain.hostname }, async (key) =>
    tools.sealer.seal(contextOf(routePrivateKey, id, organizationId), key),
  )
  const forceHttps = tls.tls !== 'off' && (body.forceHttps ?? known?.forceHttps ?? true)
  const options = mergeOptions(body, known?.options ?? noOptions)
  requireSound(options, { hostname: domain.hostname, forceHttps, isAsked: body.forceHttps, tls: tls.tls })
  const place = { environmentId: environment.id, domainId: domain.id, hostname: domain.hostname, service }
  const route = await saveDomainRoute(tx, organizationId, { id, ...place, ...tls, forceHttps, options })
  if (route === undefined) throw new AppError(attachedDomainProblems.domain_attached_elsewhere)
  if (known === undefined) await checkAgainSoon(tx, organizationId, domain.id)
  await updateCounterpart(tx, organizationId, { environment, route })
  await reloadProxies(tx, organizationId, { environment, domainId: domain.id })
  return { route, isNew: known === undefined }
}

async function chooseDomain(
  tx: Tx,
  organizationId: OrganizationId,
  { body, names }: { body: PreparedDomain; names: ReservedNames },
): Promise<DomainRow> {
  const { hostname, domainId } = body
  if (hostname !== undefined) {
    if (isReservedHostname(hostname, names)) throw new AppError(domainProblems.hostname_reserved)
    if (await isAutomaticHostname(tx, organizationId, hostname)) throw new AppError(domainProblems.hostname_reserved)
    return await findOrAddDomain(tx, organizationId, hostname)
  }
  if (domainId === undefined) throw new TypeError('a body without a hostname got past its schema')
  return await requireDomain(tx, organizationId, domainId).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.problem.code !== notFound().problem.code) throw error
    throw invalid('/domainId', 'not_found', "isn't a domain in this organization")
  })
}

function requireOwn(known: RouteRow | undefined, { id }: EnvironmentRow): void {
  if (known === undefined) return
  if (known.environmentId !== id) throw new AppError(attachedDomainProblems.domain_attached_elsewhere)
  if (known.options.redirectTo !== null)
    throw new AppError(attachedDomainProblems.domain_is_redirected, `It redirects to ${known.options.redirectTo}.`)
}

async function listRoutedServices(tx: Tx, organizationId: OrganizationId, { id }: EnvironmentRow): Promise<string[]> {
  const services = await listServices(tx, organizationId, [id])
  return services.filter(({ kind }) => isRoutedKind(kind)).map(({ name }) => name)
}

function chooseService(
  names: readonly string[],
  { given, known }: { given: string | undefined; known: RouteRow | undefined },
): string {
  const chosen = given ?? (known !== undefined && names.includes(known.service) ? known.service : undefined)
  if (chosen !== undefined && names.includes(chosen)) return chosen
  const [only, ...others] = names
  if (chosen !== undefined)
    throw invalid(
      '/service',
      'not_found',
      `must be a service that handles requests: ${names.join(', ') || 'there is none'}`,
    )
  if (only === undefined) throw invalid('/service', 'required', 'is required: no service handles requests yet')
  if (others.length > 0) throw invalid('/service', 'required', `is required: one of ${names.join(', ')}`)
  return only
}

type StoredTls = Pick<RouteRow, 'tls' | 'certificate' | 'sealedPrivateKey'>

async function chooseTls(
  { body: { ssl }, known, hostname }: { body: PreparedDomain; known: RouteRow | undefined; hostname: string },
  seal: (key: Secret) => Promise<string>,
): Promise<StoredTls> {
  const none = { certificate: null, sealedPrivateKey: null }
  if (ssl === undefined)
    return known === undefined
      ? { tls: 'auto', ...none }
      : { tls: known.tls, certificate: known.certificate, sealedPrivateKey: known.sealedPrivateKey }
  const { mode, certificate, privateKey } = ssl
  if (mode !== 'custom') {
    const extra = certificate !== undefined ? 'certificate' : privateKey !== undefined ? 'privateKey' : undefined
    if (extra !== undefined) throw invalid(`/ssl/${extra}`, 'unexpected', 'requires the mode custom')
    return { tls: mode, ...none }
  }
  const isKept = certificate === undefined && privateKey === undefined && known?.tls === 'custom'
  if (isKept) return { tls: 'custom', certificate: known.certificate, sealedPrivateKey: known.sealedPrivateKey }
  if (certificate === undefined) throw invalid('/ssl/certificate', 'required', 'is required with the mode custom')
  if (privateKey === undefined) throw invalid('/ssl/privateKey', 'required', 'is required with the mode custom')
  const chain = checkCustomCertificate({ certificate, privateKey }, { hostname, now: new Date() })
  return { tls: 'custom', certificate: chain, sealedPrivateKey: await seal(new Secret(privateKey)) }
}

function mergeOptions(body: PreparedDomain, before: RouteOptions): RouteOptions {
  const redirects = body.redirects === null ? { www: false, rules: [] } : (body.redirects ?? {})
  return {
    ...before,
    www: redirects.www ?? before.www,
    rules: redirects.rules ?? before.rules,
    hsts: body.hsts === undefined ? before.hsts : body.hsts,
    signIns: body.signIns ?? before.signIns,
    maxBodyBytes: body.maxBodyBytes === undefined ? before.maxBodyBytes : body.maxBodyBytes,
    ...changedPagesOf(body, before),
    ...changedRulesOf(body, before),
    paths: body.paths === undefined ? before.paths : inMatchOrder(mergePaths(body.paths, before.paths)),
  }
}

function changedPagesOf({ maintenance, errorPages }: PreparedDomain, before: RouteOptions) {
  const statuses = errorPages?.map(({ status }) => status) ?? []
  requireDistinct(statuses, (index) => `/errorPages/${index}/status`)
  return {
    maintenancePage: maintenance === undefined ? before.maintenancePage : (maintenance?.html ?? null),
    isInMaintenance: maintenance === null ? false : (maintenance?.enabled ?? before.isInMaintenance),
    errorPages: errorPages === undefined ? before.errorPages : (errorPages ?? []),
  }
}

function changedRulesOf(
  body: { [Rule in keyof RouteRules]?: RouteRules[Rule] | undefined },
  before: RouteRules,
): RouteRules {
  const choose = <Value>(given: Value | undefined, known: Value) => (given === undefined ? known : given)
  return {
    timeoutSeconds: choose(body.timeoutSeconds, before.timeoutSeconds),
    rateLimit: choose(body.rateLimit, before.rateLimit),
    allowedNetworks: choose(body.allowedNetworks, before.allowedNetworks),
    requestHeaders: choose(body.requestHeaders, before.requestHeaders),
    responseHeaders: choose(body.responseHeaders, before.responseHeaders),
  }
}

function requireSound(
  { rules, hsts }: RouteOptions,
  found: { hostname: string; forceHttps: boolean; isAsked: boolean | undefined; tls: RouteRow['tls'] },
): void {
  if (found.tls === 'off' && found.isAsked === true)
    throw invalid('/forceHttps', 'unexpected', 'needs TLS, which is off')
  if (hsts !== null && !found.forceHttps) throw invalid('/hsts', 'unexpected', 'requires forceHttps')
  if (hsts?.preload === true && !(hsts.includeSubdomains && hsts.maxAgeSeconds >= 31_536_000))
    throw invalid('/hsts/preload', 'unexpected', 'requires includeSubdomains and a maxAgeSeconds of at least a year')
  const loop = findRedirectLoop(found.hostname, rules)
  if (loop !== undefined) throw invalid(`/redirects/rules/${loop}`, 'loop', 'redirects in a loop')
}
