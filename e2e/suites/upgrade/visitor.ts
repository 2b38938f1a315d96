/** A visitor that sends requests continuously, on a new connection each time, and never retries. */
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { InstallTestEnv } from '../../support/install-test-env.ts'
import { ask } from '../../support/installed-client.ts'

const everyMs = 100

export interface Visits {
  readonly all: number
  readonly failed: readonly string[]
  /** The longest time in which no request succeeded, whether requests failed or waited. */
  readonly awayMs: number
}

export interface Visitor {
  /** Returns the visits since the start or the last call. */
  read(): Promise<Visits>
  stop(): Promise<Visits>
}

export function visitApp({ target }: InstallTestEnv, hostname: string): Visitor {
  return visit(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const options = { host: '127.0.0.1', port: target.published.get(80), headers: { host: hostname }, timeout: 15_000 }
    get({ ...options, agent: false }, (answer) => {
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    }).on('error', reject)
    return promise
  })
}

export function visitDashboard(testEnv: InstallTestEnv): Visitor {
  return visit(async () => (await ask(testEnv, { path: '/health/live' })).status)
}

function visit(once: () => Promise<number>): Visitor {
  let failed: string[] = []
  let all = 0
  let awayMs = 0
  let lastSuccess = performance.now()
  let isOver = false
  const open = new Set<Promise<void>>()
  const note = async () => {
    const status = await once().catch((error: unknown) => String(error))
    all += 1
    if (status !== 200) return void failed.push(`${new Date().toISOString()} ${status}`)
    const now = performance.now()
    awayMs = Math.max(awayMs, now - lastSuccess - everyMs)
    lastSuccess = now
  }
  const loop = (async () => {
    while (!isOver) {
      const one = note()
      open.add(one)
      void one.finally(() => open.delete(one))
      await delay(everyMs)
    }
  })()
  const read = async () => {
    await Promise.all(open)
    const found = { all, failed, awayMs: Math.round(awayMs) }
    ;[all, failed, awayMs, lastSuccess] = [0, [], 0, performance.now()]
    return found
  }
  return {
    read,
    async stop() {
      isOver = true
      await loop
      return await read()
    },
  }
}
