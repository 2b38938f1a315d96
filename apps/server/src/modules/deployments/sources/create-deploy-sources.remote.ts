/** Finds, fetches, reads, and checks out commits for deployments. */
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FetchedSource, type GitSource, type Ref, SourceError } from '@longshore/source/git'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import { PermanentError } from '../../../platform/durable/permanent-error.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { RepositoryRef, Sources } from '../../git-providers/worker.ts'
import { explainErrors, loadProject } from '../../projects/worker.ts'
import type { DeployedCommit } from '../../workloads/release.schemas.ts'
import type { ImageBuild } from '../deployment-plan.schemas.ts'
import type { DeploySources } from '../workflow/deploy.context.ts'
import { CommitCache } from './commit-cache.remote.ts'
import { withoutSyntax } from './dockerfile-text.remote.ts'
import { planBuilds } from './plan-builds.remote.ts'
import { readText } from './read-text.remote.ts'

export interface DeploySourcesOptions {
  readonly database: Database
  readonly sources: Sources
  readonly git: GitSource
}

const fetchMs = 5 * 60_000
const lookUpMs = 20_000

export function createDeploySources(options: DeploySourcesOptions): DeploySources & AsyncDisposable {
  const kept = new CommitCache()
  const withCommit = async <Result>(
    wanted: Wanted,
    work: (fetched: FetchedSource) => Promise<Result>,
  ): Promise<Result> =>
    await explainErrors(wanted.signal, () =>
      kept.use(keyOf(wanted), () => fetch(options, wanted, { commit: wanted.sha }), work),
    )
  return {
    async resolve(organizationId, projectId, { branch, commit }, signal) {
      const wanted = { organizationId, projectId, sha: commit ?? '', signal }
      if (commit !== null) {
        const sha = await explainErrors(signal, () => wholeHash(options, wanted))
        return { branch, commit: await withCommit({ ...wanted, sha }, async (fetched) => toCommit(fetched)) }
      }
      return await explainErrors(signal, async () => {
        const named = branch ?? (await defaultBranch(options, wanted))
        // Fetching the branch also returns its commit: one request instead of two, and the following steps find it in
        // the cache.
        const fetched = await fetch(options, wanted, { branch: named })
        kept.keep(keyOf({ ...wanted, sha: fetched.commit.sha }), fetched)
        return { branch: named, commit: toCommit(fetched) }
      })
    },
    plan: (organizationId, desired, { sha }, signal) =>
      withCommit({ organizationId, projectId: desired.project.id, sha, signal }, (fetched) =>
        planBuilds(fetched, desired, signal),
      ),
    checkout: (organizationId, projectId, { sha, build }, signal) =>
      withCommit({ organizationId, projectId, sha, signal }, (fetched) => layOut(fetched, build, signal)),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}

interface Wanted {
  organizationId: OrganizationId
  projectId: Id<'prj'>
  sha: string
  signal: AbortSignal
}

function keyOf({ organizationId, projectId, sha }: Wanted): string {
  return `${organizationId}/${projectId}/${sha}`
}

function toCommit({ commit }: FetchedSource): DeployedCommit {
  const { sha, message, author, committedAt } = commit
  return { sha, message, author, committedAt: committedAt.toISOString() }
}

async function fetch(options: DeploySourcesOptions, wanted: Wanted, ref: Ref): Promise<FetchedSource> {
  const { signal } = wanted
  const repository = await refOf(options, wanted)
  const at = async (each: RepositoryRef) => {
    const remote = await options.sources.remote(wanted.organizationId, each, { signal })
    return await options.git.fetch(remote, ref, { signal, deadlineMs: fetchMs })
  }
  try {
    return await at(repository)
  } catch (error) {
    const isMoved = error instanceof SourceError && /^repository_(?:moved|not_found)$/.test(error.code)
    if (!isMoved || 'url' in repository) throw error
    // The repository was renamed, and the provider knows its current name.
    const found = await options.sources.describe(wanted.organizationId, repository, { signal })
    if (found.fullName === repository.fullName) throw error
    return await at({ ...repository, fullName: found.fullName })
  }
}

/** Git only serves commits by their full hash; the provider resolves a short one. */
async function wholeHash(options: DeploySourcesOptions, wanted: Wanted): Promise<string> {
  const { sha, signal, organizationId } = wanted
  if (sha.length >= 40) return sha
  return (await options.sources.commit(organizationId, await refOf(options, wanted), sha, { signal })).sha
}

async function refOf({ database }: DeploySourcesOptions, wanted: Wanted): Promise<RepositoryRef> {
  const { ref } = await loadProject({ database }, wanted)
  if (ref !== null) return ref
  throw new PermanentError('source_not_found', 'The project has no repository.', {
    hint: 'Deploy with images, or connect a repository.',
  })
}

async function defaultBranch(options: DeploySourcesOptions, wanted: Wanted): Promise<string> {
  const { branch } = await loadProject(options, wanted)
  if (branch !== null) return branch
  const call = { signal: wanted.signal, deadlineMs: lookUpMs }
  const remote = await options.sources.remote(wanted.organizationId, await refOf(options, wanted), {
    signal: wanted.signal,
  })
  const refs = await options.git.refs(remote, call)
  if (refs.defaultBranch !== null) return refs.defaultBranch
  throw new PermanentError('branch_not_found', 'The repository has no default branch.', {
    hint: "Set the environment's branch.",
  })
}

async function layOut(fetched: FetchedSource, build: ImageBuild, signal: AbortSignal) {
  const { entries } = await fetched.list({ signal })
  const checkout = await fetched.export(build.context, { signal, deadlineMs: fetchMs })
  try {
    const dockerfile = join(dirname(checkout.directory), 'Dockerfile')
    if ('text' in build.dockerfile) {
      await writeFile(dockerfile, build.dockerfile.text)
      await writeFile(`${dockerfile}.dockerignore`, build.dockerfile.ignore)
    } else {
      const { path } = build.dockerfile
      await writeFile(dockerfile, withoutSyntax(await readText(fetched, entries, path, signal)))
      const ignore = `${path}.dockerignore`
      if (entries.some((entry) => entry.path === ignore && entry.kind === 'file'))
        await writeFile(`${dockerfile}.dockerignore`, await readText(fetched, entries, ignore, signal))
    }
    return {
      contextDirectory: checkout.directory,
      dockerfile,
      [Symbol.asyncDispose]: () => checkout[Symbol.asyncDispose](),
    }
  } catch (error) {
    await checkout[Symbol.asyncDispose]()
    throw error
  }
}
