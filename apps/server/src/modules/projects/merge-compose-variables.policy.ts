/**
 * Applies the edited variables of a compose file to an environment. Pure. Secret values are never in a report, so a
 * variable that is a secret in the file or in the environment keeps its value.
 */
import type { Report } from '@longshore/analyzer/report'
import type { MissingVariable } from '../environments/missing-variables.schemas.ts'
import { VariableKey } from '../environments/variables.schemas.ts'

const maxReportedLength = 4_000

export interface CurrentVariable {
  id: string
  key: string
  /** Name of the only service that gets it, or null for all. */
  service: string | null
  /** Null for a secret. */
  value: string | null
  scope: MissingVariable['scope']
  expand: boolean
}

export interface VariableEdits {
  set: { key: string; service: string | null; value: string; scope: MissingVariable['scope']; expand: boolean }[]
  removed: CurrentVariable[]
  missing: MissingVariable[]
}

export interface FileVariable extends MissingVariable {
  value: string | null
  /** Whether the value has references to other variables. */
  expand: boolean
}

export function mergeVariables(
  { base, next }: { base: Report; next: Report },
  { current, services }: { current: readonly CurrentVariable[]; services: ReadonlySet<string> },
): VariableEdits {
  const [before, after] = [listVariables(base), listVariables(next)]
  const edits: VariableEdits = { set: [], removed: [], missing: [] }
  for (const variable of after) {
    if (variable.service !== null && !services.has(variable.service)) continue
    const known = findCurrent(current, variable)
    if (variable.value === null) {
      const { value: _none, expand: _plain, ...missing } = variable
      if (known === undefined && !isSecretOf(before, variable)) edits.missing.push(missing)
    } else if (!isSameValue(find(before, variable), variable)) setVariable(edits, variable, { known, after })
  }
  for (const variable of before) {
    const known = current.find((each) => isSamePlace(each, variable))
    // A value that someone changed in Longshore stays.
    if (known === undefined || known.value === null || !isSameValue(known, variable)) continue
    if (find(after, variable) === undefined && (known.service === null || services.has(known.service)))
      edits.removed.push(known)
  }
  return edits
}

function setVariable(
  edits: VariableEdits,
  wanted: FileVariable,
  { known, after }: { known: CurrentVariable | undefined; after: readonly FileVariable[] },
): void {
  const { key, service, value, expand } = wanted
  if (value === null || (known !== undefined && (known.value === null || isSameValue(known, wanted)))) return
  // A shared variable changes for all services, so all of them must want the same value.
  const isShared =
    known?.service === null && after.filter((each) => each.key === key).every((each) => isSameValue(each, wanted))
  const place = isShared ? null : service
  if (edits.set.some((each) => each.key === key && each.service === place)) return
  edits.set.push({ key, service: place, value, scope: scopeOf(wanted, known), expand })
}

/** A value with references is never part of a build. */
function scopeOf({ scope, expand }: FileVariable, known: CurrentVariable | undefined): MissingVariable['scope'] {
  if (expand) return scope === 'reference' ? scope : 'runtime'
  return known?.scope ?? scope
}

function isSameValue(
  one: { value: string | null; expand: boolean } | undefined,
  other: { value: string | null; expand: boolean },
): boolean {
  return one?.value === other.value && one.expand === other.expand
}

/** One entry for each service; values that a database provides are left out. */
export function listVariables(report: Report): FileVariable[] {
  return report.variables
    .filter(({ key, providedBy }) => providedBy === null && VariableKey.safeParse(key).success)
    .flatMap(({ key, default: given, template, exceptions, scope, services }) =>
      (services.length === 0 || scope === 'reference' ? [null] : services).map((service) => {
        const exception = exceptions.find((each) => each.service === service)
        const own = exception ?? { value: given, template }
        const stated = own.template ?? own.value
        const value = stated === null || !isCopied(stated) ? null : stated
        return { key, service, value, scope, expand: value !== null && own.template !== null }
      }),
    )
}

/** A report cuts longer values off, and the database doesn't store null characters. */
function isCopied(value: string): boolean {
  return value.length < maxReportedLength && !value.includes('\u0000') && value.isWellFormed()
}

function findCurrent(current: readonly CurrentVariable[], { key, service }: FileVariable): CurrentVariable | undefined {
  const named = current.filter((each) => each.key === key)
  return named.find((each) => each.service === service) ?? named.find((each) => each.service === null)
}

function find(variables: readonly FileVariable[], wanted: FileVariable): FileVariable | undefined {
  return variables.find((each) => isSamePlace(each, wanted))
}

/** The saved file already had it without a value, so the person chose to leave it out. */
function isSecretOf(before: readonly FileVariable[], variable: FileVariable): boolean {
  return find(before, variable)?.value === null
}

function isSamePlace(
  one: { key: string; service: string | null },
  other: { key: string; service: string | null },
): boolean {
  return one.key === other.key && one.service === other.service
}
