/**
 * bin/demo: a whole instance with realistic data, for dashboard development and for the screenshots of the
 * documentation. The processes, accounts, environments, and variables are real. Servers don't exist: they, and
 * everything that happened on them, are rows. All of it is temporary and removed at the end.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { password } from '../e2e/support/client.ts'
import { startInstance } from '../e2e/support/instance.ts'
import { buildDashboard } from './build-dashboard.ts'
import { owner } from './demo/catalog.ts'
import { fillInstance } from './demo/fill-instance.ts'
import { followServers } from './demo/metrics.ts'
import { takeScreenshots } from './demo/screenshots.ts'
import { sweepSeconds } from './demo/servers.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8470' }, screenshots: { type: 'boolean', default: false } },
})
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

try {
  await buildDashboard()
  await runDemo()
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`demo: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
process.exit()

async function runDemo(): Promise<void> {
  const settings = {
    OPERATORS: owner.email,
    API_REQUESTS_PER_MINUTE: '100000',
    SERVER_RECONCILE_SECONDS: String(sweepSeconds),
  }
  // Screenshots use any free port because it isn't visible.
  const place = values.screenshots ? {} : { apiPort: Number.parseInt(values.port, 10) }
  console.log('demo: starting PostgreSQL, Restate, worker and api')
  await using instance = await startInstance({ environment: settings, ...place })
  stopping.signal.throwIfAborted()
  const demo = await fillInstance(instance)
  await using _db = demo.db
  stopping.signal.throwIfAborted()
  if (values.screenshots) return await takeScreenshots(demo)
  await using _servers = followServers(demo)
  console.log(`
  Dashboard   ${instance.url}/
  Sign in as  ${owner.email}
  Password    ${password}
  Stop with Ctrl-C; nothing is kept.
`)
  await once(stopping.signal, 'abort')
  console.log('demo: stopping')
}
