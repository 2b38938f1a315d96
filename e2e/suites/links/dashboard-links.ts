/** Every link on every page of the dashboard. */
import { openPages, signedInPages } from '../../support/dashboard-pages.ts'
import { type LinksTestEnv, openPage } from './opening.ts'

const maxLinks = 500
/** Links within a page, such as "Skip to content", open no other page. */
const collect = `[...document.querySelectorAll('a[href]:not([href^="#"])')].map((each) => each.href)`

export async function followDashboardLinks({ dashboard, places, visitor, links, report }: LinksTestEnv): Promise<void> {
  const opened = await visitor.open()
  const found = new Set<string>()
  const outside = new Set<string>()
  for (const { path } of [...openPages, ...signedInPages(places)]) {
    await opened.goTo(path)
    for (const href of await opened.page.evaluate<string[]>(collect)) {
      const url = new URL(href)
      if (url.origin === new URL(dashboard.url).origin) found.add(url.pathname + url.search)
      else outside.add(href)
    }
  }
  report.expect(found.size > 0 && found.size <= maxLinks, `${found.size} links are more than are opened`)
  for (const path of [...found].slice(0, maxLinks)) {
    if (links.isOpened(path)) continue
    links.note(path, await openPage(opened, path))
  }
  // Apps and Git providers of this test don't exist, so their links can only be read.
  for (const href of outside) links.note(href, URL.canParse(href) ? undefined : 'not a URL')
  report.figure('outside', outside.size)
  await opened.page.close()
}
