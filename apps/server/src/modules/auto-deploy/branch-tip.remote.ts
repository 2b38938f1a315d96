/** Reads the newest commit of a branch through Git, so a tag with the same name doesn't matter. */
import { SourceError } from '@longshore/source/git'
import type { OrganizationId } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Id } from '../../platform/ids/brand.ts'
import type { RepositoryRef } from '../git-providers/worker.ts'
import { explainErrors, loadProject } from '../projects/worker.ts'
import type { PushWork } from './workflow/push-work.context.ts'

const lookUpMs = 20_000

export interface Branch {
  organizationId: OrganizationId
  projectId: Id<'prj'>
  branch: string
}

type Work = Pick<PushWork, 'database' | 'sources' | 'git'>

/** Returns null when the branch or the repository no longer exists. */
export async function findTip(work: Work, wanted: Branch, signal: AbortSignal): Promise<string | null> {
  const { ref } = await loadProject(work, wanted)
  if (ref === null) return null
  const at = async (each: RepositoryRef) => {
    const remote = await work.sources.remote(wanted.organizationId, each, { signal })
    const { branches } = await work.git.refs(remote, { signal, deadlineMs: lookUpMs })
    return branches.find(({ name }) => name === wanted.branch)?.commit ?? null
  }
  return await explainErrors(signal, async () => {
    try {
      return await at(ref)
    } catch (error) {
      const isMoved = error instanceof SourceError && /^repository_(?:moved|not_found)$/.test(error.code)
      if (!isMoved || 'url' in ref) throw error
      const { fullName } = await work.sources.describe(wanted.organizationId, ref, { signal })
      if (fullName === ref.fullName) throw error
      return await at({ ...ref, fullName })
    }
  })
}

/** Returns null when the provider can't return it. The message then has no influence on the decision. */
export async function findMessage(
  work: Work,
  { organizationId, projectId, sha }: Omit<Branch, 'branch'> & { sha: string },
  signal: AbortSignal,
): Promise<{ message: string; author: string } | null> {
  const { ref } = await loadProject(work, { organizationId, projectId })
  if (ref === null || 'url' in ref) return null
  try {
    return await work.sources.commit(organizationId, ref, sha, { signal })
  } catch (error) {
    if (error instanceof AppError && error.problem.status < 500) return null
    throw error
  }
}
