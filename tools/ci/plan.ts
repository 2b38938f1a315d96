/** Plans the checks of a run. */
import type { Declaration } from '../suites/declarations.ts'
import { type Check, suiteCheck } from './check.ts'
import { staticChecks } from './static-checks.ts'
import type { SuiteFiles } from './suite-files.ts'
import { breaksNothing, keyFor, ownerOf, reaches, suiteMap } from './suite-map.ts'

/** `.ci/run` has 90 minutes; a slow machine needs the rest. */
export const changedSeconds = 60 * 60
const lanes = 2

export interface Choice {
  readonly name: string
  readonly score: number
  /** The folders that selected it, the most direct ones first. */
  readonly reasons: readonly string[]
}

export interface ChangedPlan {
  readonly checks: readonly Check[]
  /** Names of the checks that are also in the gate. */
  readonly gate: ReadonlySet<string>
  readonly chosen: readonly Choice[]
  /** Affected suites for which there is no time. */
  readonly left: readonly Choice[]
  readonly plannedSeconds: number
}

export function planGate(declarations: readonly Declaration[]): Check[] {
  return [...staticChecks, ...slowestFirst(declarations.filter(isGate).map((each) => suiteCheck(each, 'gate')))]
}

/** Gate suites in their complete quick form, which contains the gate's topics. */
export function planAll(declarations: readonly Declaration[]): Check[] {
  const suites = declarations.filter(({ tier }) => tier !== 'manual').map((each) => suiteCheck(each, 'quick'))
  return [...staticChecks, ...slowestFirst(suites)]
}

/**
 * Decides whether a passed check of `--all` needn't run again after these changes. Static checks always run. A suite
 * runs if it uses a changed file, or if the map says that the file can break it.
 */
export function stillCounts(
  declarations: readonly Declaration[],
  files: SuiteFiles,
  { checkName, changed }: { checkName: string; changed: readonly string[] },
): boolean {
  const declaration = declarations.find(({ kind, name }) => checkName === `${kind}-${name}`)
  if (declaration === undefined) return false
  const suite = { name: nameOf(declaration), isGate: isGate(declaration) }
  return !changed.some((file) => files.isUsedBy(file, declaration.file) ?? reaches(file, suite))
}

/** The gate, and the affected suites that fit into the time, the most affected first. */
export function planChanged(declarations: readonly Declaration[], files: readonly string[]): ChangedPlan {
  const gate = planGate(declarations)
  const candidates = rank(declarations, files)
  const chosen: Choice[] = []
  const left: Choice[] = []
  let checks: Check[] = gate
  for (const candidate of candidates) {
    const declaration = declarations.find((each) => nameOf(each) === candidate.name)
    if (declaration === undefined) continue
    const check = suiteCheck(declaration, 'quick')
    const more = [...checks.filter(({ name }) => name !== check.name), check]
    if (estimateSeconds(more) > changedSeconds) left.push(candidate)
    else {
      checks = more
      chosen.push(candidate)
    }
  }
  const isInGate = ({ name }: Check) => gate.some((each) => each.name === name)
  // The gate comes first: it decides, and later checks can run out of time on a slow machine.
  const ordered = [...checks.filter(isInGate), ...checks.filter((check) => !isInGate(check))]
  return {
    checks: ordered,
    gate: new Set(gate.map(({ name }) => name)),
    chosen,
    left,
    plannedSeconds: estimateSeconds(checks),
  }
}

/**
 * Each changed folder gives its first suite a whole point and later ones less; one that affects everything gives each a
 * little.
 */
export function rank(declarations: readonly Declaration[], files: readonly string[]): Choice[] {
  const found = new Map<string, { score: number; reasons: Set<string> }>()
  const add = (name: string, points: number, reason: string) => {
    const known = found.get(name) ?? { score: 0, reasons: new Set<string>() }
    if (!known.reasons.has(reason)) known.score += points
    known.reasons.add(reason)
    found.set(name, known)
  }
  const names = declarations.filter(({ tier }) => tier !== 'manual').map(nameOf)
  // Suites that measure time say little about a change that only affects them along with everything else.
  const untimed = declarations.filter(({ tier, isAlone }) => tier !== 'manual' && !isAlone).map(nameOf)
  for (const file of files.filter((each) => !breaksNothing(each))) {
    const owner = ownerOf(file)
    if (owner !== undefined && names.includes(owner)) add(owner, 2, `its own files`)
    const key = owner === undefined ? keyFor(file) : undefined
    const affected = key === undefined ? 'gate' : suiteMap[key]
    if (affected === undefined || affected === 'gate') continue
    if (affected === 'everything') for (const name of untimed) add(name, 0.01, key ?? '')
    else for (const [index, name] of affected.entries()) add(name, 1 / (index + 1), key ?? '')
  }
  return [...found]
    .map(([name, { score, reasons }]) => ({ name, score, reasons: [...reasons] }))
    .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name))
}

/** Two run at a time, except for those that run alone. */
export function estimateSeconds(checks: readonly Check[]): number {
  const sum = (some: readonly Check[]) => some.reduce((total, { budgetSeconds }) => total + budgetSeconds, 0)
  const alone = checks.filter(({ isAlone }) => isAlone === true)
  const parallel = checks.filter(({ isAlone }) => isAlone !== true)
  return sum(alone) + Math.max(sum(parallel) / lanes, ...parallel.map(({ budgetSeconds }) => budgetSeconds), 0)
}

function isGate({ tier }: Declaration): boolean {
  return tier === 'gate'
}

/** Name in the map. */
function nameOf({ kind, name }: Declaration): string {
  return kind === 'suite' ? name : `bench-${name}`
}

function slowestFirst(checks: readonly Check[]): Check[] {
  return checks.toSorted((a, b) => b.budgetSeconds - a.budgetSeconds)
}
