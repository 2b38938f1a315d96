/**
 * API tokens: a subset of their creator's permissions, for programs. The token itself is shown once and stored as a
 * hash.
 */
import { randomBytes } from 'node:crypto'
import type { Actor } from '../../platform/access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { type Page, toPage } from '../../platform/pagination/page.schemas.ts'
import { hashToken } from '../../platform/secrets/token.ts'
import { recordAudit } from '../audit/index.ts'
import { listApiTokens, revokeApiToken, type VisibleTokens } from './api-tokens.repository.ts'
import { type FindProjectIds, issueApiToken, requireGrantable, toApiToken } from './issue-api-token.action.ts'
import { notifyToken } from './notify-members.action.ts'
import type { ApiToken, CreateApiToken, CreatedApiToken } from './organizations.schemas.ts'

export interface ApiTokensService {
  list(actor: Actor, page: { cursor?: string | undefined; limit: number }): Promise<Page<ApiToken>>
  create(actor: Actor, body: CreateApiToken): Promise<CreatedApiToken>
  revoke(actor: Actor, id: Id<'tok'>): Promise<void>
}

export interface ApiTokensOptions {
  database: Database
  /** A stolen session must not become a token that outlives it. */
  requireRecentSignIn(actor: Actor): void
  findProjectIds: FindProjectIds
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
      requireGrantable(actor, body)
      requireRecentSignIn(actor)
      const token = `lgs_${randomBytes(32).toString('base64url')}`
      return await createOnce(database, actor, async (tx) => {
        const row = await issueApiToken(tx, actor, {
          body,
          token: { hash: hashToken(token), hint: token.slice(-4) },
          findProjectIds,
          audit: { action: 'api_token.created' },
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
