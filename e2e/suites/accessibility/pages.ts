/** Checks every page with axe, for horizontal overflow, and for controls that the keyboard can't reach. */

import { join } from 'node:path'
import { option } from '../../support/command-line.ts'
import { type DashboardPage, phone, tablet, type Visitor, wide } from '../../support/dashboard.ts'
import { type DashboardPlace, openPages, signedInPages } from '../../support/dashboard-pages.ts'
import type { DashboardTestEnv } from '../../support/dashboard-test-env.ts'
import { findUnreached } from './reach.ts'

/** Rules whose result depends on the theme. All other rules see the same elements in both themes. */
const themeRules = ['color-contrast', 'link-in-text-block']
const widths = { wide, tablet, phone } as const
const gallery: DashboardPlace = { name: 'gallery', path: '/gallery' }
const shownFindings = 5
const screenshots = option('screenshots')
/** Screenshots of two pages at the same time get mixed up. */
const pagesAtOnce = screenshots === undefined ? 2 : 1

/** --only=home,servers: these pages. */
const only = option('only')?.split(',')
const isWanted = ({ name }: DashboardPlace) => only === undefined || only.includes(name)

export async function inspectPages(testEnv: DashboardTestEnv): Promise<void> {
  const { report, dashboard, person, places } = testEnv
  await using stranger = await dashboard.visit()
  await using visitor = await dashboard.signIn(person, places)
  const known = signedInPages(places)
  const open = [...openPages, gallery]
  const violations = [...(await inspectEach(testEnv, stranger, open)), ...(await inspectEach(testEnv, visitor, known))]
  const faults = [...stranger.faults, ...visitor.faults]
  report.figure('pages', [...open, ...known].filter(isWanted).length)
  report.figure('widths', Object.keys(widths).length)
  report.figure('themes', 2)
  report.figure('violations', violations.length)
  report.figure('faults', faults.length)
  for (const fault of new Set(faults)) report.expect(false, fault)
}

async function inspectEach(
  testEnv: DashboardTestEnv,
  visitor: Visitor,
  places: readonly DashboardPlace[],
): Promise<string[]> {
  const queue = places.filter(isWanted)
  const found: string[] = []
  const walk = async () => {
    const opened = await visitor.open()
    for (let place = queue.shift(); place !== undefined; place = queue.shift())
      found.push(...(await inspectPage(testEnv, opened, place)))
    await opened.page.close()
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, walk))
  return found
}

async function inspectPage(
  { report }: DashboardTestEnv,
  opened: DashboardPage,
  { name, path }: DashboardPlace,
): Promise<string[]> {
  const found: string[] = []
  try {
    await opened.show({ theme: 'light', ...wide })
    await opened.goTo(path)
    const unreached = await findUnreached(opened.page)
    report.expect(
      unreached.length === 0,
      `${name}: the Tab key does not reach ${unreached.slice(0, shownFindings).join(' | ')}`,
    )
    for (const [width, size] of Object.entries(widths)) {
      await opened.show({ theme: 'light', ...size })
      const overflow = await opened.overflow()
      report.expect(overflow <= 0, `${name} is ${overflow} px too wide for ${size.width} px`)
      found.push(...(await opened.axe()).map((each) => `${name}, light, ${width}: ${each}`))
      await keep(opened, `${name}-${width}`)
      await opened.show({ theme: 'dark', ...size })
      found.push(...(await opened.axe(themeRules)).map((each) => `${name}, dark, ${width}: ${each}`))
    }
    await keep(opened, `${name}-dark`)
  } catch (error) {
    report.expect(false, `${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  }
  for (const each of found.slice(0, shownFindings)) report.expect(false, each)
  return found
}

async function keep(opened: DashboardPage, name: string): Promise<void> {
  if (screenshots !== undefined) await opened.screenshot(join(screenshots, `${name}.png`))
}
