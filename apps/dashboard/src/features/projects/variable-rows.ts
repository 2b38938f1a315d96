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
  /** Whether that value has references to other variables. */
  expand: boolean
  /** The value is a whole text, such as the content of a file. */
  isText: boolean
}

/** A report cuts longer values off. */
const maxReportedLength = 4_000

export function listVariableRows({ variables, services }: Pick<Analysis, 'variables' | 'services'>): VariableRow[] {
  const fileKeys = new Set(services.flatMap(({ files = [] }) => files.map(({ variable }) => variable)))
  return variables.flatMap((variable) => {
    const { key, default: value, template = null, exceptions = [], services: all } = variable
    const usual = template ?? value
    const isText = (stated: string | null) => fileKeys.has(key) || stated?.includes('\n') === true
    const others = all.filter((name) => exceptions.every(({ service }) => service !== name))
    const shared = {
      variable,
      service: null,
      services: others,
      stated: usual,
      expand: template !== null,
      isText: isText(usual),
    }
    const own = exceptions.map(({ service, template: refers = null, value: plain }) => {
      const stated = refers ?? plain
      return { variable, service, services: [service], stated, expand: refers !== null, isText: isText(stated) }
    })
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
  return rows.flatMap(({ variable: { key }, services, stated, expand }, index): NewVariable[] => {
    const value = values[index] ?? ''
    const isOnly = rows.every((row, other) => other === index || row.variable.key !== key)
    if (isOnly) return isEntered(value) ? [{ key, value }] : []
    const known = isCompose && entered.has(key) && isWhole(stated) ? stated : null
    const own = isEntered(value) ? value : known
    if (own === null) return []
    const refers = expand && !isEntered(value) ? { expand } : {}
    if (services.length === 0) return [{ key, value: own, ...refers }]
    return services.filter((name) => names.has(name)).map((service) => ({ key, value: own, ...refers, service }))
  })
}

function isEntered(value: string | undefined): boolean {
  return value !== undefined && value !== ''
}

function isWhole(value: string | null): value is string {
  return value !== null && value.length < maxReportedLength
}
