/** Whole deployments under load: successful ones, unhealthy ones, and ones with long requests and sockets. */

import { setTimeout as delay } from 'node:timers/promises'
import { type App, type DeployTestEnv, webService } from '../deploy-test-env.ts'
import { mustAsk } from '../servers.ts'
import { appPort, appSource } from './app.ts'
import { type Entry, Load, type LoadResult, type Protocol } from './load.ts'
import { EchoingSocket } from './long-lived.ts'
import { Progress } from './progress.ts'
import { entryOf, judgeLoad } from './test-env.ts'

const kinds = ['steady', 'closed', 'failing', 'lasting'] as const
type Kind = (typeof kinds)[number]

const goals: Record<Kind, number> = { steady: 100, closed: 20, failing: 50, lasting: 20 }
const quickGoals: Record<Kind, number> = { steady: 2, closed: 1, failing: 1, lasting: 1 }
const protocols: readonly Protocol[] = ['http', 'http-close', 'https', 'h2']
/** Load before and after a deployment, as a baseline. */
const marginMs = 500
const drainSeconds = 4
const lastingMs = 3_000

export async function deployUnderLoad(testEnv: DeployTestEnv, { isQuick }: { isQuick: boolean }): Promise<void> {
  const { report } = testEnv
  const app = await testEnv.createApp('zero', {
    files: [
      {
        path: 'Dockerfile',
        content: 'FROM node:24-slim\nWORKDIR /app\nCOPY server.cjs ./\nCMD ["node", "server.cjs"]\n',
      },
      { path: 'server.cjs', content: appSource },
    ],
    services: [
      webService({
        port: appPort,
        healthCheck: { type: 'http', path: '/health', intervalSeconds: 1, retries: 3, startPeriodSeconds: 15 },
        stabilitySeconds: 1,
        drainSeconds,
      }),
    ],
  })
  const server = testEnv.servers[0]
  if (server === undefined) throw new Error('there is no server')
  await deployVersion(testEnv, app, { version: 0, status: 'live' })
  const { domains } = await mustAsk<{ domains: [{ hostname: string }] }>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}`,
  )
  const entry = entryOf(server.target, domains[0].hostname)
  const progress = await Progress.open({ isKept: !isQuick })
  const wanted = isQuick ? quickGoals : goals
  let version = 1
  for (let kind = nextKind(progress, wanted); kind !== undefined; kind = nextKind(progress, wanted)) {
    const turn = progress.of(kind).deployments
    await progress.add(kind, await tryOne({ testEnv, app, entry }, { kind, version, turn }))
    version += 1
  }
  for (const kind of kinds) {
    const { deployments, requests, failed } = progress.of(kind)
    report.figure(`${kind}Deployments`, deployments)
    report.figure(`${kind}Requests`, requests)
    report.figure(`${kind}Failed`, failed)
    report.expect(failed === 0, `${kind}: ${failed} of ${requests} requests failed`)
  }
}

/** Picks the kind that is furthest from its goal, so that an aborted run has some of each. */
function nextKind(progress: Progress, wanted: Record<Kind, number>): Kind | undefined {
  const share = (kind: Kind) => progress.of(kind).deployments / wanted[kind]
  return kinds.filter((kind) => share(kind) < 1).toSorted((one, other) => share(one) - share(other))[0]
}

interface Place {
  readonly testEnv: DeployTestEnv
  readonly app: App
  readonly entry: Entry
}

async function tryOne(place: Place, options: { kind: Kind; version: number; turn: number }) {
  const { kind, version } = options
  const status = kind === 'failing' ? 'failed' : 'live'
  console.error(`  ${kind} ${options.turn + 1}, version ${version}`)
  const loads = loadsOf(place.entry, options)
  const sockets = kind === 'lasting' ? Array.from({ length: 5 }, () => new EchoingSocket(place.entry)) : []
  await delay(marginMs)
  const health = kind === 'failing' ? 'bad' : 'good'
  const id = await deployVersion(place.testEnv, place.app, { version, status, health })
  const ends = await Promise.all(sockets.map((socket) => socket.end()))
  if (status === 'live') await waitUntilRetired(place, id)
  await delay(marginMs)
  const results = await Promise.all(loads.map((load) => load.end()))
  const { report } = place.testEnv
  const versions = kind === 'failing' ? 1 : 2
  for (const result of results) judgeLoad(report, result, { versions, requests: 5 })
  for (const end of ends) report.expect(end === null, `a WebSocket across the switch: ${end}`)
  return countOf(results, ends)
}

function countOf(results: readonly LoadResult[], ends: readonly (string | null)[]) {
  const lost = ends.filter((end) => end !== null).length
  return {
    requests: results.reduce((sum, each) => sum + each.requests, ends.length),
    failed: results.reduce((sum, each) => sum + each.failed, lost),
  }
}

function loadsOf(entry: Entry, { kind, turn }: { kind: Kind; turn: number }): Load[] {
  if (kind === 'closed') {
    const protocol = protocols[turn % 3] ?? 'http'
    return [new Load({ entry, protocol, connections: 20 })]
  }
  if (kind === 'lasting') {
    const path = `/?ms=${lastingMs}`
    return (['http', 'h2'] as const).map((protocol) => new Load({ entry, protocol, rate: 2, path }))
  }
  return protocols.map((protocol) => new Load({ entry, protocol, rate: 50 }))
}

async function deployVersion(
  testEnv: DeployTestEnv,
  app: App,
  { version, status, health = 'good' }: { version: number; status: string; health?: string },
): Promise<string> {
  const plain = { secret: false, scope: 'runtime' }
  const variables = [
    { key: 'VERSION', value: String(version), ...plain },
    { key: 'HEALTH', value: health, ...plain },
  ]
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, { variables })
  const id = await testEnv.deploy(app)
  const end = await testEnv.waitFor(
    app,
    id,
    (deployment) => deployment.status === 'live' && deployment.finishedAt !== null,
  )
  const why = end.error === null ? '' : `: ${end.error?.code}: ${end.error?.detail}`
  testEnv.report.expect(
    end.status === status,
    `deployment ${end.number} ended ${end.status} instead of ${status}${why}`,
  )
  return id
}

/** The previous version is removed while the load runs. */
async function waitUntilRetired({ testEnv, app }: Place, id: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await delay(100)) {
    const { items } = await mustAsk(testEnv, 'GET', `/environments/${app.environmentId}/deployments/${id}/steps`)
    const last = items.find((step: { name: string }) => step.name === 'retire-previous')
    if (last?.finishedAt != null) return
    if (Date.now() > deadline) throw new Error('the version before is not retired')
  }
}
