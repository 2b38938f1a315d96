/** The address that people use. */

import { CannotLook } from '../cannot-look.ts'
import type { Check } from '../check.ts'
import { get } from '../engine-answers.ts'
import { fault, ok, warning } from '../finding.policy.ts'
import { isPrivateHost } from './public-address.policy.ts'

export const addressChecks: readonly Check[] = [
  {
    code: 'public-address',
    meaning: 'PUBLIC_URL is not an https address that others can reach, although this is production.',
    remedy:
      'Set PUBLIC_URL=https://… in .env, put a reverse proxy with HTTPS in front of the api, then docker compose up -d.',
    run(patient) {
      const url = new URL(patient.given('PUBLIC_URL'))
      if (patient.given('NODE_ENV') !== 'production') return ok(`${url.origin}, not in production`)
      const isLocal = isPrivateHost(url.hostname)
      if (url.protocol === 'https:' && isLocal !== 'this-machine') return ok(url.origin)
      if (isLocal === 'this-machine') return warning(`${url.origin} leads only from this machine to itself`)
      if (isLocal === 'private') return warning(`${url.origin} is not https: passwords can be read on the network`)
      return fault(`${url.origin} is not https: passwords can be read on their way`)
    },
  },
  {
    code: 'public-health',
    meaning: 'The api does not answer at PUBLIC_URL, as seen from here.',
    remedy:
      'Look at docker compose ps and docker compose logs --tail 50 api, then at the reverse proxy and the DNS of the name.',
    async run(patient) {
      if (!patient.reading.isWorker) throw new CannotLook('the api has no way out; ask on the side of the worker')
      const url = `${patient.given('PUBLIC_URL')}/health/live`
      try {
        const answer = await get(url)
        await answer.body?.cancel()
        return answer.ok ? ok('the api answers there') : warning(`${url} answers ${answer.status}`)
      } catch (error) {
        return warning(`${url} cannot be reached from here (${causeOf(error)})`)
      }
    },
  },
]

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer'
}
