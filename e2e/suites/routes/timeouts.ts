/** Services that take longer than their hostname or path allows. */
import { Agent } from 'node:http'
import { RouteOptions } from '../../../apps/server/src/testing/internals/domains.ts'
import { ask } from './ask.ts'
import { environment, type RoutesTestEnv } from './test-env.ts'

const hostname = 'slow.routes.test'
const cases = [
  { target: '/', ms: 0, status: 200 },
  { target: '/', ms: 3_000, status: 504 },
  { target: '/patient/x', ms: 3_000, status: 200 },
  { target: '/same/x', ms: 3_000, status: 504 },
] as const

export async function compareTimeouts({ target, port, report, load }: RoutesTestEnv): Promise<void> {
  const paths = [
    { path: '/patient', service: 'api', timeoutSeconds: 60 },
    { path: '/same', service: 'api' },
  ]
  const options = RouteOptions.parse({ timeoutSeconds: 1, paths })
  const shared = { environment, service: 'web', tls: 'off', forceHttps: false, certificate: null } as const
  await load([{ ...shared, hostname, options }])
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    cases.map(async ({ target: path, ms, status }) => {
      const headers = { 'x-wait-ms': String(ms) }
      const answer = await ask({ hostname, target: path, headers }, { host: target.host, port, agent })
      report.expect(answer.status === status, `${path} after ${ms} ms: ${answer.status} instead of ${status}`)
    }),
  )
  agent.destroy()
}
