/** Moves one environment between two servers and checks what is on each of them afterwards. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Deployment, Environment, Move } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import { type BackupTestEnv, type Engine, queryOn } from '../../support/backup-test-env.ts'
import { isQuick } from '../../support/command-line.ts'
import type { DeployServer } from '../../support/deploy-test-env.ts'
import { arm, firedPoints, superviseUntil } from '../../support/kills/settle.ts'
import { finalStatuses } from '../../support/recovery-test-env.ts'
import { ask, mustAsk } from '../../support/servers.ts'

export interface Scene extends AsyncDisposable {
  readonly testEnv: BackupTestEnv
  readonly here: DeployServer
  readonly there: DeployServer
  readonly sql: ReturnType<typeof createSqlClient>
  readonly at: string
  kills: number
  /** Time from the request to the first response from the new server. */
  awayMs: number
}

const endMs = 180_000
const allEngines = ['postgres', 'mariadb', 'redis'] as const
const hashes: Readonly<Record<Engine, string>> = {
  postgres: `select md5(string_agg(a::text, '' order by id)) || ' ' || count(*) from accounts a; select * from totals; select md5(string_agg(k::text, '' order by id)) from kept k;`,
  mariadb: `set session group_concat_max_len = 1073741824; select md5(group_concat(concat_ws('|', id, name, balance, hex(data), tags) order by id separator '')), count(*) from accounts; select * from totals; select * from \`odd \`\`table\`;`,
  redis: `eval "local keys = redis.call('keys', 'key:*') table.sort(keys) local s = '' for _, k in ipairs(keys) do s = redis.sha1hex(s .. k .. redis.call('get', k)) end return s .. ' ' .. redis.call('dbsize')" 0`,
}
const files = `cd /uploads
find . -printf '%p %y %m %U:%G %n %l\\n' | sort
find . -type f | sort | xargs -d '\\n' sha256sum`

export async function openMove(testEnv: BackupTestEnv): Promise<Scene> {
  const [here, there] = testEnv.servers
  if (here === undefined || there === undefined) throw new Error('two servers were asked for')
  const sql = createSqlClient(testEnv.instance.databaseUrl)
  const at = `/environments/${testEnv.app.environmentId}`
  return { testEnv, here, there, sql, at, kills: 0, awayMs: 0, [Symbol.asyncDispose]: () => sql[Symbol.asyncDispose]() }
}

/** A foreign resource of the same name is on the new server: neither it nor the running environment may change. */
export async function failToMove(scene: Scene): Promise<void> {
  const { testEnv, here, there, at } = scene
  const { report } = testEnv
  const before = await contentOn(scene, here)
  const volume = `longshore-${testEnv.serviceIds['redis']}-data`
  await there.target.mustExec(['docker', 'volume', 'create', volume])
  const deployment = await move(scene, there)
  report.expect(deployment.status === 'failed', `a move onto an existing foreign volume fails: ${deployment.status}`)
  report.expect(
    deployment.step === 'move-data' || deployment.error?.step === 'move-data',
    `in its step: ${JSON.stringify(deployment.error)}`,
  )
  report.expect((await contentOn(scene, here)) === before, 'the old server has everything that it had')
  report.expect((await visit(scene, here)) === 'moved', 'and the app answers there again')
  const environment = await mustAsk<Environment>(testEnv, 'GET', at)
  report.expect(
    environment.serverId === here.id && environment.liveServerId === here.id,
    'the environment is where it was',
  )
  const [last] = (await mustAsk<{ items: [Move] }>(testEnv, 'GET', `${at}/moves`)).items
  report.expect(last.status === 'returned', `the move says so: ${last.status}`)
  const left = await volumesOn(scene, there)
  report.expect(left.length === 1 && left[0] === volume, `nothing of it is on the new server: ${left.join(' ')}`)
  await there.target.mustExec(['docker', 'volume', 'rm', volume])
}

export async function moveAway(scene: Scene): Promise<void> {
  const { testEnv, here, there, at } = scene
  const { report } = testEnv
  const before = await contentOn(scene, here)
  const points = [
    'ran:move-data',
    'start:ensure-services',
    ...(isQuick ? [] : ['start:move-data', 'ran:switch-traffic']),
  ]
  await arm(scene, points)
  const begun = Date.now()
  const deployment = await move(scene, there, { killAfterCopied: 1 })
  scene.awayMs = Date.now() - begun
  const fired = await firedPoints(scene)
  scene.kills += fired.length
  report.expect(fired.length === points.length, `the worker died at ${fired.join(' ')}`)
  if (!report.expect(deployment.status === 'live', `it moves: ${JSON.stringify(deployment.error)}`)) return
  const after = await contentOn(scene, there)
  report.expect(after === before, `every hash is the same on the new server:\n${before}\n${after}`)
  report.expect((await visit(scene, there)) === 'moved', 'the app answers there')
  const environment = await mustAsk<Environment>(testEnv, 'GET', at)
  report.expect(environment.serverId === there.id && environment.liveServerId === there.id, 'the environment says so')
  report.expect(environment.status === 'live', `and that it is live: ${environment.status}`)
  await expectSoon(
    testEnv,
    'no container of it runs on the old server',
    async () => (await containersOn(scene, here)).length === 0,
  )
  report.expect((await volumesOn(scene, here)).length === volumeCount(scene), 'the old data is kept')
}

