/** Git provider connections. Requests to providers go through the worker, because only it can open tokens. */
import type { Actor } from '../../platform/access/actor.ts'
import { requireVersion } from '../../platform/access/require-version.ts'
import type { Database, OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import { createOnce } from '../../platform/idempotency/create-once.ts'
import type { Id } from '../../platform/ids/brand.ts'
import { newId } from '../../platform/ids/type-id.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import { type Page, type PageQuery, toPage } from '../../platform/pagination/page.schemas.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { recordAudit } from '../audit/index.ts'
import { requireQuota } from '../organizations/index.ts'
import { deletedBy, keepInTrash } from '../trash/index.ts'
import { checkProvider, inspectToken, listBranches, searchProviders } from './calls/git-providers.definition.ts'
import { toGitProvider } from './git-provider.mapper.ts'
import { publishProviderUpdated } from './git-providers.events.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import {
  countGitProviders,
  insertGitProvider,
  listGitProviders,
  lockGitAccount,
  lockGitProvider,
  type NewGitProvider,
  replaceToken,
} from './git-providers.repository.ts'
import type { DeleteProvider, GitProvider, SaveToken } from './git-providers.schemas.ts'
import { publicBaseUrls } from './provider-address.policy.ts'
import { providerToken } from './provider-credentials.crypto.ts'
import type { BranchesQuery, BranchPage, RepositoriesQuery, RepositoryPage } from './repositories.schemas.ts'
import { requireGitProvider } from './require-git-provider.query.ts'

export interface GitProvidersService {
  list(actor: Actor, query: PageQuery): Promise<Page<GitProvider>>
  get(actor: Actor, id: Id<'git'>): Promise<GitProvider>
  saveToken(actor: Actor, body: SaveToken): Promise<GitProvider>
  check(actor: Actor, id: Id<'git'>): Promise<GitProvider>
  remove(actor: Actor, id: Id<'git'>, query: DeleteProvider): Promise<void>
  repositories(actor: Actor, query: RepositoriesQuery): Promise<RepositoryPage>
  branches(actor: Actor, repository: { providerId: Id<'git'>; repo: string }, query: BranchesQuery): Promise<BranchPage>
}

/** Returns names of some projects whose sources use the provider. */
export type ProjectsUsing = (tx: Tx, organizationId: OrganizationId, providerId: Id<'git'>) => Promise<string[]>

export interface GitProvidersOptions {
  database: Database
  sealer: Sealer
  link: LinkClient
  projectsUsing: ProjectsUsing
}

export function createGitProvidersService(options: GitProvidersOptions): GitProvidersService {
  const { database, link } = options
  const read = async (actor: Actor, id: Id<'git'>) =>
    toGitProvider(await database.tenant(actor.organizationId, (tx) => requireGitProvider(tx, actor.organizationId, id)))
  return {
    async list(actor, { cursor, limit }) {
      const { organizationId } = actor
      const rows = await database.tenant(organizationId, (tx) =>
        listGitProviders(tx, organizationId, { before: cursor, limit }),
      )
      return toPage(rows.map(toGitProvider), limit)
    },
    get: read,
    saveToken: (actor, body) => saveToken(options, actor, body),
    async check(actor, id) {
      await read(actor, id)
      await link.call(checkProvider, { providerId: id }, callOptions(actor))
      return await read(actor, id)
    },
    remove: (actor, id, query) =>
      database.tenant(actor.organizationId, (tx) => removeProvider(tx, actor, { id, query, options })),
    async repositories(actor, { q = '', providerId, limit, cursor }) {
      if (providerId !== undefined) await read(actor, providerId)
      const args = { q: q.trim(), providerId: providerId ?? null, limit, cursor: cursor ?? null }
      return await link.call(searchProviders, args, callOptions(actor))
    },
    async branches(actor, { providerId, repo }, { limit, cursor }) {
      await read(actor, providerId)
      const args = { providerId, repository: repo, limit, cursor: cursor ?? null }
      return await link.call(listBranches, args, callOptions(actor))
    },
  }
}

async function saveToken(options: GitProvidersOptions, actor: Actor, body: SaveToken): Promise<GitProvider> {
  const { database, sealer, link } = options
  const { organizationId } = actor
  const { kind } = body
  const baseUrl = body.baseUrl ?? publicBaseUrls[kind]
  if (baseUrl === null) throw invalid('/baseUrl', 'required', 'is required for Gitea and Forgejo')
  if (body.username !== undefined && kind !== 'bitbucket')
    throw invalid('/username', 'unexpected', 'is only for Bitbucket API tokens')
  const username = body.username ?? null
  const token = new Secret(body.token)
  const account = await link.call(inspectToken, { kind, baseUrl, token, username }, callOptions(actor))
  const details = {
    accountLogin: account.login,
    username,
    scopes: account.scopes,
    missingScopes: account.missingScopes,
  }
  return await createOnce(database, actor, async (tx) => {
    const key = { kind, baseUrl, auth: 'token', accountId: account.id } as const
    const known = await lockGitAccount(tx, organizationId, key)
    const id = known?.id ?? newId('git')
    const sealedToken = await sealer.seal(contextOf(providerToken, id, organizationId), token)
    if (known === undefined)
      await addProvider(tx, organizationId, {
        id,
        kind,
        baseUrl,
        accountId: account.id,
        ...details,
        credential: { sealedToken },
      })
    else await replaceToken(tx, organizationId, { id, ...details, sealedToken })
    await recordAudit(tx, actor, {
      action: known === undefined ? 'git_provider.connected' : 'git_provider.token_replaced',
      targetKind: 'git_provider',
      targetId: id,
      detail: { kind, baseUrl, accountLogin: account.login, scopes: account.scopes },
    })
    await publishProviderUpdated(tx, organizationId, {
      id,
      action: known === undefined ? 'connected' : 'token_replaced',
    })
    return toGitProvider(await requireGitProvider(tx, organizationId, id))
  })
}

export async function addProvider(tx: Tx, organizationId: OrganizationId, provider: NewGitProvider): Promise<void> {
  await requireQuota(tx, organizationId, { name: 'gitProviders', count: () => countGitProviders(tx, organizationId) })
  await insertGitProvider(tx, organizationId, provider)
}

async function removeProvider(
  tx: Tx,
  actor: Actor,
  { id, query, options }: { id: Id<'git'>; query: DeleteProvider; options: GitProvidersOptions },
): Promise<void> {
  const { organizationId } = actor
  const row = await lockGitProvider(tx, organizationId, id)
  if (row === undefined) throw notFound()
  requireVersion(actor, row.version)
  const projects = await options.projectsUsing(tx, organizationId, id)
  if (projects.length > 0 && query.force !== true)
    throw new AppError(gitProviderProblems.provider_in_use, `It is used by ${projects.slice(0, 10).join(', ')}.`)
  const name = `${row.account_login} at ${row.base_url}`
  await keepInTrash(tx, organizationId, { kind: 'git_provider', subjectId: id, name, by: deletedBy(actor) })
  await recordAudit(tx, actor, {
    action: 'git_provider.removed',
    targetKind: 'git_provider',
    targetId: id,
    detail: { kind: row.kind, baseUrl: row.base_url, accountLogin: row.account_login, force: query.force === true },
  })
  await publishProviderUpdated(tx, organizationId, { id, action: 'removed' })
}

export function callOptions(actor: Actor): { organizationId: OrganizationId; actorId: string } {
  return { organizationId: actor.organizationId, actorId: actor.userId }
}
