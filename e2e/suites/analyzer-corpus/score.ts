/** Compares results with the expected ones, field by field. */
import type { AnalyzedService, Report } from '@longshore/analyzer/report'
import type { Expected, ExpectedService } from './read-corpus.ts'

/** `right` of `expected` were found; `given` answers were given where the case has an opinion. */
export interface Count {
  expected: number
  given: number
  right: number
}

export type Scores = Map<string, Count>

export const fields = [
  'kind', 'language', 'framework', 'version', 'packageManager', 'builder', 'image', 'dockerfile', 'sharesImageWith', 'installCommand', 'buildCommand',
  'startCommand', 'releaseCommand', 'schedule', 'outputDirectory', 'port', 'healthPath',
] as const // biome-ignore format: one list

export function scoreCase(expected: Expected, report: Report, scores: Scores): string[] {
  const misses: string[] = []
  const note = (field: string, wanted: unknown, given: unknown, where: string): void => {
    const count = scores.get(field) ?? { expected: 0, given: 0, right: 0 }
    scores.set(field, count)
    const isRight = isOneOf(wanted, given)
    if (wanted !== null) count.expected += 1
    if (given !== null) count.given += 1
    if (isRight && wanted !== null) count.right += 1
    if (!isRight) misses.push(`${where}${field} is ${JSON.stringify(given)}, expected ${JSON.stringify(wanted)}`)
  }
  const left = [...report.services]
  for (const wanted of expected.services) {
    const found = takeMatch(left, wanted)
    note('services', wanted.rootDirectory, found?.rootDirectory ?? null, `${wanted.rootDirectory} `)
    for (const field of fields) {
      const value = wanted[field]
      if (value !== undefined)
        note(field, value, found === undefined ? null : answerOf(found, field), `${labelOf(wanted)}: `)
    }
    for (const field of ['dependsOn', 'watchPaths', 'volumes'] as const) {
      for (const value of wanted[field] ?? []) {
        const given: readonly string[] =
          field === 'volumes' ? (found?.volumes.map((one) => one.path) ?? []) : (found?.[field] ?? [])
        note(field, value, given.includes(value) ? value : null, `${labelOf(wanted)}: `)
      }
    }
  }
  for (const extra of left) note('services', null, extra.rootDirectory, `${extra.name} (${extra.kind}): `)
  scoreNeeds(expected, report, note)
  return misses
}

type Note = (field: string, wanted: unknown, given: unknown, where: string) => void

function scoreNeeds(expected: Expected, report: Report, note: Note): void {
  scoreSet(
    'databases',
    expected.databases,
    report.databases.map((one) => one.engine),
    note,
  )
  scoreSet(
    'variables',
    Object.keys(expected.variables),
    report.variables.map((one) => one.key),
    note,
  )
  for (const [key, wanted] of Object.entries(expected.variables)) {
    const found = report.variables.find((one) => one.key === key)
    for (const aspect of ['required', 'secret', 'default', 'providedBy'] as const) {
      const value = wanted[aspect]
      if (value !== undefined) note(`variables.${aspect}`, value, found?.[aspect] ?? null, `${key}: `)
    }
  }
  for (const code of expected.warnings) {
    note('warnings', code, report.warnings.some((one) => one.code === code) ? code : null, '')
  }
  if (expected.monorepo === null) note('monorepo', null, report.monorepo === null ? null : 'a monorepo', '')
  for (const tool of expected.monorepo ?? [])
    note('monorepo', tool, report.monorepo?.tools.includes(tool) === true ? tool : null, '')
}

function scoreSet(field: string, wanted: readonly string[], given: readonly string[], note: Note): void {
  for (const one of wanted) note(field, one, given.includes(one) ? one : null, '')
  for (const one of given) if (!wanted.includes(one)) note(field, null, one, '')
}

/** Finds the service that the case means: by name if it gives one, otherwise by folder, kind and start command. */
export function takeMatch(left: AnalyzedService[], wanted: ExpectedService): AnalyzedService | undefined {
  const here = left.filter((one) => one.rootDirectory === wanted.rootDirectory)
  const alike = here.filter((one) => wanted.kind === undefined || one.kind === wanted.kind)
  const found =
    (wanted.name === undefined ? undefined : left.find((one) => one.name === wanted.name)) ??
    (wanted.name === undefined
      ? (alike.find((one) => isOneOf(wanted.startCommand, answerOf(one, 'startCommand'))) ?? alike[0] ?? here[0])
      : undefined)
  if (found !== undefined) left.splice(left.indexOf(found), 1)
  return found
}

export function answerOf(service: AnalyzedService, field: (typeof fields)[number]): string | number | null {
  if (field === 'healthPath') return service.healthCheck?.path ?? null
  if (field === 'dockerfile') return service.dockerfile?.source === 'repository' ? service.dockerfile.path : null
  // A compose file states arguments, and the corpus has one text for both.
  if (field === 'startCommand') return service.startCommand ?? service.startArguments?.join(' ') ?? null
  return service[field]
}

export function isOneOf(wanted: unknown, given: unknown): boolean {
  return Array.isArray(wanted) ? wanted.includes(given) : wanted === given
}

function labelOf(wanted: ExpectedService): string {
  return wanted.name ?? `${wanted.rootDirectory}${wanted.kind === undefined ? '' : ` ${wanted.kind}`}`
}
