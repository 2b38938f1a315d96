/** The dashboard of an organization with a history. Servers are rows, because these findings are about what pages show. */
import type { Locator, Page } from 'playwright-core'
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { brandId, encodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { owner } from '../../../tools/demo/catalog.ts'
import { type Demo, productionOf } from '../../../tools/demo/demo.ts'
import { fillInstance } from '../../../tools/demo/fill-instance.ts'
import { sweepSeconds } from '../../../tools/demo/servers.ts'
import { call } from '../../support/client.ts'
import {
  buildDashboard,
  type Dashboard,
  type DashboardPage,
  startDashboard,
  type Visitor,
} from '../../support/dashboard.ts'
import { type Instance, startInstance } from '../../support/instance.ts'
import type { ResponseView } from '../../support/response-view.ts'

const patienceMs = 60_000

export interface RowsTestEnv extends AsyncDisposable {
  readonly instance: Instance
  readonly dashboard: Dashboard
  readonly demo: Demo
  /** The owner's browser. */
  readonly visitor: Visitor
  readonly environmentId: string
  readonly failedDeploymentPath: string
  /** Calls the API as the owner. */
  api<Body = ResponseView>(method: string, path: string, body?: unknown): Promise<Body>
  /** A new tab of the owner's browser at this path. */
  open(path: string): Promise<DashboardPage>
  /** The environment of a project of the demo. */
  environmentOf(slug: string, name: string): string
}

export async function startRowsTestEnv(): Promise<RowsTestEnv> {
  await using stack = new AsyncDisposableStack()
  await buildDashboard()
  const environment = {
    OPERATORS: owner.email,
    API_REQUESTS_PER_MINUTE: '1000000',
    SERVER_RECONCILE_SECONDS: String(sweepSeconds),
  }
  const instance = stack.use(await startInstance({ environment }))
  const demo = await fillInstance(instance)
  stack.use(demo.db)
  const dashboard = stack.use(await startDashboard(instance))
  const visitor = stack.use(await dashboard.signIn(demo.owner))
  visitor.context.setDefaultTimeout(patienceMs)
  const environmentId = encodeId('env', brandId(productionOf(demo, 'shop').id))
  const failed = encodeId('dep', brandId(demo.failedDeploymentId))
  const owned = stack.move()
  return {
    instance,
    dashboard,
    demo,
    visitor,
    environmentId,
    failedDeploymentPath: paths.deployment(environmentId, failed),
    async api<Body = ResponseView>(method: string, path: string, body?: unknown) {
      const options = { token: demo.owner.token, ...(body === undefined ? {} : { body }) }
      const answer = await call<Body>(instance, method, `/api/v1${path}`, options)
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer.body
    },
    async open(path) {
      const opened = await visitor.open()
      await opened.goTo(path)
      return opened
    },
    environmentOf(slug, name) {
      const found = demo.environments.find(({ project, name: each }) => project.slug === slug && each === name)
      if (found === undefined) throw new Error(`the demo has no ${slug} ${name}`)
      return encodeId('env', brandId(found.id))
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Everything that a person reads on the page, in one line. */
export async function readText(page: Page): Promise<string> {
  return await readVisible(page.locator('body'))
}

/** The text of an element as it is rendered. */
export async function readVisible(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text isn't read by people
  const shown = await locator.evaluate((element): string => element.innerText)
  return shown.replaceAll(/\s+/g, ' ').trim()
}

/** Whether this text appears within the time. */
export async function appears(page: Page, text: string | RegExp, withinMs = 20_000): Promise<boolean> {
  return await page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: withinMs })
    .then(
      () => true,
      () => false,
    )
}

/** Whether the navigation of the dashboard is around the page. */
export async function hasShell(page: Page): Promise<boolean> {
  return await page.getByRole('navigation').filter({ visible: true }).first().isVisible()
}
