/** Checks of our own processes, and the private link between them. */
import { access, constants } from 'node:fs/promises'
import type { z } from 'zod'
import { linkAddress } from '../../../link-address.ts'
import { ping } from '../../../modules/instance/index.ts'
import type { LinkAddress } from '../../../platform/link/endpoint.ts'
import { createLinkClient } from '../../../platform/link/link-client.ts'
import { createSealer } from '../../../platform/secrets/seal.ts'
import { version } from '../../../version.ts'
import type { Check } from '../check.ts'
import type { DoctorContext } from '../doctor-context.ts'
import { type Finding, fault, ok, warning } from '../finding.policy.ts'
import { evaluateLoops } from './loops.policy.ts'

const deadlineMs = 6_000
/** The link allows three seconds for a greeting, which a busy worker may miss. */
const pingAttempts = 3
const otherKey = 'the worker has a different LINK_KEY'
const restart = 'docker compose up -d --force-recreate'

export const processChecks: readonly Check[] = [
  alive('worker', 'No worker is connected to the database, so nothing is deployed, backed up, or checked.'),
  alive('api', 'No API is connected to the database, so nobody can sign in.'),
  {
    code: 'link-socket',
    meaning: "The socket between API and worker is missing, or this user can't use it.",
    remedy: `The worker creates it on start: ${restart} worker. Both must mount the same folder at LINK_SOCKET.`,
    async run(context) {
      const address = linkOf(context)
      if (!('socketPath' in address)) return ok('the link uses the network')
      const { socketPath, otherSocketPaths = [] } = address
      const tried = await Promise.all([socketPath, ...otherSocketPaths].map(tryAccess))
      const usable = tried.find(({ error }) => error === null)
      if (usable !== undefined) return ok(usable.path)
      const error = tried[0]?.error
      return fault(error === 'ENOENT' ? `${socketPath} is missing` : `${socketPath} can't be used (${error})`)
    },
  },
  {
    code: 'link',
    meaning: "The worker doesn't respond on the private link, or has a different LINK_KEY.",
    remedy: `${restart} api worker; both must be given the same secrets/link-key.`,
    needs: ['link-socket'],
    async run(context) {
      const answer = await pingWorker(context)
      return typeof answer === 'string' ? fault(answer) : evaluateRelease(answer.version)
    },
  },
  {
    code: 'loops',
    meaning: 'A background loop in the worker has stopped, or part of its work hung.',
    remedy:
      'Check docker compose logs worker for the loop and its error. You can safely run docker compose restart worker.',
    needs: ['link'],
    async run(context) {
      const answer = await pingWorker(context)
      return typeof answer === 'string' ? fault(answer) : evaluateLoops(answer.loops)
    },
  },
]

async function tryAccess(path: string): Promise<{ path: string; error: unknown }> {
  return { path, error: await access(path, constants.R_OK | constants.W_OK).then(() => null, codeOf) }
}

function alive(name: 'api' | 'worker', meaning: string): Check {
  return {
    code: `${name}-alive`,
    meaning,
    remedy: `docker compose up -d ${name}. If it doesn't keep running, check docker compose logs --tail 50 ${name}.`,
    needs: ['database-login'],
    async run(context) {
      // Each process keeps one LISTEN connection for as long as it runs.
      const [row] = await context.query<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1',
        [`longshore-${name}-listen`],
      )
      const count = row?.count ?? 0
      return count > 0 ? ok(`${count} connected`) : fault(`no ${name} is connected to the database`)
    },
  }
}

function linkOf(context: DoctorContext): LinkAddress {
  for (const name of ['LINK_SOCKET', 'LINK_URL', 'LINK_TLS_CA', 'LINK_TLS_CERT', 'LINK_TLS_KEY'] as const)
    context.optional(name)
  return linkAddress(context.reading.settings)
}

/** Returns a string with the reason if there is no response. */
async function pingWorker(context: DoctorContext): Promise<z.output<typeof ping.result> | string> {
  using link = createLinkClient({
    connect: linkOf(context),
    key: context.required('LINK_KEY'),
    sealer: createSealer(await findRecipient(context)),
  })
  let reason = ''
  for (let tried = 0; tried < pingAttempts && reason !== otherKey; tried += 1) {
    try {
      return await link.call(ping, {}, { organizationId: null, deadlineMs })
    } catch (error) {
      reason = explain(error)
    }
  }
  return reason
}

function evaluateRelease(ofWorker: string): Finding {
  if (ofWorker === version) return ok(`the worker responds with version ${version}`)
  return warning(
    `the worker has version ${ofWorker}, this program ${version}`,
    'Start both from the same image: docker compose up -d.',
  )
}

async function findRecipient(context: DoctorContext): Promise<string> {
  const given = context.reading.settings.SEALING_RECIPIENT
  if (given !== undefined) return given
  const [key] = (await context.unsealer()).keys
  return key.recipient
}

/** Follows the causes from the outermost error inwards, because the last one is the most specific. */
function explain(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const text = cause instanceof Error ? cause.message : ''
  if (text === 'the worker has a different link key') return otherKey
  if (codeOf(cause) === 'ECONNREFUSED') return 'nothing listens on the socket: a killed worker left it behind'
  return text === "the worker didn't respond in time" ? "the worker doesn't respond" : 'the worker is unreachable'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
