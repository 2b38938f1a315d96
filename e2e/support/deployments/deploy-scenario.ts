/** Three services from their first deployment to their deletion: redeployed under load, failing, rolled back, canceled. */
import type { Deployment, DeploymentDiff, DeploymentStep, Page } from '@longshore/sdk'
import { call } from '../client.ts'
import { isQuick } from '../command-line.ts'
import type { App, DeployServer, DeployTestEnv } from '../deploy-test-env.ts'
import { eventually } from '../eventually.ts'
import { ask, mustAsk } from '../servers.ts'
import { listTrash } from '../trash.ts'
import { listLeftovers, listOf } from './leftovers.ts'
import { type Behavior, shopFiles, shopServices } from './shop.ts'
import { startLoad, visit } from './visits.ts'

const requestsPerSecond = 50
/** The quick form runs next to other work, so it only guards against a cancel that never ends. */
const cancelWithinMs = isQuick ? 240_000 : 10_000
const goneWithinMs = 240_000
/** Steps that can have nothing to do. */
const skippable: ReadonlySet<string> = new Set(['move-data', 'rehearse', 'release-command'])

interface Scene {
  testEnv: DeployTestEnv
  app: App
  home: DeployServer
  hostname: string
  secret: string
}

export async function runScenario(testEnv: DeployTestEnv, home: DeployServer): Promise<void> {
  const secret = `sentinel-${crypto.randomUUID()}`
  const app = await testEnv.createApp('shop', {
    files: shopFiles({ version: 'one' }),
    services: shopServices,
    server: home,
  })
  await mustAsk(testEnv, 'POST', `/environments/${app.environmentId}/variables`, {
    variables: [{ key: 'TOKEN', value: secret, secret: true, scope: 'runtime' }],
  })
  const first = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (!testEnv.report.expect(first.status === 'live', `first: ${JSON.stringify(first.error)}`)) return
  const [domain] = (
    await mustAsk<{ domains: [{ hostname: string }] }>(testEnv, 'GET', `/environments/${app.environmentId}`)
  ).domains
  const scene: Scene = { testEnv, app, home, secret, hostname: domain.hostname }
  await expectVisit(scene, '/', 'one')
  await expectVisit(scene, '/database', 'N')
  await redeployUnderLoad(scene)
  await failOnPurpose(scene)
  await rollBack(scene, first)
  await cancelInBuild(scene)
  await followLate(scene, first)
  await deleteAndRestore(scene)
  await remove(scene)
}

