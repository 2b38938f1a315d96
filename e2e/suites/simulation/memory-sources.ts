/** An in-memory repository: every commit is one image, and its id determines the app's behavior. */
import { createHash } from 'node:crypto'
import type { DeploySources } from '../../../apps/server/src/modules/deployments/workflow/deploy.context.ts'

export function memorySources(
  reach: <T>(name: string, signal: AbortSignal, takesMs: number, work: () => T) => Promise<T>,
): DeploySources {
  return {
    resolve: (_organizationId, _projectId, { branch, commit }, signal) =>
      reach('resolve', signal, 200, () => ({
        branch,
        commit: { sha: commit ?? '', message: 'a change', author: 'somebody', committedAt: null },
      })),
    plan: (_organizationId, desired, { sha }, signal) =>
      reach('plan', signal, 500, () => {
        const built = desired.services.filter(({ configuration }) => configuration.source !== null)
        const contentHash = createHash('sha256').update(sha).digest('hex')
        const build = {
          key: 'app',
          contentHash,
          context: '.',
          dockerfile: { path: 'Dockerfile' },
          target: null,
          arguments: [],
          secrets: [],
        }
        return {
          builds: [build],
          buildOf: Object.fromEntries(built.map(({ name }) => [name, 'app'])),
          fromFile: {},
          texts: {},
          warnings: [],
        }
      }),
    checkout: (_organizationId, _projectId, { sha }, signal) =>
      reach('checkout', signal, 300, () => ({
        contextDirectory: `memory:${sha}`,
        dockerfile: 'memory:Dockerfile',
        async [Symbol.asyncDispose]() {
          await Promise.resolve()
        },
      })),
  }
}
