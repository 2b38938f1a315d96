/** Adopts projects of all shapes, with their data, and gives them back. */
import type { Adoption } from '@longshore/sdk'
import { ask, mustAsk } from '../../support/servers.ts'
import { refused, type StackProject } from './projects.ts'
import {
  type Adopted,
  adopt,
  decide,
  listProjects,
  nameOf,
  onServer,
  planOf,
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

/** There and back, and there again when `isTwice`. */
export async function adoptProject(scene: Scene, project: StackProject, { isTwice = false } = {}): Promise<void> {
  const { testEnv } = scene
  const { name } = project
  const response = await startStack(scene, project)
  const policies = await policiesOf(scene, name)
  await checkPlan(scene, project)
  const before = await readOld(scene, project)
  const adopted = await switchOver(scene, project, { response, before })
  if (adopted === null) return
  await decide(scene, adopted, 'undo')
  const undone = await waitForAdoption(scene, adopted, ['undone', 'adopted'])
  const { report } = testEnv
  report.expect(undone.status === 'undone', `${name} is undone: ${JSON.stringify(undone.error)}`)
  const again = await startedAgain(scene, project)
  report.expect(again === response, `${name}: the old stack responds as before: ${again} instead of ${response}`)
  report.expect((await readOld(scene, project)) === before, `${name}: with its data`)
  const after = await policiesOf(scene, name)
  report.expect(after === policies, `${name}: with its restart policies: ${after} instead of ${policies}`)
  report.expect(
    (await runningOf(scene, `longshore.environment=${adopted.environmentId}`)) === 0,
    `${name}: nothing runs twice`,
  )
  if (undone.status === 'undone') scene.tally.undone += 1
  await removeEnvironment(scene, adopted)
  if (isTwice) await keep(scene, project, { response, before })
  await removeStack(scene, project)
}

/** Adopted again, and confirmed. */
async function keep(scene: Scene, project: StackProject, known: { response: string; before: string }): Promise<void> {
  const { report } = scene.testEnv
  const adopted = await switchOver(scene, project, known)
  if (adopted === null) return
  await decide(scene, adopted, 'confirm', { removeVolumes: true })
  await waitForAdoption(scene, adopted, ['confirmed'])
  const label = `com.docker.compose.project=${project.name}`
  const isGone = async () =>
    (await scene.target.mustExec(['docker', 'ps', '-aq', '--filter', `label=${label}`])).trim() === '' &&
    (await scene.target.mustExec(['docker', 'volume', 'ls', '-q', '--filter', `label=${label}`])).trim() === ''
  for (let tries = 0; tries < 100 && !(await isGone()); tries += 1) await visitOld(scene.target, project)
  report.expect(await isGone(), `${project.name}: the old containers and volumes are removed`)
  report.expect(
    (await readNew(scene, adopted.environmentId, project)) === known.before,
    `${project.name}: the new data stays`,
  )
  await removeEnvironment(scene, adopted)
}

export async function switchOver(
  scene: Scene,
  project: StackProject,
  { response, before }: { response: string; before: string },
): Promise<Adopted | null> {
  const { testEnv, tally } = scene
  const { report } = testEnv
  const { name } = project
  const adopted = await adopt(scene, name)
  report.expect(
    (await visitOld(scene.target, project)) === response,
    `${name}: the old stack responds until the switch`,
  )
  await decide(scene, adopted, 'switch')
  const ended = await waitForAdoption(scene, adopted, ['adopted', 'returned', 'stopped'])
  if (!report.expect(ended.status === 'adopted', `${name} is adopted: ${JSON.stringify(ended.error)}`)) {
    console.error(await deploymentLog(scene, adopted, ended))
    return null
  }
  tally.adopted += 1
  report.expect(
    ended.downtimeMs !== null && ended.downtimeMs > 0,
    `${name}: its downtime is known: ${ended.downtimeMs}`,
  )
  if (ended.downtimeMs !== null) tally.downtimesMs.push(ended.downtimeMs)
  const seen = await visitNew(scene, adopted.environmentId, nameOf(project.web))
  report.expect(seen === response, `${name}: through the proxy: ${seen} instead of ${response}`)
  const isEqual = (await readNew(scene, adopted.environmentId, project)) === before
  if (report.expect(isEqual, `${name}: the same data`)) tally.hashEqual += 1
  const running = await runningOf(scene, `com.docker.compose.project=${name}`)
  report.expect(running === 0, `${name}: the old containers are stopped: ${running} run`)
  if (project.port !== 80) {
    const same = ended.compared.every(({ before: old, after }) => old === after)
    report.expect(ended.compared.length === 1 && same, `${name}: compared: ${JSON.stringify(ended.compared)}`)
  }
  return adopted
}

async function deploymentLog(scene: Scene, { at }: Adopted, { deploymentId }: Adoption): Promise<string> {
  const log = await ask(scene.testEnv, 'GET', `${at}/deployments/${deploymentId}/logs`)
  return log.text.slice(-3_000)
}

async function checkPlan(scene: Scene, project: StackProject): Promise<void> {
  const { report } = scene.testEnv
  const { name } = project
  const listed = (await listProjects(scene)).find((each) => each.name === name)
  report.expect(listed?.isAdoptable === true, `${name} is listed: ${JSON.stringify(listed?.findings)}`)
  const plan = await planOf(scene, name)
  report.expect(plan.isAdoptable, `${name} can be adopted: ${JSON.stringify(plan.findings)}`)
  const expected = JSON.stringify(project.leftOut ?? [])
  report.expect(JSON.stringify(plan.leftOut) === expected, `${name} leaves out ${JSON.stringify(plan.leftOut)}`)
  for (const code of project.notes ?? [])
    report.expect(
      plan.findings.some((each) => each.code === code),
      `${name}: its plan has the note ${code}`,
    )
  report.expect(!JSON.stringify(plan).includes('s3cret'), `${name}: its plan has no value of a variable`)
}

async function startedAgain(scene: Scene, project: StackProject): Promise<string | null> {
  for (let tries = 0; tries < 60; tries += 1) {
    const seen = await visitOld(scene.target, project)
    if (seen !== null) return seen
  }
  return null
}

async function policiesOf({ target }: Scene, name: string): Promise<string> {
  const script = `docker ps -aq --filter label=com.docker.compose.project=${name} | sort | xargs docker inspect --format '{{.Name}} {{json .HostConfig.RestartPolicy}}'`
  return await onServer(target, script)
}

/** Refused with the reason, and unchanged. */
export async function refuseAll(scene: Scene): Promise<void> {
  const { testEnv, target, serverId } = scene
  const { report } = testEnv
  for (const [code, setting] of Object.entries(refused)) {
    const name = `refused-${code.replaceAll('_', '-')}`
    const compose = `services:\n  app:\n    image: node:24-slim\n    command: [sleep, infinity]\n    init: true\n${setting}\n`
    const project: StackProject = { name, files: {}, compose, port: 0, web: 'app', reads: [] }
    await target.mustExec(['mkdir', '-p', `/opt/stacks/${name}`])
    await target.mustExec(['tee', `/opt/stacks/${name}/compose.yaml`], { stdin: compose })
    await onServer(target, `cd /opt/stacks/${name} && docker compose up --detach 2>&1`)
    const listed = (await listProjects(scene)).find((each) => each.name === name)
    const finding = listed?.findings.find((each) => each.code === code)
    report.expect(
      listed?.isAdoptable === false && finding !== undefined,
      `${name}: ${JSON.stringify(listed?.findings)}`,
    )
    const { status } = await ask(testEnv, 'POST', `/servers/${serverId}/compose-projects/${name}/adopt`, {})
    report.expect(status === 409, `${name} is refused: ${status}`)
    report.expect((await runningOf(scene, `com.docker.compose.project=${name}`)) === 1, `${name} still runs`)
    await removeStack(scene, project)
  }
  const missing = await ask(testEnv, 'GET', `/servers/${serverId}/compose-projects/nothing/plan`)
  report.expect(missing.status === 404, `404 for a project that is not there: ${missing.status}`)
  const { items } = await mustAsk<{ items: unknown[] }>(testEnv, 'GET', `/servers/${serverId}/compose-projects`)
  report.expect(items.length === 0, `nothing of Longshore is listed: ${JSON.stringify(items)}`)
}
