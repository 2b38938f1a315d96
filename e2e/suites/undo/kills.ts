/** The worker dies at each step of a deletion, a restore, and a purge: the environment is either there or in the trash, whole. */
import type { Environment, TrashItem } from '@longshore/sdk'
import { listOf } from '../../support/deployments/leftovers.ts'
import { arm, firedPoints, superviseUntil } from '../../support/kills/settle.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { listTrash } from '../../support/trash.ts'
import { waitUntilQuiet } from './quiet.ts'
import { compareWithBefore, restoreAll } from './restore.ts'
import type { Scene } from './scene.ts'
import type { Snapshot } from './snapshot.ts'

const withinMs = 240_000
const places = ['start', 'ran', 'recorded']
const at = (names: readonly string[]) => names.flatMap((name) => places.map((place) => `${place}:${name}`))
const engine = ['relay-submitted', 'claimed']

/** The end of a run is recorded with its last step, so nothing is left to kill then. */
const without = (points: readonly string[], last: string) => points.filter((point) => point !== `recorded:${last}`)
const deletion = [...engine, ...without(at(['stop-containers', 'keep']), 'keep')]
const projectDeletion = ['start:forget', 'ran:forget', ...deletion]
const restore = [...engine, ...without(at(['start-containers']), 'start-containers')]
const purge = [...engine, ...without(at(['forget-routes', 'take-down', 'remove-logs', 'forget']), 'forget')]

export async function killDeletions(scene: Scene, before: Snapshot): Promise<void> {
  const { shop, testEnv } = scene
  for (const path of [`/environments/${shop.environmentId}`, `/projects/${shop.projectId}`]) {
    const isProject = path.startsWith('/projects')
    await underKills(scene, isProject ? projectDeletion : deletion, async () => {
      await mustAsk(testEnv, 'DELETE', path)
      await waitUntilQuiet(scene)
    })
    const id = path.split('/').at(-1) ?? ''
    await expectWhole(scene, id)
    await underKills(scene, restore, () => restoreAll(scene))
    await compareWithBefore(scene, before, `after kills around DELETE ${isProject ? '/projects' : '/environments'}`)
  }
}

/** Either there, or in the trash with everything on the server. */
async function expectWhole({ testEnv, home, shop, sql }: Scene, id: string): Promise<void> {
  const { report } = testEnv
  const isThere = (await ask<Environment>(testEnv, 'GET', `/environments/${shop.environmentId}`)).status === 200
  // Replaced values of variables are items of their environment, too.
  const items = (await listTrash(testEnv, { resourceId: id })).filter(({ kind }) => kind !== 'variables')
  report.expect(items.length === (isThere ? 0 : 1), `it is ${isThere ? '' : 'not '}there, with ${items.length} items`)
  report.expect(isThere || items[0]?.status === 'kept', `the item is ${items[0]?.status}`)
  const volumes = await listOf(home, 'volume', shop.environmentId)
  report.expect(volumes.length === 2, `${volumes.length} volumes are on the server`)
  const running = await listOf(home, 'running', shop.environmentId)
  report.expect(isThere || running.length === 0, `${running.length} containers still run`)
  const begun = await sql.query(`select from trash_items where status <> 'kept'`)
  report.expect(begun.length === 0, `${begun.length} items are neither kept nor removed`)
}

/** A person removes an environment, and then its project with the other one, while the worker dies at every step. */
export async function purgeByPerson(scene: Scene): Promise<void> {
  const { testEnv, home, shop, staging } = scene
  const { report } = testEnv
  for (const [path, environmentId] of [
    [`/environments/${shop.environmentId}`, shop.environmentId],
    [`/projects/${shop.projectId}`, staging.environmentId],
  ] as const) {
    await mustAsk(testEnv, 'DELETE', path)
    await waitUntilQuiet(scene)
    const [item] = await listTrash(testEnv, { resourceId: path.split('/').at(-1) ?? '' })
    if (!report.expect(item?.status === 'kept', `${path} is in the trash: ${item?.status}`)) return
    report.expect((await listOf(home, 'volume', environmentId)).length > 0, `${path} keeps its volumes`)
    await underKills(scene, purge, async () => {
      await mustAsk<TrashItem>(testEnv, 'DELETE', `/trash/${item?.id}`)
      const isGone = async () => (await ask(testEnv, 'GET', `/trash/${item?.id}`)).status === 404
      const { isDone } = await superviseUntil(testEnv, isGone, withinMs)
      report.expect(isDone, `${path} is purged`)
    })
    for (const kind of ['container', 'volume', 'network'] as const) {
      const left = await listOf(home, kind, environmentId)
      report.expect(left.length === 0, `a purge leaves ${left.length} of the kind ${kind}`)
    }
    report.expect((await ask(testEnv, 'GET', path)).status === 404, `${path} is gone`)
  }
  await expectNothingKept(scene)
}

/** The purge leaves no rows of the project, and no parts in the trash. */
async function expectNothingKept({ testEnv, sql }: Scene): Promise<void> {
  const [left] = await sql.query<{ rows: number; links: number }>(
    'select (select count(*) from trash_rows)::int as rows, (select count(*) from trash_links)::int as links',
  )
  testEnv.report.expect(left?.rows === 0 && left.links === 0, `rows stay in the trash: ${JSON.stringify(left)}`)
}

async function underKills(scene: Scene, points: readonly string[], work: () => Promise<void>): Promise<void> {
  await arm(scene, points)
  await work()
  await superviseUntil(scene.testEnv, async () => scene.testEnv.instance.worker.isRunning, withinMs)
  const fired = await firedPoints(scene)
  scene.tally.kills += fired.length
  const unfired = points.filter((point) => !fired.includes(point))
  scene.testEnv.report.expect(unfired.length === 0, `the worker didn't die at ${unfired.join(', ')}`)
  await scene.sql.query('delete from test_arms')
}
