/** One compose project on a target: started by the real plugin, adopted through the API, and compared. */
import type { Adoption, AdoptionPlan, ComposeProject } from '@longshore/sdk'
import { decodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createSqlClient } from '../../../apps/server/src/testing/sql-client.ts'
import type { Target } from '../../fixtures/target.ts'
import type { DeployTestEnv } from '../../support/deploy-test-env.ts'
import { becomesTrue } from '../../support/eventually.ts'
import { superviseUntil } from '../../support/kills/settle.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import { projects, type StackProject } from './projects.ts'

export interface Scene extends AsyncDisposable {
  readonly testEnv: DeployTestEnv
  readonly target: Target
  readonly serverId: string
  readonly sql: ReturnType<typeof createSqlClient>
  readonly tally: { adopted: number; hashEqual: number; undone: number; kills: number; downtimesMs: number[] }
}

export interface Adopted {
  readonly environmentId: string
  readonly at: string
}

const endMs = 240_000
const soonMs = 60_000

export function openScene(testEnv: DeployTestEnv): Scene {
  const [server] = testEnv.servers
  if (server === undefined) throw new Error('a server was asked for')
  const sql = createSqlClient(testEnv.instance.databaseUrl)
  const tally = { adopted: 0, hashEqual: 0, undone: 0, kills: 0, downtimesMs: [] }
  const { target, id: serverId } = server
  return { testEnv, target, serverId, sql, tally, [Symbol.asyncDispose]: () => sql[Symbol.asyncDispose]() }
}

export function projectNamed(name: string): StackProject {
  const project = projects.find((each) => each.name === name)
  if (project === undefined) throw new Error(`no project ${name}`)
  return project
}

const folderOf = (project: string) => `/opt/stacks/${project}`

/** Starts it like a person on the server, fills it, and waits until it responds. */
export async function startStack({ target }: Scene, project: StackProject): Promise<string> {
  const folder = folderOf(project.name)
  const files = { ...project.files, 'compose.yaml': project.compose }
  await target.mustExec(['mkdir', '-p', folder])
  for (const [name, content] of Object.entries(files))
    await target.mustExec(['tee', `${folder}/${name}`], { stdin: content })
  const { prepare = '' } = project
  await onServer(target, `cd ${folder}\nmkdir -p data\n${prepare}\ndocker compose up --detach 2>&1`)
  if (project.fill !== undefined) await onServer(target, `cd ${folder}\n${project.fill}`)
  // The program reads its data only at its start.
  await onServer(target, `cd ${folder} && docker compose restart --timeout 2 2>&1`)
  await becomesTrue(async () => (await visitOld(target, project)) !== null, { withinMs: soonMs })
  const seen = await visitOld(target, project)
  if (seen === null) throw new Error(`${project.name} does not respond`)
  return seen
}

export async function removeStack({ target }: Scene, project: StackProject): Promise<void> {
  const folder = folderOf(project.name)
  await onServer(target, `cd ${folder} && docker compose down --volumes --timeout 2 2>&1; rm -rf ${folder}`)
}

export async function onServer(target: Target, script: string): Promise<string> {
  return await target.mustExec(['bash', '-e', '-s'], { stdin: `${script}\n`, deadlineMs: 180_000 })
}

export async function visitOld(target: Target, { port, host = 'localhost' }: StackProject): Promise<string | null> {
  return await get(target, { url: `http://127.0.0.1:${port}/`, host })
}

/** Visits the new service through Longshore's proxy. */
export async function visitNew({ target, sql }: Scene, environmentId: string, web: string): Promise<string | null> {
  const which = `select hostname from routes where environment_id = $1 and service_name = $2 order by created_at limit 1`
  const rows = await sql.query<{ hostname: string }>(which, [decodeId('env', environmentId), web])
  const [route] = rows
  return route === undefined ? null : await get(target, { url: 'http://127.0.0.1/', host: route.hostname })
}

async function get(target: Target, { url, host }: { url: string; host: string }): Promise<string | null> {
  const args = ['curl', '--silent', '--fail', '--max-time', '5', '--header', `Host: ${host}`, url]
  const { exitCode, stdout } = await target.exec(args)
  return exitCode === 0 ? stdout : null
}

/** All data of the stack, read inside its containers. */
export async function readOld({ target }: Scene, { name, reads }: StackProject): Promise<string> {
  const texts: string[] = []
  for (const { service, command, input } of reads)
    texts.push(await readIn(target, `${name}-${service}-1`, { command, ...(input === undefined ? {} : { input }) }))
  return texts.join('\n')
}

