/**
 * An API token with every scope, limited to one project: what belongs to other projects does not exist for it, what belongs to
 * the whole organization is refused, lists show nothing of other projects, and nothing changes. Every operation is tried.
 */
import { permissions } from '../../../apps/server/src/testing/internals/access.ts'
import { absentPathValues, makePathValues } from '../../support/fixtures.ts'
import { isRecord } from '../../support/json-schema.ts'
import { type Operation, parametersIn } from '../../support/openapi.ts'
import { sample } from '../../support/sample.ts'
import { must, type Setting } from '../../support/setting.ts'
import { ask, check, codeOf, countChanges, isPublic, type Stage } from './stage.ts'

interface Limited {
  token: string
  tokenId: string
  projectId: string
  environmentId: string
}

export async function sweepLimited(stage: Stage): Promise<void> {
  const limited = await makeLimited(stage.home)
  const foreign = new Set<string>()
  const operations = stage.api.operations.filter((each) => !isPublic(each) && each.permission !== 'self')
  for (const operation of operations) for (const id of await sweepOperation(stage, operation, limited)) foreign.add(id)
  for (const operation of operations.filter(isList)) await sweepList(stage, operation, { limited, foreign })
  await expectOwnProject(stage, limited)
}

/** Returns the ids of other projects that were tried. */
async function sweepOperation(stage: Stage, operation: Operation, limited: Limited): Promise<string[]> {
  const kind = operation.scope?.split(':')[0]
  const path = await makePathValues(operation, stage.home, stage.home.people.owner)
  const ids = Object.values(path).filter((value) => value !== stage.home.organizationId)
  const before = await countChanges(stage)
  const send = async (values: Record<string, string>) =>
    await ask(stage, operation, {
      token: limited.token,
      organization: stage.home.organizationId,
      path: values,
      body: operation.body === null ? undefined : sample(operation.body, stage.api.schemas),
    })
  if (kind === 'organization' || kind === 'instance') {
    const answer = await send(path)
    check(stage, codeOf(answer) === 'forbidden', `${operation.id} answers ${answer.status} to a limited token`)
  } else if (kind === 'body' || parametersIn(operation, 'path').length > 0) {
    const [answer, absent] = [await send(path), await send(absentPathValues(operation))]
    check(stage, codeOf(answer) === 'not_found', `${operation.id} answers ${answer.status} to a limited token`)
    check(stage, plain(answer.body) === plain(absent.body), `${operation.id}: a limited token sees a difference`)
  }
  check(stage, (await countChanges(stage)) === before, `${operation.id}: a limited token changed something`)
  return ids
}

function isList({ method, scope, path, isStream }: Operation): boolean {
  return method === 'GET' && scope === 'visible' && !path.includes('{') && !isStream
}

async function sweepList(
  stage: Stage,
  operation: Operation,
  { limited, foreign }: { limited: Limited; foreign: ReadonlySet<string> },
): Promise<void> {
  const organization = stage.home.organizationId
  const answer = await ask(stage, operation, { token: limited.token, organization, query: '?limit=100' })
  check(stage, answer.status === 200, `${operation.id} answers ${answer.status} to a limited token`)
  const shown = [...foreign].filter((id) => answer.text.includes(id))
  check(stage, shown.length === 0, `${operation.id} shows ${shown.join()} to a limited token`)
  const { token } = stage.home.people.owner
  const complete = await ask(stage, operation, { token, organization, query: '?limit=100' })
  check(stage, complete.text.length > answer.text.length, `${operation.id} shows a limited token as much as an owner`)
}

/** A limit that refuses everything would pass the other checks. */
async function expectOwnProject({ instance, home, ...stage }: Stage, limited: Limited): Promise<void> {
  const get = (path: string) => must(instance, 'GET', `/api/v1${path}`, { token: limited.token })
  const projects = await get('/projects')
  const names = projects.body.items.map(({ id }: { id: string }) => id)
  check(stage, names.join() === limited.projectId, `a limited token sees the projects ${names.join()}`)
  const environments = await get('/environments')
  check(stage, environments.body.items.length === 1, 'a limited token does not see exactly its environment')
  await get(`/environments/${limited.environmentId}`)
  await get(`/environments/${limited.environmentId}/variables`)
  await get(`/projects/${limited.projectId}/resources`)
  const tokens = await get('/api-tokens')
  check(stage, tokens.body.items.length === 1 && tokens.body.items[0]?.id === limited.tokenId, 'it sees other tokens')
  await must(instance, 'POST', '/api/v1/environments', {
    token: limited.token,
    body: { name: 'Second', projectId: limited.projectId },
  })
}

async function makeLimited({ instance, people, organizationId: organization }: Setting): Promise<Limited> {
  const make = (path: string, body: unknown) =>
    must(instance, 'POST', `/api/v1${path}`, { token: people.owner.token, organization, body })
  const project = await make('/projects', { name: 'Limited', image: 'nginx' })
  const environment = await make('/environments', { name: 'Own', projectId: project.body.id })
  const token = await make('/api-tokens', { name: 'Limited', scopes: permissions, projectIds: [project.body.id] })
  return {
    token: token.body.token,
    tokenId: token.body.id,
    projectId: project.body.id,
    environmentId: environment.body.id,
  }
}

function plain(body: unknown): string {
  return JSON.stringify(isRecord(body) ? { ...body, traceId: '', instance: '' } : body)
}
