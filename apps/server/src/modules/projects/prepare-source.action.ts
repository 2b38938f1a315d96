/** Converts the source in a request to its stored form. */
import type { OrganizationId, Tx } from '../../platform/database/database.ts'
import { AppError, invalid } from '../../platform/errors/app-error.ts'
import { platformProblems } from '../../platform/errors/platform-problems.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import { contextOf } from '../../platform/secrets/sealed-column.ts'
import { requireGitProvider } from '../git-providers/index.ts'
import { projectCompose } from './project-compose.crypto.ts'
import type { StoredSource } from './projects.repository.ts'
import type { CreateProject } from './projects.schemas.ts'
import type { RepositoryInput } from './repositories.schemas.ts'
import { nameBelow, parseRepositoryUrl } from './repository-names.policy.ts'

type SourceFields = Pick<CreateProject, 'repository' | 'image' | 'compose' | 'branch' | 'rootDirectory'>

export type ResolvedSource = (tx: Tx, organizationId: OrganizationId) => Promise<StoredSource>

/** Seals before the transaction, to keep it short. Returns undefined if the body has no source. */
export async function prepareSource(
  sealer: Sealer,
  project: { id: Id<'prj'>; organizationId: OrganizationId },
  body: SourceFields,
): Promise<ResolvedSource | undefined> {
  const { repository, image, compose } = body
  if (image !== undefined) return async () => ({ source: 'image', image })
  if (compose !== undefined) {
    const sealed = await sealer.seal(contextOf(projectCompose, project.id, project.organizationId), compose)
    return async () => ({ source: 'compose', sealed_compose: sealed })
  }
  if (repository === undefined) return undefined
  return async (tx, organizationId) => {
    const found = await findRepository(tx, organizationId, repository)
    return {
      source: 'repository',
      ...found,
      root_directory: body.rootDirectory ?? repository.rootDirectory ?? '.',
      branch: body.branch ?? null,
    }
  }
}

interface FoundRepository {
  git_provider_id: Id<'git'> | null
  repository_full_name: string
  repository_url: string
}

/** Finds the repository's provider; the worker checks whether the repository exists. */
async function findRepository(
  tx: Tx,
  organizationId: OrganizationId,
  { providerId, fullName, url }: RepositoryInput,
): Promise<FoundRepository> {
  if (providerId === undefined || providerId === null) return publicRepository(url)
  const provider = await requireProvider(tx, organizationId, providerId)
  const name = fullName ?? nameBelow(provider.base_url, url ?? '')
  if (name === undefined)
    throw invalid('/repository/url', 'other_provider', `isn't below ${provider.base_url}, the provider's URL`)
  return {
    git_provider_id: providerId,
    repository_full_name: name,
    repository_url: `${provider.base_url}/${name.split('/').map(encodeURIComponent).join('/')}`,
  }
}

/** 422 instead of 404, because the body names the missing resource. */
async function requireProvider(tx: Tx, organizationId: OrganizationId, id: Id<'git'>) {
  try {
    return await requireGitProvider(tx, organizationId, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== platformProblems.not_found.code) throw error
    throw invalid('/repository/providerId', 'not_found', "isn't a Git provider connection in this organization")
  }
}

function publicRepository(url: string | undefined): FoundRepository {
  const parsed = parseRepositoryUrl(url ?? '')
  if (parsed === undefined) throw invalid('/repository/url', 'invalid', "isn't a repository URL")
  return { git_provider_id: null, repository_full_name: parsed.fullName, repository_url: parsed.url }
}
