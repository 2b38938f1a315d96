/** Takes screenshots of the demo for README and docs, only those that a page shows. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { paths } from '../../apps/dashboard/src/navigation/paths.ts'
import { brandId } from '../../apps/server/src/platform/ids/brand.ts'
import { encodeId } from '../../apps/server/src/platform/ids/type-id.ts'
import { type DashboardPage, desktop, phone, startDashboard, type View } from '../../e2e/support/dashboard.ts'
import { readFiles, root } from '../source-files.ts'
import { type Demo, productionOf } from './demo.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly view: View
  /** A button to scroll to. */
  readonly scrollTo?: RegExp
}

const folder = 'docs/images'
const betweenMs = 1_000
const maxTries = 10

export async function takeScreenshots(demo: Demo): Promise<void> {
  const pages = await readFiles(/^(?:README|docs\/.+)\.md$/, { maxBytes: 1 << 20 })
  const isShown = ({ name }: Picture) => pages.some(({ text }) => text.includes(`images/${name}.png`))
  // The time zone of Harbor Coffee, in which the browser shows times.
  process.env.TZ = 'Europe/Berlin'
  await using dashboard = await startDashboard(demo.instance)
  await using visitor = await dashboard.signIn(demo.owner)
  const opened = await visitor.open()
  for (const picture of picturesOf(demo).filter(isShown)) await take(opened, picture)
  if (visitor.faults.length > 0) throw new Error(`pages complained: ${visitor.faults.join('; ')}`)
}

function picturesOf(demo: Demo): readonly Picture[] {
  const id = encodeId('env', brandId(productionOf(demo, 'shop').id))
  const failed = paths.deployment(id, encodeId('dep', brandId(demo.failedDeploymentId)))
  return [
    { name: 'home', path: paths.home(), view: { ...desktop, height: 560 } },
    { name: 'environment', path: paths.environment(id), view: { ...desktop, height: 860 } },
    { name: 'backups', path: paths.backups(id), view: { ...desktop, height: 1_180 } },
    { name: 'failed-deployment', path: failed, view: { ...desktop, height: 940 } },
    { name: 'failed-deployment-phone', path: failed, view: phone, scrollTo: /^Set [A-Z_]+$/ },
  ]
}

async function take({ page, goTo, show }: DashboardPage, { name, path, view, scrollTo }: Picture): Promise<void> {
  await show(view)
  await goTo(path)
  if (scrollTo !== undefined) await page.getByRole('button', { name: scrollTo }).scrollIntoViewIfNeeded()
  // Streams never end, so network activity shows nothing. Wait for two equal screenshots.
  let before: Buffer = Buffer.alloc(0)
  let shot = await page.screenshot()
  for (let tries = 0; !before.equals(shot) && tries < maxTries; tries += 1) {
    await delay(betweenMs)
    before = shot
    shot = await page.screenshot()
  }
  await writeFile(join(root, folder, `${name}.png`), shot)
  console.log(`demo: ${folder}/${name}.png`)
}
