/** A client of the Model Context Protocol: starts the command as an assistant does, and sends JSON-RPC line by line. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { ResponseView } from '../response-view.ts'
import { mainFile } from './cli.ts'

const answerMs = 60_000

export interface ToolAnswer {
  isError: boolean
  text: string
  /** The text parsed as JSON; undefined if it isn't JSON. */
  value: ToolValue
}

/** Output of a tool: the fields that suites read. */
export interface ToolValue extends ResponseView {
  readonly error: { readonly code: string; readonly hint: string } | null
  readonly errors: unknown[]
  readonly hasEnded: boolean
  readonly hint: string
  readonly message: string
  readonly number: number
  readonly page: string
  readonly step: string | null
  readonly steps: { status: string }[]
  readonly value: string | null
  readonly key: string
  readonly items: ToolValue[]
}

/** A message of the protocol, with the parts that suites read. */
export interface McpMessage {
  id?: unknown
  method?: string
  params: { message: string; requestedSchema: unknown }
  result: {
    protocolVersion: string
    instructions: string
    capabilities: Record<string, unknown>
    serverInfo: { name: string; version: string }
    tools: McpTool[]
    content: [{ text: string }]
    isError?: boolean
  }
  error: { code: number; message: string }
}

export interface ToolSchema {
  type: string
  description?: string
  properties?: Record<string, ToolSchema>
  required?: string[]
  additionalProperties?: unknown
  items?: ToolSchema
}

export interface McpTool {
  name: string
  description: string
  inputSchema: ToolSchema & { properties: Record<string, ToolSchema> }
  annotations: Record<string, unknown>
}

/** The person's reaction when their client asks them. `fail`: the client says that it could not ask. `wait`: nothing yet. */
export type Person = 'accept' | 'decline' | 'cancel' | 'fail' | 'wait'

export interface ClientOptions {
  environment: Record<string, string>
  directory: string
  args?: readonly string[]
  /** Undefined if the client can't ask anyone. */
  person?: Person | undefined
}

export class McpClient implements AsyncDisposable {
  readonly #child: ChildProcess
  readonly #waiting = new Map<unknown, (answer: McpMessage) => void>()
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  #open = ''
  #nextId = 1
  /** Every line of standard output. */
  readonly lines: string[] = []
  /** The questions to the user, as protocol messages. */
  readonly questions: McpMessage[] = []
  person: Person | undefined
  stderr = ''

  constructor({ environment, directory, args = [], person }: ClientOptions) {
    this.person = person
    this.#child = spawn(process.execPath, [mainFile, 'mcp', ...args], { env: environment, cwd: directory })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    // The command may end before it has read everything. Its exit code shows whether that was right.
    this.#child.stdin?.on('error', () => undefined)
    const { promise, resolve } = Promise.withResolvers<number | null>()
    this.#child.once('close', (code) => resolve(code))
    this.ended = promise
  }

  /** Sends the line unchanged. */
  write(line: string): void {
    this.#child.stdin?.write(`${line}\n`)
  }

  /** The response with this id. */
  async waitFor(id: unknown): Promise<McpMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<McpMessage>()
    const timer = setTimeout(() => reject(new Error(`no answer with id ${id}: ${this.stderr}`)), answerMs)
    this.#waiting.set(id, resolve)
    return await promise.finally(() => clearTimeout(timer))
  }

  async send(line: string, id: unknown): Promise<McpMessage> {
    const answer = this.waitFor(id)
    this.write(line)
    return await answer
  }

  async ask(method: string, params?: object): Promise<McpMessage> {
    const id = this.#nextId++
    return await this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), id)
  }

  async greet(protocolVersion = '2025-06-18'): Promise<McpMessage> {
    const clientInfo = { name: 'suite', version: '1' }
    const capabilities = this.person === undefined ? {} : { elicitation: {} }
    const answer = await this.ask('initialize', { protocolVersion, capabilities, clientInfo })
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    return answer
  }

  async tools(): Promise<McpTool[]> {
    return (await this.ask('tools/list')).result.tools
  }

  /** `more` is next to the arguments, where an assistant's program writes, not the assistant. */
  async call(name: string, given: object = {}, more: object = {}): Promise<ToolAnswer> {
    const answer = await this.ask('tools/call', { name, arguments: given, ...more })
    if (answer.result === undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    const text = String(answer.result.content[0].text)
    return { isError: answer.result.isError === true, text, value: parse<ToolValue>(text) }
  }

  /** Applies the user's reaction to a pending question. */
  answer(question: McpMessage, person: Person): void {
    if (person === 'wait') return
    const error = { code: -32_603, message: 'There is no window to ask in.' }
    const said =
      person === 'fail' ? { error } : { result: { action: person, ...(person === 'accept' && { content: {} }) } }
    this.write(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...said }))
  }

  /** The command line that other users of the machine see. */
  async commandLine(): Promise<string> {
    return await readFile(`/proc/${this.#child.pid}/cmdline`, 'utf8')
  }

  /** Closes its input and returns the exit code. */
  async end(): Promise<number | null> {
    this.#child.stdin?.end()
    return await this.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  #take(text: string): void {
    const pieces = `${this.#open}${text}`.split('\n')
    this.#open = pieces.pop() ?? ''
    for (const line of pieces) {
      this.lines.push(line)
      const message = parse<McpMessage | undefined>(line)
      if (message?.method === 'elicitation/create') {
        this.questions.push(message)
        this.answer(message, this.person ?? 'fail')
        continue
      }
      this.#waiting.get(message?.id)?.(message as McpMessage)
      this.#waiting.delete(message?.id)
    }
  }
}

/** Undefined if it isn't JSON, though no type says so. */
function parse<Value>(line: string): Value {
  try {
    return JSON.parse(line)
  } catch {
    return undefined as Value
  }
}
