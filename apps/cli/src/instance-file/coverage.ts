/** Compares the properties of all requests of the API with the instance file. Pure. */
import type { JsonSchema } from '@longshore/sdk'
import { coveredOperations, excludedOperations } from './coverage-table.ts'
import { instanceFileSchema } from './schema.ts'

/** The parts of the API description that matter here. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> }
}

interface ApiOperation {
  readonly operationId?: string
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: SchemaNode }>> }
}

interface SchemaNode {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
}

export interface Coverage {
  /** Number of properties that a file can have. */
  readonly exported: number
  /** Number of properties that are listed as excluded, including those of excluded requests. */
  readonly excluded: number
  /** Properties and requests that are neither. */
  readonly unknown: readonly string[]
  /** Entries of the table for something that the API doesn't have. */
  readonly outdated: readonly string[]
}

export function findCoverage(api: ApiDescription): Coverage {
  let [exported, excluded] = [0, 0]
  const unknown: string[] = []
  const seen = new Set<string>()
  for (const [operation, schema] of requestsOf(api)) {
    const properties = propertiesOf(api, schema)
    const covered = coveredOperations[operation]
    seen.add(operation)
    if (covered === undefined) {
      if (excludedOperations[operation] === undefined) unknown.push(operation)
      else excluded += properties.size
      continue
    }
    for (const property of properties) {
      if (covered.excluded?.[property] !== undefined) excluded += 1
      else if (isInFile(placeOf(covered.at, covered.renamed ?? {}, property))) exported += 1
      else unknown.push(`${operation}: ${property}`)
      seen.add(`${operation}: ${property}`)
    }
  }
  return { exported, excluded, unknown, outdated: listed().filter((name) => !seen.has(name)) }
}

/** Everything that the table names. */
function listed(): string[] {
  const properties = Object.entries(coveredOperations).flatMap(([operation, { renamed = {}, excluded = {} }]) =>
    Object.keys({ ...renamed, ...excluded }).map((property) => `${operation}: ${property}`),
  )
  return [...Object.keys(coveredOperations), ...Object.keys(excludedOperations), ...properties]
}

function requestsOf({ paths }: ApiDescription): [string, SchemaNode][] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }): [string, SchemaNode][] => {
      if (operationId === undefined || requestBody === undefined) return []
      return [[operationId, Object.values(requestBody.content ?? {})[0]?.schema ?? {}]]
    }),
  )
}

/** All properties of a request with their parents, such as `services.healthCheck.path`. */
function propertiesOf(api: ApiDescription, schema: SchemaNode, parent = ''): Set<string> {
  const { $ref, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const referred = $ref === undefined ? undefined : api.components.schemas[$ref.split('/').at(-1) ?? '']
  const inner = [referred, items, ...anyOf, ...oneOf].filter((each) => each !== undefined)
  return new Set([
    ...inner.flatMap((each) => [...propertiesOf(api, each, parent)]),
    ...Object.entries(properties).flatMap(([name, each]) => {
      const path = parent === '' ? name : `${parent}.${name}`
      return [path, ...propertiesOf(api, each, path)]
    }),
  ])
}

/** The longest renamed parent decides. */
function placeOf(at: string, renamed: Readonly<Record<string, string>>, property: string): string[] {
  const parts = property.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const known = renamed[parts.slice(0, length).join('.')]
    if (known !== undefined) return [...at.split('.'), ...known.split('.'), ...parts.slice(length)].filter(Boolean)
  }
  return [...at.split('.'), ...parts].filter(Boolean)
}

function isInFile(place: readonly string[], schema: JsonSchema = instanceFileSchema): boolean {
  const [name, ...rest] = place
  if (name === undefined) return true
  const own = schema.properties?.[name]
  if (own !== undefined && isInFile(rest, own)) return true
  const inner = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return inner.some((each) => each !== undefined && isInFile(place, each))
}
