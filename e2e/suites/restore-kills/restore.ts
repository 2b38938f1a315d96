/** Restores and undos under kills, with a client that reads continuously. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Restore } from '@longshore/sdk'
import { restoreStatusOfStep } from '../../../apps/server/src/testing/internals/backups.ts'
import {
  backUp,
  type DataTestEnv,
  hashOf,
  requestRestore,
  type Service,
  seed,
  serviceOf,
} from '../../support/data-test-env.ts'
import { arm, firedPoints, superviseUntil } from '../../support/kills/settle.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'

export interface Tally {
  readonly data: DataTestEnv
  readonly report: Report
  kills: number
  restores: number
  undone: number
  /** Reads that got a response. */
  checks: number
  readonly points: Set<string>
}

const steps = Object.keys(restoreStatusOfStep)
/** Long, because a machine without free CPU time is slow and not wrong. */
const endMs = 300_000
const tidyMs = 120_000
const rows = 20_000
const undoPoints = ['start:switch-back', 'ran:switch-back', 'recorded:switch-back', 'start:remove-volume']
/** After the record of the last step the run is over, so there is no worker to kill. */
const forwardPoints = [
  'relay-submitted',
  'claimed',
  ...steps.flatMap((name) => [`start:${name}`, `ran:${name}`, `recorded:${name}`]),
].filter((point) => point !== `recorded:${steps.at(-1)}`)

interface Scene {
  readonly service: Service
  readonly backupId: string
  /** The hash of the backup's contents. */
  readonly inBackup: string
}

async function prepare({ data }: Tally): Promise<Scene> {
  const service = serviceOf(data, 'postgres')
  await seed(data, service, { rows, salt: 'backup' })
  const { id: backupId } = await backUp(data, service)
  return { service, backupId, inBackup: await hashOf(data, service) }
}

export async function killInEachStep(tally: Tally): Promise<void> {
  const scene = await prepare(tally)
  const places = ['start', 'ran', 'recorded']
  // After the record of the last step the run is over.
  const last = steps.length - 1
  const points = steps.map((name, index) => `${index === last ? 'ran' : places[index % places.length]}:${name}`)
  await restoreUnderKills(tally, scene, { points: ['claimed', ...points], round: 0 })
  await restoreUnderKills(tally, scene, { points: ['ran:fill', 'ran:switch'], killAfterMs: 1_500, round: 1 })
}

export async function killOneByOne(
  tally: Tally,
  { seed: seedOfOrder, from, count }: { seed: number; from: number; count: number },
): Promise<void> {
  const scene = await prepare(tally)
  const points = [...forwardPoints, ...undoPoints, ...Array.from({ length: 8 }, (_, index) => `moment:${index}`)]
  for (let round = from; round < count; round += 1) {
    const random = new Random(seedOfOrder * 1_000 + Math.floor(round / points.length))
    const order = points.map((point) => ({ point, at: random.next() })).sort((a, b) => a.at - b.at)
    const point = order[round % points.length]?.point ?? ''
    console.error(`  ${round}: ${point} (--seed ${seedOfOrder} --from ${round})`)
    const isMoment = point.startsWith('moment:')
    const killAfterMs = isMoment ? 300 + Number(point.split(':')[1]) * 700 : undefined
    await restoreUnderKills(tally, scene, {
      round,
      points: isMoment ? [] : [point],
      ...(killAfterMs === undefined ? {} : { killAfterMs }),
    })
  }
}

interface Round {
  readonly points: readonly string[]
  /** Also kills at a random moment, wherever the run is then. */
  readonly killAfterMs?: number
  readonly round: number
}

async function restoreUnderKills(tally: Tally, scene: Scene, { points, killAfterMs, round }: Round): Promise<void> {
  const { data, report } = tally
  const what = `restore ${round} with ${[...points, ...(killAfterMs === undefined ? [] : [`${killAfterMs} ms`])].join(' ')}`
  // The data differs each time, so that old data can't pass for it.
  await seed(data, scene.service, { rows: rows / 2, salt: `now-${round}` })
  const before = await hashOf(data, scene.service)
  const forward = points.filter((point) => !undoPoints.includes(point))
  await arm(data.testEnv, forward)
  await using reader = startReader(data, scene.service)
  const { id } = await requestRestore(data, scene.backupId)
  if (killAfterMs !== undefined) void delay(killAfterMs).then(() => killNow(tally))
  const path = `${data.at}/restores/${id}`
  const restore = await supervise(tally, path, ({ finishedAt }) => finishedAt !== null)
  tally.restores += 1
  const after = await settledHash(data, scene.service)
  const expected = restore.status === 'succeeded' ? scene.inBackup : before
  report.expect(restore.status === 'succeeded', `${what}: ${restore.status} ${JSON.stringify(restore.error)}`)
  report.expect(after === expected, `${what}: it holds ${after}, not ${expected}`)
  await count(tally)
  judgeReader(tally, what, await reader.stop(), [before, scene.inBackup])
  await judgeApps(tally, scene, what)
  if (restore.status === 'succeeded') await undo(tally, scene, { path, before, points, what })
  await judgeLeftovers(tally, scene, what)
  await judgeApps(tally, scene, what)
}

