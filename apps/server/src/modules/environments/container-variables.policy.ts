/**
 * Decides which variables the containers of a service get, and where each comes from. The worker starts containers
 * with them, and the API lists them without secret values. Pure.
 */
import type { Id } from '../../platform/ids/brand.ts'
import { type DatabaseAccess, type DatabaseVariable, databaseVariables } from './database-access.policy.ts'
import { type Hostnames, hostnameVariables } from './service-hostnames.policy.ts'
import type { DatabaseKind } from './service-kinds.schemas.ts'
import type { VariableScope } from './variables.schemas.ts'

export interface ContainerDatabase extends Omit<DatabaseAccess, 'host'> {
  readonly serviceId: Id<'svc'>
  readonly name: string
  readonly kind: DatabaseKind
}

export interface SetVariable {
  readonly key: string
  readonly value: string
  readonly isSecret: boolean
  readonly scope: VariableScope
  /** Null for all services. */
  readonly service: string | null
}

export type VariableSource =
  | { readonly kind: 'variable'; readonly service: string | null }
  | { readonly kind: 'database'; readonly service: string; readonly serviceId: Id<'svc'> }
  | { readonly kind: 'longshore' }

export interface ContainerVariable {
  readonly key: string
  readonly value: string
  readonly isSecret: boolean
  readonly source: VariableSource
  /** The source whose variable this one replaces. */
  readonly replaces: VariableSource | null
}

export interface ContainerInputs {
  /** In the order of the environment's services. */
  readonly databases: readonly ContainerDatabase[]
  readonly variables: readonly SetVariable[]
  readonly hostnames: Hostnames
}

/** Sorted by key, so the same values give the same container. */
export function containerVariables(
  service: { readonly name: string; readonly port: number | null },
  { databases, variables, hostnames }: ContainerInputs,
): ContainerVariable[] {
  const found = new Map<string, ContainerVariable>()
  for (const variable of fromDatabases(databases)) found.set(variable.key, variable)
  const set = (variable: Omit<ContainerVariable, 'replaces'>) =>
    found.set(variable.key, { ...variable, replaces: found.get(variable.key)?.source ?? null })
  const source = { kind: 'longshore' } as const
  for (const [key, value] of hostnameVariables(service.name, hostnames)) set({ key, value, isSecret: false, source })
  if (service.port !== null) set({ key: 'PORT', value: String(service.port), isSecret: false, source })
  // A variable for one service takes precedence over one for all.
  for (const only of [null, service.name])
    for (const { key, value, isSecret, scope, service: owner } of variables)
      if (owner === only && scope !== 'build')
        set({ key, value, isSecret, source: { kind: 'variable', service: owner } })
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A variable that is the text of a file is only in the file: large texts don't fit into an environment. */
export function inEnvironment<Variable extends { readonly key: string }>(
  variables: readonly Variable[],
  files: readonly { readonly variable: string | null }[],
): Variable[] {
  return variables.filter(({ key }) => files.every(({ variable }) => variable !== key))
}

function fromDatabases(databases: readonly ContainerDatabase[]): ContainerVariable[] {
  const usual = new Map<string, ContainerVariable>()
  const own = new Map<string, ContainerVariable>()
  for (const { serviceId, name, kind, ...login } of databases) {
    const variables = databaseVariables(name, kind, { ...login, host: name })
    const source = { kind: 'database', service: name, serviceId } as const
    const sourced = (variable: DatabaseVariable) => ({ ...variable, source, replaces: null })
    // DATABASE_URL belongs to the first database of any kind, because programs that read it support only one.
    for (const each of variables.usual) if (!usual.has(each.key)) usual.set(each.key, sourced(each))
    for (const each of variables.own) own.set(each.key, sourced(each))
  }
  return [...usual.values(), ...own.values()]
}
