/** Checks of the instance's public URL. */

import type { Check } from '../check.ts'
import { CheckSkipped } from '../check-skipped.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import { get } from '../restate-requests.ts'
import { isPrivateHost } from './public-address.policy.ts'

export const addressChecks: readonly Check[] = [
  {
    code: 'public-address',
    meaning: "PUBLIC_URL isn't an HTTPS URL that others can reach, although this is production.",
    remedy:
      'Set PUBLIC_URL=https://… in .env, then run docker compose up -d. The built-in proxy provides HTTPS once the DNS record points to this machine.',
    run(context) {
      const url = new URL(context.required('PUBLIC_URL'))
      if (context.required('NODE_ENV') !== 'production') return ok(`${url.origin}, not in production`)
      const isLocal = isPrivateHost(url.hostname)
      if (url.protocol === 'https:' && isLocal !== 'this-machine') return ok(url.origin)
      if (isLocal === 'this-machine') return warning(`${url.origin} only works on this machine`)
      if (isLocal === 'private') return warning(`${url.origin} isn't HTTPS: passwords can be read on the network`)
      return fault(`${url.origin} isn't HTTPS: passwords can be read in transit`)
    },
  },
  {
    code: 'public-health',
    meaning: "The API doesn't respond at PUBLIC_URL, as seen from here.",
    remedy: 'Check docker compose ps and docker compose logs --tail 50 api, then the reverse proxy and the DNS record.',
    async run(context) {
      if (!context.reading.isWorker)
        throw new CheckSkipped('the API has no outbound network; run this check in the worker')
      const url = context.required('PUBLIC_URL')
      try {
        const answer = await get(`${url}/health/live`)
        await answer.body?.cancel()
        return answer.ok ? ok('the API responds') : warning(`${url} responds with the status ${answer.status}`)
      } catch (error) {
        return warning(`${url} is unreachable from here (${causeOf(error)})`)
      }
    },
  },
]

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
