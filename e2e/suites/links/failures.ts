/** Every failure code has a page: for browsers in the dashboard, for programs as plain HTML, with its cause and remedy. */

import type { FailureList } from '@longshore/sdk'
import { failureFamilies } from '../../../apps/server/src/testing/internals/instance.ts'
import { pageLinks, toUrl } from '../../../apps/server/src/testing/internals/links.ts'
import { failures } from '../../../apps/server/src/wiring/failures.ts'
import { call } from '../../support/client.ts'
import { type LinksTestEnv, openPage, openUrl } from './opening.ts'

export async function openFailures(testEnv: LinksTestEnv): Promise<void> {
  const { instance, links, report, visitor } = testEnv
  const codes = [...new Set(failures.map(({ code }) => code))]
  for (const code of codes) {
    const url = toUrl(instance.url, pageLinks.failure(code))
    const plain = await fetch(url)
    const explained = (await call<FailureList>(instance, 'GET', `/api/v1/failures?code=${code}`)).body.failures
    const isExplained = plain.status === 200 && (await plain.text()).includes(code) && explained.length > 0
    links.note(url, (await openUrl(url)) ?? (isExplained ? undefined : 'nothing is said about the code'))
  }
  report.figure('codes', codes.length)
  const opened = await visitor.open()
  for (const family of failureFamilies) {
    const failure = failures.find((each) => each.family === family)
    if (!report.expect(failure !== undefined, `${family} has no codes`) || failure === undefined) continue
    const { path } = pageLinks.failure(failure.code)
    const fault = await openPage(opened, path)
    const isShown = await opened.page.getByText(failure.title).first().isVisible()
    links.note(path, fault ?? (isShown ? undefined : `does not show "${failure.title}"`))
  }
  await opened.page.close()
  const unknown = await fetch(toUrl(instance.url, pageLinks.failure('no_such_code')))
  report.expect(unknown.status === 404, `an unused code: ${unknown.status}`)
}
