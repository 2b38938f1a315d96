/** An app that fails in one way, and what a person confirms to fix it. */
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
  /** The typed text. Without it, the suggestion is confirmed. */
  readonly text?: string
  readonly isSecret?: boolean
  /** Limit for builds on the server while it is tried. */
  readonly buildMemoryBytes?: number
  /** Base images that its first Dockerfile doesn't name, or that differ from the usual stand-ins. */
  readonly images?: readonly string[]
}

export const mib = 1_048_576

/** Answers on the port, by default that of the service. */
export function server(listen = "process.env.PORT, '0.0.0.0'"): string {
  return `import { createServer } from 'node:http'
createServer((request, response) => response.end('fine')).listen(${listen})
process.on('SIGTERM', () => process.exit(0))
`
}

/** An app of our own, with a Dockerfile. */
export function withDockerfile(main: string): RepositoryFile[] {
  const dockerfile = 'FROM node:24-slim\nWORKDIR /app\nCOPY . .\nCMD ["node", "server.mjs"]\n'
  return [
    { path: 'Dockerfile', content: dockerfile },
    { path: 'server.mjs', content: main },
  ]
}
