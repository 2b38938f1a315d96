/** Follows the stream of events through the proxy, and resumes after the last event that it received. */
import { request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { dashboardName, type InstallTestEnv } from '../../support/install-test-env.ts'

const pauseMs = 200

export interface Follower extends Disposable {
  readonly ids: readonly number[]
  readonly connections: number
}

type Reached = Pick<InstallTestEnv, 'target' | 'pebble'>

export function followEvents(testEnv: Reached, { token, after }: { token: string; after?: number }): Follower {
  const ids: number[] = []
  const over = new AbortController()
  let connections = 0
  const loop = async () => {
    while (!over.signal.aborted) {
      const last = ids.at(-1) ?? after
      const accept = () => {
        connections += 1
      }
      await readOnce(testEnv, { token, last, signal: over.signal, accept, push: (id) => ids.push(id) }).catch(
        () => null,
      )
      await delay(pauseMs)
    }
  }
  void loop()
  return {
    ids,
    get connections() {
      return connections
    },
    [Symbol.dispose]: () => over.abort(),
  }
}

interface Connection {
  token: string
  last: number | undefined
  signal: AbortSignal
  accept(): void
  push(id: number): void
}

async function readOnce(testEnv: Reached, { token, last, signal, accept, push }: Connection): Promise<void> {
  const ca = await testEnv.pebble.issuingRoot()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = {
    host: dashboardName,
    authorization: `Bearer ${token}`,
    ...(last === undefined ? {} : { 'last-event-id': String(last) }),
  }
  const place = { host: '127.0.0.1', port: testEnv.target.published.get(443), servername: dashboardName, ca }
  request({ ...place, path: '/api/v1/events', headers, agent: false, signal }, (answer) => {
    if (answer.statusCode !== 200) return void reject(new Error(`events: ${answer.statusCode}`))
    accept()
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (part: string) => {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id] = /^id: (\d+)$/m.exec(block) ?? []
        // The first event only says where the stream is.
        if (id !== undefined && !/^event: ready$/m.test(block)) push(Number(id))
      }
    })
    answer.on('error', reject)
    answer.on('close', () => resolve())
  })
    .on('error', reject)
    .end()
  await promise
}
