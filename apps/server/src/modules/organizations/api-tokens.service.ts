/**
 * API tokens: a subset of their creator's permissions, for programs. The token itself is shown once and stored as a
 * hash.
 */
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../platform/access/actor.ts'
import { isPermission } from '../../platform/access/permissions.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import { brandId, type Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type ApiTokenRow,
  countApiTokens,
  insertApiToken,
  listApiTokens,
  revokeApiToken,
  type VisibleTokens,
} from './api-tokens.repository.ts'
import { notifyToken } from './notify-members.action.ts'
import { organizationProblems } from './organizations.problems.ts'
import { lockOrganization } from './organizations.repository.ts'
import type { ApiToken, CreateApiToken, CreatedApiToken } from './organizations.schemas.ts'
import { effectiveQuotas } from './quotas.policy.ts'

export interface ApiTokensService {
  list(actor: Actor, page: { cursor?: string | undefined; limit: number }): Promise<Page<ApiToken>>
  create(actor: Actor, body: CreateApiToken): Promise<CreatedApiToken>
  revoke(actor: Actor, id: Id<'tok'>): Promise<void>
}

export interface ApiTokensOptions {
  database: Database
  /** A stolen session must not become a token that outlives it. */
  requireRecentSignIn(actor: Actor): void
  /** Returns which of these ids the organization has. */
  findProjectIds(tx: Tx, organizationId: OrganizationId, ids: readonly Id<'prj'>[]): Promise<Id<'prj'>[]>
}

export function createApiTokensService(options: ApiTokensOptions): ApiTokensService {
  const { database, findProjectIds, requireRecentSignIn } = options
  return {
    async list(actor, page) {
      const rows = await database.tenant(actor.organizationId, (tx) =>
        listApiTokens(tx, actor.organizationId, {
          before: page.cursor,
          limit: page.limit,
          ...visibleTokens(actor),
        }),
      )
      return toPage(rows.map(toApiToken), page.limit)
    },
    async create(actor, body) {
      // A token is limited by IP address, project and time; a token that it creates would not be.
      if (actor.kind === 'token')
        throw new AppError(organizationProblems.person_required, "API tokens can't create API tokens.")
      requireRecentSignIn(actor)
      const missing = body.scopes.filter((scope) => !actor.permissions.has(scope))
      if (missing.length > 0)
        throw new AppError(organizationProblems.role_above_own, `You don't have ${missing.join(', ')} yourself.`)
      if (body.expiresAt !== undefined && body.expiresAt.getTime() <= Date.now())
        throw invalid('/expiresAt', 'invalid', 'must be in the future')
      const token = `lgs_${randomBytes(32).toString('base64url')}`
      return await createOnce(database, actor, async (tx) => {
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
          tokenHash: hashToken(token),
          hint: token.slice(-4),
          scopes: [...new Set(body.scopes)],
          ipRanges: body.ipRanges,
          projectIds: body.projectIds,
          expiresAt: body.expiresAt ?? null,
        })
        await notifyToken(tx, actor, { event: 'token_created', id: row.id, name: row.name, scopes: row.scopes })
        await recordAudit(tx, actor, {
          action: 'api_token.created',
          targetKind: 'api_token',
          targetId: row.id,
          detail: { name: row.name, scopes: row.scopes },
        })
        return { ...toApiToken(row), token }
      })
    },
    async revoke(actor, id) {
      await database.tenant(actor.organizationId, async (tx) => {
        const row = await revokeApiToken(tx, actor.organizationId, { id, ...visibleTokens(actor) })
        if (row === undefined) throw notFound()
        await notifyToken(tx, actor, { event: 'token_revoked', id, name: row.name, scopes: row.scopes })
        await recordAudit(tx, actor, {
          action: 'api_token.revoked',
          targetKind: 'api_token',
          targetId: id,
          detail: { name: row.name },
        })
      })
    },
  }
}

/** Owners see and revoke all tokens, and other members only their own. A token limited to projects sees only itself. */
function visibleTokens({ permissions, userId, projectIds, tokenId }: Actor): VisibleTokens {
  return { userId: permissions.has('tokens:manage') ? null : userId, only: projectIds === null ? null : tokenId }
}

function toApiToken(row: ApiTokenRow): ApiToken {
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
