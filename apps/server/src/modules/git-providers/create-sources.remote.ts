/** Repository access for other modules, through a Git provider connection or by public URL. */
import type { Remote } from '@longshore/source/git'
import { AppError } from '../../platform/errors/app-error.ts'
import { encodeName } from './clients/api-url.policy.ts'
import type { Call, GitClient, Repository } from './clients/git.client.ts'
import { type ClientParts, createGitClient } from './clients/git-client-factory.client.ts'
import { ProviderError } from './clients/provider-error.client.ts'
import { gitProviderProblems } from './git-providers.problems.ts'
import { type ProviderKind, providerKinds } from './git-providers.schemas.ts'
import type { ProviderAccess } from './provider-access.remote.ts'
import { publicBaseUrls, readRepositoryUrl } from './provider-address.policy.ts'
import { toProblem } from './provider-problem.client.ts'
import type { RepositoryRef, SourceDescription, SourceIdentity, Sources } from './sources.remote.ts'

export function createSources(parts: ClientParts, access: ProviderAccess): Sources {
  const withAccount = async <Result>(
    organizationId: Parameters<Sources['describe']>[0],
    ref: RepositoryRef,
    work: (client: GitClient, fullName: string) => Promise<Result>,
  ): Promise<Result> => {
    // Changes at a provider need an account.
    if ('url' in ref)
      throw new AppError(
        gitProviderProblems.provider_forbidden,
        'No Git provider connection is linked to this repository.',
      )
    return await access.use(organizationId, ref.providerId, (client) => work(client, ref.fullName))
  }
  return {
    async describe(organizationId, ref, call) {
      if ('url' in ref) return await describePublic(parts, ref.url, { organizationId, call })
      return await access.use(organizationId, ref.providerId, async (client) => {
        const repository = await client.repository(ref.fullName, call)
        const { url } = await client.remote(repository.fullName, call)
        return describe(repository, url)
      })
    },
    async identify(organizationId, ref, call) {
      if ('url' in ref) return await identifyPublic(parts, ref.url, { organizationId, call })
      return await access.use(organizationId, ref.providerId, async (client, { kind }) => {
        const { id, fullName } = await client.repository(ref.fullName, call)
        return { kind, repositoryId: id, fullName }
      })
    },
    async remote(organizationId, ref, call) {
      if ('url' in ref) return await publicRemote(parts, ref.url)
      return await withAccount(organizationId, ref, (client, fullName) => client.remote(fullName, call))
    },
    commit: (organizationId, ref, name, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.commit(fullName, name, call)),
    registerWebhook: (organizationId, ref, webhook, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.registerWebhook(fullName, webhook, call)),
    findWebhooks: (organizationId, ref, url, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.findWebhooks(fullName, url, call)),
    removeWebhook: (organizationId, ref, id, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.removeWebhook(fullName, id, call)),
    setCommitStatus: (organizationId, ref, status, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.setCommitStatus(fullName, status, call)),
    setDeployment: (organizationId, ref, deployment, call) =>
      withAccount(organizationId, ref, (client, fullName) =>
        client.setDeployment(fullName, deployment, call).catch(nullWithoutPermission),
      ),
    pullRequest: (organizationId, ref, number, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.pullRequest(fullName, number, call)),
    openPullRequests: (organizationId, ref, page, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.openPullRequests(fullName, page, call)),
    putComment: (organizationId, ref, { number, ...comment }, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.putComment(fullName, number, comment, call)),
    checks: (organizationId, ref, sha, call) =>
      withAccount(organizationId, ref, (client, fullName) => client.checks(fullName, sha, call)),
  }
}

/** Commit statuses need a separate permission, which a token can lack. GitHub hides what a token can't see. */
function nullWithoutPermission(error: unknown): null {
  if (error instanceof ProviderError && (error.failure === 'forbidden' || error.failure === 'not_found')) return null
  throw error
}

function describe(repository: Repository, cloneUrl: string): SourceDescription {
  const { fullName, url, defaultBranch, archived, empty } = repository
  return { fullName, url, cloneUrl, defaultBranch, private: repository.private, archived, empty }
}

async function describePublic(
  parts: ClientParts,
  url: string,
  { organizationId, call }: { organizationId: string; call: Call },
): Promise<SourceDescription> {
  const { fullName, baseUrl } = read(url)
  const remote = await publicRemote(parts, url)
  const kind = kindAt(baseUrl)
  const known = kind === null ? null : await askPublic(parts, { kind, baseUrl, fullName, organizationId }, call)
  if (known !== null) return describe(known, `${baseUrl}/${encodeName(known.fullName)}.git`)
  const unknown = { defaultBranch: null, private: false, archived: false, empty: false }
  return { fullName, url: remote.url.replace(/\.git$/, ''), cloneUrl: remote.url, ...unknown }
}

async function identifyPublic(
  parts: ClientParts,
  url: string,
  { organizationId, call }: { organizationId: string; call: Call },
): Promise<SourceIdentity> {
  const { fullName, baseUrl } = read(url)
  const kind = kindAt(baseUrl)
  const known = kind === null ? null : await askPublic(parts, { kind, baseUrl, fullName, organizationId }, call)
  return { kind, repositoryId: known?.id ?? null, fullName: known?.fullName ?? fullName }
}

/**
 * Asks a well-known provider without an account. Its limits for such requests are low; git works without the response.
 */
async function askPublic(
  parts: ClientParts,
  options: { kind: ProviderKind; baseUrl: string; fullName: string; organizationId: string },
  call: Call,
): Promise<Repository | null> {
  const { kind, baseUrl, fullName, organizationId } = options
  const client = createGitClient(parts, { kind, baseUrl, credential: null, scope: `${organizationId} public ${kind}` })
  return await client.repository(fullName, call).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    if (error.failure === 'not_found') throw toProblem(error)
    return null
  })
}

async function publicRemote({ outbound }: ClientParts, text: string): Promise<Remote> {
  const { url, host, port, isPlain } = read(text)
  await outbound.resolve(host, port, { isPlain }).catch((error: unknown) => {
    throw toProblem(error)
  })
  return { url, credential: null }
}

function read(url: string) {
  const found = readRepositoryUrl(url)
  if (found === null) throw new AppError(gitProviderProblems.repository_url_invalid)
  return found
}

const codeberg = 'https://codeberg.org'

function kindAt(baseUrl: string): ProviderKind | null {
  if (baseUrl === codeberg) return 'gitea'
  return providerKinds.find((kind) => publicBaseUrls[kind] === baseUrl) ?? null
}
