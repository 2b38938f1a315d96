/** Pages of hostnames: maintenance, and failures that the proxy notices. */
import { Agent } from 'node:http'
import { RouteOptions } from '../../../apps/server/src/testing/internals/domains.ts'
import { ask } from './ask.ts'
import { environment, type RoutesTestEnv } from './test-env.ts'

const hostname = 'pages.routes.test'
const maintenancePage = '<h1>Back soon</h1>'
const errorPages = [
  { status: 502, html: '<h1>Not there</h1>' },
  { status: 504, html: '<h1>Too slow</h1>' },
] as const
const paths = [
  { path: '/closed', service: 'closed' },
  { path: '/slow', service: 'api', timeoutSeconds: 1 },
]

export async function comparePages({ target, port, report, load }: RoutesTestEnv): Promise<void> {
  const shared = { environment, service: 'web', tls: 'off', forceHttps: false, certificate: null } as const
  const agent = new Agent({ keepAlive: true })
  const visit = async (path: string, accept: string) => {
    const headers = { accept, 'x-wait-ms': path === '/slow' ? '3000' : '0' }
    const { status, text, echo } = await ask({ hostname, target: path, headers }, { host: target.host, port, agent })
    return { status, text: echo === null ? text : 'app' }
  }
  const expectPage = async (path: string, accept: string, [status, page]: readonly [number, string | null]) => {
    const seen = await visit(path, accept)
    const isRight = seen.status === status && (page === null ? !seen.text.includes('<') : seen.text === page)
    report.expect(isRight, `${path} for ${accept}: ${JSON.stringify(seen)} instead of ${status} with ${page}`)
  }
  await load([{ ...shared, hostname, options: RouteOptions.parse({ maintenancePage, errorPages, paths }) }])
  await Promise.all([
    expectPage('/', 'text/html', [200, 'app']),
    expectPage('/closed', 'text/html,*/*', [502, errorPages[0].html]),
    expectPage('/closed', '*/*', [502, null]),
    expectPage('/slow', 'text/html', [504, errorPages[1].html]),
    expectPage('/slow', '*/*', [504, null]),
  ])
  const on = RouteOptions.parse({ maintenancePage, isInMaintenance: true, errorPages, paths })
  await load([{ ...shared, hostname, options: on }])
  for (const path of ['/', '/slow']) await expectPage(path, 'text/html', [503, maintenancePage])
  await expectPage('/', '*/*', [503, null])
  await load([{ ...shared, hostname, options: RouteOptions.parse({ maintenancePage }) }])
  await expectPage('/', 'text/html', [200, 'app'])
  agent.destroy()
}
