/** Differences between two environments of a project. */
import type { Deployment, Service, Variable } from '@longshore/sdk'

export interface ServiceDifference {
  name: string
  change: 'only_from' | 'only_to' | 'changed'
  fields: string[]
}

const compared = [
  'kind', 'source', 'sharesImageWith', 'engineVersion', 'image', 'command', 'port', 'healthCheck', 'resources', 'replicas',
  'volumes', 'files', 'container', 'releaseCommand', 'schedule',
] as const satisfies readonly (keyof Service)[] // biome-ignore format: a list

export function compareServices(from: readonly Service[], to: readonly Service[]): ServiceDifference[] {
  const names = [...new Set([...from, ...to].map(({ name }) => name))]
  return names.flatMap((name): ServiceDifference[] => {
    const [here, there] = [to.find((each) => each.name === name), from.find((each) => each.name === name)]
    if (there === undefined) return [{ name, change: 'only_to', fields: [] }]
    if (here === undefined) return [{ name, change: 'only_from', fields: [] }]
    const fields = compared.filter((field) => textOf(here[field]) !== textOf(there[field]))
    return fields.length === 0 ? [] : [{ name, change: 'changed', fields }]
  })
}

/** Missing and null are equal. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null)
}

/** Compares only keys, as the server does. */
export function missingKeys(from: readonly Variable[], to: readonly Variable[]): string[] {
  const known = new Set(to.map(({ key }) => key))
  return [...new Set(from.map(({ key }) => key))].filter((key) => !known.has(key)).toSorted()
}

export interface SetupDifference {
  /** Keys that only the source has. */
  missing: readonly string[]
  /** Keys that only the target has. */
  extra: readonly string[]
  services: readonly ServiceDifference[]
}

export function isSameSetup({ missing, extra, services }: SetupDifference): boolean {
  return missing.length === 0 && extra.length === 0 && services.length === 0
}

export type DeployedCommit = NonNullable<Deployment['commit']>

export interface CommitsBetween {
  commits: DeployedCommit[]
  /** False: the target's live commit isn't among the deployments that were read. */
  isComplete: boolean
}

/** Commits that were live in the source since the target's live commit, newest first. */
export function commitsBetween(
  fromDeployments: readonly Deployment[],
  liveId: string | null,
  toCommit: string | undefined,
): CommitsBetween {
  const start = fromDeployments.findIndex(({ id }) => id === liveId)
  const commits: DeployedCommit[] = []
  for (const { commit, status } of start === -1 ? [] : fromDeployments.slice(start)) {
    if (commit === null || (status !== 'live' && status !== 'retired')) continue
    if (commit.sha === toCommit) return { commits, isComplete: true }
    if (!commits.some(({ sha }) => sha === commit.sha)) commits.push(commit)
  }
  return { commits, isComplete: toCommit === undefined }
}
