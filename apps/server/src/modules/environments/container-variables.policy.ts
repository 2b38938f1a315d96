/**
 * Decides which variables the containers of a service get, and where each comes from. The worker starts containers
 * with them, and the API lists them without secret values. Pure.
 */
import type { Id } from '../../platform/ids/brand.ts'
import {
  type DatabaseAccess,
  type DatabaseVariable,
  databaseReferences,
  databaseVariables,
} from './database-access.policy.ts'
import {
  createExpander,
  type Definition,
  nameInVariables,
  type ReferenceFault,
  type ReferenceLayers,
} from './references.policy.ts'
import { type Hostnames, hostnameVariables, type PublicUrl, urlVariables } from './service-hostnames.policy.ts'
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
  readonly expand: boolean
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
  /** The main URL of each service that has one, with the environment's own first. */
  readonly urls: readonly PublicUrl[]
}

interface Receiver {
  readonly name: string
  readonly port: number | null
}

/** Sorted by key, so the same values give the same container. */
export function containerVariables(service: Receiver, inputs: ContainerInputs): ContainerVariable[] {
  return expandedVariables(service, inputs).variables
}

/** Finds references that the containers of a service can't get a value for. */
export function referenceFaults(service: Receiver, inputs: ContainerInputs): readonly ReferenceFault[] {
  return expandedVariables(service, inputs).faults
}

function expandedVariables(service: Receiver, inputs: ContainerInputs) {
  const expander = createExpander(layersOf(service, inputs))
  const variables = unexpandedVariables(service, inputs).map(({ layer, ...variable }): ContainerVariable => {
    if (layer === null) return variable
    const { value, isSecret } = expander.expand(variable.key, layer)
    return { ...variable, value, isSecret }
  })
  return { variables, faults: expander.faults }
}

type Unexpanded = ContainerVariable & {
  /** Where the definition with the references is. Null for a value without references. */
  readonly layer: number | null
}

function unexpandedVariables(
  service: Receiver,
  { databases, variables, hostnames, urls }: ContainerInputs,
): Unexpanded[] {
  const found = new Map<string, Unexpanded>()
  for (const variable of fromDatabases(databases)) found.set(variable.key, { ...variable, layer: null })
  const set = (variable: Omit<Unexpanded, 'replaces'>) =>
    found.set(variable.key, { ...variable, replaces: found.get(variable.key)?.source ?? null })
  const given = { isSecret: false, source: { kind: 'longshore' }, layer: null } as const
  for (const [key, value] of hostnameVariables(service.name, hostnames)) set({ key, value, ...given })
  for (const [key, value] of urlVariables(service.name, urls)) set({ key, value, ...given })
  if (service.port !== null) set({ key: 'PORT', value: String(service.port), ...given })
  // A variable for one service takes precedence over one for all.
  for (const [layer, only] of [
    [sharedLayer, null],
    [ownLayer, service.name],
  ] as const)
    for (const { key, value, isSecret, scope, expand, service: owner } of variables)
      if (owner === only && (scope === 'runtime' || scope === 'both'))
        set({ key, value, isSecret, source: { kind: 'variable', service: owner }, layer: expand ? layer : null })
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const ownLayer = 0
const sharedLayer = 1

/** The definitions that references find, in the order of precedence. Build-only variables aren't among them. */
function layersOf(service: Receiver, { databases, variables, hostnames, urls }: ContainerInputs): ReferenceLayers {
  const usable = variables.filter(({ scope }) => scope !== 'build')
  const setFor = (only: string | null) =>
    new Map<string, Definition>(usable.filter((each) => each.service === only).map((each) => [each.key, each]))
  const plain = (value: string): Definition => ({ value, isSecret: false, expand: false })
  const longshore = new Map<string, Definition>()
  for (const { service: name, url } of urls)
    for (const [key, value] of urlVariables(name, urls)) {
      longshore.set(`${key}_${nameInVariables(name)}`, plain(value))
      // A worker without a hostname refers to the environment's main URL.
      if (url === urls[0]?.url) longshore.set(key, plain(value))
    }
  for (const [key, value] of hostnameVariables(service.name, hostnames)) longshore.set(key, plain(value))
  for (const [key, value] of urlVariables(service.name, urls)) longshore.set(key, plain(value))
  if (service.port !== null) longshore.set('PORT', plain(String(service.port)))
  const provided = new Map<string, Definition>()
  for (const { key, value, isSecret } of fromDatabases(databases)) provided.set(key, { value, isSecret, expand: false })
  for (const { name, kind, serviceId: _, ...login } of databases)
    for (const { key, value, isSecret } of databaseReferences(name, kind, { ...login, host: name }))
      provided.set(key, { value, isSecret, expand: false })
  return [setFor(service.name), setFor(null), longshore, provided]
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
