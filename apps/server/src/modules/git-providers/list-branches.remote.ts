/** Returns one page of branches of a repository, with its default branch. */
import type { OrganizationId } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Call } from './clients/git.client.ts'
import { findRepositoryName } from './find-repository.remote.ts'
import type { ProviderAccess } from './provider-access.remote.ts'
import type { BranchPage } from './repositories.schemas.ts'
import type { RepositoryLists } from './repository-lists.remote.ts'

export interface BranchQuery {
  providerId: Id<'git'>
  repository: string
  limit: number
  cursor: string | null
}

export async function listBranches(
  { access, lists }: { access: ProviderAccess; lists: RepositoryLists },
  organizationId: OrganizationId,
  { providerId, repository, limit, cursor }: BranchQuery,
  call: Call,
): Promise<BranchPage> {
  const page = cursor === null ? { limit, cursor: null } : decodeCursor(cursor)
  return await access.use(organizationId, providerId, async (client, row) => {
    const name = await findRepositoryName(lists, row, repository)
    const { defaultBranch, empty } = await client.repository(name, call)
    if (empty) return { items: [], nextCursor: null, defaultBranch: null }
    const { items, next } = await client.branches(name, page, call)
    return {
      items: items.map((branch) => ({ ...branch, isDefault: branch.name === defaultBranch })),
      nextCursor: next === null ? null : Buffer.from(`${page.limit}:${next}`).toString('base64url'),
      defaultBranch,
    }
  })
}

/** A page number is valid only with its page size. */
function decodeCursor(cursor: string): { limit: number; cursor: string } {
  const [, limit, page] = /^(\d{1,3}):(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (limit === undefined || page === undefined || Number(limit) < 1 || Number(limit) > 100 || Number(page) < 1)
    throw invalid('/cursor', 'invalid', "isn't a valid cursor")
  return { limit: Number(limit), cursor: page }
}
