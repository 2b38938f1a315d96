/** Calls an installation as its users do: by hostname, through its proxy, with certificate verification. */

import { get } from 'node:http'
import { request } from 'node:https'
import { text as readText } from 'node:stream/consumers'
import { dashboardName, type InstallTestEnv } from './install-test-env.ts'
import type { ResponseView } from './response-view.ts'

const timeoutMs = 120_000

export interface Answer {
  status: number
  text: string
}

export interface Asked {
  hostname?: string
  method?: string
  path: string
  token?: string
  body?: Record<string, unknown>
}

export async function ask(testEnv: Pick<InstallTestEnv, 'target' | 'pebble'>, asked: Asked): Promise<Answer> {
  const { hostname = dashboardName, method = 'GET', path, token, body } = asked
  const ca = await testEnv.pebble.issuingRoot()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    host: hostname,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const port = testEnv.target.published.get(443)
  const options = { host: '127.0.0.1', port, servername: hostname, headers, method, path, ca, agent: false as const }
  const sent = request({ ...options, timeout: timeoutMs }, (answer) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      text += part
    })
    answer.on('error', reject)
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
  })
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
  sent.on('error', reject)
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return await promise
}

/** Sends a request that must succeed, below /api/v1. */
export async function mustCall<Body = ResponseView>(testEnv: InstallTestEnv, asked: Asked): Promise<Body> {
  const answer = await ask(testEnv, { ...asked, path: `/api/v1${asked.path}` })
  if (answer.status >= 300) throw new Error(`${asked.method ?? 'GET'} ${asked.path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text === '' ? 'null' : answer.text)
}

/** An app at its automatic hostname, which has no certificate that the test trusts. */
export async function visitPlain(
  { target }: Pick<InstallTestEnv, 'target'>,
  hostname: string,
  path = '/',
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = {
    host: '127.0.0.1',
    port: target.published.get(80),
    path,
    headers: { ...more, host: hostname },
    timeout: 15_000,
  }
  get(options, (answer) => resolve(readText(answer))).on('error', reject)
  return await promise
}
