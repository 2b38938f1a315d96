/**
 * The worker is killed in each step of a first contact and a key rotation: no server is lost or locked out.
 *
 * @tier all
 * @budget 150
 */
import type { TargetUser } from '../fixtures/target.ts'
import { callAs } from '../support/client.ts'
import { isQuick } from '../support/command-line.ts'
import { becomesTrue } from '../support/eventually.ts'
import { Report } from '../support/report.ts'
import { must } from '../support/setting.ts'
import {
  authorizedKeys,
  currentKeyLogsIn,
  installKey,
  killDuring,
  openTestEnv,
  read,
  register,
  type ServerView,
  type TestEnv,
  waitForStatus,
} from './server-kills/test-env.ts'

const report = new Report('server-kills')
const users: TargetUser[] = ['root', 'deploy']
const contactSteps = ['pin-host-keys', 'log-in', 'claim', 'read-facts']
const rotationSteps = ['install-new-key', 'prove-new-key', 'remove-old-key']
const rounds = isQuick ? 1 : 8
const totals = { kills: 0, caught: 0, lost: 0, lockedOut: 0, strayKeys: 0 }

await using testEnv = await openTestEnv()
for (const user of users) {
  for (let round = 0; round < rounds; round += 1) {
    for (const step of contactSteps) await contactUnderKill(testEnv, { user, step, afterMs: spread(round, 250) })
  }
  const server = await connect(testEnv, user)
  for (let round = 0; round < rounds; round += 1) {
    for (const step of rotationSteps)
      await rotateUnderKill(testEnv, server, { user, step, afterMs: spread(round, 400) })
  }
  await deletePermanently(testEnv, server.id)
  report.expect(await isGone(testEnv, server.id), `the server of ${user} is not deleted`)
}
for (const [key, value] of Object.entries(totals)) report.figure(key, value)
report.expect(totals.caught >= totals.kills / 2, 'fewer than half of the kills hit the step that they were meant for')
await testEnv[Symbol.asyncDispose]()
report.finish()

interface Kill {
  user: TargetUser
  step: string
  afterMs: number
}

/** Delays from immediately to late in the step. */
function spread(round: number, longestMs: number): number {
  return rounds === 1 ? 20 : Math.round((round / (rounds - 1)) * longestMs)
}

async function contactUnderKill(on: TestEnv, { user, step, afterMs }: Kill): Promise<void> {
  const server = await register(on, user)
  await installKey(on, user, server)
  const what = `first contact as ${user}, killed in ${step} after ${afterMs} ms`
  if (await killDuring(on, 'connect-server', step, afterMs)) totals.caught += 1
  totals.kills += 1
  await on.instance.startWorker()
  const isReady = await waitForStatus(on, server.id, 'ready')
  if (!report.expect(isReady, `${what}: ${JSON.stringify((await read(on, server.id))?.problem)}`)) totals.lost += 1
  const owner = JSON.parse(await on.target.mustExec(['cat', '/var/lib/longshore/owner.json']))
  report.expect(owner.server === server.id, `${what}: the owner file names ${owner.server}`)
  await deletePermanently(on, server.id)
  report.expect(await isGone(on, server.id), `${what}: not deleted`)
  const left = (await authorizedKeys(on, user)).filter((line) => line.includes('longshore-'))
  report.expect(left.length === 0, `${what}: ${left.length} keys are left on the server`)
}

async function deletePermanently({ instance, me }: TestEnv, id: string): Promise<void> {
  const { status, text } = await callAs(instance, me, { method: 'DELETE', path: `/servers/${id}?permanent=true` })
  report.expect(status === 202, `deleting permanently: ${status} ${text}`)
}

async function connect(on: TestEnv, user: TargetUser): Promise<ServerView> {
  const server = await register(on, user)
  await installKey(on, user, server)
  report.expect(await waitForStatus(on, server.id, 'ready'), `the server of ${user} does not become ready`)
  return server
}

async function rotateUnderKill(on: TestEnv, server: ServerView, { user, step, afterMs }: Kill): Promise<void> {
  const what = `rotation as ${user}, killed in ${step} after ${afterMs} ms`
  const others = (await authorizedKeys(on, user)).filter((line) => !line.includes('longshore-'))
  const path = `/api/v1/servers/${server.id}`
  const started = await must(on.instance, 'POST', `${path}/rotate-key`, { token: on.me.token, body: {} })
  if (await killDuring(on, 'rotate-server-key', step, afterMs)) totals.caught += 1
  totals.kills += 1
  const logsIn = await currentKeyLogsIn(on, server.id, user)
  if (!report.expect(logsIn, `${what}: the current key does not log in`)) totals.lockedOut += 1
  await on.instance.startWorker()
  const task = async () =>
    (await must(on.instance, 'GET', `${path}/tasks/${started.body.id}`, { token: on.me.token })).body
  const isEnded = await becomesTrue(async () => (await task()).finishedAt !== null, { withinMs: 60_000 })
  const ended = await task()
  if (!report.expect(isEnded && ended.status === 'succeeded', `${what}: ${JSON.stringify(ended)}`)) totals.lost += 1
  const lines = await authorizedKeys(on, user)
  const ours = lines.filter((line) => line.includes('longshore-'))
  const current = (await read(on, server.id))?.publicKey
  if (!report.expect(ours.length === 1 && ours[0] === current, `${what}: keys on the server: ${ours.join(' | ')}`))
    totals.strayKeys += 1
  report.expect(
    JSON.stringify(lines.filter((line) => !line.includes('longshore-'))) === JSON.stringify(others),
    `${what}: keys of others changed`,
  )
  report.expect(await waitForStatus(on, server.id, 'ready'), `${what}: not ready afterwards`)
}

async function isGone(on: TestEnv, id: string): Promise<boolean> {
  return await becomesTrue(async () => (await read(on, id)) === undefined, { withinMs: 30_000 })
}
