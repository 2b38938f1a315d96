/**
 * The only file that names the certificate tables for one organization. The rows are certificates that proxies obtain
 * themselves.
 */
import { type Selectable, sql } from 'kysely'
import type { OrganizationId, Tx } from '../../../platform/database/database.ts'
import type { Certificates } from '../../../platform/database/schema.generated.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { CertificateStatus } from './certificates.schemas.ts'

export type StoredError = {
  code: string
  message: string
}

export type StoredStep = {
  name: string
  at: string
  detail: string | null
}

type Narrow = { status: CertificateStatus; last_error: StoredError | null; steps: StoredStep[] }
export type CertificateRow = Omit<Selectable<Certificates>, keyof Narrow> & Narrow

export interface CertificateChange {
  hostname: string
  status: CertificateStatus
  mayIssue: boolean
  issuer: string | null
  notBefore: Date | null
  notAfter: Date | null
  renewAt: Date | null
  nextTryAt: Date | null
  lastError: StoredError | null
  steps: StoredStep[]
}

/** Returns the newest per hostname, because an environment that moves has it on two servers for a while. */
export async function findCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  hostnames: readonly string[],
): Promise<CertificateRow[]> {
  if (hostnames.length === 0) return []
  return await select(tx, organizationId)
    .where('hostname', 'in', hostnames)
    .distinctOn('hostname')
    .orderBy('hostname')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function listCertificatesOfServer(
  tx: Tx,
  organizationId: OrganizationId,
  serverId: Id<'srv'>,
): Promise<CertificateRow[]> {
  return await select(tx, organizationId).where('server_id', '=', serverId).orderBy('hostname').execute()
}

/** Inserts new certificates and updates changed ones. */
export async function saveCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, changes }: { serverId: Id<'srv'>; changes: readonly CertificateChange[] },
): Promise<void> {
  for (const change of changes) {
    const values = {
      status: change.status,
      may_issue: change.mayIssue,
      issuer: change.issuer,
      not_before: change.notBefore,
      not_after: change.notAfter,
      renew_at: change.renewAt,
      next_try_at: change.nextTryAt,
      last_error: change.lastError === null ? null : JSON.stringify(change.lastError),
      steps: JSON.stringify(change.steps),
    }
    const { hostname } = change
    await tx
      .insertInto('certificates')
      .values({ ...values, server_id: serverId, organization_id: organizationId, hostname })
      .onConflict((conflict) =>
        conflict.columns(['server_id', 'hostname']).doUpdateSet({ ...values, updated_at: sql`now()` }),
      )
      .execute()
  }
}

export async function removeCertificates(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, hostnames }: { serverId: Id<'srv'>; hostnames: readonly string[] },
): Promise<void> {
  if (hostnames.length === 0) return
  await tx
    .deleteFrom('certificates')
    .where('organization_id', '=', organizationId)
    .where('server_id', '=', serverId)
    .where('hostname', 'in', hostnames)
    .execute()
}

/** With null, the regular server check takes over. */
export async function scheduleCertificateCheck(
  tx: Tx,
  organizationId: OrganizationId,
  { serverId, inMs }: { serverId: Id<'srv'>; inMs: number | null },
): Promise<void> {
  if (inMs === null) {
    await tx
      .deleteFrom('certificate_looks')
      .where('organization_id', '=', organizationId)
      .where('server_id', '=', serverId)
      .execute()
    return
  }
  const nextCheckAt = sql<Date>`now() + ${Math.round(inMs)}::bigint * interval '1 millisecond'`
  await tx
    .insertInto('certificate_looks')
    .values({ server_id: serverId, organization_id: organizationId, look_at: nextCheckAt })
    .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ look_at: nextCheckAt }))
    .execute()
}

function select(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('certificates').selectAll().where('organization_id', '=', organizationId).$narrowType<Narrow>()
}
