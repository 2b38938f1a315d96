/** Drills on another server and on the same one, one of them under kills. Nothing of them stays. */
import type { Drill } from '@longshore/sdk'
import { arm, firedPoints, superviseUntil } from '../../support/kills/settle.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { backUpAll, contentOn, labeledOn, readRecovery, type Scene } from './scene.ts'

const endMs = 240_000

export async function rehearse(scene: Scene): Promise<void> {
  const { testEnv, here, there, at, figures } = scene
  const { report } = testEnv
  const early = await ask(testEnv, 'POST', `${at}/drills`, {})
  report.expect(early.status === 409, `409 without a backup: ${early.status}`)
  await backUpAll(scene)
  const before = await contentOn(scene, here)
  const known = { here: await imagesOn(here), there: await imagesOn(there) }
  const first = await drill(scene, there.id, [])
  report.expect(first.status === 'passed', `a drill on another server passes: ${JSON.stringify(first.error)}`)
  await expectNothing(scene)
  report.expect((await imagesOn(there)) === known.there, 'no image of the drill stays on the other server')
  const points = ['start:move-data', 'ran:ensure-services']
  const killed = await drill(scene, here.id, points)
  report.expect(killed.status === 'passed', `a drill on the same server, under kills: ${JSON.stringify(killed.error)}`)
  await expectNothing(scene)
  report.expect((await imagesOn(here)) === known.here, 'no image of the drill stays on the same server')
  report.expect((await contentOn(scene, here)) === before, 'the environment itself has its data')
  const { predicted, lastDrill } = await readRecovery(scene)
  report.expect(predicted.basis === 'drill', `the prediction is measured: ${JSON.stringify(predicted)}`)
  report.expect(
    lastDrill?.id === killed.id && (lastDrill.recoverySeconds ?? 0) > 0,
    `with figures: ${JSON.stringify(lastDrill)}`,
  )
  figures.drills = 2
}

async function drill(scene: Scene, serverId: string, points: readonly string[]): Promise<Drill> {
  const { testEnv, at } = scene
  await arm(scene, points)
  const { id } = await mustAsk<Drill>(testEnv, 'POST', `${at}/drills`, { serverId })
  const read = async () =>
    (await mustAsk<{ items: Drill[] }>(testEnv, 'GET', `${at}/drills`)).items.find((each) => each.id === id)
  await superviseUntil(testEnv, async () => ((await read())?.finishedAt ?? null) !== null, endMs)
  const fired = await firedPoints(scene)
  testEnv.report.expect(fired.length === points.length, `the worker died at ${points.join(' ')}: ${fired.join(' ')}`)
  await arm(scene, [])
  const ended = await read()
  if (ended === undefined) throw new Error('the drill is not listed')
  return ended
}

async function expectNothing({ testEnv, here, there, figures }: Scene): Promise<void> {
  const others = (await Promise.all([here, there].map((server) => labeledOn(server, 'longshore.drill')))).flat()
  figures.left += others.length
  testEnv.report.expect(others.length === 0, `a drill leaves nothing: ${others.join(' ')}`)
  const own = `longshore.environment=${testEnv.app.environmentId}`
  for (const server of [here, there]) {
    const all = await server.target.mustExec(['docker', 'volume', 'ls', '--format', '{{.Name}} {{.Labels}}'])
    const strange = all.split('\n').filter((line) => line.includes('longshore.environment=') && !line.includes(own))
    figures.left += strange.length
    testEnv.report.expect(strange.length === 0, `and no volume: ${strange.join(' ')}`)
  }
}

async function imagesOn({ target }: Scene['here']): Promise<string> {
  const names = await target.mustExec(['docker', 'image', 'ls', '--format', '{{.Repository}}:{{.Tag}}'])
  return names
    .split('\n')
    .filter((name) => name.startsWith('longshore/env_'))
    .sort()
    .join(' ')
}
