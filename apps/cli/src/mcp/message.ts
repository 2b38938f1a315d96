/** What comes in on a line: JSON-RPC 2.0 by the rules of the Model Context Protocol. Pure. */
import type { JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'

export type RequestId = string | number

export interface Request {
  jsonrpc: '2.0'
  /** Absent: nobody waits for an answer. */
  id?: RequestId
  method: string
  params?: Record<string, unknown>
}

const requestSchema: JsonSchema = {
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number'] },
    method: { type: 'string' },
    params: { type: 'object' },
  },
  required: ['jsonrpc', 'method'],
}
const idSchema: JsonSchema = { type: 'object', properties: { id: { type: ['string', 'number'] } }, required: ['id'] }
export const isRequest = (value: unknown): value is Request => validate(requestSchema, value).length === 0
export const isFields = (value: unknown): value is Record<string, unknown> =>
  validate({ type: 'object' }, value).length === 0
const hasId = (value: unknown): value is { id: RequestId } => validate(idSchema, value).length === 0

/** An answer to a request of ours: there are none, so nobody waits for it. */
export function isAnswer(value: unknown): boolean {
  return isFields(value) && !('method' in value) && ('result' in value || 'error' in value)
}

export const errorCodes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602, internal: -32_603 }

export function toFailure(id: RequestId | null, kind: keyof typeof errorCodes, message: string): object {
  return { jsonrpc: '2.0', id, error: { code: errorCodes[kind], message } }
}

/** Of a message that may be anything. */
export function idOf(value: unknown): RequestId | null {
  return hasId(value) ? value.id : null
}
