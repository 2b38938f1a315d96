/** Reads the API description for the generator: named schemas, and operations with their input and output. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  description?: string
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

interface Content {
  schema?: Schema
  'x-longshore-events'?: Record<string, Schema>
}

interface RawOperation {
  operationId: string
  summary: string
  tags: string[]
  'x-longshore-permission': string
  'x-longshore-raw-body'?: boolean
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

interface RawDocument {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  id: string
  method: string
  /** Path below the prefix. */
  path: string
  tag: string
  summary: string
  permission: string
  parameters: Parameter[]
  /** The name of its schema; `raw` for plain bytes. */
  body: { name: string; isRequired: boolean } | 'raw' | null
  answer: Answer
  takesKey: boolean
  resumes: boolean
}

type Answer =
  | { kind: 'json'; schemas: Schema[] }
  | { kind: 'nothing' }
  | { kind: 'bytes' }
  | { kind: 'stream'; events: Record<string, Schema> }

export interface Document {
  tags: { name: string; description: string }[]
  schemas: Map<string, Schema>
  operations: Operation[]
  /** Names of the schemas that request bodies consist of. */
  requestNames: Set<string>
}

const prefix = '/api/v1'

export async function readDocument(): Promise<Document> {
  const text = await readFile(join(import.meta.dirname, '../../apps/server/openapi.json'), 'utf8')
  const raw: RawDocument = JSON.parse(text)
  const schemas = new Map(Object.entries(raw.components.schemas))
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    Object.entries(item)
      // Git providers sign the requests to these operations: our clients can't call them.
      .filter(([, each]) => !(isPublic(each) && each['x-longshore-raw-body'] === true))
      .map(([method, each]) => toOperation(method.toUpperCase(), path, each, schemas)),
  )
  const sorted = new Map([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { tags: raw.tags, schemas: sorted, operations, requestNames: findRequestNames(operations, sorted) }
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Every name that a schema mentions. */
export function mentions(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(mentions)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [nameOf(value)] : mentions(value),
  )
}

function isPublic(operation: RawOperation): boolean {
  return operation['x-longshore-permission'] === 'public'
}

function toOperation(method: string, path: string, raw: RawOperation, schemas: Map<string, Schema>): Operation {
  if (!path.startsWith(`${prefix}/`)) throw new Error(`${raw.operationId} lies outside of ${prefix}`)
  const parameters = raw.parameters ?? []
  const hasHeader = (name: string) => parameters.some((each) => each.in === 'header' && each.name === name)
  return {
    id: raw.operationId,
    method,
    path: path.slice(prefix.length),
    tag: raw.tags[0] ?? '',
    summary: raw.summary,
    permission: raw['x-longshore-permission'],
    parameters: parameters.filter((each) => each.in !== 'header'),
    body: bodyOf(raw, schemas),
    answer: answerOf(raw),
    takesKey: hasHeader('Idempotency-Key'),
    resumes: hasHeader('Last-Event-ID'),
  }
}

/** An unnamed body gets the name of its operation, so that forms can use its rules. */
function bodyOf(raw: RawOperation, schemas: Map<string, Schema>): Operation['body'] {
  if (raw.requestBody === undefined) return null
  if (raw['x-longshore-raw-body'] === true) return 'raw'
  const schema = raw.requestBody.content['application/json']?.schema
  if (schema === undefined) throw new Error(`${raw.operationId} takes a body that is not JSON`)
  const isRequired = raw.requestBody.required === true
  if (schema.$ref !== undefined) return { name: nameOf(schema.$ref), isRequired }
  const name = `${raw.operationId.charAt(0).toUpperCase()}${raw.operationId.slice(1)}Request`
  if (schemas.has(name)) throw new Error(`${name} is taken`)
  schemas.set(name, schema)
  return { name, isRequired }
}

function answerOf(raw: RawOperation): Answer {
  const contents = Object.entries(raw.responses).flatMap(([status, { content }]) =>
    status.startsWith('2') ? [content ?? {}] : [],
  )
  const json = contents.map((content) => content['application/json']?.schema).filter((schema) => schema !== undefined)
  if (json.length > 0) return { kind: 'json', schemas: json }
  const stream = contents[0]?.['text/event-stream']
  if (stream !== undefined) return { kind: 'stream', events: stream['x-longshore-events'] ?? {} }
  return { kind: Object.keys(contents[0] ?? {}).length > 0 ? 'bytes' : 'nothing' }
}

function findRequestNames(operations: readonly Operation[], schemas: Map<string, Schema>): Set<string> {
  const found = new Set<string>()
  const queue = operations.flatMap(({ body }) => (body === null || body === 'raw' ? [] : [body.name]))
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...mentions(schemas.get(name)))
  }
  return found
}