/** The way back is possible only after the old data was released. Then it is deleted, and only there. */
export async function settle(scene: Scene): Promise<void> {
  const { testEnv, here, there, at } = scene
  const { report } = testEnv
  const refused = await ask(testEnv, 'PATCH', `${at}/server`, { serverId: here.id })
  report.expect(refused.status === 409, `409 while the old server keeps data: ${refused.status}`)
  const [last] = (await mustAsk<{ items: [Move] }>(testEnv, 'GET', `${at}/moves`)).items
  report.expect(last.status === 'moved' && last.keptUntil !== null, `kept for a while: ${JSON.stringify(last)}`)
  await mustAsk(testEnv, 'POST', `${at}/moves/${last.deploymentId}/confirm`)
  await expectSoon(testEnv, 'confirmed, the old data goes', async () => (await volumesOn(scene, here)).length === 0)
  report.expect((await volumesOn(scene, there)).length === volumeCount(scene), 'and the new data stays')
  if (isQuick) return
  const before = await contentOn(scene, there)
  const back = await move(scene, here)
  report.expect(back.status === 'live', `back again: ${JSON.stringify(back.error)}`)
  report.expect((await contentOn(scene, here)) === before, 'with everything')
}

/** Requests the move and follows it to its end. Restarts the worker whenever it died. */
async function move(scene: Scene, to: DeployServer, { killAfterCopied = 0 } = {}): Promise<Deployment> {
  const { testEnv, at, sql } = scene
  const { status } = await ask(testEnv, 'PATCH', `${at}/server`, { serverId: to.id })
  testEnv.report.expect(status === 202, `the move is accepted: ${status}`)
  const [{ id }] = (await mustAsk<{ items: [Deployment] }>(testEnv, 'GET', `${at}/deployments?limit=1`)).items
  let isKilled = killAfterCopied === 0
  const ends = async () => {
    if (!isKilled) {
      const [row] = await sql.query<{ n: number }>(`select cardinality(copied) as n from moves where status = 'moving'`)
      if ((row?.n ?? 0) >= killAfterCopied && testEnv.instance.worker.isRunning) {
        isKilled = true
        scene.kills += 1
        testEnv.instance.worker.signal('SIGKILL')
      }
    }
    const { status: now, finishedAt } = await mustAsk<Deployment>(testEnv, 'GET', `${at}/deployments/${id}`)
    const { status: environment } = await mustAsk(testEnv, 'GET', at)
    return finalStatuses.has(now) && finishedAt !== null && environment !== 'deploying'
  }
  const { isDone } = await superviseUntil(testEnv, ends, endMs)
  const deployment = await mustAsk<Deployment>(testEnv, 'GET', `${at}/deployments/${id}`)
  testEnv.report.expect(isDone, `the move ends: ${deployment.status} in ${deployment.step}`)
  return deployment
}

async function contentOn({ testEnv }: Scene, server: DeployServer): Promise<string> {
  const texts = await Promise.all(
    enginesOf(testEnv).map((engine) =>
      patiently(() => queryOn(server, { container: testEnv.containerOf(engine), engine }, hashes[engine])),
    ),
  )
  const filter = `label=longshore.service-id=${testEnv.serviceIds['keeper']}`
  const readState = async () => {
    const container = (await server.target.mustExec(['docker', 'ps', '-q', '--filter', filter])).trim()
    return await server.target.mustExec(['docker', 'exec', '-i', container, 'bash', '-s'], { stdin: `${files}\n` })
  }
  return [...texts, await patiently(readState)].join('\n')
}

function enginesOf({ serviceIds }: BackupTestEnv): Engine[] {
  return allEngines.filter((engine) => serviceIds[engine] !== undefined)
}

function volumeCount({ testEnv }: Scene): number {
  return enginesOf(testEnv).length + 1
}

async function visit({ sql }: Scene, { target, id }: DeployServer): Promise<string | null> {
  // The automatic hostname depends on the server.
  const which = 'select hostname from routes where server_id = $1 order by created_at desc limit 1'
  const [route] = await sql.query<{ hostname: string }>(which, [decodeId('srv', id)])
  // Nothing of it is for visitors.
  if (route === undefined) return 'moved'
  const args = [
    'curl',
    '--silent',
    '--fail',
    '--max-time',
    '5',
    '--header',
    `Host: ${route.hostname}`,
    'http://127.0.0.1/',
  ]
  return await patiently(() => target.mustExec(args)).catch(() => null)
}

async function volumesOn({ testEnv }: Scene, { target }: DeployServer): Promise<string[]> {
  const lists = await Promise.all(
    Object.values(testEnv.serviceIds).map((id) =>
      target.mustExec(['docker', 'volume', 'ls', '--quiet', '--filter', `name=longshore-${id}-`]),
    ),
  )
  return lists.flatMap((text) => text.split('\n').filter((line) => line !== ''))
}

async function containersOn({ testEnv }: Scene, { target }: DeployServer): Promise<string[]> {
  const filter = `label=longshore.environment=${testEnv.app.environmentId}`
  return (await target.mustExec(['docker', 'ps', '-q', '--filter', filter])).split('\n').filter((line) => line !== '')
}

async function expectSoon({ report }: BackupTestEnv, what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds().catch(() => false)) return
    await delay(100)
  }
  report.expect(false, what)
}

/** A service may have started a moment ago. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries > 60) throw error
    }
    await delay(250)
  }
}
