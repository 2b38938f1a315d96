/**
 * Takes screenshots of the demo. Those that README or a page of the docs shows go to `docs/images`; all others go to a folder
 * that isn't committed, for reviews of the design.
 */
import { mkdir, writeFile } from 'node:fs/promises'
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

const shownFolder = 'docs/images'
const otherFolder = '.data/screenshots'
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
  await mkdir(join(root, otherFolder), { recursive: true })
  const pictures = await picturesOf(demo)
  for (const picture of pictures) await take(opened, picture, isShown(picture) ? shownFolder : otherFolder)
  console.log(`demo: pictures=${pictures.length} shown=${pictures.filter(isShown).length}`)
  if (visitor.faults.length > 0) throw new Error(`pages complained: ${visitor.faults.join('; ')}`)
}

async function picturesOf(demo: Demo): Promise<readonly Picture[]> {
  const shop = productionOf(demo, 'shop')
  const id = encodeId('env', brandId(shop.id))
  const serverId = encodeId('srv', brandId(shop.serverId))
  const projectId = encodeId('prj', brandId(await findProject(demo, shop.id)))
  const failed = paths.deployment(id, encodeId('dep', brandId(demo.failedDeploymentId)))
  const tall = { ...desktop, height: 1_180 }
  const dark = { ...desktop, theme: 'dark' } as const
  const large = { width: 1_920, height: 1_080 }
  return [
    { name: 'home', path: paths.home(), view: { ...desktop, height: 560 } },
    { name: 'home-wide', path: paths.home(), view: large },
    { name: 'home-phone', path: paths.home(), view: phone },
    { name: 'project', path: paths.project(projectId), view: desktop },
    { name: 'environment', path: paths.environment(id), view: { ...desktop, height: 860 } },
    { name: 'environment-dark', path: paths.environment(id), view: dark },
    { name: 'environment-wide', path: paths.environment(id), view: large },
    { name: 'environment-phone', path: paths.environment(id), view: phone },
    { name: 'deployments', path: paths.deployments(id), view: desktop },
    { name: 'failed-deployment', path: failed, view: { ...desktop, height: 940 } },
    { name: 'failed-deployment-phone', path: failed, view: phone, scrollTo: /^Set [A-Z_]+$/ },
    { name: 'logs', path: paths.logs(id), view: desktop },
    { name: 'services', path: paths.services(id), view: desktop },
    { name: 'variables', path: paths.variables(id), view: desktop },
    { name: 'variables-phone', path: paths.variables(id), view: phone },
    { name: 'environment-domains', path: paths.environmentDomains(id), view: desktop },
    { name: 'backups', path: paths.backups(id), view: tall },
    { name: 'servers', path: paths.servers(), view: desktop },
    { name: 'server', path: paths.server(serverId), view: tall },
    { name: 'server-dark', path: paths.server(serverId), view: { ...tall, ...dark } },
    { name: 'git', path: paths.git(), view: desktop },
    { name: 'domains', path: paths.domains(), view: desktop },
    { name: 'connectors', path: paths.connectors(), view: desktop },
    { name: 'alerts', path: paths.alerts(), view: desktop },
    { name: 'team', path: paths.team(), view: desktop },
    { name: 'audit', path: paths.audit(), view: desktop },
    { name: 'instance', path: paths.instance(), view: tall },
    { name: 'project-new', path: paths.newProject(), view: desktop },
  ]
}

async function findProject({ db }: Demo, environmentId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>('select project_id as id from environments where id = $1', [
    environmentId,
  ])
  if (row === undefined) throw new Error('the environment has no project')
  return row.id
}

async function take(opened: DashboardPage, picture: Picture, folder: string): Promise<void> {
  const { page, goTo, show } = opened
  const { name, path, view, scrollTo } = picture
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
