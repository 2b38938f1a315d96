/**
 * The variables that an analysis found, as rows of a form, and the values that people entered as variables of a request. A
 * compose file can state another value for one service, which then has its own row. Pure.
 */
import type { Analysis, FinalizeProjectRequest } from '@longshore/sdk'

type FoundVariable = Analysis['variables'][number]
type NewVariable = NonNullable<FinalizeProjectRequest['variables']>[number]

export interface VariableRow {
  variable: FoundVariable
  /** The only service of the row. Null: all that have no row of their own. */
  service: string | null
  /** Services that get the value. Empty: all. */
  services: readonly string[]
  /** The value in the repository. */
  stated: string | null
  /** The value is a whole text, such as the content of a file. */
  isText: boolean
}

/** A report cuts longer values off. */
const maxReportedLength = 4_000

export function listVariableRows({ variables, services }: Pick<Analysis, 'variables' | 'services'>): VariableRow[] {
  const fileKeys = new Set(services.flatMap(({ files = [] }) => files.map(({ variable }) => variable)))
  return variables.flatMap((variable) => {
    const { key, default: usual, exceptions = [], services: all } = variable
    const isText = (stated: string | null) => fileKeys.has(key) || stated?.includes('\n') === true
    const others = all.filter((name) => exceptions.every(({ service }) => service !== name))
    const shared = { variable, service: null, services: others, stated: usual, isText: isText(usual) }
    const own = exceptions.map(({ service, value }) => ({
      ...{ variable, service, services: [service], stated: value, isText: isText(value) },
    }))
    return all.length > 0 && others.length === 0 ? own : [shared, ...own]
  })
}

export function isNeeded({ variable: { required, providedBy }, stated }: VariableRow): boolean {
  return required && stated === null && providedBy === null
}

export interface EnteredVariables {
  rows: readonly VariableRow[]
  /** The order is that of the rows. */
  values: readonly string[]
  /** Services of the new environment. */
  names: ReadonlySet<string>
  /** The server sets the file's values, except for keys that the request has. */
  isCompose: boolean
}

export function toNewVariables({ rows, values, names, isCompose }: EnteredVariables): NewVariable[] {
  const entered = new Set(rows.filter((_, index) => isEntered(values[index])).map(({ variable }) => variable.key))
  return rows.flatMap(({ variable: { key }, services, stated }, index): NewVariable[] => {
    const value = values[index] ?? ''
    const isOnly = rows.every((row, other) => other === index || row.variable.key !== key)
    if (isOnly) return isEntered(value) ? [{ key, value }] : []
    const known = isCompose && entered.has(key) && isWhole(stated) ? stated : null
    const own = isEntered(value) ? value : known
    if (own === null) return []
    if (services.length === 0) return [{ key, value: own }]
    return services.filter((name) => names.has(name)).map((service) => ({ key, value: own, service }))
  })
}

function isEntered(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

function isWhole(value: string | null): value is string {
  return value !== null && value.length < maxReportedLength
}
