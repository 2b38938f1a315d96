/** The worker dies at every step; in the end, exactly one of the old and the new stack serves. */
import { arm, firedPoints } from '../../support/kills/settle.ts'
import {
  type Adopted,
  adopt,
  decide,
  nameOf,
  projectNamed,
  readNew,
  readOld,
  removeEnvironment,
  removeStack,
  runningOf,
  type Scene,
  startStack,
  visitNew,
  visitOld,
  waitForAdoption,
} from './stack.ts'

const preparing = ['start:keep-images', 'ran:keep-images', 'start:read-data', 'ran:read-data']
const switching = [
  'start:move-data',
  'ran:move-data',
  'recorded:move-data',
  'start:start-release',
  'ran:start-release',
  'start:check-health',
  'ran:switch-traffic',
  'start:watch-stability',
  'start:retire-previous',
]
const undoing = [
  'start:check-old',
  'start:stop-new',
  'ran:stop-new',
  'start:start-old',
  'ran:start-old',
  'recorded:start-old',
]
const returning = ['undo-start:move-data', 'undone:move-data', 'undo-recorded:move-data', 'finishing']

export interface KillPoints {
  readonly prepare: readonly string[]
  readonly switch: readonly string[]
  readonly undo: readonly string[]
  readonly back: readonly string[]
}

export const allPoints: KillPoints = { prepare: preparing, switch: switching, undo: undoing, back: returning }
export const quickPoints: KillPoints = {
  prepare: [],
  switch: ['ran:move-data'],
  undo: ['ran:stop-new'],
  back: ['undone:move-data'],
}

export async function surviveKills(scene: Scene, points: KillPoints): Promise<void> {
  const { testEnv } = scene
  const { report } = testEnv
  const project = projectNamed('shop')
  const response = await startStack(scene, project)
  const before = await readOld(scene, project)
  await arm(scene, points.prepare)
  const adopted = await adopt(scene, project.name)
  await count(scene, points.prepare)

  await failToSwitch(scene, adopted, { points: points.back, response, before })

  await arm(scene, points.switch)
  await decide(scene, adopted, 'switch')
  const ended = await waitForAdoption(scene, adopted, ['adopted', 'returned', 'stopped'])
  await count(scene, points.switch)
  report.expect(ended.status === 'adopted', `it is adopted although the worker died: ${JSON.stringify(ended.error)}`)
  await expectOne(scene, adopted, { isNew: true, response, before })

  await arm(scene, points.undo)
  await decide(scene, adopted, 'undo')
  const undone = await waitForAdoption(scene, adopted, ['undone', 'adopted'])
  await count(scene, points.undo)
  report.expect(undone.status === 'undone', `it is undone although the worker died: ${JSON.stringify(undone.error)}`)
  await expectOne(scene, adopted, { isNew: false, response, before })
  await removeEnvironment(scene, adopted)
  await removeStack(scene, project)
}

/** A new version that can't start: the old stack comes back, with its data. */
async function failToSwitch(
  scene: Scene,
  adopted: Adopted,
  known: { points: readonly string[]; response: string; before: string },
): Promise<void> {
  const { testEnv, sql } = scene
  const { report } = testEnv
  const set = (command: string) =>
    sql.query(
      `update services set configuration = jsonb_set(configuration, '{command}', $1::jsonb) where name = 'web' and environment_id = (select environment_id from adoptions where status in ('ready', 'returned') limit 1)`,
      [command],
    )
  const [kept] = await sql.query<{ command: unknown }>(
    `select configuration -> 'command' as command from services where name = 'web' limit 1`,
  )
  await set('["node", "-e", "process.exit(3)"]')
  await arm(scene, known.points)
  await decide(scene, adopted, 'switch')
  const ended = await waitForAdoption(scene, adopted, ['adopted', 'returned', 'stopped'])
  await count(scene, known.points)
  report.expect(ended.status === 'returned' && ended.error !== null, `a version that fails returns: ${ended.status}`)
  report.expect(ended.downtimeMs !== null, 'and its downtime is known')
  await expectOne(scene, adopted, { isNew: false, ...known })
  const volumes = await scene.target.mustExec([
    'docker',
    'volume',
    'ls',
    '-q',
    '--filter',
    `label=longshore.environment=${adopted.environmentId}`,
  ])
  report.expect(volumes.trim() === '', `and its copies are removed: ${volumes}`)
  await set(JSON.stringify(kept?.command ?? null))
}

async function expectOne(
  scene: Scene,
  { environmentId }: Adopted,
  { isNew, response, before }: { isNew: boolean; response: string; before: string },
): Promise<void> {
  const { report } = scene.testEnv
  const project = projectNamed('shop')
  const old = await runningOf(scene, `com.docker.compose.project=${project.name}`)
  const own = await runningOf(scene, `longshore.environment=${environmentId}`)
  report.expect(old === (isNew ? 0 : 2) && own === (isNew ? 2 : 0), `exactly one runs: ${old} old, ${own} new`)
  let seen: string | null = null
  for (let tries = 0; tries < 60 && seen !== response; tries += 1)
    seen = isNew ? await visitNew(scene, environmentId, nameOf(project.web)) : await visitOld(scene.target, project)
  report.expect(seen === response, `and responds: ${seen}`)
  const data = isNew ? await readNew(scene, environmentId, project) : await readOld(scene, project)
  report.expect(data === before, `with its data: ${data} instead of ${before}`)
}

async function count(scene: Scene, points: readonly string[]): Promise<void> {
  const fired = await firedPoints(scene)
  scene.tally.kills += fired.length
  const missing = points.filter((each) => !fired.includes(each))
  scene.testEnv.report.expect(missing.length === 0, `the worker died at all points except ${missing.join(' ')}`)
}
