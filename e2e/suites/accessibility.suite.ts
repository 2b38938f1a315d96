/**
 * Dashboard accessibility over all pages and the component gallery: axe and no horizontal scrolling in both themes at three
 * widths, every control within reach of the keyboard, and the usual tasks without a mouse.
 *
 * --screenshots=FOLDER also saves a picture of each page; --only=home,servers checks these pages only.
 *
 * @tier all
 * @budget 300
 * @topics pages keyboard
 * @options --screenshots=FOLDER --only=PAGES
 */
import { signUp } from '../support/client.ts'
import { isChosen } from '../support/command-line.ts'
import { buildDashboard, galleryFolder, startDashboard } from '../support/dashboard.ts'
import { startInstance } from '../support/instance.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { seedOrganization } from '../support/seed/seed-organization.ts'
import { walkByKeyboard } from './accessibility/keyboard.ts'
import { inspectPages } from './accessibility/pages.ts'

const report = new Report('accessibility')
await buildDashboard({ hasGallery: true })
{
  await using instance = await startInstance({
    environment: { API_REQUESTS_PER_MINUTE: '1000000', DASHBOARD_DIRECTORY: galleryFolder },
  })
  const person = await signUp(instance)
  const places = await seedOrganization(instance, person, { servers: 4, projects: 5, deployments: 60 })
  await using dashboard = await startDashboard(instance)
  const testEnv = { report, instance, dashboard, person, places }
  const topics: Record<string, () => Promise<void>> = {
    pages: () => inspectPages(testEnv),
    keyboard: () => walkByKeyboard(testEnv),
  }
  for (const [name, topic] of Object.entries(topics)) if (isChosen(name)) await runTopic(testEnv, name, topic)
}
report.finish()
