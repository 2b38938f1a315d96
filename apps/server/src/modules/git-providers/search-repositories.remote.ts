/** Repositories of all connections in one ranked list. A connection that fails or is slow costs only its own items. */
import type { Database, OrganizationId } from '../../platform/database/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Call, Repository } from './clients/git.client.ts'
import { ProviderError } from './clients/provider-error.client.ts'
import { findGitProvider, type GitProviderRow, listGitProviders } from './git-providers.repository.ts'
import type { ProviderAccess } from './provider-access.remote.ts'
import { isFullName } from './provider-address.policy.ts'
import { toProblem } from './provider-problem.client.ts'
import { compareRanked, decodeCursor, encodeCursor, type Ranked, scoreOf } from './rank-repositories.policy.ts'
import type { ProviderWarning, RepositoryPage } from './repositories.schemas.ts'
import type { RepositoryList, RepositoryLists } from './repository-lists.remote.ts'

export interface SearchQuery {
  q: string
  providerId: Id<'git'> | null
  limit: number
  cursor: string | null
}

export interface SearchOptions {
  database: Database
  access: ProviderAccess
  lists: RepositoryLists
}

const maximumProviders = 50

export async function searchRepositories(
  options: SearchOptions,
  organizationId: OrganizationId,
  query: SearchQuery,
  call: Call,
): Promise<RepositoryPage> {
  const after = query.cursor === null ? null : decodeCursor(query.cursor)
  if (query.cursor !== null && after === null) throw invalid('/cursor', 'invalid', "isn't a valid cursor")
  const rows = await loadRows(options.database, organizationId, query.providerId)
  const found = await Promise.all(rows.map((row) => searchOne(options, row, query.q, call)))
  const ranked = found.flatMap((each) => each.items).sort(compareRanked)
  const unique = dropRepeated(ranked)
  const rest = after === null ? unique : unique.filter((item) => compareRanked(item, after) > 0)
  const page = rest.slice(0, query.limit)
  const last = page.at(-1)
  return {
    items: page.map(toItem),
    nextCursor: rest.length > page.length && last !== undefined ? encodeCursor(last) : null,
    warnings: found.flatMap((each) => each.warnings),
  }
}

async function loadRows(
  database: Database,
  organizationId: OrganizationId,
  providerId: Id<'git'> | null,
): Promise<GitProviderRow[]> {
  return await database.tenant(organizationId, async (tx) => {
    if (providerId === null) {
      const rows = await listGitProviders(tx, organizationId, { limit: maximumProviders })
      return rows.slice(0, maximumProviders)
    }
    const row = await findGitProvider(tx, organizationId, providerId)
    if (row === undefined) throw notFound()
    return [row]
  })
}

interface Found extends Ranked {
  row: GitProviderRow
  repository: Repository
}

async function searchOne(
  { access, lists }: SearchOptions,
  row: GitProviderRow,
  q: string,
  call: Call,
): Promise<{ items: Found[]; warnings: ProviderWarning[] }> {
  try {
    const [list, exact] = await Promise.all([lists.get(row, q), findExact(access, row, q, call)])
    const all = exact === null ? list.items : [...list.items.filter(({ id }) => id !== exact.id), exact]
    return { items: all.flatMap((repository) => rank(q, row, repository)), warnings: warningsOf(row, list) }
  } catch (error) {
    const problem = toProblem(error)
    if (!(problem instanceof AppError)) throw error
    return { items: [], warnings: [warningOf(row, problem.problem.code, problem.message)] }
  }
}

/** Looks up a full name directly, because it may not be in the list. */
async function findExact(
  access: ProviderAccess,
  row: GitProviderRow,
  q: string,
  call: Call,
): Promise<Repository | null> {
  if (!isFullName(q)) return null
  return await access
    .useRow(row, (client) => client.repository(q, call))
    .catch((error: unknown) => {
      // Ignored, because the list reports what is wrong with the provider.
      if (error instanceof ProviderError) return null
      throw error
    })
}

function rank(q: string, row: GitProviderRow, repository: Repository): Found[] {
  const { fullName, id } = repository
  const score = scoreOf(q, repository)
  if (score === null) return []
  const pushedAt = repository.pushedAt?.getTime() ?? 0
  return [{ score, pushedAt, fullName, providerId: row.id, id, row, repository }]
}

/** Lists a repository that two connections can see once, preferably through an app. */
function dropRepeated(items: readonly Found[]): Found[] {
  const best = new Map<string, Found>()
  for (const item of items) {
    const key = JSON.stringify([item.row.kind, item.row.base_url, item.id])
    const known = best.get(key)
    if (known === undefined || (known.row.auth === 'token' && item.row.auth === 'app')) best.set(key, item)
  }
  return items.filter((item) => best.get(JSON.stringify([item.row.kind, item.row.base_url, item.id])) === item)
}

function warningsOf(row: GitProviderRow, list: RepositoryList): ProviderWarning[] {
  const incomplete = "Longshore didn't read all repositories. Enter the full owner/name to find a missing one."
  const dropped = `Longshore skipped ${list.dropped} repositories that it couldn't read.`
  return [
    ...(list.isIncomplete ? [warningOf(row, 'incomplete', incomplete)] : []),
    ...(list.dropped > 0 ? [warningOf(row, 'items_dropped', dropped)] : []),
  ]
}

function warningOf(row: GitProviderRow, code: string, message: string): ProviderWarning {
  return { providerId: row.id, accountLogin: row.account_login, code, message }
}

function toItem({ row, repository }: Found): RepositoryPage['items'][number] {
  const { id, fullName, defaultBranch, archived, description, pushedAt, url } = repository
  return {
    providerId: row.id,
    id,
    fullName,
    defaultBranch,
    private: repository.private,
    archived,
    description,
    pushedAt,
    url,
  }
}
