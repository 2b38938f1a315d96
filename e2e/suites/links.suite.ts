/**
 * Every URL that the system sends or shows is opened: pages that messages link to, pages of failure codes, links in mails, and all
 * links on the dashboard's pages. None is dead.
 *
 * @tier all
 * @budget 180
 * @topics pages messages failures mails dashboard
 */
import { signUp } from '../support/client.ts'
import { buildDashboard, startDashboard } from '../support/dashboard.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { seedOrganization } from '../support/seed/seed-organization.ts'
import { followDashboardLinks } from './links/dashboard-links.ts'
import { openFailures } from './links/failures.ts'
import { openMailLinks } from './links/mails.ts'
import { checkMessages, openLinkedPages } from './links/messages.ts'
import { LinkCount } from './links/opening.ts'

const report = new Report('links')
await buildDashboard()
const environment = { API_REQUESTS_PER_MINUTE: '1000000', SIGN_UP_MODE: 'open' }
{
  await using instance = await startInstance({ environment })
  const person = await signUp(instance)
  const places = await seedOrganization(instance, person, { servers: 3, projects: 3, deployments: 6 })
  await using dashboard = await startDashboard(instance)
  await using visitor = await dashboard.signIn(person, places)
  const links = new LinkCount(report)
  const testEnv = { report, instance, dashboard, person, places, visitor, links }
  await runTopics(testEnv, {
    pages: () => openLinkedPages(testEnv),
    messages: () => checkMessages(testEnv),
    failures: () => openFailures(testEnv),
    mails: () => openMailLinks(testEnv),
    dashboard: () => followDashboardLinks(testEnv),
  })
  links.finish()
}
report.finish()
