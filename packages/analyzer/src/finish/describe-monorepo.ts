import type { Findings } from '../findings.ts'
import type { Report } from '../report.schemas.ts'

/** Null for a repository of one app. Without a tool, several apps side by side are a monorepo too. */
export function describeMonorepo(findings: Findings): Report['monorepo'] {
  const apps = findings.drafts.flatMap((draft) => (draft.app === null ? [] : [draft.app]))
  const roots = new Set(apps.map((app) => app.root))
  const members = findings.workspaces.flatMap((one) => [...one.members.values()])
  if (members.length === 0 && roots.size < 2) return null
  const tools = new Set(findings.workspaces.flatMap((one) => [one.tool, ...one.runners]))
  const places = [
    ...findings.workspaces.flatMap((one) => one.sources),
    ...(members.length > 0 ? [] : apps.flatMap((app) => app.language.sources.slice(0, 1))),
  ]
  return {
    tools: [...tools].slice(0, 10),
    packages: [...new Set([...members, ...(members.length > 0 ? [] : roots)])].sort().slice(0, 500),
    evidence: places.slice(0, 60).map((place) => ({ claim: 'monorepo', ...place })),
  }
}
