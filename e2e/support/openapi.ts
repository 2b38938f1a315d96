/** The committed API description, as the sweeps read it: every operation in it is covered without new code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from './json-schema.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface DocumentedAnswer {
  contentType: string | null
  schema: Schema | null
}

export interface Operation {
  id: string
  method: string
  path: string
  permission: string | undefined
  /** The subject of the operation, and how its project is found; see route-config.ts. */
  scope: string | undefined
  parameters: Parameter[]
  /** Null if the operation has no body. */
  body: Schema | null
  /** JSON, or the first type of a file. */
  bodyType: string
  answers: Record<string, DocumentedAnswer>
  /** Events of a stream: the schema of the data, by name. */
  events: Record<string, Schema>
  /** Takes Idempotency-Key. */
  isIdempotent: boolean
  /** Responds with Server-Sent Events. */
  isStream: boolean
  /** Accepts raw bytes. */
  isRaw: boolean
}

export interface Api {
  operations: Operation[]
  /** Named schemas. */
  schemas: Record<string, Schema>
  text: string
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace']

export function readApi(): Api {
  const text = readFileSync(join(import.meta.dirname, '../../apps/server/openapi.json'), 'utf8')
  const document: RawDocument = JSON.parse(text)
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method]
      return raw === undefined ? [] : [toOperation(method.toUpperCase(), path, raw)]
    }),
  )
  return { operations, schemas: document.components.schemas, text }
}

export function parametersIn(operation: Operation, place: Parameter['in']): Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place)
}

export function takesHeader(operation: Operation, name: string): boolean {
  return parametersIn(operation, 'header').some((parameter) => parameter.name === name)
}

/** `/organizations/{id}` and `{ id: 'org_…' }` → the path. Values are sent as they are, so callers escape them. */
export function fillPath(operation: Operation, values: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`)
    return value
  })
}

interface RawOperation {
  operationId: string
  'x-longshore-permission'?: string
  'x-longshore-scope'?: string
  'x-longshore-raw-body'?: boolean
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { content?: Record<string, { schema: Schema; 'x-longshore-events'?: Record<string, Schema> }> }
  >
}
interface RawDocument {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}

function toOperation(method: string, path: string, raw: RawOperation): Operation {
  const parameters = raw.parameters ?? []
  const answers = Object.fromEntries(
    Object.entries(raw.responses).map(([status, answer]) => {
      const [entry] = Object.entries(answer.content ?? {})
      return [status, { contentType: entry?.[0] ?? null, schema: entry?.[1].schema ?? null }]
    }),
  )
  const content = raw.requestBody?.content ?? {}
  const bodyType = Object.keys(content).find((type) => type !== 'multipart/form-data') ?? 'application/json'
  return {
    id: raw.operationId,
    method,
    path,
    permission: raw['x-longshore-permission'],
    scope: raw['x-longshore-scope'],
    parameters,
    body: content[bodyType]?.schema ?? null,
    bodyType,
    answers,
    events: raw.responses['200']?.content?.['text/event-stream']?.['x-longshore-events'] ?? {},
    isIdempotent: parameters.some((parameter) => parameter.name === 'Idempotency-Key'),
    isStream: answers['200']?.contentType === 'text/event-stream',
    isRaw: raw['x-longshore-raw-body'] === true,
  }
}
