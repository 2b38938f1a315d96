import { failure } from './failures.ts'
import type { GitSource, GitSourceOptions } from './source.ts'

export function createGitSource(_options: GitSourceOptions): GitSource {
  const unready = async () => {
    throw failure('host_unreachable', { detail: 'git is not built in yet' })
  }
  return { refs: unready, fetch: unready, [Symbol.asyncDispose]: async () => undefined }
}
