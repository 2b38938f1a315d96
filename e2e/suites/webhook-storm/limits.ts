/** Limits of webhooks: the size of a body before it is read, and deliveries per minute for one environment. */
import { request } from 'node:http'
import { inParallel } from '../../support/in-parallel.ts'
import { deliver, namesOf, pushOf, sign } from './deliver.ts'
import type { StormTestEnv } from './test-env.ts'

const perMinute = 600
const bodyBytes = 5_000_000

export async function proveLimits(testEnv: StormTestEnv): Promise<void> {
  const { report } = testEnv
  const followed = { ...(await testEnv.follow('limited', 2)), kind: 'github' as const }
  const sized = async (bytes: number) => {
    const body = Buffer.alloc(bytes, ' ')
    const headers = { ...namesOf('github', 'push', `size-${bytes}`), ...sign('github', followed.secret, body) }
    return (await deliver(testEnv, followed.id, { body, headers })).status
  }
  const statuses = [await sized(bodyBytes), await announce(testEnv, followed.id, bodyBytes + 1)]
  report.expect(statuses.join() === '202,413', `bodies of 5 MB and a byte more are ${statuses.join()}`)
  // One delivery of this minute is used up.
  const counts = new Map<number, number>()
  const deliveries = Array.from({ length: perMinute + 20 }, (_, index) => `limit-${index}`)
  const startedAt = Date.now()
  await inParallel(deliveries, 16, async (id) => {
    const other = { ref: 'refs/heads/other', sha: followed.commits[1] ?? '', message: id }
    const { status } = await deliver(testEnv, followed.id, pushOf(followed, other, id))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  })
  report.figure('limit_taken', counts.get(202) ?? 0)
  const isOneMinute = Date.now() - startedAt < 55_000
  const isExact = counts.get(202) === perMinute - 1 && counts.get(429) === 21
  if (isOneMinute) report.expect(isExact, `of ${deliveries.length} deliveries ${JSON.stringify([...counts])}`)
  else console.error('  the machine was too slow for the limit of a minute')
}

/** Announces the length of a body and doesn't send it: the response comes before it is read. */
async function announce({ instance }: StormTestEnv, id: string, bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const asked = request(`${instance.url}/api/v1/webhooks/git/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': bytes },
    timeout: 30_000,
  })
  asked.on('response', (answer) => {
    resolve(answer.statusCode ?? 0)
    asked.destroy()
  })
  asked.on('error', reject)
  asked.flushHeaders()
  return await promise
}
