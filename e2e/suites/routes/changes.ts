/** Changes of tables under closed-loop load from clients that never retry. */
import { RouteOptions } from '../../../apps/server/src/testing/internals/domains.ts'
import { isQuick } from '../../support/command-line.ts'
import { Load } from '../../support/zero-downtime/load.ts'
import { entryOf, judgeLoad } from '../../support/zero-downtime/test-env.ts'
import { environment, type Route, type RoutesTestEnv } from './test-env.ts'

const rounds = isQuick ? 30 : 200
const hostname = 'busy.routes.test'
const path = '/api/items?page=2'

export async function changeUnderLoad({ target, report, load }: RoutesTestEnv): Promise<void> {
  await load(routesOf(0))
  const entry = entryOf(target, hostname)
  const loads = [
    new Load({ entry, protocol: 'http', connections: 10, path }),
    new Load({ entry, protocol: 'http-close', connections: 2, path }),
    new Load({ entry, protocol: 'https', connections: 5, path }),
    new Load({ entry, protocol: 'h2', connections: 5, path }),
  ]
  for (let round = 1; round <= rounds; round += 1) await load(routesOf(round))
  const results = await Promise.all(loads.map((each) => each.end()))
  // The path moves between services, so each client must have seen both.
  for (const result of results) judgeLoad(report, result, { versions: 2, requests: 50 })
  const sum = (field: 'requests' | 'failed') => results.reduce((total, each) => total + each[field], 0)
  report.figure('changes', rounds)
  report.figure('loadRequests', sum('requests'))
  report.figure('loadFailed', sum('failed'))
}

/** The path of the busy hostname changes with each round, and so do other hostnames. */
function routesOf(round: number): Route[] {
  const service = round % 2 === 0 ? 'api' : 'docs'
  const own = { path: '/api', service, stripPrefix: round % 3 === 0 }
  const more = Array.from({ length: round % 5 }, (_, index) => ({
    path: `/p${index}`,
    service: 'web',
    stripPrefix: true,
  }))
  const busy = { hostname, options: RouteOptions.parse({ paths: [own, ...more] }) }
  const others = Array.from({ length: round % 7 }, (_, index) => ({
    hostname: `other-${index}.routes.test`,
    options: RouteOptions.parse({ paths: [own] }),
  }))
  const shared = { environment, service: 'web', tls: 'internal', forceHttps: false, certificate: null } as const
  return [busy, ...others].map((each) => ({ ...shared, ...each }))
}
