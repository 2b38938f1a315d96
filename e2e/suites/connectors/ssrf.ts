/** URLs that point to internal addresses, in every spelling and every field: refused by validation or when connecting. */
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { innerUrls } from '../../support/inner-urls.ts'
import { ask, createConnector, sentinel, type TestEnv } from '../../support/notifications/connectors-test-env.ts'

/** Builds each kind's configuration with a given URL. */
const fields: Record<string, (url: string) => Record<string, unknown>> = {
  webhook: (url) => ({ url }),
  slack: (url) => ({ url }),
  discord: (url) => ({ url }),
  teams: (url) => ({ url }),
  gotify: (url) => ({ url, token: sentinel }),
  ntfy: (url) => ({ url, topic: sentinel }),
  telegram: (url) => ({ apiUrl: url, token: `123456:${sentinel}`, chatId: '1' }),
}

export async function proveNoVisits(testEnv: TestEnv): Promise<void> {
  const { report, inside } = testEnv
  const before = inside.visits.length
  const urls = innerUrls(inside.port)
  const kinds = Object.keys(fields)
  const tried = await Promise.all(
    kinds.map(async (kind, index) => {
      // All URLs through every kind take a while, so quick runs alternate between kinds.
      const mine = isQuick ? urls.filter((_, at) => at % kinds.length === index) : urls
      await proveKind(testEnv, kind, mine)
      return mine.length
    }),
  )
  const visits = inside.visits.slice(before)
  report.expect(visits.length === 0, `${visits.length} connections were made: ${visits.slice(0, 5).join(', ')}`)
  report.figure('url_forms', urls.length)
  report.figure(
    'ssrf_requests',
    tried.reduce((sum, each) => sum + each, 0),
  )
  report.figure('ssrf_connections', visits.length)
  report.expect(await inside.isAwake(), 'the listener does not hear visits: silence means nothing')
}

async function proveKind(testEnv: TestEnv, kind: string, urls: readonly string[]): Promise<void> {
  const configOf = fields[kind] ?? ((url: string) => ({ url }))
  const { id } = await createConnector(testEnv, { kind, config: configOf('https://example.com/x') })
  await inParallel(urls, 1, async (url) => {
    const changed = await ask(testEnv, 'PATCH', `/${id}`, { config: configOf(url) })
    if (changed.status === 422) return
    const { status, body, text } = await ask(testEnv, 'POST', `/${id}/test`)
    const isRefused = changed.status === 200 && status === 200 && body.ok === false && body.status === null
    testEnv.report.expect(isRefused, `${kind} at ${url} answers ${changed.status}, then ${status} ${text}`)
  })
  await ask(testEnv, 'DELETE', `/${id}`)
}
