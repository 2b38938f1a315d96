/** When a hostname responds over a new TLS connection. */
import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../../fixtures/target.ts'
import { entryOf } from '../../support/zero-downtime/test-env.ts'
import type { DomainsTestEnv } from './test-env.ts'

const deadlineMs = 60_000
const everyMs = 5

export interface Served {
  /** Duration of the call that brings the configuration to the server. */
  readonly loadMs: number
  /** Time from the start of the call until the hostname responds. */
  readonly servedMs: number
}

export async function loadUntilServed(
  { target, runtime }: DomainsTestEnv,
  { json, version }: { json: string; version: number },
  hostname: string,
): Promise<Served> {
  const startedAt = performance.now()
  const loading = runtime.loadConfiguration({ json, version }, { signal: AbortSignal.timeout(deadlineMs) })
  const load = loading.then(() => performance.now() - startedAt)
  const served = waitUntilServed(target, hostname).then(() => performance.now() - startedAt)
  const [loadMs, servedMs] = await Promise.all([load, served])
  return { loadMs, servedMs }
}

export async function waitUntilServed(target: Target, hostname: string): Promise<void> {
  const entry = entryOf(target, hostname)
  for (const deadline = Date.now() + deadlineMs; !(await answers(entry)); await delay(everyMs))
    if (Date.now() > deadline) throw new Error(`${hostname} is not served`)
}

async function answers({ host, httpsPort, hostname }: ReturnType<typeof entryOf>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const options = {
    host,
    port: httpsPort,
    servername: hostname,
    headers: { host: hostname },
    rejectUnauthorized: false,
  }
  const asked = request({ ...options, agent: false, timeout: 5_000 }, (answer) => {
    answer.resume()
    answer.on('end', () => resolve(answer.statusCode === 200 && answer.headers['x-version'] === 'a'))
  })
  asked.on('error', () => resolve(false))
  asked.on('timeout', () => asked.destroy())
  asked.end()
  return await promise
}
