/**
 * URLs that point to internal addresses, in every spelling, as a provider's base URL and as a repository URL. A
 * listener on every address of this machine must not be called. Addresses without a listener must be refused by name.
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseAddressPolicy } from '@longshore/addresses'
import { AppError } from '../../../apps/server/src/testing/internals/errors.ts'
import {
  createAppTokens,
  createRateGate,
  createSources,
  type Sources,
} from '../../../apps/server/src/testing/internals/git-providers.ts'
import { brandId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createOutbound } from '../../../apps/server/src/testing/internals/outbound.ts'
import { call, type SignedIn } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { innerUrls, listenInside } from '../../support/inner-urls.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'

export interface SsrfOptions {
  /** Allows public addresses only. */
  instance: Instance
  person: SignedIn
  report: Report
}

export async function proveNoVisits({ instance, person, report }: SsrfOptions): Promise<void> {
  await using listener = await listenInside()
  const { visits } = listener
  const forms = innerUrls(listener.port)
  let requests = 0
  const ask = async (path: string, body: unknown) => {
    requests += 1
    const answer = await call(instance, 'POST', `/api/v1${path}`, { token: person.token, body })
    report.expect(!answer.text.includes('leaked-'), `${path} echoes what it read`)
    return answer
  }
  const sources = publicSources()
  await inParallel(forms, 12, async (url) => {
    for (const kind of ['gitea', 'github'] as const) {
      const saved = await ask('/git-provider/save-token', { kind, token: 'x'.repeat(40), baseUrl: url })
      report.expect(saved.status === 422, `${kind} at ${url} answers ${saved.status} ${saved.body?.code}`)
    }
    // Starting the creation of an app connects to nothing. Completing it would.
    const { status, body } = await ask('/git-providers/github-app', { baseUrl: url })
    const state = status === 201 ? body.state : 's'.repeat(43)
    const finished = await ask('/git-providers/github-app/complete', { code: 'c'.repeat(20), state })
    report.expect([409, 422].includes(finished.status), `an app at ${url} answers ${finished.status}`)
    requests += 2
    const code = await codeOf(sources.describe(organization, { url: `${url}/octo/shop` }, quiet))
    const remote = await codeOf(sources.remote(organization, { url: `${url}/octo/shop` }, quiet))
    const areRefused = [code, remote].every((each) => refusals.has(each))
    report.expect(areRefused, `a repository at ${url} is ${code} and ${remote}`)
  })
  report.expect(visits.length === 0, `${visits.length} connections were made: ${visits.slice(0, 5).join(', ')}`)
  report.figure('url_forms', forms.length)
  report.figure('ssrf_requests', requests)
  report.figure('ssrf_connections', visits.length)
  report.expect(await listener.isAwake(), 'the listener does not hear visits: silence means nothing')
}

const organization = brandId<'org'>(randomUUIDv7())
const quiet = { signal: new AbortController().signal }
const refusals = new Set(['provider_address_refused', 'repository_url_invalid', 'provider_unavailable'])

/** The worker's own access to public repositories, with the default rule. */
function publicSources(): Sources {
  const outbound = createOutbound({ allow: parseAddressPolicy('public') })
  const parts = { outbound, gate: createRateGate(), tokens: createAppTokens() }
  const never = async () => {
    throw new Error('no account is asked for')
  }
  return createSources(parts, { use: never, useRow: never, check: never })
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.problem.code : String(error)),
  )
}
