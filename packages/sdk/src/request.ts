/** An operation and its parameters → the request. Pure. */
import type { Operation, RawBody } from './operation.ts'

export const prefix = '/api/v1'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Instead of the client's. */
  organization?: string | undefined
  /** `version` of what is changed: 412 when somebody else changed it in the meantime. */
  ifMatch?: number | undefined
  /** Chosen by the SDK unless given. Give one that you keep to survive the end of your own process. */
  idempotencyKey?: string | undefined
  /** Of each try. */
  timeoutMs?: number | undefined
  /** Of a file that is sent. */
  contentType?: string | undefined
}

export interface RequestParts {
  /** With the prefix and the query. */
  path: string
  headers: Record<string, string>
  body: string | RawBody | undefined
  /** False: the body is a stream, which is gone after the first try. */
  canRepeat: boolean
}

export function toRequest(operation: Operation<unknown>, parameters: object, options: CallOptions): RequestParts {
  const values = new Map<string, unknown>(Object.entries(parameters))
  const body = values.get('body')
  values.delete('body')
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name)
    values.delete(name)
    // Not the empty text either: the path would be another one.
    if (value === undefined || value === null || value === '') throw new TypeError(`the parameter ${name} is missing`)
    return encodeSegment(String(value))
  })
  const { headers, content, canRepeat } = encodeBody(body, options.contentType)
  if (options.organization !== undefined) headers['longshore-organization'] = options.organization
  if (options.ifMatch !== undefined) headers['if-match'] = `"${options.ifMatch}"`
  return { path: `${prefix}${path}${queryText(values)}`, headers, body: content, canRepeat }
}

/** `.` and `..` stay as they are in `encodeURIComponent`, and a URL would lose them. */
function encodeSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text)
}

function queryText(values: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of values) if (value !== undefined && value !== null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

interface EncodedBody {
  headers: Record<string, string>
  content: RequestParts['body']
  canRepeat: boolean
}

function encodeBody(body: unknown, contentType: string | undefined): EncodedBody {
  if (body === undefined) return { headers: {}, content: undefined, canRepeat: true }
  // Its type carries the boundary, which only fetch knows.
  if (body instanceof FormData) return { headers: {}, content: body, canRepeat: true }
  const headers = { 'content-type': contentType ?? 'application/octet-stream' }
  if (body instanceof ReadableStream) return { headers, content: body, canRepeat: false }
  if (body instanceof Blob || isBytes(body)) return { headers, content: body, canRepeat: true }
  if (typeof body === 'string') return { headers, content: body, canRepeat: true }
  return { headers: { 'content-type': 'application/json' }, content: JSON.stringify(body), canRepeat: true }
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array
}
