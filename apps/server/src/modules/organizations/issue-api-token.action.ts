/** Issues an API token inside a transaction: for a person who creates one, and for a device sign-in. */
import type { Actor } from '../../platform/access/actor.ts'
import { isPermission } from '../../platform/access/permissions.ts'
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { AuditAction } from '../audit/audit-actions.schemas.ts'
import { recordAudit } from '../audit/index.ts'
import { type ApiTokenRow, countApiTokens, insertApiToken } from './api-tokens.repository.ts'
import { notifyToken } from './notify-members.action.ts'
import { organizationProblems } from './organizations.problems.ts'
import { lockOrganization } from './organizations.repository.ts'
import type { ApiToken, CreateApiToken } from './organizations.schemas.ts'
import { effectiveQuotas } from './quotas.policy.ts'

/** Returns which of these ids the organization has. */
export type FindProjectIds = (tx: Tx, organizationId: OrganizationId, ids: readonly Id<'prj'>[]) => Promise<Id<'prj'>[]>

export interface IssueOptions {
  readonly body: CreateApiToken
  readonly token: { hash: Buffer; hint: string }
  readonly findProjectIds: FindProjectIds
  readonly audit: { action: AuditAction; detail?: Record<string, string> }
}

/** Rejects a token that could do more than its creator. */
export function requireGrantable(actor: Actor, body: CreateApiToken): void {
  // A token is limited by IP address, project and time; a token that it creates would not be.
  if (actor.kind === 'token')
    throw new AppError(organizationProblems.person_required, "API tokens can't create API tokens.")
  const missing = body.scopes.filter((scope) => !actor.permissions.has(scope))
  if (missing.length > 0)
    throw new AppError(organizationProblems.role_above_own, `You don't have ${missing.join(', ')} yourself.`)
  if (body.expiresAt !== undefined && body.expiresAt.getTime() <= Date.now())
    throw invalid('/expiresAt', 'invalid', 'must be in the future')
}

export async function issueApiToken(
  tx: Tx,
  actor: Actor,
  { body, token, findProjectIds, audit }: IssueOptions,
): Promise<ApiTokenRow> {
  const organization = await lockOrganization(tx, actor.organizationId)
  if (organization === undefined) throw notFound()
  const { apiTokens } = effectiveQuotas(organization.quotas)
  if ((await countApiTokens(tx, actor.organizationId)) >= apiTokens)
    throw new AppError(organizationProblems.quota_exceeded, `The quota allows ${apiTokens} tokens.`)
  const known = await findProjectIds(tx, actor.organizationId, body.projectIds)
  const unknown = body.projectIds.findIndex((id) => !known.includes(id))
  if (unknown >= 0) throw invalid(`/projectIds/${unknown}`, 'not_found', "isn't a project in this organization")
  const row = await insertApiToken(tx, actor.organizationId, {
    id: newId('tok'),
    userId: actor.userId,
    name: body.name,
    tokenHash: token.hash,
    hint: token.hint,
    scopes: [...new Set(body.scopes)],
    ipRanges: body.ipRanges,
    projectIds: body.projectIds,
    expiresAt: body.expiresAt ?? null,
  })
  await notifyToken(tx, actor, { event: 'token_created', id: row.id, name: row.name, scopes: row.scopes })
  await recordAudit(tx, actor, {
    action: audit.action,
    targetKind: 'api_token',
    targetId: row.id,
    detail: { name: row.name, scopes: row.scopes, ...audit.detail },
  })
  return row
}

/** The token as the API returns it, without its secret. */
export function toApiToken(row: ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes.filter(isPermission),
    ipRanges: row.ip_ranges,
    projectIds: row.project_ids.map((id) => brandId<'prj'>(id)),
    createdBy: row.user_id,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
