/** Random destructive calls with an owner's API token: every deletion of the API, and every way around the trash. */

import { type Answer, call } from '../../support/client.ts'
import type { Random } from '../../support/random.ts'
import type { ResponseView } from '../../support/response-view.ts'
import { mustAsk } from '../../support/servers.ts'
import { listTrash } from '../../support/trash.ts'
import { isQuiet, waitUntilQuiet } from './quiet.ts'
import type { Scene } from './scene.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Must be refused for a token, whatever it hits. */
  readonly purges?: boolean
}

/** IDs of what exists at the start. */
interface Things {
  readonly environments: readonly string[]
  readonly projects: readonly string[]
  readonly servers: readonly string[]
  readonly single: readonly string[]
  readonly backups: readonly { id: string; environmentId: string }[]
  readonly domains: readonly string[]
}

const settleShare = 0.15
const forceShare = 0.2
const purgeShare = 0.2

export async function listThings({ testEnv, shop }: Scene): Promise<Things> {
  const ids = async (path: string): Promise<string[]> =>
    (await mustAsk<{ items: { id: string }[] }>(testEnv, 'GET', `${path}?limit=100`)).items.map(({ id }) => id)
  const at = `/environments/${shop.environmentId}/backups`
  const own = ['/backup-destinations', '/registries', '/notification-connectors', '/git-providers']
  const single = await Promise.all(own.map(async (path) => (await ids(path)).map((id) => `${path}/${id}`)))
  const { id: organizationId } = { id: testEnv.person.organizationId }
  const members = await mustAsk<{ items: { id: string; userId: string }[] }>(
    testEnv,
    'GET',
    `/organizations/${organizationId}/members?limit=100`,
  )
  const others = members.items.filter(({ userId }) => userId !== testEnv.person.userId)
  return {
    environments: await ids('/environments'),
    projects: await ids('/projects'),
    servers: await ids('/servers'),
    single: [...single.flat(), ...others.map(({ id }) => `/organizations/${organizationId}/members/${id}`)],
    backups: (await ids(at)).map((id) => ({ id, environmentId: shop.environmentId })),
    domains: await ids('/domains'),
  }
}

export async function destroyAtRandom(
  scene: Scene,
  things: Things,
  { random, calls }: { random: Random; calls: number },
): Promise<void> {
  for (let count = 0; count < calls; count += 1) {
    const planned = random.chance(purgeShare)
      ? await planPurge(scene, things, random)
      : await planDeletion(scene, things, random)
    const answer = await callWithToken(scene, planned)
    scene.tally.calls += 1
    judge(scene, planned, answer)
    if (random.chance(settleShare)) await waitUntilQuiet(scene)
  }
  if (!(await isQuiet(scene))) await waitUntilQuiet(scene)
}

function judge({ testEnv: { report }, tally }: Scene, { method, path, purges = false }: Call, answer: Answer): void {
  const what = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`
  report.expect(answer.status < 500, what)
  if (!purges) return
  if (answer.status < 300) tally.tokenPurges += 1
  else tally.refused += 1
  // A request for something that no longer exists, or is in use, is refused for another reason.
  report.expect(answer.status === 404 || answer.status === 409 || answer.body?.code === 'person_required', what)
}

async function callWithToken<Body = ResponseView>(
  { testEnv, token }: Scene,
  { method, path, body }: Call,
): Promise<Answer<Body>> {
  return await call<Body>(testEnv.instance, method, `/api/v1${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  })
}

