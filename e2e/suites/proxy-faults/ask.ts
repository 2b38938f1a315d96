/** One request to a hostname on a server, through its proxy, as a browser or a program sends it. */
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { DeployServer } from '../../support/deploy-test-env.ts'

export interface Asked {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
  /** PEM: who must have signed. Null: anyone. Absent: plain HTTP. */
  readonly authority?: string | null
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly issuer: string | null
}

const timeoutMs = 15_000

export function askSite({ target }: DeployServer, hostname: string, asked: Asked = {}): Promise<Answered> {
  const { path = '/', method = 'GET', headers = {}, body, authority } = asked
  const common: RequestOptions = {
    host: '127.0.0.1',
    path,
    method,
    headers: { host: hostname, ...headers },
    timeout: timeoutMs,
  }
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const trust = authority === null ? { rejectUnauthorized: false } : { ca: authority }
  const sent =
    authority === undefined
      ? request({ ...common, port: target.published.get(80), agent: false })
      : secureRequest({ ...common, ...trust, port: target.published.get(443), servername: hostname, agent: false })
  sent.on('response', (response) => {
    let text = ''
    const issuer = authority === undefined ? null : issuerOf(response)
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text, issuer }))
    response.on('error', reject)
  })
  sent.on('timeout', () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)))
  sent.on('error', reject)
  sent.end(body)
  return promise
}

function issuerOf({ socket }: IncomingMessage): string {
  const { issuer } = (socket as TLSSocket).getPeerCertificate()
  return String(issuer?.CN ?? '')
}

export function basic(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
