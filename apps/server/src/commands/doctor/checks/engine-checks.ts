/** Checks of Restate, and whether it and the worker know each other. */
import type { Check } from '../check.ts'
import { fault, ok } from '../finding.policy.ts'
import { findRegisteredUrl, get } from '../restate-requests.ts'
import { evaluateSkew } from './database.policy.ts'

const restateRemedy =
  "Run docker compose up -d --wait restate. If it doesn't start, check docker compose logs --tail 50 restate."
const workerRemedy =
  'Run docker compose up -d --force-recreate worker, then check docker compose logs --tail 50 worker.'

export const engineChecks: readonly Check[] = [
  {
    code: 'engine-ingress',
    meaning: "Restate doesn't accept work at RESTATE_INGRESS_URL.",
    remedy: restateRemedy,
    run: async (context) => await request('its ingress', `${context.required('RESTATE_INGRESS_URL')}/restate/health`),
  },
  {
    code: 'engine-admin',
    meaning: "Restate's admin API doesn't respond at RESTATE_ADMIN_URL.",
    remedy: `Check RESTATE_ADMIN_URL (compose sets http://restate:9070). ${restateRemedy}`,
    run: async (context) => await request('its admin API', `${context.required('RESTATE_ADMIN_URL')}/health`),
  },
  {
    code: 'clock-engine',
    meaning: 'The clocks of this machine and Restate differ.',
    remedy: 'Turn on time synchronization on both machines: timedatectl set-ntp true.',
    needs: ['engine-admin'],
    async run(context) {
      const before = Date.now()
      const { headers } = await get(`${context.required('RESTATE_ADMIN_URL')}/health`)
      const at = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(at)) return ok("it doesn't report its time")
      return evaluateSkew('the engine', { before, at, after: Date.now(), resolutionMs: 2_000 })
    },
  },
  {
    code: 'engine-finds-worker',
    meaning: "Restate can't reach the worker at WORKER_URL, so no workflow continues.",
    remedy: `Check WORKER_URL (compose sets http://worker:9461). ${workerRemedy}`,
    needs: ['engine-admin'],
    withinMs: 30_000,
    async run(context) {
      const answer = await context.workerDiscovery()
      if (answer.outcome !== 'unreachable') return ok(`reaches ${context.workerUrl}`)
      return fault(`can't reach ${context.workerUrl}: ${answer.reason}`)
    },
  },
  {
    code: 'engine-identity',
    meaning: "The worker rejects Restate: RESTATE_IDENTITY_KEYS isn't Restate's public key.",
    remedy:
      'Recreate .env from the existing keys: run mv .env .env.old, then "init" of the image again as in docs/guides/upgrade.md. Compare both files, then run docker compose up -d --force-recreate restate worker.',
    needs: ['engine-finds-worker'],
    async run(context) {
      const { outcome } = await context.workerDiscovery()
      return outcome === 'refused' ? fault("the worker doesn't accept Restate's signature") : ok('is accepted')
    },
  },
  {
    code: 'worker-registered',
    meaning: 'Restate has no registered worker, or one at another URL.',
    remedy: `The worker registers when it starts: ${workerRemedy}`,
    needs: ['engine-admin'],
    async run(context) {
      const found = await findRegisteredUrl(context.required('RESTATE_ADMIN_URL'))
      if (found === null) return fault('no worker is registered with Restate')
      const isSame = new URL(found).href === new URL(context.workerUrl).href
      return isSame ? ok(`at ${context.workerUrl}`) : fault(`registered at ${found} instead of ${context.workerUrl}`)
    },
  },
]

async function request(what: string, url: string) {
  try {
    const answer = await get(url)
    await answer.body?.cancel()
    return answer.ok ? ok(`${what} responds`) : fault(`${what} responds with ${answer.status}`)
  } catch {
    return fault(`${what} is unreachable`)
  }
}
