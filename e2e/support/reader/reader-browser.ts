/** The browser of a reader, who signs in when it's first needed. */
import type { Page } from 'playwright-core'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { newAddress, password } from '../client.ts'
import type { NeedsContext } from './needs.ts'

const viewport = { width: 1_280, height: 900 }

export interface ReaderBrowser extends AsyncDisposable {
  page(): Promise<Page>
  goTo(path: string): Promise<void>
}

export function openBrowser({ testEnv, instance, person }: NeedsContext): ReaderBrowser {
  let opened: Promise<Page> | undefined
  const open = async (): Promise<Page> => {
    const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
    const context = await testEnv.browser.newContext({ viewport, extraHTTPHeaders, ignoreHTTPSErrors: true })
    const page = await context.newPage()
    await page.goto(`${instance.url}/sign-in`)
    await page.getByLabel(text.auth.email).fill(person.email)
    await page.getByLabel(text.auth.password, { exact: true }).fill(password)
    await page.getByRole('button', { name: text.auth.signIn, exact: true }).click()
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    return page
  }
  const page = () => {
    opened ??= open()
    return opened
  }
  return {
    page,
    goTo: async (path) => void (await (await page()).goto(`${instance.url}${path}`)),
    [Symbol.asyncDispose]: async () => void (await (await opened)?.context().close()),
  }
}
