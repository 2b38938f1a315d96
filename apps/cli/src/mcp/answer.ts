/** Messages of the Model Context Protocol → answers. JSON-RPC 2.0, one message on each line. */
import type { JsonSchema } from '@longshore/sdk'
import { validate } from '@longshore/sdk/validate'
import { toTold } from '../errors.ts'
import { harmlessJson } from '../terminal/harmless.ts'
import { describeTool, inputSchemaOf, type Tool } from './tool.ts'

export interface Request {
  jsonrpc: '2.0'
  /** Absent: nobody waits for an answer. */
  id?: string | number
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
const isRequest = (value: unknown): value is Request => validate(requestSchema, value).length === 0
const isFields = (value: unknown): value is Record<string, unknown> => validate({ type: 'object' }, value).length === 0

/** Those that we speak, the newest first. */
const versions = ['2025-06-18', '2025-03-26', '2024-11-05']

export interface AnswerOptions {
  readonly tools: readonly Tool[]
  readonly url: string
  run(tool: Tool, given: Record<string, unknown>): Promise<unknown>
}

/** Undefined: there is nothing to answer. */
export async function answerLine(line: string, options: AnswerOptions): Promise<object | undefined> {
  const message = parse(line)
  if (!isRequest(message)) return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'That is no request.' } }
  if (message.id === undefined) return undefined
  const { id, method, params = {} } = message
  const result = await answer(method, params, options)
  if (result === undefined)
    return { jsonrpc: '2.0', id, error: { code: -32601, message: `There is no method ${method}.` } }
  return { jsonrpc: '2.0', id, ...result }
}

async function answer(
  method: string,
  params: Record<string, unknown>,
  options: AnswerOptions,
): Promise<{ result: object } | { error: object } | undefined> {
  if (method === 'ping') return { result: {} }
  if (method === 'initialize') {
    const asked = versions.find((each) => each === params.protocolVersion)
    const serverInfo = { name: 'longshore', version: '0.1.0' }
    return { result: { protocolVersion: asked ?? versions[0], capabilities: { tools: {} }, serverInfo } }
  }
  if (method === 'tools/list') return { result: { tools: options.tools.map(describeTool) } }
  if (method !== 'tools/call') return undefined
  const tool = options.tools.find((each) => each.name === params.name)
  if (tool === undefined) return { error: { code: -32602, message: `There is no tool ${String(params.name)}.` } }
  return { result: await callTool(tool, params.arguments ?? {}, options) }
}

/** What goes wrong in a tool is told to the assistant, so that it can do better. */
async function callTool(tool: Tool, given: unknown, options: AnswerOptions): Promise<object> {
  const faults = validate(inputSchemaOf(tool), given)
  if (faults.length > 0 || !isFields(given)) {
    const words = faults.map(({ pointer, message }) => `${pointer.slice(1) || 'arguments'} ${message}`).join('; ')
    return { isError: true, content: [{ type: 'text', text: `${words}.` }] }
  }
  try {
    const value = await options.run(tool, given)
    return { content: [{ type: 'text', text: harmlessJson(value ?? {}) }] }
  } catch (error) {
    const { code, message, hint, page } = toTold(error, options.url)
    return { isError: true, content: [{ type: 'text', text: harmlessJson({ code, message, hint, page }) }] }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