export async function readNew({ target }: Scene, environmentId: string, { reads }: StackProject): Promise<string> {
  const texts: string[] = []
  for (const { service, command, input } of reads) {
    const labels = [`longshore.environment=${environmentId}`, `longshore.service=${nameOf(service)}`]
    const filters = labels.flatMap((label) => ['--filter', `label=${label}`])
    const container = (await target.mustExec(['docker', 'ps', '-q', ...filters])).trim()
    texts.push(await readIn(target, container, { command, ...(input === undefined ? {} : { input }) }))
  }
  return texts.join('\n')
}

/** A database that started a moment ago needs time. */
async function readIn(
  target: Target,
  container: string,
  { command, input }: { command: readonly string[]; input?: string },
): Promise<string> {
  let text = ''
  const args = ['docker', 'exec', '-i', container, ...command]
  const isRead = await becomesTrue(
    async () => {
      const done = await target.exec(args, input === undefined ? {} : { stdin: input })
      text = done.stdout
      return done.exitCode === 0
    },
    { withinMs: soonMs, everyMs: 500 },
  )
  if (!isRead) throw new Error(`cannot read in ${container}: ${text}`)
  return text
}

/** The name in the environment. */
export function nameOf(service: string): string {
  return service.toLowerCase().replaceAll('_', '-')
}

export async function listProjects({ testEnv, serverId }: Scene): Promise<ComposeProject[]> {
  return (await mustAsk<{ items: ComposeProject[] }>(testEnv, 'GET', `/servers/${serverId}/compose-projects`)).items
}

export async function planOf({ testEnv, serverId }: Scene, name: string): Promise<AdoptionPlan> {
  return await mustAsk<AdoptionPlan>(testEnv, 'GET', `/servers/${serverId}/compose-projects/${name}/plan`)
}

/** Requests the adoption and waits until it can switch. Restarts the worker whenever it died. */
export async function adopt(scene: Scene, name: string): Promise<Adopted> {
  const { testEnv, serverId } = scene
  const path = `/servers/${serverId}/compose-projects/${name}/adopt`
  const { environment } = await mustAsk(testEnv, 'POST', path, {
    projectName: `${name} ${crypto.randomUUID().slice(0, 8)}`,
  })
  const adopted = { environmentId: environment.id, at: `/environments/${environment.id}` }
  const ready = await waitForAdoption(scene, adopted, ['ready', 'failed'])
  testEnv.report.expect(ready.status === 'ready', `${name} can switch: ${JSON.stringify(ready.error)}`)
  return adopted
}

export async function decide(scene: Scene, { at }: Adopted, action: string, body?: unknown): Promise<void> {
  await mustAsk(scene.testEnv, 'POST', `${at}/adoption/${action}`, body)
}

export async function waitForAdoption(scene: Scene, { at }: Adopted, statuses: readonly string[]): Promise<Adoption> {
  const read = async () => (await mustAsk<{ adoption: Adoption }>(scene.testEnv, 'GET', `${at}/adoption`)).adoption
  const holds = async () => statuses.includes((await read()).status)
  await superviseUntil(scene.testEnv, holds, endMs)
  return await read()
}

/** Waits until nothing of it is left. */
export async function removeEnvironment({ testEnv, target }: Scene, { environmentId, at }: Adopted): Promise<void> {
  await ask(testEnv, 'DELETE', `${at}?force=true&permanent=true`)
  const isGone = async () => (await ask(testEnv, 'GET', at)).status === 404
  // A kill can be armed for what follows an undo.
  const { isDone } = await superviseUntil(testEnv, isGone, endMs)
  testEnv.report.expect(isDone, 'the environment is removed')
  const filter = `label=longshore.environment=${environmentId}`
  const left = await Promise.all([
    target.mustExec(['docker', 'ps', '-aq', '--filter', filter]),
    target.mustExec(['docker', 'volume', 'ls', '-q', '--filter', filter]),
    target.mustExec(['docker', 'images', '-q', `longshore/${environmentId}`]),
  ])
  testEnv.report.expect(left.join('').trim() === '', `nothing of it is left: ${left.join(' ')}`)
}

export async function runningOf({ target }: Scene, label: string): Promise<number> {
  const ids = await target.mustExec(['docker', 'ps', '-q', '--filter', `label=${label}`])
  return ids.split('\n').filter((line) => line !== '').length
}
