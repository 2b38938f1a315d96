import type { App } from '../app.ts'
import type { Workspace } from '../languages/language.ts'
import type { Report } from '../report.schemas.ts'

/** Null for a repository with one app. Without a tool, several apps next to each other are a monorepo too. */
export function describeMonorepo(apps: readonly App[], workspaces: readonly Workspace[]): Report['monorepo'] {
  const roots = [...new Set(apps.map((app) => app.root))]
  const members = workspaces.flatMap((one) => [...one.folders])
  if (members.length === 0 && roots.length < 2) return null
  const tools = new Set(workspaces.flatMap((one) => [one.tool, ...one.runners]))
  const places =
    members.length > 0
      ? workspaces.flatMap((one) => one.sources)
      : apps.flatMap((app) => app.language.sources.slice(0, 1))
  return {
    tools: [...tools].slice(0, 10),
    packages: [...new Set([...members, ...roots.filter((root) => root !== '.')])].sort().slice(0, 500),
    evidence: places.slice(0, 60).map((place) => ({ claim: 'monorepo', ...place })),
  }
}
