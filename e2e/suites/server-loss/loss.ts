/** Loses the server of the environment, recovers it on another one, and lets some of the lost servers come back. */
import type { Deployment, Environment, Move } from '@longshore/sdk'
import { loadBaseImages } from '../../fixtures/base-images.ts'
import { startTarget } from '../../fixtures/target.ts'
import { databaseImages } from '../../support/backup-test-env.ts'
import { ask, bodyFor, mustAsk, register, waitForStatus } from '../../support/servers.ts'
import {
  backUpAll,
  baseImages,
  containersOn,
  contentOn,
  expectSoon,
  readRecovery,
  type Scene,
  volumesOn,
  writeOn,
} from './scene.ts'

/** Every second server is removed with its disk; the others are only switched off, and come back. */
export async function loseServer(scene: Scene, number: number, { isLast }: { isLast: boolean }): Promise<void> {
  const { testEnv, here, there, at, figures } = scene
  const { report } = testEnv
  const returns = number % 2 === 1
  await writeOn(scene, here, `kept-${number}`)
  const dataAt = await backUpAll(scene)
  const saved = await contentOn(scene, here)
  await writeOn(scene, here, `lost-${number}`)
  const refused = await ask(testEnv, 'POST', `${at}/recover`, { serverId: there.id, allowDataLoss: true })
  report.expect(refused.status === 409, `409 while the server responds: ${refused.status}`)
  await (returns ? here.target.stop() : here.target[Symbol.asyncDispose]())
  await waitForStatus(testEnv, here.id, 'unreachable')
  const { predicted, isRecoverable, obstacles } = await readRecovery(scene)
  report.expect(isRecoverable, `the environment can be recovered: ${JSON.stringify(obstacles)}`)
  const begun = Date.now()
  const deployment = await recover(scene)
  const measuredSeconds = (Date.now() - begun) / 1_000
  if (!report.expect(deployment.status === 'live', `it is recovered: ${JSON.stringify(deployment.error)}`)) return
  figures.recovered += 1
  console.error(`  loss ${number}: predicted ${predicted.recoverySeconds} s, measured ${measuredSeconds.toFixed(1)} s`)
  figures.predicted_s = Math.max(figures.predicted_s, predicted.recoverySeconds ?? 0)
  figures.measured_s = Math.max(figures.measured_s, Math.ceil(measuredSeconds))
  const lossSeconds = Math.ceil((begun - dataAt.getTime()) / 1_000)
  figures.predicted_loss_s = Math.max(figures.predicted_loss_s, predicted.lossSeconds ?? 0)
  figures.measured_loss_s = Math.max(figures.measured_loss_s, lossSeconds)
  report.expect(
    predicted.lossSeconds !== null && Math.abs(predicted.lossSeconds - lossSeconds) <= 10,
    `the predicted loss is right: ${predicted.lossSeconds} s, and it was ${lossSeconds} s`,
  )
  const now = await contentOn(scene, there)
  if (report.expect(now === saved, `the data is that of the last backup:\n${saved}\n${now}`)) figures.data_equal += 1
  const environment = await mustAsk<Environment>(testEnv, 'GET', at)
  report.expect(environment.liveServerId === there.id, 'the environment is on the other server')
  scene.here = there
  if (returns) {
    await comeBack(scene, here)
    scene.there = here
  } else if (!isLast) scene.there = await startServer(scene)
}

async function recover({ testEnv, at, there }: Scene): Promise<Deployment> {
  const unasked = await ask(testEnv, 'POST', `${at}/recover`, { serverId: there.id })
  testEnv.report.expect(unasked.status === 409, `409 without consent to the loss: ${unasked.status}`)
  const body = { serverId: there.id, allowDataLoss: true }
  const { id } = await mustAsk<Deployment>(testEnv, 'POST', `${at}/recover`, body)
  return await testEnv.waitFor(testEnv.app, id)
}

/** Docker starts the old containers with the server. They are stopped, and their data stays until it is confirmed. */
async function comeBack(scene: Scene, old: Scene['here']): Promise<void> {
  const { testEnv, at, figures } = scene
  const { report } = testEnv
  const before = await contentOn(scene, scene.here)
  await old.target.start()
  const isFenced = await expectSoon(testEnv, 'the recovery says that the old server is fenced', async () => {
    const [last] = (await mustAsk<{ items: Move[] }>(testEnv, 'GET', `${at}/moves`)).items
    return last?.fencedAt !== null
  })
  const left = await containersOn(scene, old)
  const isStopped = report.expect(left.length === 0, `nothing of it runs on the old server: ${left.join(' ')}`)
  if (isFenced && isStopped) figures.fenced += 1
  report.expect((await volumesOn(scene, old)).length === 2, 'the old data is kept')
  report.expect((await contentOn(scene, scene.here)) === before, 'the recovered data did not change')
  const { oldData } = await readRecovery(scene)
  report.expect(oldData?.serverId === old.id, `the old data is shown: ${JSON.stringify(oldData)}`)
  await mustAsk(testEnv, 'POST', `${at}/moves/${oldData?.deploymentId}/confirm`)
  await expectSoon(
    testEnv,
    'confirmed, the old data is removed',
    async () => (await volumesOn(scene, old)).length === 0,
  )
  report.expect((await contentOn(scene, scene.here)) === before, 'and the data in use stays')
}

async function startServer({ testEnv, started }: Scene): Promise<Scene['here']> {
  const target = started.use(await startTarget({ publishPorts: [80, 443] }))
  await loadBaseImages(target, [databaseImages.postgres, ...baseImages])
  return { target, id: (await register(testEnv, bodyFor(target, 'root'))).id }
}
