/** A small app that fails in one way, and what a person confirms to fix it. */
import type { RepositoryFile } from '../../fixtures/repository.ts'

export interface Variant {
  readonly name: string
  /** Of the diagnosis. */
  readonly code: string
  readonly action: string
  readonly files: readonly RepositoryFile[]
  readonly service?: Record<string, unknown>
  /** Set before the first deployment. */
  readonly variables?: readonly Record<string, unknown>[]
  /** What is typed; without it the suggestion is confirmed. */
  readonly text?: string
  readonly isSecret?: boolean
  /** Limit for builds on the server while it is tried. */
  readonly buildMemoryBytes?: number
}

export const mib = 1_048_576

/** Answers on the port, by default that of the service. `first` runs before it listens. */
export function server(first = '', listen = "process.env.PORT, '0.0.0.0'"): string {
  return `import { createServer } from 'node:http'
${first}
createServer((request, response) => response.end('fine')).listen(${listen})
process.on('SIGTERM', () => process.exit(0))
`
}

/** With a Dockerfile of the repository. */
export function withDockerfile(
  main: string,
  { extra = '', more = [] }: { extra?: string; more?: RepositoryFile[] } = {},
) {
  const dockerfile = `FROM node:24-slim\nWORKDIR /app\nCOPY . .\n${extra}CMD ["node", "server.mjs"]\n`
  return [{ path: 'Dockerfile', content: dockerfile }, { path: 'server.mjs', content: main }, ...more]
}

/** Built by Longshore. */
export function generated(
  manifest: Record<string, unknown> & { readonly scripts?: Readonly<Record<string, string>> },
  { main = server(), more = [], lock = {} }: { main?: string; more?: RepositoryFile[]; lock?: object | null } = {},
): RepositoryFile[] {
  const { name = 'app', version = '1.0.0', scripts = {}, ...rest } = manifest
  const content = {
    name,
    version,
    private: true,
    type: 'module',
    scripts: { start: 'node server.mjs', ...scripts },
    ...rest,
  }
  // A lockfile that names no package is one that was not brought up to date.
  const isCurrent = lock !== null && (Object.keys(lock).length > 0 || !('dependencies' in rest))
  const root = { name, version, ...(isCurrent ? rest : {}) }
  const locked = { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...lock } }
  return [
    { path: 'package.json', content: JSON.stringify(content) },
    ...(lock === null ? [] : [{ path: 'package-lock.json', content: JSON.stringify(locked) }]),
    { path: 'server.mjs', content: main },
    ...more,
  ]
}

export const auto = { source: { builder: 'auto' } }