async function redeployUnderLoad(scene: Scene): Promise<void> {
  const { testEnv, app, home, hostname } = scene
  const load = startLoad(home, hostname, requestsPerSecond)
  const second = await deploy(scene, { version: 'two' })
  const { all, failed } = await load.stop()
  testEnv.report.expect(second.status === 'live', `redeploy: ${JSON.stringify(second.error)}`)
  testEnv.report.expect(failed.length === 0, `of ${all} requests ${failed.length} failed: ${failed[0]}`)
  testEnv.report.figure('requests', all)
  testEnv.report.figure('failedRequests', failed.length)
  await expectVisit(scene, '/', 'two')
  const diff = await mustAsk<DeploymentDiff>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}/deployments/${second.id}/diff`,
  )
  testEnv.report.expect(
    diff.services.length > 0 && !diff.commit.isSame,
    'the difference names neither commit nor images',
  )
}

async function failOnPurpose(scene: Scene): Promise<void> {
  const { testEnv, home, hostname, secret } = scene
  const load = startLoad(home, hostname, requestsPerSecond)
  const failed = await deploy(scene, { version: 'three', crashes: true })
  const answered = await load.stop()
  const { report } = testEnv
  report.expect(failed.status === 'failed' && failed.error?.code === 'crash_loop', `failing: ${JSON.stringify(failed)}`)
  report.expect(failed.error?.exitCode === 3, `the exit code is not reported: ${JSON.stringify(failed.error)}`)
  report.expect(/the token is/.test(failed.error?.logTail ?? ''), 'the last lines are not reported')
  report.expect(!JSON.stringify(failed).includes(secret), 'a secret is in the error')
  report.expect(answered.failed.length === 0, `while it failed, requests failed: ${answered.failed[0]}`)
  await expectVisit(scene, '/', 'two')
  const log = await mustAsk(
    testEnv,
    'GET',
    `/environments/${scene.app.environmentId}/deployments/${failed.id}/logs?limit=1000`,
  )
  report.expect(log.items.length > 0 && !JSON.stringify(log).includes(secret), 'a secret is in the log, or it is empty')
}

async function rollBack(scene: Scene, first: Deployment): Promise<void> {
  const { testEnv, app } = scene
  const path = `/environments/${app.environmentId}/deployments/${first.id}/rollback`
  const { id } = await mustAsk(testEnv, 'POST', path)
  const back = await testEnv.waitFor(app, id)
  testEnv.report.expect(
    back.status === 'live' && back.rollbackOf === first.id,
    `rollback: ${JSON.stringify(back.error)}`,
  )
  testEnv.report.expect(back.images.web === first.images.web, 'the rollback runs another image')
  testEnv.report.expect(back.warnings.length > 0, 'the rollback does not say what it does not undo')
  await expectVisit(scene, '/', 'one')
}

async function cancelInBuild(scene: Scene): Promise<void> {
  const { testEnv, app, home } = scene
  await testEnv.commit(app, shopFiles({ version: 'four', hangs: true }))
  const id = await testEnv.deploy(app)
  const isHanging = async () => (await home.target.exec(['pgrep', '--full', '^sleep 3613'])).exitCode === 0
  await eventually('the build hangs', isHanging, { withinMs: goneWithinMs })
  // The next deployment in the queue starts after the cancel.
  await testEnv.commit(app, shopFiles({ version: 'five' }))
  const next = await testEnv.deploy(app)
  const waiting = await testEnv.read(app, next)
  testEnv.report.expect(waiting.waitingFor?.type === 'deployment', `waits for ${JSON.stringify(waiting.waitingFor)}`)
  const began = performance.now()
  const answer = await ask(testEnv, 'POST', `/environments/${app.environmentId}/deployments/${id}/cancel`)
  testEnv.report.expect(answer.status === 202 && answer.body.status === 'cancelling', `cancel: ${answer.text}`)
  await eventually('the build is gone from the server', async () => !(await isHanging()), { withinMs: cancelWithinMs })
  const cancelled = await testEnv.waitFor(app, id)
  const tookMs = Math.round(performance.now() - began)
  testEnv.report.expect(cancelled.status === 'cancelled', `cancelled is ${cancelled.status}`)
  testEnv.report.expect(tookMs <= cancelWithinMs, `the cancel took ${tookMs} ms`)
  testEnv.report.figure('cancelMs', tookMs)
  const live = await testEnv.waitFor(app, next)
  testEnv.report.expect(live.status === 'live', `the next one is ${live.status}: ${JSON.stringify(live.error)}`)
  await expectVisit(scene, '/', 'five')
}

/** A reader that connects after the end gets all events, the final state and the end. */
async function followLate({ testEnv, app }: Scene, first: Deployment): Promise<void> {
  const path = `/api/v1/environments/${app.environmentId}/deployments/${first.id}/status`
  const { text } = await call(testEnv.instance, 'GET', path, { token: testEnv.person.token })
  const kinds = new Set([...text.matchAll(/^event: (\w+)$/gm)].map((match) => match[1]))
  const wanted = ['status', 'step', 'log', 'end']
  testEnv.report.expect(
    wanted.every((kind) => kinds.has(kind)),
    `a late subscriber got ${[...kinds].join(', ')}`,
  )
  const reported = [...text.matchAll(/^event: status\ndata: (.*)$/gm)].map(
    (match) => JSON.parse(match[1] ?? '{}').status,
  )
  const ends = reported.filter((status) => status === 'live').length
  testEnv.report.expect(ends === 1, `the stream reports its end ${ends} times: ${reported.join(', ')}`)
  const steps = await mustAsk<Page<DeploymentStep>>(
    testEnv,
    'GET',
    `/environments/${app.environmentId}/deployments/${first.id}/steps`,
  )
  const isDone = ({ name, status }: DeploymentStep) =>
    status === 'succeeded' || (status === 'skipped' && skippable.has(name))
  testEnv.report.expect(
    steps.items.every((step) => isDone(step) && step.medianMs !== null),
    `steps: ${JSON.stringify(steps.items)}`,
  )
}

/** A deleted environment stops at once, keeps its volumes, and serves again after its restore. */
async function deleteAndRestore(scene: Scene): Promise<void> {
  const { testEnv, app, home, hostname } = scene
  const { report } = testEnv
  const volumes = () => listOf(home, 'volume')
  const before = await volumes()
  await deleteEnvironment(testEnv, app, '')
  report.expect((await listOf(home, 'running')).length === 0, 'containers of a deleted environment still run')
  report.expect((await volumes()).join() === before.join(), 'a deletion removes volumes')
  const stopped = await visit(home, hostname)
  report.expect(/^[45]/.test(stopped), `a deleted environment still responds "${stopped}"`)
  const [item] = await listTrash(testEnv, { resourceId: app.environmentId })
  report.expect(item?.status === 'kept', `the item in the trash: ${JSON.stringify(item)}`)
  await mustAsk(testEnv, 'POST', `/trash/${item?.id}/restore`)
  const isBack = async () => (await visit(home, hostname).catch(String)) === 'five'
  await eventually('the restored environment responds', isBack, { withinMs: goneWithinMs })
  await expectVisit(scene, '/database', 'N')
  report.expect((await volumes()).join() === before.join(), 'the restored environment has other volumes')
}

async function remove({ testEnv, app, home }: Scene): Promise<void> {
  await removeEnvironment(testEnv, app)
  const left = await listLeftovers(home)
  testEnv.report.expect(left.length === 0, `left behind: ${left.join(', ')}`)
}

/** Without the trash, so that nothing of it stays on the server. */
export async function removeEnvironment(testEnv: DeployTestEnv, app: App): Promise<void> {
  await deleteEnvironment(testEnv, app, '?permanent=true')
}

async function deleteEnvironment(testEnv: DeployTestEnv, { environmentId }: App, query: string): Promise<void> {
  // The last deployment may still be retiring the previous version, so the removal waits in the queue.
  const answer = await ask(testEnv, 'DELETE', `/environments/${environmentId}${query}`)
  testEnv.report.expect(answer.status === 202, `the deletion is answered ${answer.status} ${answer.text}`)
  const isGone = async () => (await ask(testEnv, 'GET', `/environments/${environmentId}`)).status === 404
  await eventually('the environment is gone', isGone, { withinMs: goneWithinMs })
}

async function deploy({ testEnv, app }: Scene, behavior: Behavior): Promise<Deployment> {
  await testEnv.commit(app, shopFiles(behavior))
  return await testEnv.waitFor(app, await testEnv.deploy(app))
}

async function expectVisit({ testEnv, home, hostname }: Scene, path: string, wanted: string): Promise<void> {
  const answer = await visit(home, hostname, path)
  testEnv.report.expect(answer === wanted, `${path} answers "${answer}" and not "${wanted}"`)
}