/** Apps start after the database has its data, so none of them can have other data in its memory. */
export async function judgeApps(
  { data: { testEnv }, report }: Tally,
  { service }: Pick<Scene, 'service'>,
  what: string,
): Promise<void> {
  const list = ['docker', 'ps', '--quiet', '--filter', 'label=longshore.role=app']
  const apps = (await testEnv.target.mustExec(list)).split('\n').filter((id) => id !== '')
  report.expect(apps.length > 0, `${what}: no app runs`)
  const startOf = async (name: string) =>
    Date.parse(await testEnv.target.mustExec(['docker', 'inspect', '--format', '{{.State.StartedAt}}', name]))
  const databaseStart = await startOf(`longshore-${service.id}`)
  for (const app of apps)
    report.expect((await startOf(app)) > databaseStart, `${what}: an app runs since before the switch`)
}

async function undo(
  tally: Tally,
  { service, inBackup }: Scene,
  { path, before, points, what }: { path: string; before: string; points: readonly string[]; what: string },
): Promise<void> {
  const { data, report } = tally
  await arm(
    data.testEnv,
    points.length > 3
      ? ['ran:switch-back', 'start:restart-apps']
      : points.filter((point) => undoPoints.includes(point)),
  )
  await using reader = startReader(data, service)
  await data.ask('POST', `${path}/undo`)
  const undone = await supervise(tally, path, ({ status }) => status === 'reverted')
  report.expect(undone.status === 'reverted', `${what}: its undo stays ${undone.status}`)
  const after = await settledHash(data, service)
  report.expect(after === before, `${what}: after its undo it holds ${after}, not ${before}`)
  await count(tally)
  judgeReader(tally, `${what}, its undo`, await reader.stop(), [before, inBackup])
  tally.undone += 1
}

export async function supervise(
  { data, report }: Tally,
  path: string,
  holds: (restore: Restore) => boolean,
): Promise<Restore> {
  const { isDone } = await superviseUntil(data.testEnv, async () => holds(await data.ask<Restore>('GET', path)), endMs)
  const found = await data.ask<Restore>('GET', path)
  report.expect(isDone, `${path} does not end: ${JSON.stringify(found)}`)
  return found
}

export async function count(tally: Tally): Promise<void> {
  const fired = await firedPoints(tally.data.testEnv)
  for (const point of fired) tally.points.add(point)
  tally.kills += fired.length
}

export function killNow(tally: Tally): void {
  const { worker } = tally.data.testEnv.instance
  if (!worker.isRunning) return
  worker.signal('SIGKILL')
  tally.kills += 1
  tally.points.add('moment')
}

/** Waits until the run that cleans up is over and the database responds. */
export async function settledHash(data: DataTestEnv, service: Service): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const found = await hashOf(data, service).catch((error: unknown) => {
      if (tries > 40) throw error
      return null
    })
    if (found !== null) return found
    await delay(250)
  }
}

export function startReader(data: DataTestEnv, service: Service) {
  const seen = new Map<string, number>()
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const found = await hashOf(data, service).catch(() => null)
      if (found !== null) seen.set(found, (seen.get(found) ?? 0) + 1)
      await delay(100)
    }
  })()
  const stop = async () => {
    isOver = true
    await reading
    return seen
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

export function judgeReader(
  tally: Tally,
  what: string,
  seen: ReadonlyMap<string, number>,
  allowed: readonly string[],
): void {
  for (const [hash, times] of seen) {
    tally.checks += times
    tally.report.expect(allowed.includes(hash), `${what}: a reader saw ${hash}`)
  }
}

/** The database has one volume and only its own container, and nothing is running, however often the worker died. */
export async function judgeLeftovers(
  { data: { testEnv }, report }: Tally,
  { service }: Pick<Scene, 'service'>,
  what: string,
): Promise<void> {
  const named = ['--filter', `name=longshore-${service.id}-`]
  const list = async (args: string[]) => (await testEnv.target.mustExec(args)).split('\n').filter((line) => line !== '')
  const readState = async () => ({
    volumes: await list(['docker', 'volume', 'ls', '--quiet', ...named]),
    containers: await list(['docker', 'ps', '--all', '--format', '{{.Names}}', ...named]),
    runs: await testEnv.sql.query<{ kind: string }>(
      "select kind from workflow_runs where finished_at is null and key like 'environment/%'",
    ),
  })
  let seen = await readState()
  const isTidy = async () => {
    seen = await readState()
    return seen.volumes.length === 1 && seen.containers.length === 0 && seen.runs.length === 0
  }
  const { isDone } = await superviseUntil(testEnv, isTidy, tidyMs)
  const { volumes, containers, runs } = seen
  const left = [...volumes, ...containers, ...runs.map(({ kind }) => kind)]
  report.expect(isDone, `${what}: left behind ${left.join(' ')}`)
}
