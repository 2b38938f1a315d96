/** Opens links as a user does, and counts broken ones. */
import { text } from '../../../apps/dashboard/src/text/text.ts'
import type { DashboardPage, Visitor } from '../../support/dashboard.ts'
import type { DashboardTestEnv } from '../../support/dashboard-test-env.ts'
import type { Report } from '../../support/report.ts'

export interface LinksTestEnv extends DashboardTestEnv {
  /** A signed-in page. */
  readonly visitor: Visitor
  readonly links: LinkCount
}

/** Request headers of a browser that opens a page. */
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

export class LinkCount {
  readonly #report: Report
  readonly #opened = new Set<string>()
  readonly #dead = new Set<string>()

  constructor(report: Report) {
    this.#report = report
  }

  isOpened(url: string): boolean {
    return this.#opened.has(url)
  }

  /** `fault`: why it is dead; undefined: it is alive. */
  note(url: string, fault: string | undefined): void {
    this.#opened.add(url)
    if (fault !== undefined) this.#dead.add(url)
    this.#report.expect(fault === undefined, `${url}: ${fault}`)
  }

  finish(): void {
    this.#report.figure('opened', this.#opened.size)
    this.#report.figure('dead', this.#dead.size)
  }
}

/** Problems of a dashboard page in the browser. */
export async function openPage({ page, goTo }: DashboardPage, path: string): Promise<string | undefined> {
  await goTo(path)
  if (await page.getByRole('heading', { name: text.common.notFound.title }).isVisible()) return 'there is no such page'
  const problem = page.getByRole('alert').first()
  return (await problem.isVisible()) ? `shows a problem: ${(await problem.textContent())?.slice(0, 200)}` : undefined
}

/** Problems of the response to a browser that opens the URL. */
export async function openUrl(url: string): Promise<string | undefined> {
  const answer = await fetch(url, { headers: browser, redirect: 'manual' })
  const body = await answer.text()
  if (answer.status !== 200) return `HTTP ${answer.status}`
  return body.includes('id="root"') ? undefined : 'not a page of the dashboard'
}
