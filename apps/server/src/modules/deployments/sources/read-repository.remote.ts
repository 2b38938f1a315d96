/** Reads branches, tags, and recent commits with git: the same for every Git provider, and for public repositories. */
import { type GitSource, type Remote, SourceError } from '@longshore/source/git'
import type { Database, OrganizationId } from '../../../platform/database/database.ts'
import type { Id } from '../../../platform/ids/brand.ts'
import type { RepositoryRef, Sources } from '../../git-providers/worker.ts'
import { explainErrors, loadProject } from '../../projects/worker.ts'
import type { ChangedFiles, DeployableCommits, DeployableRefs } from '../deployable.schemas.ts'
import { changedPaths, isMigration } from '../migration-files.policy.ts'

interface Wanted {
  organizationId: OrganizationId
  projectId: Id<'prj'>
  signal: AbortSignal
}

export interface ReadRepository {
  /** All return nothing for a project without a repository. */
  refs(wanted: Wanted): Promise<DeployableRefs>
  commits(wanted: Wanted & { branch: string | null; limit: number }): Promise<DeployableCommits>
  compare(wanted: Wanted & { live: string; commit: string }): Promise<ChangedFiles>
}

const lookUpMs = 20_000
const maxRefs = 500
const maxMigrations = 100

export function createReadRepository(options: {
  database: Database
  sources: Sources
  git: GitSource
}): ReadRepository {
  const { git } = options
  return {
    refs: (wanted) =>
      explainErrors(wanted.signal, async () => {
        const { ref } = await loadProject(options, wanted)
        if (ref === null) return { branches: [], tags: [], defaultBranch: null }
        const call = { signal: wanted.signal, deadlineMs: lookUpMs, hasTags: true }
        const { branches, tags, defaultBranch } = await atRemote(options, wanted, ref, (remote) =>
          git.refs(remote, call),
        )
        return { branches: branches.slice(0, maxRefs), tags: byVersion(tags).slice(0, maxRefs), defaultBranch }
      }),
    commits: ({ limit, ...wanted }) =>
      explainErrors(wanted.signal, async () => {
        const { ref, branch } = await loadProject(options, wanted)
        if (ref === null) return { items: [] }
        const call = { signal: wanted.signal, deadlineMs: lookUpMs, limit }
        const named = { branch: wanted.branch ?? branch ?? 'HEAD' }
        return { items: await atRemote(options, wanted, ref, (remote) => git.history(remote, named, call)) }
      }),
    compare: ({ live, commit, ...wanted }) =>
      explainErrors(wanted.signal, async () => {
        const { ref } = await loadProject(options, wanted)
        if (ref === null) return { liveCommit: null, count: 0, migrations: [] }
        const [before, after] = await atRemote(options, wanted, ref, (remote) =>
          Promise.all([live, commit].map((sha) => listFiles(git, remote, { sha, signal: wanted.signal }))),
        )
        const paths = changedPaths(before ?? [], after ?? [])
        return { liveCommit: live, count: paths.length, migrations: paths.filter(isMigration).slice(0, maxMigrations) }
      }),
  }
}

/** Lists the files of a commit without fetching their contents. */
async function listFiles(git: GitSource, remote: Remote, { sha, signal }: { sha: string; signal: AbortSignal }) {
  const call = { signal, deadlineMs: lookUpMs }
  await using source = await git.fetch(remote, { commit: sha }, { ...call, contents: 'as-needed' })
  return (await source.list(call)).entries
}

function byVersion<Tag extends { readonly name: string }>(tags: readonly Tag[]): Tag[] {
  return tags.toSorted((a, b) => b.name.localeCompare(a.name, 'en', { numeric: true }))
}

/** Tries again under the current name if the repository was renamed. */
async function atRemote<Result>(
  { sources }: { sources: Sources },
  { organizationId, signal }: Wanted,
  ref: RepositoryRef,
  work: (remote: Remote) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await sources.remote(organizationId, ref, { signal }))
  } catch (error) {
    const isMoved = error instanceof SourceError && /^repository_(?:moved|not_found)$/.test(error.code)
    if (!isMoved || 'url' in ref) throw error
    const { fullName } = await sources.describe(organizationId, ref, { signal })
    if (fullName === ref.fullName) throw error
    return await work(await sources.remote(organizationId, { ...ref, fullName }, { signal }))
  }
}
