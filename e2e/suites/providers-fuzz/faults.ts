/** Every way in which a provider can fail, against each client: the reported error, and that the credential isn't leaked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from '../../support/git-providers/fake-git-provider.ts'
import type { Report } from '../../support/report.ts'
import { call, clientOf, failureOf } from './clients.ts'
import type { FilledGitProvider } from './git-providers.ts'

const cases: Record<string, { fault: Fault; becomes: string }> = {
  '401': { fault: { status: 401, text: '{}' }, becomes: 'unauthorized' },
  '403': { fault: { status: 403, text: '{}' }, becomes: 'forbidden' },
  '403 that is a limit': {
    fault: { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' } },
    becomes: 'rate_limited',
  },
  '404': { fault: { status: 404, text: '{}' }, becomes: 'not_found' },
  '429 with seconds': { fault: { status: 429, headers: { 'retry-after': '7' } }, becomes: 'rate_limited' },
  '429 with nonsense': { fault: { status: 429, headers: { 'retry-after': 'soon' } }, becomes: 'rate_limited' },
  '422': { fault: { status: 422, text: '{}' }, becomes: 'refused_request' },
  '500': { fault: { status: 500, text: 'oops' }, becomes: 'unavailable' },
  '503': { fault: { status: 503, headers: { 'retry-after': '3' } }, becomes: 'unavailable' },
  slow: { fault: { delayMs: 2_000, text: '{}' }, becomes: 'unavailable' },
  huge: { fault: { bytes: 8 << 20 }, becomes: 'unreadable' },
  'announced as huge': { fault: { headers: { 'content-length': '99999999' } }, becomes: 'unreadable' },
  'no JSON': { fault: { text: '<html>hello</html>' }, becomes: 'unreadable' },
  'half of JSON': { fault: { text: '[{"id": 1, "na' }, becomes: 'unreadable' },
  'another shape': { fault: { text: '"hello"' }, becomes: 'unreadable' },
  nothing: { fault: { text: '' }, becomes: 'unreadable' },
  'a redirect in a circle': { fault: { status: 302, headers: { location: '/api' } }, becomes: 'unreadable' },
  'a redirect without a target': { fault: { status: 302 }, becomes: 'unreadable' },
}

export async function proveFaults(gitProvider: FilledGitProvider, report: Report): Promise<number> {
  const { fake } = gitProvider
  if (fake === null) return 0
  for (const [name, { fault, becomes }] of Object.entries(cases)) {
    fake.fault = () => fault
    const failure = await failureOf(clientOf(gitProvider).repository(`${gitProvider.login}/shop`, call))
    report.expect(failure === becomes, `${gitProvider.kind}: ${name} becomes ${failure}, not ${becomes}`)
  }
  await proveForeignRedirect(gitProvider, report)
  await proveWaiting(gitProvider, report)
  fake.fault = null
  return Object.keys(cases).length + 2
}

/** Another port is another origin: nothing is sent there, least of all the token. */
async function proveForeignRedirect(gitProvider: FilledGitProvider, report: Report): Promise<void> {
  let visits = 0
  const elsewhere = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = elsewhere.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const status of [301, 302, 303, 307, 308]) {
    if (gitProvider.fake !== null)
      gitProvider.fake.fault = () => ({ status, headers: { location: `http://127.0.0.1:${port}/api/v3/user` } })
    const failure = await failureOf(clientOf(gitProvider).whoAmI(call))
    report.expect(failure === 'unreadable', `${gitProvider.kind}: ${status} to another port becomes ${failure}`)
  }
  report.expect(visits === 0, `${gitProvider.kind}: a redirect led to another port ${visits} times`)
  elsewhere.closeAllConnections()
  elsewhere.close()
}

/** A client that must wait for a rate limit doesn't call again earlier. */
async function proveWaiting(gitProvider: FilledGitProvider, report: Report): Promise<void> {
  const { fake } = gitProvider
  if (fake === null) return
  fake.fault = () => ({ status: 429, headers: { 'retry-after': '30' } })
  const client = clientOf(gitProvider)
  await failureOf(client.whoAmI(call))
  const before = fake.requests.length
  const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(client.whoAmI(call))))
  const isQuiet = fake.requests.length === before && failures.every((failure) => failure === 'rate_limited')
  report.expect(isQuiet, `${gitProvider.kind}: asks ${fake.requests.length - before} more times although it must wait`)
}