async function planDeletion(scene: Scene, things: Things, random: Random): Promise<Call> {
  const force = random.chance(forceShare)
  const query = force ? '?force=true' : ''
  const environment = random.pick(things.environments)
  const at = `/environments/${environment}`
  const plans: (() => Call | Promise<Call>)[] = [
    () => ({ method: 'DELETE', path: `${at}${query}` }),
    () => ({ method: 'DELETE', path: `${at}?backups=delete` }),
    () => ({ method: 'DELETE', path: `/projects/${random.pick(things.projects)}${query}` }),
    () => ({ method: 'DELETE', path: `/servers/${random.pick(things.servers)}${query}` }),
    () => ({ method: 'DELETE', path: `${random.pick(things.single)}${query}` }),
    () => ({ method: 'DELETE', path: `/domains/${random.pick(things.domains)}` }),
    () => ({ method: 'DELETE', path: `${at}/domain/${random.pick(things.domains)}` }),
    () => ({ method: 'DELETE', path: `${at}/variables/${random.pick(['PLAIN', 'TOKEN'])}` }),
    () => ({ method: 'DELETE', path: `${at}/variables/ONLY_WEB?service=web` }),
    () => replaceVariables(scene, environment, random),
    () => removeServices(scene, environment, random),
    () => {
      const backup = random.pick(things.backups)
      const detached = random.chance(0.5)
      return {
        method: 'DELETE',
        path: `${detached ? '' : `/environments/${backup.environmentId}`}/backups/${backup.id}`,
      }
    },
    () => changeVariable(scene, environment),
  ]
  return await random.pick(plans)()
}

async function changeVariable(scene: Scene, environment: string): Promise<Call> {
  const path = `/environments/${environment}/variables`
  const variables = (await hasPlain(scene, path)) ? [{ key: 'PLAIN', value: 'stolen', secret: false }] : []
  return { method: 'POST', path, body: { variables } }
}

async function replaceVariables(scene: Scene, environment: string, random: Random): Promise<Call> {
  const path = `/environments/${environment}/variables`
  const env = random.chance(0.5) && (await hasPlain(scene, path)) ? 'PLAIN=stolen' : ''
  return { method: 'PUT', path, body: { env } }
}

/** Calls set only keys that exist: a restore doesn't remove what a call added. */
async function hasPlain(scene: Scene, path: string): Promise<boolean> {
  const { body } = await callWithToken<{ items?: { key: string }[] }>(scene, { method: 'GET', path })
  return body.items?.some(({ key }) => key === 'PLAIN') === true
}

/** The list without one service, with the permission to remove its data. */
async function removeServices(scene: Scene, environment: string, random: Random): Promise<Call> {
  const path = `/environments/${environment}`
  const { body } = await callWithToken<{ services?: Record<string, unknown>[] }>(scene, { method: 'GET', path })
  const services = body.services ?? []
  const gone = services.length === 0 ? undefined : random.pick(services)
  const kept = services.filter((each) => each !== gone && each['sharesImageWith'] !== gone?.['name'])
  const removed = services.filter((each) => !kept.includes(each)).map((each) => String(each['name']))
  return {
    method: 'POST',
    path: `${path}/services`,
    body: {
      services: kept.map(toInput),
      removeData: removed,
      ...(random.chance(0.5) ? { skipFinalBackup: true } : {}),
    },
  }
}

const notInput = new Set(['id', 'createdAt', 'updatedAt', 'ownedByFile', 'tunnel'])

function toInput(service: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(service).filter(([name]) => !notInput.has(name)))
}

async function planPurge({ testEnv }: Scene, things: Things, random: Random): Promise<Call> {
  const paths = [
    `/environments/${random.pick(things.environments)}?permanent=true`,
    `/environments/${random.pick(things.environments)}?permanent=true&force=true&backups=delete`,
    `/projects/${random.pick(things.projects)}?permanent=true&force=true`,
    `/servers/${random.pick(things.servers)}?permanent=true&force=true`,
  ]
  const items = await listTrash(testEnv)
  const item = items.length === 0 ? undefined : random.pick(items)
  const plans: Call[] = [
    { method: 'DELETE', path: random.pick(paths), purges: true },
    { method: 'PUT', path: '/trash/settings', body: { retentionDays: 1 + random.below(6) }, purges: true },
    ...(item === undefined
      ? []
      : [{ method: 'DELETE', path: `/trash/${item.id}${random.pick(['', '?force=true'])}`, purges: true }]),
  ]
  return random.pick(plans)
}
