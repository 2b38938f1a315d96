/**
 * Many loads and many tabs of the dashboard, over plain HTTP and HTTP/2, with the browser's back/forward cache: nothing waits for a
 * connection, all tabs share one event stream, and a reload at any moment of a token refresh doesn't sign out.
 *
 * @tier all
 * @budget 400
 * @topics loopback lan https
 */
import { signUp } from '../support/client.ts'
import { isChosen } from '../support/command-line.ts'
import { buildDashboard } from '../support/dashboard.ts'
import { startInstance } from '../support/instance.ts'
import { Random } from '../support/random.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { seedOrganization } from '../support/seed/seed-organization.ts'
import { proveRefresh, refreshTries } from './tabs/refresh.ts'
import { proveLoads, proveLogs, proveReturn, proveTabs } from './tabs/shared-stream.ts'
import { openTestEnv, ways } from './tabs/test-env.ts'

const report = new Report('tabs')
const random = new Random(report.seed())
const total = { reloads: 0, sign_outs: 0, problems: 0 }
await buildDashboard()
{
  await using instance = await startInstance({ environment: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const owner = await signUp(instance)
  const places = await seedOrganization(instance, owner, { servers: 12, projects: 12, deployments: 24 })
  const person = { ...owner, worksIn: places.organizationId }
  for (const way of ways.filter(isChosen))
    await runTopic({ report, instance }, way, () =>
      openTestEnv({ report, instance, person, places }, way, async (testEnv) => {
        for (const prove of [proveLoads, proveTabs, proveReturn, proveLogs]) {
          const startedAt = performance.now()
          await prove(testEnv)
          console.error(`    ${way} ${prove.name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
        }
        const outcome = await proveRefresh(testEnv, random, refreshTries / ways.length)
        total.reloads += outcome.tries
        total.sign_outs += outcome.signOuts
        total.problems += outcome.problems
      }),
    )
}
for (const [key, value] of Object.entries(total)) report.figure(key, value)
report.finish()
