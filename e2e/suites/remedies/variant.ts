/** An app that fails in one way, and the remedy that a user confirms. */
import type { RepositoryFile } from '../../fixtures/repository.ts'
import type { ChangedStarter } from './changed-starter.ts'

export interface Variant {
  readonly name: string
  /** The diagnosis code. */
  readonly code: string
  readonly action: string
  /** A starter gets the services that the analysis suggests. */
  readonly app: ChangedStarter | readonly RepositoryFile[]
  /** Differs from the usual or suggested service. */
  readonly service?: Record<string, unknown>
  /** The environment begins without the databases that the analysis suggests. */
  readonly hasNoDatabase?: boolean
  /** Set before the first deployment. */
  readonly variables?: readonly Record<string, unknown>[]
  /** The text that the user types. Without it, the suggestion is confirmed. */
  readonly text?: string
  readonly isSecret?: boolean
  /** Limit for builds on the server during this variant. */
  readonly buildMemoryBytes?: number
  /** Base images that its first Dockerfile doesn't name, or that differ from the usual stand-ins. */
  readonly images?: readonly string[]
}

export const mib = 1_048_576

/** Expects a response on this port, by default the service's port. */
export function server(listen = "process.env.PORT, '0.0.0.0'"): string {
  return `import { createServer } from 'node:http'
createServer((request, response) => response.end('fine')).listen(${listen})
process.on('SIGTERM', () => process.exit(0))
`
}

/** One of the suite's own apps, with a Dockerfile. */
export function withDockerfile(main: string): RepositoryFile[] {
  const dockerfile = 'FROM node:24-slim\nWORKDIR /app\nCOPY . .\nCMD ["node", "server.mjs"]\n'
  return [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.mjs', content: main },
  ]
}
