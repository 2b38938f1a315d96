/** Domains as people manage them. Only the worker queries DNS. */
import type { Actor } from '../../../platform/access/actor.ts'
import { requireVersion } from '../../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createOnce } from '../../../platform/idempotency/create-once.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import { type Page, type PageQuery, toPage } from '../../../platform/pagination/page.schemas.ts'
import { type AuditVerb, recordAudit } from '../../audit/index.ts'
import { deletedBy, keepInTrash } from '../../trash/index.ts'
import type { CertificateState } from '../certificates/certificates.schemas.ts'
import { toDomain } from './domain.mapper.ts'
import { publishDomainUpdated } from './domains.events.ts'
import { domainProblems } from './domains.problems.ts'
import { type DomainRow, holdHostname, listDomains, lockDomain, requestCheck } from './domains.repository.ts'
import type { CreateDomain, Domain } from './domains.schemas.ts'
import { addDomain, requireDomain } from './find-domain.action.ts'
import { isProofRequired } from './proof-required.query.ts'
import { isReservedHostname, type ReservedNames } from './reserved-hostnames.policy.ts'

export interface DomainsService {
  list(actor: Actor, query: PageQuery): Promise<Page<Domain>>
  get(actor: Actor, id: Id<'dom'>): Promise<Domain>
  register(actor: Actor, body: CreateDomain): Promise<Domain>
  verify(actor: Actor, id: Id<'dom'>): Promise<Domain>
  remove(actor: Actor, id: Id<'dom'>): Promise<void>
}

/** Facts about hostnames from other modules. */
export interface DomainDependencies {
  /** Returns where custom domains are attached. */
  attached(tx: Tx, organizationId: OrganizationId, hostnames: readonly string[]): Promise<AttachedHostname[]>
  /** Returns the IP addresses that the hostname should have. */
  place?(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<{ addresses: readonly string[] }>
  /** Returns whether the hostname is an automatic address of an environment. */
  isAutomatic?(tx: Tx, organizationId: OrganizationId, hostname: string): Promise<boolean>
  certificates?(
    tx: Tx,
    organizationId: OrganizationId,
    hostnames: readonly string[],
  ): Promise<(CertificateState & { hostname: string })[]>
}

export interface AttachedHostname {
  hostname: string
  environmentId: Id<'env'>
}

export interface DomainsOptions {
  database: Database
  names: ReservedNames
  isSignUpOpen: boolean
  holdDays: number
  instanceId(): Promise<string>
  dependencies: DomainDependencies
}

export function createDomainsService(options: DomainsOptions): DomainsService {
  const { database, names, dependencies } = options
  return {
    async list(actor, { cursor, limit }) {
      const { organizationId } = actor
      const shared = await readShared(options)
      const items = await database.tenant(organizationId, async (tx) => {
        const rows = await listDomains(tx, organizationId, { before: cursor, limit })
        return await describe(tx, organizationId, { rows, options, shared })
      })
      return toPage(items, limit)
    },
    get: (actor, id) => change(options, actor, (tx) => requireDomain(tx, actor.organizationId, id)),
    async register(actor, { hostname }) {
      if (isReservedHostname(hostname, names)) throw new AppError(domainProblems.hostname_reserved)
      const shared = await readShared(options)
      return await createOnce(database, actor, async (tx) => {
        if (await dependencies.isAutomatic?.(tx, actor.organizationId, hostname))
          throw new AppError(domainProblems.hostname_reserved)
        const row = await addDomain(tx, actor.organizationId, hostname)
        if (row === undefined) throw new AppError(domainProblems.domain_exists)
        const domain = await describeOne(tx, actor.organizationId, { row, options, shared })
        await audit(tx, actor, row, 'registered')
        await publishDomainUpdated(tx, actor.organizationId, { id: row.id, action: 'registered', status: row.status })
        return domain
      })
    },
    verify: (actor, id) =>
      change(options, actor, async (tx) => {
        const row = await requireDomain(tx, actor.organizationId, id)
        if (row.status === 'verifying') return row
        const asked = await requestCheck(tx, actor.organizationId, id)
        await audit(tx, actor, row, 'verification_asked')
        await publishDomainUpdated(tx, actor.organizationId, { id, action: 'verifying', status: asked.status })
        return asked
      }),
    remove: (actor, id) => removeDomain(options, actor, id),
  }
}

async function removeDomain({ database, dependencies, holdDays }: DomainsOptions, actor: Actor, id: Id<'dom'>) {
  const { organizationId } = actor
  await database.tenant(organizationId, async (tx) => {
    const row = await lockDomain(tx, organizationId, id)
    requireVersion(actor, (row ?? (await requireDomain(tx, organizationId, id))).version)
    if (row === undefined) return
    const [attached] = await dependencies.attached(tx, organizationId, [row.hostname])
    if (attached !== undefined) throw new AppError(domainProblems.domain_in_use)
    await holdHostname(tx, organizationId, { row, holdDays })
    await keepInTrash(tx, organizationId, { kind: 'domain', subjectId: id, name: row.hostname, by: deletedBy(actor) })
    await audit(tx, actor, row, 'removed')
    await publishDomainUpdated(tx, organizationId, { id, action: 'removed' })
  })
}

async function change(options: DomainsOptions, actor: Actor, work: (tx: Tx) => Promise<DomainRow>): Promise<Domain> {
  const shared = await readShared(options)
  return await options.database.tenant(actor.organizationId, async (tx) => {
    const row = await work(tx)
    return await describeOne(tx, actor.organizationId, { row, options, shared })
  })
}

interface Shared {
  instanceId: string
  isTxtRequired: boolean
}

async function readShared(options: DomainsOptions): Promise<Shared> {
  return { instanceId: await options.instanceId(), isTxtRequired: await isProofRequired(options) }
}

async function describeOne(
  tx: Tx,
  organizationId: OrganizationId,
  { row, ...rest }: { row: DomainRow; options: DomainsOptions; shared: Shared },
): Promise<Domain> {
  const [domain] = await describe(tx, organizationId, { rows: [row], ...rest })
  if (domain === undefined) throw new Error('one row makes one domain')
  return domain
}

async function describe(
  tx: Tx,
  organizationId: OrganizationId,
  { rows, options, shared }: { rows: readonly DomainRow[]; options: DomainsOptions; shared: Shared },
): Promise<Domain[]> {
  const hostnames = rows.map(({ hostname }) => hostname)
  const attached = await options.dependencies.attached(tx, organizationId, hostnames)
  const certificates = (await options.dependencies.certificates?.(tx, organizationId, hostnames)) ?? []
  // A domain that was never checked shows the expected records; later they are part of the findings.
  const fresh = rows.filter(({ findings }) => findings === null)
  const places = new Map<string, readonly string[]>()
  for (const { hostname } of fresh)
    places.set(hostname, (await options.dependencies.place?.(tx, organizationId, hostname))?.addresses ?? [])
  return rows.map((row) =>
    toDomain(row, {
      ...shared,
      addresses: places.get(row.hostname) ?? [],
      environmentId: attached.find(({ hostname }) => hostname === row.hostname)?.environmentId ?? null,
      certificate: certificates.find(({ hostname }) => hostname === row.hostname),
    }),
  )
}

async function audit(tx: Tx, actor: Actor, row: DomainRow, action: AuditVerb<'domain'>): Promise<void> {
  await recordAudit(tx, actor, {
    action: `domain.${action}`,
    targetKind: 'domain',
    targetId: row.id,
    detail: { hostname: row.hostname },
  })
}
