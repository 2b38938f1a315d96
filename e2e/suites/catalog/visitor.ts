/** A client of a deployed app, through the server's proxy. Keeps cookies and never retries. */
import { request } from 'node:http'
import type { DeployServer } from '../../support/deploy-test-env.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Question {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent unchanged. */
  readonly body?: string
}

export interface Visitor {
  readonly hostname: string
  ask(method: string, path: string, question?: Question): Promise<Reply>
  /** The parsed response, which must be a success. */
  json(method: string, path: string, question?: Question): Promise<unknown>
}

const timeoutMs = 30_000

export function createVisitor(server: DeployServer, hostname: string): Visitor {
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, question: Question = {}): Promise<Reply> => {
    const body = question.json === undefined ? question.body : JSON.stringify(question.json)
    const headers: Record<string, string> = {
      host: hostname,
      'user-agent': 'catalog-suite',
      ...(question.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...question.headers,
    }
    const reply = await send(server, { method, path, headers, body })
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return reply
  }
  return {
    hostname,
    ask,
    async json(method, path, question) {
      const { status, text } = await ask(method, path, question)
      if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
      return text === '' ? null : JSON.parse(text)
    },
  }
}

export function basicAuth(username: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

function send({ target }: DeployServer, { method, path, headers, body }: Sent): Promise<Reply> {
  const port = target.published.get(80)
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, timeout: timeoutMs, agent: false }
    const asked = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      answer.on('error', reject)
    })
    asked.on('timeout', () => asked.destroy(new Error(`${method} ${path}: no answer in ${timeoutMs / 1_000} s`)))
    asked.on('error', reject)
    asked.end(body)
  })
}
