/** Finds out which services of a plan can be adopted, and which findings are about the chosen ones. Pure. */
import type { AdoptionPlan, ComposeProject, StackFinding } from '@longshore/sdk'

export interface PlanScope {
  /** Services that nothing blocks. Empty if something blocks the whole project. */
  readonly choices: readonly string[]
  readonly blocking: readonly StackFinding[]
}

/** A blocked service can keep running outside of Longshore while the others are adopted. */
export function scopeOf({ services, findings }: Pick<AdoptionPlan, 'services' | 'findings'>): PlanScope {
  const blocking = findings.filter(({ severity }) => severity === 'blocks')
  const isBlocked = (name: string | null) => blocking.some(({ service }) => service === name)
  if (isBlocked(null)) return { choices: [], blocking }
  return { choices: services.map(({ name }) => name).filter((name) => !isBlocked(name)), blocking }
}

export function notesFor(findings: readonly StackFinding[], chosen: readonly string[], all: readonly string[]) {
  const isOut = (service: string) => all.includes(service) && !chosen.includes(service)
  return findings.filter(({ severity, service }) => severity === 'note' && (service === null || !isOut(service)))
}

/** Without a list, the API adopts everything, which includes services that the plan can't describe. */
export function bodyFor(values: AdoptValues, { services, findings }: Pick<AdoptionPlan, 'services' | 'findings'>) {
  const { projectName, environment, services: chosen } = values
  const isWhole = chosen.length === services.length && findings.every(({ severity }) => severity === 'note')
  return { projectName, environment, ...(isWhole ? {} : { services: chosen }) }
}

export interface AdoptValues {
  projectName: string
  environment: string
  services: string[]
}

/** Sizes of volumes by name, as far as Docker knows them. */
export function sizesOf({ services }: Pick<ComposeProject, 'services'>): ReadonlyMap<string, number> {
  const mounts = services.flatMap((each) => each.mounts)
  return new Map(mounts.flatMap(({ source, bytes }) => (bytes === null ? [] : [[source, bytes] as const])))
}

/** Docker reports the size of a volume once, although several services mount it. */
export function dataOf(project: Pick<ComposeProject, 'services'>): { count: number; bytes: number } {
  const sources = new Set(project.services.flatMap(({ mounts }) => mounts.map(({ source }) => source)))
  const bytes = [...sizesOf(project).values()].reduce((sum, each) => sum + each, 0)
  return { count: sources.size, bytes }
}
