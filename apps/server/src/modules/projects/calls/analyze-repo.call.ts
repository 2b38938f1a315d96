/** Fetches and analyzes a repository for a waiting caller, the same way as a stored analysis. */
import { handleStream, type LinkHandler } from '../../../platform/link/call.ts'
import { readRepository, resolveRepository } from '../read-source.remote.ts'
import type { SourceWork } from '../source-work.remote.ts'
import { analyzeRepo } from './analyze-repo.definition.ts'

export function createAnalyzeRepoCall(work: SourceWork): LinkHandler {
  return handleStream(analyzeRepo, async ({ ref, branch, rootDirectory }, { organizationId, signal }) => {
    if (organizationId === null) throw new TypeError('a repository is read for an organization')
    return await work.callLimit(async () => {
      signal.throwIfAborted()
      const wanted = { organizationId, ref, branch, signal }
      const resolved = await resolveRepository(work, wanted)
      const { commit, report } = await readRepository(work, wanted, resolved, { rootDirectory })
      const { fullName, url, isPrivate } = resolved
      return {
        head: { repository: { fullName, url, isPrivate }, branch: resolved.branch, rootDirectory, commit },
        body: bytesOf(report),
      }
    })
  })
}

const chunkBytes = 1 << 15

export async function* bytesOf(value: unknown): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(value))
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}
