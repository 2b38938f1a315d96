/** The durable engine, and whether it and the worker know each other. */
import type { Check } from '../check.ts'
import { findRegisteredUrl, get } from '../engine-answers.ts'
import { fault, ok } from '../finding.policy.ts'
import { judgeSkew } from './database.policy.ts'

const mendEngine = 'docker compose up -d --wait restate; if it does not start: docker compose logs --tail 50 restate.'
const mendWorker = 'docker compose up -d --force-recreate worker; then docker compose logs --tail 50 worker.'

export const engineChecks: readonly Check[] = [
  {
    code: 'engine-ingress',
    meaning: 'The durable engine does not take work at RESTATE_INGRESS_URL.',
    remedy: mendEngine,
    run: async (patient) => await ask('its ingress', `${patient.given('RESTATE_INGRESS_URL')}/restate/health`),
  },
  {
    code: 'engine-admin',
    meaning: 'The admin API of the durable engine does not answer at RESTATE_ADMIN_URL.',
    remedy: `Check RESTATE_ADMIN_URL (compose sets http://restate:9070). ${mendEngine}`,
    run: async (patient) => await ask('its admin API', `${patient.given('RESTATE_ADMIN_URL')}/health`),
  },
  {
    code: 'clock-engine',
    meaning: 'The clocks of this machine and of the durable engine differ.',
    remedy: 'Let both machines keep time: timedatectl set-ntp true.',
    needs: ['engine-admin'],
    async run(patient) {
      const before = Date.now()
      const { headers } = await get(`${patient.given('RESTATE_ADMIN_URL')}/health`)
      const at = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(at)) return ok('it does not tell the time')
      return judgeSkew('the engine', { before, at, after: Date.now(), resolutionMs: 2_000 })
    },
  },
  {
    code: 'engine-finds-worker',
    meaning: 'The durable engine cannot reach the worker at WORKER_URL: no workflow goes on.',
    remedy: `Check WORKER_URL (compose sets http://worker:9461). ${mendWorker}`,
    needs: ['engine-admin'],
    withinMs: 30_000,
    async run(patient) {
      const answer = await patient.engineAnswer()
      if (answer.outcome !== 'unreachable') return ok(`reaches ${patient.workerUrl}`)
      return fault(`cannot reach ${patient.workerUrl}: ${answer.reason}`)
    },
  },
  {
    code: 'engine-identity',
    meaning: 'The worker refuses the engine: RESTATE_IDENTITY_KEYS is not the public half of the engine’s key.',
    remedy:
      'Let .env be made again from the keys that are there: mv .env .env.old && sudo bin/init --url PUBLIC_URL, compare both, then docker compose up -d --force-recreate restate worker.',
    needs: ['engine-finds-worker'],
    async run(patient) {
      const { outcome } = await patient.engineAnswer()
      return outcome === 'refused' ? fault('the worker does not accept the engine’s signature') : ok('is accepted')
    },
  },
  {
    code: 'worker-registered',
    meaning: 'The durable engine knows no worker, or one at another address.',
    remedy: `The worker registers when it starts: ${mendWorker}`,
    needs: ['engine-admin'],
    async run(patient) {
      const found = await findRegisteredUrl(patient.given('RESTATE_ADMIN_URL'))
      if (found === null) return fault('no worker is registered at the engine')
      const isSame = new URL(found).href === new URL(patient.workerUrl).href
      return isSame
        ? ok(`at ${patient.workerUrl}`)
        : fault(`registered at ${found}, and should be at ${patient.workerUrl}`)
    },
  },
]

async function ask(what: string, url: string) {
  try {
    const answer = await get(url)
    await answer.body?.cancel()
    return answer.ok ? ok(`${what} answers`) : fault(`${what} answers ${answer.status}`)
  } catch {
    return fault(`${what} cannot be reached`)
  }
}
