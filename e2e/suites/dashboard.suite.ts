/**
 * The dashboard against the real stack: hostile text stays text, the api can restart under an open page, and everything from
 * the setup link to a restore, an invitation and a revoked session.
 *
 * @tier all
 * @budget 240
 * @topics inert restart story
 */
import { signUp } from '../support/client.ts'
import { isChosen } from '../support/command-line.ts'
import { runScenario } from '../support/dashboard/dashboard-scenario.ts'
import { buildDashboard, startDashboard } from '../support/dashboard.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { seedOrganization } from '../support/seed/seed-organization.ts'
import { hostileWord, staysInert } from './dashboard/inert.ts'
import { survivesRestart } from './dashboard/restart.ts'

const report = new Report('dashboard')
await buildDashboard()
if (isChosen('inert') || isChosen('restart')) {
  await using instance = await startInstance({ environment: { API_REQUESTS_PER_MINUTE: '1000000' } })
  const person = await signUp(instance)
  const places = await seedOrganization(instance, person, {
    servers: 60,
    projects: 60,
    deployments: 200,
    textFor: hostileWord,
  })
  await using dashboard = await startDashboard(instance)
  const testEnv = { report, instance, dashboard, person, places }
  if (isChosen('inert')) await runTopic(testEnv, 'inert', () => staysInert(testEnv))
  if (isChosen('restart')) await runTopic(testEnv, 'restart', () => survivesRestart(testEnv))
}
if (isChosen('story')) await runTopic({ report }, 'story', () => runScenario(report))
report.finish()
